'use strict';

/* How a process that measures one test ends where something around it is missing, or has gone: real processes. */

const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { expect } = require('chai');
const { withoutProgress } = require('../helpers/cli');
const { endOf, environmentOf } = require('../helpers/benchmark-process');
const { isThere, until } = require('../helpers/is-there');
const { scratchFolder } = require('../helpers/scratch');

const QTIMEIT = path.join(__dirname, '..', '..', 'qtimeit.js');
const WINDOWS = process.platform === 'win32';

const PRELUDE = `const timeit = require(${JSON.stringify(QTIMEIT)});
const fs = require('fs');
const { spawn } = require('child_process');
const work = () => { let sum = 0; for (let i = 0; i < 100; i++) sum += i; return sum; };
const once = { verbose: 0, forkTests: 1, timeGoal: 0.02, twin: false };
const tell = (rows) => console.log('ROWS ' + JSON.stringify(rows));
let calls = 0;
`;

const suitesIn = (stdout) => [...stdout.matchAll(/^ROWS (.*)$/gm)].map(([, json]) => JSON.parse(json));
const wordsOf = (rows) => rows.map(({ name, error }) => [name, error && `${error.code}: ${error.message}`]);

describe('a process that measures one test', function () {
  this.timeout(120000);
  const scratch = scratchFolder();

  const start = (name, code, { env, command = (file) => [process.execPath, file] } = {}) => {
    const [cliHooks, ...args] = command(scratch(name, PRELUDE + code));
    return spawn(cliHooks, args,
      { env: environmentOf({ NOTES: scratch(`${name}.notes`), ...env }), stdio: ['ignore', 'pipe', 'pipe'] });
  };

  it('ends with the one that has started it, whatever that dies of, also before its test', async function () {
    if (WINDOWS) this.skip();
    const child = start('orphan.js', `function hang() {
  fs.writeFileSync(process.env.NOTES, process.pid + '\\n'); setInterval(() => {}, 1000); }
if (process.send) hang(); else timeit.bench({ work }, once);`);
    const end = endOf(child);
    const notes = scratch('orphan.js.notes');
    await until(() => fs.existsSync(notes) && fs.readFileSync(notes, 'utf8').endsWith('\n'));
    child.kill('SIGKILL');
    await end;
    await until(() => !isThere(Number(fs.readFileSync(notes, 'utf8'))));
  });

  it('is not waited for if a detached process holds its output open, which ends with the script', async function () {
    if (process.platform !== 'linux') this.skip();
    const child = start('holds.js', `const note = (pid) => fs.writeFileSync(process.env.NOTES, pid + '\\n');
timeit.bench({ starts: () => { if (calls++ === 0) note(spawn('sleep', ['300'],
  { stdio: 'inherit', detached: true }).pid); return work(); } }, once).then(tell);`);
    const { stdout, exitCode } = await endOf(child);
    const left = Number(fs.readFileSync(scratch('holds.js.notes'), 'utf8'));
    await until(() => !isThere(left));
    expect([wordsOf(suitesIn(stdout)[0]), exitCode]).to.deep.equal([[['starts', null]], 0]);
  });

  it('has a row that tells it where there is no room for what the suites before returned; the others are ' +
    'measured', async () => {
    const gone = scratch('no such folder');
    const { stdout, stderr, exitCode } = await endOf(start('later.js', `(async () => {
  tell(await timeit.bench({ first: work }, once));
  tell(await timeit.bench({ second: work, third: work }, once));
  tell(await timeit.bench({ fourth: work }, { ...once, forkTests: false }));
})();`, { env: { TMPDIR: gone, TEMP: gone, TMP: gone } }));
    const [first, second, third] = suitesIn(stdout).map(wordsOf);
    expect([first, third]).to.deep.equal([[['first', null]], [['fourth', null]]]);
    expect(second.map(([name]) => name)).to.deep.equal(['second', 'third']);
    for (const [, words] of second) {
      expect(words).to.match(new RegExp(
        '^not-started: results of previous suites could not be written for its process ' +
        'to .*no such folder.*: not there. Set TMPDIR to another folder$'));
    }
    expect([stderr, exitCode]).to.deep.equal(['', 1]);
  });

  it('has an error if too many files are open when it is to be started', async function () {
    if (WINDOWS) this.skip();
    const command = (file) => ['sh', '-c', 'ulimit -n 80; exec "$0" "$1"', process.execPath, file];
    const { stdout, stderr } = await endOf(
      start('open.js', `timeit.bench({ first: work, second: work }, { ...once, forkTests: 2 }).then(tell);
if (!process.send) try { for (;;) fs.openSync(__filename); } catch (_) {}`, { command }));
    const words = 'not-started: its process could not be started: too many open files (EMFILE). Raise the limit ' +
      '(ulimit -n)';
    expect(wordsOf(suitesIn(stdout)[0])).to.deep.equal([['first', words], ['second', words]]);
    expect(withoutProgress(stderr)).to.equal('');
  });

  it('has an error if its script is removed before it is started', async () => {
    const { stdout, exitCode } = await endOf(
        start('goes.js',
          'timeit.bench({ first: () => { if (calls++ === 0) fs.rmSync(__filename); return work(); }, second: work ' +
            '}, { ...once, forkTests: 2 }).then(tell);'));
    const words = `not-reached: its script ${scratch('goes.js')} no longer exists`;
    expect(wordsOf(suitesIn(stdout)[0])).to.deep.equal([['first', words], ['second', words]]);
    expect(exitCode).to.equal(1);
  });

  it('that hangs at its end has its row, and that stands beside it', async () => {
    const { stdout, exitCode } = await endOf(
        start('hangs.js',
          "timeit.bench({ hangs: () => { if (calls++ === 0) process.on('exit', () => Atomics.wait(new " +
            "Int32Array(new SharedArrayBuffer(4)), 0, 0)); return work(); }, other: work }, once).then(tell);"));
    const [[hangs, other]] = suitesIn(stdout);
    expect([hangs, other].map(({ error, warnings }) => [error, warnings.some(({ code }) => code === 'hung-at-exit')]))
      .to.deep.equal([[null, true], [null, false]]);
    expect(stdout).to.match(/^hangs .*\(.*hung at exit\)/m)
      .and.match(/^hangs: its process did not exit after the result and was killed: something keeps it running$/m);
    expect(exitCode).to.equal(0);
  });
});
