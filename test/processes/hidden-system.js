'use strict';

/*
 * Where a system tells nothing about itself, as in some containers (no /proc and /sys, no list of processors, no
 * resident memory), and where a program that pins is missing, or fails: the commands, whole.
 */

const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { expect } = require('chai');
const { endOf, environmentOf } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');
const LIBRARY = JSON.stringify(path.join(__dirname, '..', '..'));
const HIDE = path.join(__dirname, '..', 'fixtures', 'hidden-system.js').replace(/\\/g, '\\\\');

describe('a program that is not there, or fails', function () {
  if (process.platform !== 'linux') return;
  this.timeout(120000);
  const scratch = scratchFolder();
  let folders = 0;

  /** A process that finds this program of the name, and no other programs. */
  const runWith = (name, script, mode, ...args) => {
    const folder = path.dirname(scratch(`bin ${++folders}/empty`));
    if (script !== null) fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode });
    return endOf(
      spawn(process.execPath, args,
        { cwd: folder, env: { ...environmentOf(), PATH: folder }, stdio: ['ignore', 'pipe', 'pipe'] }));
  };

  it('is taskset, or its processors are none: that is told, and the run goes on', async () => {
    const suite = scratch('pinned.js', 'let x;\nmodule.exports = { list() { x = [1]; } };\n');
    const args = [PROGRAM, 'run', '-t', '0.02', '--pin', '0', suite];
    const missing = await runWith('taskset', null, 0, ...args);
    const fails = await runWith('taskset', 'echo "taskset: failed to set affinity: Invalid argument" >&2; ' +
      'exit 1', 0o700, ...args);
    expect([missing.stderr, fails.stderr])
      .to.deep.equal(
        ['qtimeit: not pinned to processor 0: there is no taskset here\n',
          'qtimeit: not pinned to processor 0: failed to set affinity: Invalid argument\n']);
    for (const { stdout, exitCode } of [missing, fails]) {
      expect(stdout).to.match(/^list /m);
      expect(exitCode).to.equal(0);
    }
  });
});

describe('a system that tells nothing about itself', function () {
  this.timeout(120000);
  const scratch = scratchFolder();
  const suite = () => scratch('suite.js', 'let x;\nmodule.exports = { list() { x = [1, 2, 3]; }, later: async () ' +
    '=> { x = [1]; } };\n');

  /** A process, and those that it starts, to which it is hidden. */
  const run = (...args) =>
    endOf(spawn(process.execPath, args,
      { cwd: scratch('.'), env: environmentOf({ NODE_OPTIONS: `--require "${HIDE}"` }),
        stdio: ['ignore', 'pipe', 'pipe'] }));

  it('has its figures, of tests and of streams, also with their memory', async () => {
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
  console.log('ROWS ' + JSON.stringify([errors(rows), errors(streams), streams[1].stream.meanRssBytes,
    typeof streams[1].stream.heapGrowthBytes]));
})();`);
    const { stdout, stderr, exitCode } = await run(script);
    expect(JSON.parse(/^ROWS (.*)$/m.exec(stdout)[1]))
      .to.deep.equal(
        [[['list', null], ['later', null], ['fork', null]], [['pass-through', null], ['pass', null]], null, 'number']);
    expect([stderr, exitCode]).to.deep.equal(['', 0]);
    expect(stdout).to.not.include('NaN');
  });

  it('is no obstacle to the commands', async () => {
    const file = suite();
    const ends = await Promise.all([
      run(PROGRAM, 'run', '-t', '0.05', '--fork', '1', '--save', scratch('saved.json'), file),
      run(PROGRAM, '-t', '0.05', '[1]'), run(PROGRAM, 'system'),
    ]);
    ends.push(await run(PROGRAM, 'compare', scratch('saved.json'), scratch('saved.json')));
    for (const { stdout, stderr, exitCode } of ends) {
      expect([stderr, exitCode], stdout).to.deep.equal(['', 0]);
      expect(stdout).to.not.match(/NaN|FAILED|undefined/);
    }
  });
});
