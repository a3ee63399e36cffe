'use strict';

/*
 * Suites in their own process that fill its heap, run under options of node, or print for nobody; the quick faults are in
 * bench-faults.test.js.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const { expect } = require('chai');
const { environment, run, expectMeasured, PRELUDE, ROOT, WINDOWS } = require('../helpers/bench-script');
const { withoutPerf } = require('../helpers/without-perf');

withoutPerf();

describe('a test that keeps what it makes', () => {
  it('is stopped before the heap is full, and the others are measured', () => {
    // The others sleep, and leave the processor to others.
    const done = run(`const kept = [];
      const cell = new Int32Array(new SharedArrayBuffer(4));
      const sleeps = () => Atomics.wait(cell, 0, 0, 1);
      tell(timeit.bench({ good: sleeps, leaks() { kept[kept.length] = new Array(1048576).fill(0); }, last: sleeps }, { ...short, timeGoal: 1.5 }));`, { flags: ['--max-old-space-size=64'] });
    expectMeasured(done, ['good', 'leaks', 'last']);
    expect(done.rows[1].warnings.map(({ code }) => code)).to.include('heap-limit');
    expect(done.lines.some((line) => line.startsWith('leaks: stopped early: the test keeps what it allocates'))).to.equal(true);
  });
});

describe('a suite under options of node', () => {
  const script = 'timeit.bench({ a: good, b: (callback) => callback(), c: async () => work(10), empty() {} }, short, (error, rows) => tell(rows));';
  it('is measured: --jitless', () => {
    const done = run(script, { flags: ['--jitless', '--no-warnings'] });
    // What node says of --jitless itself.
    expectMeasured({ ...done, stderr: done.stderr.replace(/^Warning: disabling flag .*\n/m, '') }, ['a', 'b', 'c', 'empty']);
    for (const { cycles } of done.rows) expect(cycles).to.equal(null);
  });

  const strict = ['--disallow-code-generation-from-strings', '--frozen-intrinsics', '--unhandled-rejections=strict', '--no-warnings'];
  it(`is measured: coverage, ${strict.join(' ')}`, () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-test-'));
    try {
      expectMeasured(run(script, { flags: strict, env: { NODE_V8_COVERAGE: folder } }), ['a', 'b', 'c', 'empty']);
      expect(fs.readdirSync(folder)).to.have.length(1);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a suite whose reader has gone', () => {
  it('ends quietly', function () {
    if (WINDOWS) this.skip();
    const script = `${PRELUDE} for (let i = 0; i < 3000; i++) console.log('line ' + i); timeit.bench([good, good], { ...short, verbose: 2 });`;
    const child = spawnSync('sh', ['-c', '{ "$0" -e "$1"; echo "exit $?" >&2; } | head -1', process.execPath, script], { cwd: ROOT, env: environment(), encoding: 'utf8', timeout: 60000 });
    expect([child.stdout, child.stderr]).to.deep.equal(['line 0\n', 'exit 0\n']);
  });

  it('keeps the exit code of its failures', function () {
    if (WINDOWS) this.skip();
    const script = `${PRELUDE} for (let i = 0; i < 3000; i++) console.log('line ' + i); timeit.bench([good, () => { throw 1; }], short);`;
    const child = spawnSync('sh', ['-c', '{ "$0" -e "$1"; echo "exit $?" >&2; } | head -1', process.execPath, script], { cwd: ROOT, env: environment(), encoding: 'utf8', timeout: 60000 });
    expect([child.stdout, child.stderr]).to.deep.equal(['line 0\n', 'exit 1\n']);
  });
});

describe('a process that ends within a suite', () => {
  const words = 'ended the process; process.exit() belongs after the suite';

  it('prints what there is, with the first call', () => {
    for (const test of ['ends() { process.exit(0); }', 'async ends() { await null; process.exit(); }']) {
      const done = run(`timeit.bench({ a: good, ${test}, c: good }, short);`);
      expect([done.status, done.stderr]).to.deep.equal([1, '']);
      expect(done.lines.slice(1, 4)).to.deep.equal(['a    FAILED not measured: the process ended before', `ends FAILED ${words}`, 'c    FAILED not measured: the process ended before']);
    }
  });
});
