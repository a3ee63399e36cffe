'use strict';

/*
 * The command with suites in processes that fail, hang or are interrupted; one of each kind is in the tests of the
 * commands.
 */

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read, started } = require('../helpers/cli');
const { inside } = require('../helpers/cli-inside');
const { needs } = require('../helpers/needs');

const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n';
// A sleeping test leaves the processor to other processes.
const SLEEPING =
  'const cell = new Int32Array(new SharedArrayBuffer(4)); module.exports = { slow: () => Atomics.wait(cell, 0, 0, ' +
    '0.5), async later() { await null; } };\n';
const FAST = ['-t', '0.02'];

useFolder();

describe('qtimeit: snippets', () => {
  it('calls each snippet the given number of times', async () => {
    await inside('-n', '1003', '--save', 'r.json', 'globalThis.count = (globalThis.count || 0) + 1', '1');
    for (const { samples: [{ rounds: { calls, warmUp } }] } of read('r.json').suites[0].tests) {
      expect(calls.slice(warmUp).reduce((sum, count) => sum + count, 0)).to.equal(1003);
    }
  });
});

describe('qtimeit run', () => {
  it('ends quietly if its output is closed', async () => {
    write('a.js', SLEEPING);
    const { status, stderr } = await started(
      ['run', '-t', '0.1', 'a.js'], 'qtimeit=', (child) => child.stdout.destroy());
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });

  needs('signals', it)('saves and prints the results so far at ^C', async () => {
    // The measuring process is asked to end, not killed.
    write('a.js', `${SLEEPING}process.on('exit', () => process.stderr.write('goodbye'));\n`);
    const { status, stdout, stderr } =
      await started(['run', '-t', '20', '--save', 'r.json', '--fork', '4', 'a.js'], 'qtimeit=',
        (child) => setTimeout(() => child.kill('SIGINT'), 600));
    expect(status).to.equal(130);
    expect(stderr).to.include('goodbye');
    expect(stdout).to.match(/^slow /m);
    const { complete, suites } = read('r.json');
    expect(complete).to.equal(false);
    expect(suites[0].tests.map(({ name }) => name)).to.deep.equal(['slow', 'later']);
    expect(fs.readdirSync(inFolder()).sort()).to.deep.equal(['a.js', 'r.json']);
  });
});

it('qtimeit prints its results if the disk is full, and exits with 1', async function full() {
  if (!fs.existsSync('/dev/full')) this.skip();
  write('a.js', SUITE);
  const { status, stdout, stderr } = await inside('run', ...FAST, '--save', '/dev/full', 'a.js');
  expect(status).to.equal(1);
  expect(stderr).to.include('/dev/full');
  expect(stdout).to.match(/^add .*\nlist /m);
});

describe('qtimeit compare of binaries', () => {
  it('reports a file that does not load and a test that fails, and exits with 1', async () => {
    write('a.js', 'throw new Error("on purpose");\n');
    write('b.js', 'module.exports = { fails() { throw new Error("in the test"); } };\n');
    const { status, stdout } = await inside('compare', '--old', process.execPath, '--new', process.execPath,
      '--max-regression', '3%', '--strict', 'a.js', 'b.js');
    expect(status).to.equal(1);
    expect(stdout).to.match(/^FAILED a\.js \(old\): Error: on purpose/m).and.match(/^FAILED a\.js \(new\)/m)
      .and.match(/^fails .* failed$/m).and.match(/^FAILED fails \(old\): .*in the test/m)
      .and.match(/\n--max-regression 3 %: not judged; 1 of 1 test failed: fails; 1 file failed: a\.js\n$/);
  });
});

it('qtimeit run measures all tests in one more process', async () => {
  write('a.js', `const called = new Set();
    module.exports = { one() { called.add(1); }, two() { called.add(2); } };
    process.on('exit', () => { if (called.size === 2) require('fs').appendFileSync('both', '.'); });\n`);
  await inside('run', ...FAST, 'a.js');
  expect(fs.readFileSync(inFolder('both'), 'utf8')).to.match(/^\.{1,2}$/);
});
