'use strict';

/* qtimeit command with real processes. Faults of fake ones are in commands/command.test.js. */

const { spawnSync } = require('child_process');
const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read, qtimeit } = require('../helpers/cli');
const { isRunning } = require('../helpers/child-processes');
const { needs } = require('../helpers/needs');
const { startedUntil } = require('../helpers/suite-processes');
const { readUsage, withUsage } = require('#lib/base/host/child-usage');

useFolder();

const command = (...args) => qtimeit('command', '-t', '0.05', ...args);
const NODE = `"${process.execPath}"`; // may not be in PATH
const rowsOf = ({ stdout }) => JSON.parse(stdout).suites[0].tests;

describe('withUsage()', () => {
  it('lets each Node.js process write its usage to the log, without time(1) and with a large parent', () => {
    const log = inFolder('usage log');
    const child = 'require("child_process").spawnSync(process.execPath, ["-e", "Buffer.alloc(2e8, 1)"])';
    const large = Buffer.alloc(4e8, 1);
    const launch = { file: process.execPath, args: ['-e', child], options: { env: { ...process.env } } };
    const { file, args, options } = withUsage(launch, log, { isThere: () => false });
    expect(spawnSync(file, args, options).status).to.equal(0);
    const usage = readUsage(fs.readFileSync(log, 'utf8'));
    expect(usage.userNs + usage.systemNs).to.be.above(1e7);
    expect(usage.peakRssBytes).to.be.within(2e8, large.length);
  });
});

describe('qtimeit command', () => {
  it('measures Node.js processes with their processor time and peak memory, and leaves them otherwise alone', () => {
    const save = 'JSON.stringify([process.argv.slice(2), process.env.NODE_OPTIONS]) + "\\n"';
    write('a.js', `process.stdout.write("x".repeat(1e6));\nrequire("fs").appendFileSync("seen", ${save});`);
    const [row] = rowsOf(command(`${NODE} a.js "b c"`, '--json'));
    expect(row).to.deep.include({ verdict: 'baseline', error: null, kind: 'process' });
    expect(row.cpuNsPerCall).to.be.above(1e6);
    expect(row.command.peakRssBytes).to.be.within(10e6, 1e9);
    const seen = fs.readFileSync(inFolder('seen'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    expect(seen.map(([args]) => args)).to.deep.equal(seen.map(() => ['b c']));
    expect(seen.filter(([, options]) => options === (process.env.NODE_OPTIONS ?? null)))
      .to.have.lengthOf(row.samples.length + 1);
  });

  it('gives programs an empty standard input, and reports those that fail, are missing, or run too long', () => {
    write('reads.js', 'process.stdin.on("end", () => {}).resume();');
    write('fails.js', 'console.error("first\\nlast"); process.exitCode = 3;');
    write('hangs.js', 'setInterval(() => {}, 1000);');
    const { status, stdout } = command(`${NODE} reads.js`, `${NODE} fails.js`, 'no-such-program a', '--json');
    expect(status).to.equal(1);
    expect(rowsOf({ stdout }).map(({ error }) => error && [error.code, error.output])).to.deep.equal(
      [null, ['exited', ['first', 'last']], ['not-started', []]]);
    const late = command(`${NODE} hangs.js`, '--run-timeout', '0.5', '--json');
    expect(late.status).to.equal(124);
    expect(rowsOf(late)[0].error).to.deep.include({ code: 'timed-out', output: [] });
  });

  needs('signals', it)('uses a shell for shell syntax, and ends what a command leaves in its group', () => {
    const [row] = rowsOf(command('sleep 1000 & echo $! >> pids; cat | wc -c', '--json'));
    expect(row.error).to.equal(null);
    expect(row.warnings).to.deep.include({ code: 'shell', shell: 'sh' });
    const pids = fs.readFileSync(inFolder('pids'), 'utf8').trim().split('\n').map(Number);
    expect(pids).to.have.length.above(5);
    expect(pids.filter(isRunning)).to.deep.equal([]);
  });

  needs('signals', it)('ends the current run at ^C, and saves the results so far', async () => {
    write('a.js', 'require("fs").writeFileSync("pid", String(process.pid)); setTimeout(() => {}, 2e4);');
    const pid = () => Number(fs.readFileSync(inFolder('pid'), 'utf8'));
    const { status, stdout } = await startedUntil(
      ['command', 'node a.js', '--save', 'r.json', '-t', '60'], () => pid() > 0, (child) => child.kill('SIGINT'));
    expect(status).to.equal(130);
    expect(stdout).to.match(/^node a\.js +FAILED not measured: the run was interrupted$/m);
    expect(read('r.json')).to.deep.include({ complete: false });
    expect(isRunning(pid())).to.equal(false);
  });
});
