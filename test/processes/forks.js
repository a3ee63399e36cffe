'use strict';

/*
 * Tests in separate processes that fail, or have tiers, first calls and parameters. More are in forks.test.js and
 * fork-channel.js.
 */

const { expect } = require('chai');
const { withoutProgress } = require('../helpers/cli');
const { useScripts, launch, run, expectMeasured, expectPartial, expectGone, isMeasured, stuck, PRELUDE,
  WINDOWS } = require('../helpers/scripts');
const { isUnmeasured } = require('#lib/base/text/verdict-words');

useScripts();

describe('a suite in processes', () => {
  it('hides its job from other processes, and allows a test to start one with its own suite', async () => {
    // Before the library is loaded, in the process that the test starts.
    const prelude = `if (process.argv[2] === 'inner' && !process.send && 'QTIMEIT_WORKER' in process.env) ` +
        `require('fs').appendFileSync(process.env.NOTES, 'seen by a process of the test\\n');${PRELUDE}`;
    const done = await run(`
      const { spawnSync } = require('child_process');
      const check = (where) => { if ('QTIMEIT_WORKER' in process.env) note('seen in ' + where); };
      check('the script');
      if (process.argv[2] === 'inner') { timeit.bench({ x: good }, { ...short, forkTests: 1 },
        (error, rows) => note('inner ' + rows[0].processes)); return; }
      let n = 0;
      timeit.bench({ a: { setup() { check('setup'); },
        fn() { if (n++ === 0) spawnSync(process.execPath, [__filename, 'inner']); check('the test');
          return work(100); } } }, { ...short, forkTests: 1 }).then(tell);`, { prelude });
    expectMeasured(done, [['a', 1]]);
    expect(done.notes()).to.deep.equal(['inner 1']);
  });
});

describe('several suites in processes', () => {
  it('run one after another if called at once', async () => {
    const done = await run('const once = { ...short, forkTests: 1 }; Promise.all([timeit.bench({ a: good }, once), ' +
        'timeit.bench({ b: good }, once), timeit.bench({ c: good }, { ...once, forkTests: false })]).then((all) => ' +
        'all.forEach(tell));');
    expectMeasured(done, [['a', 1]], [['b', 1]], [['c', 0]]);
    expect(done.lines.filter((line) => /^(name|a|b|c) /.test(line)).map((line) => line[0]).join('')).to.equal('nanbnc');
  });

  it('fail if the script defines other tests when it runs again', async () => {
    const done = await run(`
      if (!process.send) timeit.bench({ a: good, renamed: good }, { ...short, forkTests: 1 }).then(tell);
      else timeit.bench({ a: good, other: good }, { ...short, forkTests: 1 });`);
    expect(done.suites[0].map(({ verdict, error }) => error && [verdict, error.code, error.message]))
      .to.deep.equal([null, [
        'failed', 'no-test', 'the test is missing when the script runs again: every run must define the same ' +
          'tests. In this run, the suite contains only: a, other']]);
  });
});

/*
 * A suite of tests that fail, and of some that do not. [name, source of the test, its error, or null if it is
 * measured]
 */
const LIMIT = 0.3;
const faults = [
  ['is good', 'good', null],
  ['throws', '() => { throw new TypeError("mine"); }', { code: 'threw', message: 'TypeError: mine', calls: '1' }],
  ['throws later', '() => { if (++calls === 20) throw new Error("at last"); return work(10); }',
    { code: 'threw', message: 'Error: at last' }],
  ['never calls back', '{ kind: "callback", fn: (callback) => {}, timeout: ' + LIMIT + ' }',
    { code: 'timed-out', message: `did not call back within ${LIMIT} s`, calls: '1' }],
  ['never ends', '{ fn() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }, timeout: ' + LIMIT + ' }',
    { code: 'timed-out',
      message: 'did not end within 1.31 s, and its process was killed. If the test needs more ' +
        'time, raise its timeout' }],
  ['overflows the stack', '() => { const down = () => down() + 1; return down(); }',
    { code: 'threw', message: 'RangeError: Maximum call stack size exceeded' }],
  ['runs out of memory', '() => { const kept = []; for (;;) kept.push(new Array(1e5).fill(1.5)); }',
    { code: 'out-of-memory' }],
  ['leaves a timer', '() => { if (++calls === 1) setInterval(() => {}, 1000); return work(100); }', null],
  ['prints', '() => { if (++calls === 1) { console.log("{\\"qtimeit\\":1}"); console.error("to stderr"); ' +
      'process.stdout.write("unfinished"); } return work(100); }', null],
  ['fails in setup', '{ setup() { throw new Error("no disk"); }, fn: good }',
    { code: 'threw', message: 'setup: Error: no disk', calls: null }],
];
const signals = [
  ['crashes', '() => { process.kill(process.pid, "SIGSEGV"); for (;;); }',
    { code: 'killed', message: 'its process was killed by SIGSEGV' }],
  ['is killed by accident',
    '() => { if (++calls === 1 && !fs.existsSync("killed")) { fs.writeFileSync("killed", ""); ' +
      'process.kill(process.pid, "SIGKILL"); } return work(100); }', null],
];

describe('a test in a separate process', () => {
  const all = WINDOWS ? faults : [...faults, ...signals];
  let done;
  const rowOf = (name) => done.suites[0].find((row) => row.name === name);

  before(async () => {
    const tests = all.map(([name, source]) => `[${JSON.stringify(name)}, ${source}]`).join(',\n');
    done = await run(`let calls = 0;\ntimeit.bench(new Map([\n${tests}]), { ...short, forkTests: 1, timeGoal: 0.01 },
      (error, rows) => tell(rows));`, { flags: ['--max-old-space-size=60'] });
  });

  it('is counted if it fails, sets the exit code to 1, and does not affect other rows', () => {
    const { lines, suites, status, signal, stderr } = done;
    expect(suites[0].map(({ name }) => name)).to.deep.equal(all.map(([name]) => name));
    expect([status, signal, withoutProgress(stderr)]).to.deep.equal([1, null, '']);
    expect(lines).to.include(`${all.filter(([, , wanted]) => wanted).length} of ${all.length} tests failed:`);
  });

  for (const [name, , wanted] of all) {
    it(`${wanted ? 'is reported' : 'is measured'} if it ${name}`, () => {
      const row = rowOf(name);
      if (!wanted) {
        expect(row.error).to.equal(null);
        // The first one is the baseline of each batch.
        expect(row.processes).to.satisfy((count) => count === 1 || name === all[0][0]);
        // On a machine that stalls, the row can be too noisy for a rank.
        expect(row.verdict).to.satisfy(isMeasured);
        if (!isUnmeasured(row)) expect(row.rank).to.be.above(0);
        return;
      }
      expect(row.error).to.include.all.keys('code', 'message', 'at', 'calls', 'stack', 'output');
      expect(row.error).to.deep.include(wanted);
      expect(row).to.include({ verdict: 'failed', rank: null, nsPerCall: null });
      const [message] = row.error.message.split('\n');
      const inTable = done.lines.find((line) => line.startsWith(`${name} `));
      expect(inTable).to.include(` FAILED ${message}`);
      expect(done.lines).to.include(`FAILED ${name}: ${message}`);
    });
  }

  it('reports the line of its error', () => {
    expect(rowOf('throws').error.at).to.match(/^script\.js:\d+:\d+$/);
    expect(rowOf('throws').error.stack).to.include('TypeError: mine');
    expect(Number(rowOf('throws later').error.calls.split(' ')[0])).to.be.at.most(20);
  });

  it('has the cause and the output of a crash in its row', () => {
    expect(rowOf('runs out of memory').error.message)
      .to.match(/^ran out of memory: its process .+. For more memory, use node --max-old-space-size=MB$/);
    expect(rowOf('runs out of memory').error.output.join('\n')).to.include('out of memory');
  });

  it('prints its standard output once, with its name', () => {
    const printed = done.lines.slice(0, done.lines.findIndex((line) => /^name /.test(line)));
    expect(printed).to.deep.equal(['prints: {"qtimeit":1}', 'prints: unfinished']);
    expect(done.stdout).to.not.include('to stderr');
  });
});

it('interrupted processes keep their results and the exit code if the script ends', async () => {
  const done = await launch(
      stuck('if (!process.send) setInterval(() => { if (fs.existsSync(process.env.NOTES)) process.exit(7); }, 20);'))
        .end;
  expect(done.status).to.equal(7);
  expectPartial(done);
  await expectGone(done);
});

it('the output of a test in a process is truncated after 100 lines', async () => {
  const done = await run('let calls = 0; timeit.bench([() => { if (calls++ === 0) for (let i = 0; i < 150; i++) ' +
    'console.log("again"); return good(); }], { ...short, forkTests: 1 }).then(tell);');
  expectMeasured(done, [['#1', 1]]);
  const printed = done.lines.slice(0, done.lines.findIndex((line) => /^name /.test(line)));
  expect(printed).to.deep.equal([...Array(100).fill('#1: again'), '#1: (more output omitted)']);
});

const TIERS = `
const calls = {};
// More bytecode than V8 optimizes.
const huge = new Function('set',
  'return () => { let s = 1; ' + 's = (s * 31 + 7) | 0; '.repeat(6000) + ' set(s); };')(() => {});
const own = { ...short, silent: true, timeGoal: 0.05, forkTests: 1 };
(async () => {
  const sized = { fn: ({ size }) => { let s = 0; for (let i = 0; i < size; i++) s += i; return s; },
    tier: ['interpreter', 'optimized'] };
  const count = { fn: () => { calls.count = (calls.count || 0) + 1;
    if (calls.count > 1) throw new Error('called again'); }, cold: true };
  const first = await timeit.bench({ sized, count }, { ...own, params: { size: 20 } });
  const second = await timeit.bench({ huge }, { ...own, tier: 'optimized' });
  tell([...first, ...second]);
})();
`;

describe('tests with a tier, and first calls', () => {
  let rows;

  before(async () => { ({ suites: [rows] } = await run(TIERS)); });

  it('have separate rows, with their test and parameters', () => {
    expect(rows.map(({ name, test, params, tier, isCold, processes, error }) =>
      ({ name, test, params, tier, isCold, processes, error }))).to.deep.equal([
      { name: 'sized size=20 (interpreter)', test: 'sized', params: { size: 20 }, tier: 'interpreter', isCold: false,
        processes: 1, error: null },
      { name: 'sized size=20 (optimized)', test: 'sized', params: { size: 20 }, tier: 'optimized', isCold: false,
        processes: 1, error: null },
      { name: 'count size=20 (cold)', test: 'count', params: { size: 20 }, tier: null, isCold: true, processes: 1,
        error: null },
      { name: 'huge (optimized)', test: 'huge', params: null, tier: 'optimized', isCold: false, processes: 1,
        error: null },
    ]);
  });

  it('stay in the tier, and a test that V8 does not optimize has a warning', () => {
    const notHeld = rows.map(
        ({ warnings }) => warnings.filter(({ code }) => code === 'tier-not-held')
          .map(({ tier, found }) => [tier, found]));
    expect(notHeld.slice(0, 3)).to.deep.equal([[], [], []]);
    expect(notHeld[3]).to.have.length(1);
    expect(notHeld[3][0][0]).to.equal('optimized');
    expect(notHeld[3][0][1]).to.be.oneOf(['interpreter', 'baseline']);
  });

  it('are called once if cold',
    () => expect(rows[2]).to.include({ calls: 1, rounds: 1, cycles: null, statistic: 'trimmed-mean' }));
});
