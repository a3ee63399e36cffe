'use strict';

/*
 * Where a system tells nothing about itself, as in some containers (no /proc and /sys, no list of processors, no resident memory), and
 * where the programs that tell something are missing, or fail. Real processes.
 */

const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { expect } = require('chai');
const { endOf, environmentOf } = require('./helpers/benchmark-process');
const { scratchFolder } = require('./helpers/scratch');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const LIBRARY = JSON.stringify(path.join(__dirname, '..'));

const HIDE = `const fs = require('fs');
const fail = (what) => { throw Object.assign(new Error('ENOENT: no such file or directory, ' + what), { code: 'ENOENT' }); };
for (const name of ['readFileSync', 'writeFileSync', 'openSync', 'readdirSync', 'statSync', 'lstatSync', 'accessSync', 'readlinkSync', 'realpathSync']) {
  const real = fs[name];
  fs[name] = Object.assign((file, ...more) => (/^\\/(proc|sys)(\\/|$)/.test(String(file)) ? fail(file) : real.call(fs, file, ...more)), real);
}
const { existsSync } = fs;
fs.existsSync = (file) => !/^\\/(proc|sys)(\\/|$)/.test(String(file)) && existsSync(file);
require('os').cpus = () => [];
process.memoryUsage = Object.assign(() => fail('uv_resident_set_memory'), { rss: () => fail('uv_resident_set_memory') });
`;

describe('a program that is not there, or fails', function () {
  if (process.platform !== 'linux') return;
  this.timeout(120000);
  const scratch = scratchFolder();
  let folders = 0;

  /** A process that finds this program of the name, and no other programs. */
  const runWith = (name, script, mode, ...args) => {
    const folder = path.dirname(scratch(`bin ${++folders}/empty`));
    if (script !== null) fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode });
    return endOf(spawn(process.execPath, args, { cwd: folder, env: { ...environmentOf(), PATH: folder }, stdio: ['ignore', 'pipe', 'pipe'] }));
  };

  const perfs = [
    ['is missing', null], ['may not be executed', 'exit 0', 0o600], ['is not allowed to count', 'echo "Error: Access to performance monitoring is limited" >&2; exit 255'],
    ['does not support it', 'echo "<not supported>;;cycles;0;100.00;;" >&2; echo "200.1;msec;task-clock;1;100.00;;" >&2'], ['counts nothing', 'echo "<not counted>;;cycles;0;0.00;;" >&2'],
    ['prints something else', 'echo "strange, 1;2;3" >&2'], ['is killed', 'kill -KILL $$'], ['counts no time', 'echo "100;;cycles;1;100.00;;" >&2; echo "0;msec;task-clock;0;100.00;;" >&2'],
  ];
  it('is perf: the clock rate comes from elsewhere', async () => {
    const code = `const { cpuMhz, cpuMhzSource } = require(${LIBRARY}).sysinfo(); console.log(cpuMhz > 0, cpuMhzSource !== 'perf')`;
    for (const [what, script, mode = 0o700] of perfs) {
      const { stdout, stderr, exitCode } = await runWith('perf', script, mode, '-e', code);
      expect([stdout, stderr, exitCode], what).to.deep.equal(['true true\n', '', 0]);
    }
  });

  it('is taskset, or its processors are none: that is told, and the run goes on', async () => {
    const suite = scratch('pinned.js', 'let x;\nmodule.exports = { list() { x = [1]; } };\n');
    const args = [PROGRAM, 'run', '-t', '0.02', '--pin', '0', suite];
    const missing = await runWith('taskset', null, 0, ...args);
    const fails = await runWith('taskset', 'echo "taskset: failed to set affinity: Invalid argument" >&2; exit 1', 0o700, ...args);
    expect([missing.stderr, fails.stderr]).to.deep.equal(['qtimeit: not pinned to processor 0: there is no taskset here\n', 'qtimeit: not pinned to processor 0: failed to set affinity: Invalid argument\n']);
    for (const { stdout, exitCode } of [missing, fails]) {
      expect(stdout).to.match(/^list /m);
      expect(exitCode).to.equal(0);
    }
  });
});

describe('a system that tells nothing about itself', function () {
  this.timeout(120000);
  const scratch = scratchFolder();
  const suite = () => scratch('suite.js', 'let x;\nmodule.exports = { list() { x = [1, 2, 3]; }, later: async () => { x = [1]; } };\n');

  /** A process, and those that it starts, to which it is hidden. */
  const run = (...args) => {
    const hide = scratch('hide.js', HIDE).replace(/\\/g, '\\\\');
    return endOf(spawn(process.execPath, args, { cwd: scratch('.'), env: environmentOf({ NODE_OPTIONS: `--require "${hide}"` }), stdio: ['ignore', 'pipe', 'pipe'] }));
  };

  it('has null for what it does not tell', async () => {
    const { stdout, stderr } = await run('-e', `const { cpu, cpuCount, cpuScalingGovernor, missing } = require(${LIBRARY}).sysinfo();
console.log(JSON.stringify([cpu, cpuCount, cpuScalingGovernor, missing.cpuCount]));`);
    const [cpu, ...others] = JSON.parse(stdout);
    if (process.platform === 'linux') expect(cpu).to.equal(null);
    expect([others, stderr]).to.deep.equal([[null, null, 'os.cpus() is empty'], '']);
  });

  it('has its figures, of tests and of streams, also with their memory', async () => {
    const script = scratch('all.js', `const timeit = require(${LIBRARY});
const { PassThrough } = require('stream');
const errors = (rows) => rows.map(({ name, error }) => [name, error]);
timeit(1000, () => {}, '/* NOOUTPUT */');
(async () => {
  const silent = { twin: false, silent: true, timeGoal: 0.05 };
  const rows = [...await timeit.bench(require(${JSON.stringify(suite())}), { ...silent, memory: true }), ...await timeit.bench({ fork() {} }, { ...silent, forkTests: 1 })];
  const streams = await timeit.streams({ pass: () => new PassThrough() }, { input: Buffer.alloc(1e5), runs: 1, verbose: 0, visualize: false });
  console.log('ROWS ' + JSON.stringify([errors(rows), errors(streams), streams[1].stream.meanRssBytes, typeof streams[1].stream.heapGrowthBytes]));
})();`);
    const { stdout, stderr, exitCode } = await run(script);
    expect(JSON.parse(/^ROWS (.*)$/m.exec(stdout)[1])).to.deep.equal([[['list', null], ['later', null], ['fork', null]], [['pass-through', null], ['pass', null]], null, 'number']);
    expect([stderr, exitCode]).to.deep.equal(['', 0]);
    expect(stdout).to.not.include('NaN');
  });

  it('is no obstacle to the commands', async () => {
    const file = suite();
    const ends = await Promise.all([
      run(PROGRAM, 'run', '-t', '0.05', '--fork', '1', '--save', scratch('saved.json'), file), run(PROGRAM, '-t', '0.05', '[1]'), run(PROGRAM, 'system'),
    ]);
    ends.push(await run(PROGRAM, 'compare', scratch('saved.json'), scratch('saved.json')));
    for (const { stdout, stderr, exitCode } of ends) {
      expect([stderr, exitCode], stdout).to.deep.equal(['', 0]);
      expect(stdout).to.not.match(/NaN|FAILED|undefined/);
    }
  });
});
