'use strict';

/* How a process that measures one test ends where something around it is missing, or has gone: real processes. */

const { expect } = require('chai');
const { withoutProgress } = require('../helpers/cli');
const { isThere, until } = require('../helpers/is-there');
const { useScripts, launch, PRELUDE, WINDOWS } = require('../helpers/scripts');

const prelude = `${PRELUDE}
const { spawn } = require('child_process');
const once = { ...short, forkTests: 1 };
let calls = 0;
`;

const wordsOf = (rows) => rows.map(({ name, error }) => [name, error && `${error.code}: ${error.message}`]);

describe('a process that measures one test', function () {
  this.timeout(120000);
  useScripts();

  const start = (source, options) => launch(source, { prelude, ...options });

  it('ends with the one that has started it, whatever that dies of, also before its test', async function () {
    if (WINDOWS) this.skip();
    const { child, end, notes } = start(`
      if (process.send) { note(process.pid); setInterval(() => {}, 1000); } else timeit.bench({ good }, once);`);
    await until(() => notes().length > 0);
    child.kill('SIGKILL');
    await end;
    await until(() => !isThere(Number(notes()[0])));
  });

  it('is not waited for if a detached process holds its output open, which ends with the script', async function () {
    if (process.platform !== 'linux') this.skip();
    const { rows, notes, status } = await start(`timeit.bench({ starts: () => {
      if (calls++ === 0) note(spawn('sleep', ['300'], { stdio: 'inherit', detached: true }).pid);
      return good();
    } }, once).then(tell);`).end;
    await until(() => !isThere(Number(notes()[0])));
    expect([wordsOf(rows), status]).to.deep.equal([[['starts', null]], 0]);
  });

  it('has a row that tells it where there is no room for what the suites before returned; the others are ' +
    'measured', async () => {
    const gone = `${__dirname}/no such folder`;
    const { suites, stderr, status } = await start(`(async () => {
      tell(await timeit.bench({ first: good }, once));
      tell(await timeit.bench({ second: good, third: good }, once));
      tell(await timeit.bench({ fourth: good }, { ...once, forkTests: false }));
    })();`, { env: { TMPDIR: gone, TEMP: gone, TMP: gone } }).end;
    const [first, second, third] = suites.map(wordsOf);
    expect([first, third]).to.deep.equal([[['first', null]], [['fourth', null]]]);
    expect(second.map(([name]) => name)).to.deep.equal(['second', 'third']);
    for (const [, words] of second) {
      expect(words).to.match(new RegExp(
        '^not-started: results of previous suites could not be written for its process ' +
        'to .*no such folder.*: it does not exist. Set TMPDIR to another folder$'));
    }
    expect([stderr, status]).to.deep.equal(['', 1]);
  });

  it('has an error if too many files are open when it is to be started', async function () {
    if (WINDOWS) this.skip();
    const command = (file) => ['sh', '-c', 'ulimit -n 80; exec "$0" "$1"', process.execPath, file];
    const { rows, stderr } = await start(`timeit.bench({ first: good, second: good }, short).then(tell);
      if (!process.send) try { for (;;) fs.openSync(__filename); } catch (_) {}`, { command }).end;
    const words = 'not-started: its process could not be started: too many open files (EMFILE). Raise the limit ' +
      '(ulimit -n)';
    expect(wordsOf(rows)).to.deep.equal([['first', words], ['second', words]]);
    expect(withoutProgress(stderr)).to.equal('');
  });

  it('has an error if its script is removed before it is started', async () => {
    const { rows, file, status } = await start(`timeit.bench({
      first: () => { if (calls++ === 0) fs.rmSync(__filename); return good(); }, second: good,
    }, short).then(tell);`).end;
    const words = `not-reached: its script ${file} no longer exists`;
    expect(wordsOf(rows)).to.deep.equal([['first', words], ['second', words]]);
    expect(status).to.equal(1);
  });

  it('that hangs at its end has its row, and that stands beside it', async () => {
    const { rows: [hangs, other], stdout, status } = await start(`timeit.bench({ hangs: () => {
      if (calls++ === 0) process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
      return good();
    }, other: good }, once).then(tell);`).end;
    expect([hangs, other].map(({ error, warnings }) => [error, warnings.some(({ code }) => code === 'hung-at-exit')]))
      .to.deep.equal([[null, true], [null, false]]);
    expect(stdout).to.match(/^hangs .*\(.*hung at exit\)/m)
      .and.match(/^hangs: its process did not exit after the result and was killed: something keeps it running$/m);
    expect(status).to.equal(0);
  });
});
