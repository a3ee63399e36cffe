'use strict';

/* Faults of suites without forks, each suite in a separate process. Fast faults are in bench-faults.test.js. */

const { spawn } = require('child_process');
const { expect } = require('chai');
const { outputOf } = require('../helpers/child-processes');
const { withoutProgress } = require('../helpers/cli');
const { environment, ROOT } = require('../helpers/timeit-script');

/** Runs a script in a new process; timeit is defined, and show(value) prints JSON. */
async function run(script, { flags = [], before = '' } = {}) {
  const text = `${before}; const timeit = require('./qtimeit.js');
    const show = (value) => console.log(JSON.stringify(value));\n(async () => {\n${script}\n})();`;
  const child = spawn(process.execPath, [...flags, '-e', text],
      { cwd: ROOT, env: environment(), stdio: ['ignore', 'pipe', 'pipe'], timeout: 200000, killSignal: 'SIGKILL' });
  const { status: code, ...end } = await outputOf(child);
  return { ...end, code, shown: () => end.stdout.split('\n').slice(0, -1).map((line) => JSON.parse(line)) };
}

const BRIEF = '{ timeGoal: 0.05, silent: true }';

describe('an uncaught error', function slow() {
  this.timeout(120000);

  it('ends a run of timeit, which rejects its promise or passes the error to its callback', async () => {
    const { shown, code, stderr } = await run(`
      const tell = (error) => show(error ? [error.message, typeof error.timeit.calls] : 'a figure');
      await timeit(0.05, async () => { setTimeout(() => { throw new Error('a'); }, 1); }).then(() => tell(), tell);
      await timeit(0.05, () => new Promise(() => { setTimeout(() => { throw new Error('b'); }, 1); })).then(() =>
        tell(), tell);
      await timeit(50, async () => { Promise.reject(new Error('c')); }).then(() => tell(), tell);
      await new Promise((resolve) => timeit(0.05, () => { setTimeout(() => { throw new Error('d'); }, 1); },
        (error) => { tell(error); resolve(); }));
    `);
    expect(stderr).to.equal('');
    expect(shown()).to.deep.equal([['a', 'string'], ['b', 'string'], ['c', 'string'], ['d', 'string']]);
    expect(code).to.equal(0);
  });

  it('is left to Node.js if it comes from code that started before the suite', async () => {
    const { stdout, stderr, code } = await run(`
      setTimeout(() => { throw new Error('of the script'); }, 100);
      await timeit.bench({ a: (callback) => setImmediate(callback) }, { timeGoal: 30, verbose: 0 });
      show('not reached');
    `);
    expect(stderr).to.include('Error: of the script');
    expect(code).to.equal(1);
    expect(stdout).to.include('the process ended first').and.not.include('process.exit()')
      .and.not.include('not reached');
  });
});

describe('a clock that jumps back in every 50th reading', function slow() {
  this.timeout(120000);

  it('costs rounds, but does not distort rows', async () => {
    const { shown } = await run(`
      const work = (n) => () => { let s = 0; for (let i = 0; i < n; i++) s += i; return s; };
      for (let i = 0; i < 3; i++) {
        const rows = timeit.bench({ a: work(1000), b: work(20000) }, { timeGoal: 0.05, silent: true });
        show(rows.map(({ nsPerCall }) => nsPerCall));
      }`, { before: `
      const own = process.hrtime;
      let readings = 0;
      process.hrtime = () => {
        const [seconds, ns] = own();
        const at = (seconds * 1e9 + ns) - (++readings % 50 === 0 ? [1e6, 1e9][readings / 50 % 2] : 0);
        return [Math.floor(at / 1e9), at % 1e9];
      };` });
    const all = shown();
    expect(all).to.have.length(3);
    for (const [a, b] of all) {
      // 1000 iterations of a loop take 0.1 us to 0.1 ms on every machine, and 20 000 not less
      expect(a).to.be.within(50, 1e5);
      expect(b).to.be.within(1000, 2e6);
    }
  });
});

describe('tests that retain their allocations, in a small heap', function slow() {
  this.timeout(240000);

  it('are stopped with a result, the other tests continue, and a later suite without memory fails', async () => {
    const { shown, code, stderr } = await run(`
      const kept = [];
      let n = 0;
      const leak = () => { kept[kept.length] = new Array(262144).fill(0); };
      const good = () => { n = n + 1 | 0; };
      const work = () => { let s = 0; for (let i = 0; i < 100; i++) s = s + i | 0; n = s; };
      const suite = { good, leak, other: () => leak(), third: () => { leak(); }, work };
      const rows = timeit.bench(suite, { timeGoal: 1, silent: true });
      const isStopped = ({ code }) => code === 'heap-limit';
      show(rows.map(({ name, error, calls, warnings }) => (
        { name, error, isMeasured: calls > 0, isStopped: warnings.some(isStopped) })));
      const fill = () => { while (process.memoryUsage().heapUsed < 174e6) kept[kept.length] = new Array(1e4).fill(0); };
      const later = timeit.bench({ first: { fn: () => {}, setup: fill }, second: () => {} }, ${BRIEF});
      show(later.map(({ error }) => error && [error.code, error.message.replace(/\\d+ of/, 'N of')]));
    `, { flags: ['--max-old-space-size=200'] });
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '' });
    const [rows, later] = shown();
    expect(rows.map(({ name }) => name)).to.deep.equal(['good', 'leak', 'other', 'third', 'work']);
    for (const row of rows) expect(row).to.include({ error: null, isMeasured: true });
    // On a busy machine, the time of one of them can end before the heap is full.
    const stopped = rows.filter(({ isStopped }) => isStopped).map(({ name }) => name);
    expect(stopped).to.not.be.empty;
    expect(['leak', 'other', 'third']).to.include.members(stopped);
    const error = ['out-of-memory',
      'heap full: N of 200 MB were in use before its first call. Use a larger --max-old-space-size, or separate ' +
        'processes (forkTests)'];
    expect(later).to.deep.equal([error, error]);
  });
});

describe('a suite with too many tests to keep all rounds in memory', function slow() {
  this.timeout(240000);

  it('is measured completely, with a line for each test', async () => {
    const { stdout, stderr, code } = await run(`
      let x = 0;
      const suite = {};
      for (let i = 0; i < 1200; i++) suite['test ' + i] = () => { x = x + i | 0; };
      const rows = timeit.bench(suite, { timeGoal: 0.0005, twin: false, verbose: 0 });
      show(rows.filter(({ calls, error }, i) =>
        rows[i].name !== 'test ' + i || error || calls === 0).length);`, { flags: ['--max-old-space-size=100'] });
    expect({ stderr: withoutProgress(stderr), code }).to.deep.equal({ stderr: '', code: 0 });
    const lines = stdout.split('\n').slice(0, -1);
    expect(lines[lines.length - 1]).to.equal('0');
    for (const i of [0, 1, 600, 1199]) expect(lines[1 + i]).to.match(new RegExp(`^test ${i} `));
  });
});
