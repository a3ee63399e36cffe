'use strict';

/*
 * The commands on a system that hides its facts, as in some containers (without /proc and /sys, the list of
 * processors, or resident memory), and with programs that are missing or fail.
 */

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { endOf, startNode } = require('../helpers/benchmark-process');
const { PROGRAM } = require('../helpers/cli');
const { needs } = require('../helpers/needs');
const { scratchFolder } = require('../helpers/scratch');

const LIBRARY = JSON.stringify(path.join(__dirname, '..', '..'));
const HIDE = path.join(__dirname, '..', 'fixtures', 'hidden-system.js').replace(/\\/g, '\\\\');

describe('qtimeit on a system that hides its facts or lacks programs', function () {
  this.timeout(120000);
  const scratch = scratchFolder();
  const suite = () => scratch('suite.js',
    'let x;\nmodule.exports = { list() { x = [1, 2, 3]; }, later: async () => { x = [1]; } };\n');
  const start = (env, args) => endOf(startNode(args, { cwd: scratch('.'), env }));

  // Name and text of the only program in PATH, its mode, the warning of a pinned run
  const programs = [
    ['nothing', '', 0o600, 'taskset is not installed'],
    ['perf', 'exit 0', 0o600, 'taskset is not installed'],
    ['taskset', 'echo "taskset: failed to set affinity: Invalid argument" >&2; exit 1', 0o700,
      'failed to set affinity: Invalid argument'],
  ];
  needs('linux', it)('measures without perf and taskset, and if they fail', async () => {
    await Promise.all(programs.map(async ([name, text, mode, why]) => {
      const file = scratch(`only ${name}/${name}`, `#!/bin/sh\n${text}\n`);
      fs.chmodSync(file, mode);
      const args = [PROGRAM, 'run', '-t', '0.02', '--fork', '0', '--pin', '0', suite()];
      const { stdout, stderr, exitCode } = await start({ PATH: path.dirname(file) }, args);
      expect({ stderr, exitCode }).to.deep.equal({ stderr: `qtimeit: not pinned to CPU 0: ${why}\n`, exitCode: 0 });
      expect(stdout).to.match(/^list /m);
    }));
  });

  const run = (...args) => start({ NODE_OPTIONS: `--require "${HIDE}"` }, args);

  it('returns figures of tests and streams, also of memory, and null for hidden facts', async () => {
    const script = scratch('all.js', `const timeit = require(${LIBRARY});
const { PassThrough } = require('stream');
const errors = (rows) => rows.map(({ name, error }) => [name, error]);
timeit(1000, () => {}, '/* NOOUTPUT */');
(async () => {
  const silent = { twin: false, silent: true, timeGoal: 0.05 };
  const rows = [...await timeit.bench(require(${JSON.stringify(suite())}), { ...silent, memory: true }),
    ...await timeit.bench({ fork() {} }, { ...silent, forkTests: 1 })];
  const streams = await timeit.streams({ pass: () => new PassThrough() },
    { input: Buffer.alloc(1e5), runs: 1, verbose: 0, visualize: false });
  const { cpu, cpuCount, cpuScalingGovernor, missing } = timeit.sysinfo();
  console.log('ROWS ' + JSON.stringify([errors(rows), errors(streams), streams[1].stream.meanRssBytes,
    typeof streams[1].stream.heapGrowthBytes, cpuCount, cpuScalingGovernor, missing.cpuCount, cpu]));
})();`);
    const { stdout, stderr, exitCode } = await run(script);
    const found = JSON.parse(/^ROWS (.*)$/m.exec(stdout)[1]);
    const cpu = found.pop();
    if (process.platform === 'linux') expect(cpu).to.equal(null);
    expect(found).to.deep.equal([
      [['list', null], ['later', null], ['fork', null]], [['pass-through', null], ['pass', null]], null, 'number',
      null, null, 'os.cpus() is empty']);
    expect({ stderr, exitCode }).to.deep.equal({ stderr: '', exitCode: 0 });
    expect(stdout).to.not.include('NaN');
  });

  it('runs the commands without errors', async () => {
    const file = suite();
    const saved = scratch('saved.json');
    const ends = await Promise.all([
      run(PROGRAM, 'run', '-t', '0.02', '--fork', '1', '--save', saved, file), run(PROGRAM, 'system')]);
    ends.push(await run(PROGRAM, 'compare', saved, saved));
    for (const { stdout, stderr, exitCode } of ends) {
      expect({ stderr, exitCode }, stdout).to.deep.equal({ stderr: '', exitCode: 0 });
      expect(stdout).to.not.match(/NaN|FAILED|undefined/);
    }
  });
});
