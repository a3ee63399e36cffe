'use strict';

/*
 * Damage that user code can do to a run of suites: it runs in a separate process, and the command keeps, saves and
 * prints the results so far. One test of each kind; more are in processes/measuring-process.js.
 */

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const { useFolder, inFolder, write, read, qtimeit } = require('../helpers/cli');
const { inside, stdoutOf } = require('../helpers/cli-inside');
const { isRunning } = require('../helpers/child-processes');
const { needs } = require('../helpers/needs');
const { startedUntil, until, untilDead, rowsOf, BLOCKED, LIBRARY, PID, PROGRAM, SUITE } =
  require('../helpers/suite-processes');

const FAST = ['-t', '0.02', '--fork', '0'];

useFolder();

needs('signals', describe)('a run of suites', () => {
  it('saves and prints the results so far if a signal interrupts an endless loop of a test', async () => {
    write('a.js',
      `${PID}module.exports = { first() {}, loops() { require('fs').writeFileSync('called', ''); ${BLOCKED} } };\n`);
    const hasCalled = () => fs.existsSync(inFolder('called'));
    const done = await startedUntil(
      ['run', '-t', '60', '--fork', '0', '--save', 'r.json', 'a.js'], hasCalled, (child) => child.kill('SIGINT'));
    expect(done.status).to.equal(130);
    expect(rowsOf(read('r.json'))).to.deep.equal([['a.js', 'first', 'interrupted'], ['a.js', 'loops', 'interrupted']]);
    expect(done.stdout).to.match(/^first +FAILED not measured: the .*interrupted$/m)
      .and.match(/^loops .*the run was interrupted while this test ran\. With forkTests \(--fork\), .* endless loop/m);
    await untilDead();
  });

  for (const [what, fork, more] of [
    ['one test', '1', ''], ['all tests, which is killed', '0', "process.kill(process.pid, 'SIGKILL');"],
  ]) {
    it(`ends the processes of a test, also detached ones, and leaves no file, in a process for ${what}`, async () => {
      fs.mkdirSync(inFolder('tmp'));
      write('a.js', `let left = null;
        const { spawn } = require('child_process');
        const start = (detached) =>
          spawn(process.execPath, ['-e', 'setTimeout(() => {}, 6e4)'], { stdio: 'ignore', detached });
        module.exports = { leaves() { if (left === null) {
          left = [true, false].map(start);
          left.forEach((one) => one.unref());
          require('fs').writeFileSync('pids', JSON.stringify(left.map(({ pid }) => pid)));
          ${more}
        } } };\n`);
      const { status } = spawnSync(process.execPath, [PROGRAM, 'run', '-t', '0.02', '--fork', fork, 'a.js'],
        { cwd: inFolder(), env: { ...process.env, TMPDIR: inFolder('tmp') } });
      expect([status, fs.readdirSync(inFolder('tmp'))]).to.deep.equal([more ? 1 : 0, []]);
      const [detached, own] = read('pids');
      if (process.platform === 'linux') await until(() => !isRunning(detached));
      await until(() => !isRunning(own));
    });
  }
});

describe('a file that does not load', () => {
  it('is reported if it ends the process or throws an uncaught error, and the other files run', () => {
    write('a.js', 'process.exit(0);\n');
    write('b.js', SUITE);
    write('c.js', `const { bench } = require(${LIBRARY});\nbench({ one() {} });\nprocess.exit(4);\n`);
    write('d.js',
      'setTimeout(() => { throw new RangeError("on purpose"); }, 1);\nmodule.exports = new Promise(() => {});\n');
    const { status, stdout, stderr } = qtimeit('run', ...FAST, '--json', '.');
    expect(status).to.equal(1);
    expect(stderr).to.match(/^a\.js: called process\.exit\(0\) before a suite was defined$/m)
      .and.match(/^c\.js: called process\.exit\(4\) before it finished$/m)
      .and.match(/^d\.js: RangeError: on purpose\n {4}at d\.js:1:26$/m);
    expect(rowsOf(JSON.parse(stdout))).to.deep.equal([
      ['a.js', null, 'exited'], ['b.js', 'add', null], ['b.js', 'list', null], ['c.js', 'one', null],
      ['c.js', null, 'exited'], ['d.js', null, 'threw'],
    ]);
  });

  it('is reported as the setup if it is one', async () => {
    const { status, stdout, stderr } = await inside('-s', 'process.exit(3)', '1');
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.equal('qtimeit: the setup called process.exit(3) before a suite was defined\n');
  });
});

describe('an open handle', () => {
  it('is reported, like a thread that a test has started, and the command ends', async () => {
    const worker = "new (require('worker_threads').Worker)('setTimeout(() => {}, 6e4)', { eval: true })";
    write('a.js', `setInterval(() => {}, 1e6);\nlet left;\nmodule.exports = {
      leaves() { if (!left) { left = ${worker}; left.unref(); } },
    };\n`);
    const { status, stdout, stderr } = await inside('run', 'a.js', '--json', ...FAST);
    expect(status).to.equal(0);
    expect(stderr).to.match(/^a\.js: still open: 1 x Timeout\b.*\. The process was stopped.* after its last result$/m);
    const [{ warnings }] = JSON.parse(stdout).suites[0].tests;
    expect(warnings).to.deep.include({ code: 'handles-left', handles: ['1 x Worker'] });
  });

  it('is not reported after a result that a file does not have, and not as a handle if it is none', async () => {
    write('turns.js', '(function next() { setImmediate(next); })();\n');
    write('timer.js', 'setInterval(() => {}, 1e6);\n');
    write('hangs.js', 'setTimeout(() => { for (;;); }, 10);\n');
    write('suite.js', `(function next() { setImmediate(next); })();\n${SUITE}`);
    const { stderr } = await inside('run', 'turns.js', 'timer.js', 'hangs.js', 'suite.js', '--json', ...FAST);
    const stopped = 'The process was stopped one second after';
    expect(stderr.trim().split('\n').slice(0, 4)).to.deep.equal([
      `turns.js: nothing was measured. ${stopped} the file was loaded`,
      `timer.js: nothing was measured; still open: 1 x Timeout. ${stopped} the file was loaded`,
      'hangs.js: the process did not exit after the file was loaded and was killed',
      `suite.js: did not end. ${stopped} its last result`,
    ]);
  });
});

describe('a test that replaces built-ins', () => {
  const REPLACED = `let x = 1;
    function breakAll() {
      Math.max = () => NaN;
      Number.prototype.toFixed = () => 'broken';
      String.prototype.replace = () => 'broken';
      RegExp.prototype.exec = () => null;
      globalThis.Promise = function broken() { throw new Error('broken'); };
      process.stdout.write = () => true;
      Object.defineProperty(Object.prototype, 'inherited', { get: () => 1, enumerable: true, configurable: true });
      x = x + 1 | 0;
    }
    module.exports = { breakAll, add() { for (let i = 0; i < 1000; i++) x = x + i | 0; } };\n`;
  it('does not change the printed and saved results', async () => {
    write('a.js', REPLACED);
    const stdout = await stdoutOf('run', '-t', '0.02', '--fork', '1', '--save', 'r.json', 'a.js');
    expect(stdout).to.match(/^breakAll .*\nadd .*/m).and.not.include('broken').and.not.include('NaN');
    expect(rowsOf(read('r.json'))).to.deep.equal([['a.js', 'breakAll', null], ['a.js', 'add', null]]);
  });
});
