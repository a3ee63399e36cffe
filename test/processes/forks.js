'use strict';

/* Tests that fail in separate processes. More are in forks.test.js and fork-channel.js. */

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
  // Slow tests, and tests for which one process is enough, run in a separate script.
  const needsOne = ([name, source]) => source.includes('timeout: ') || name === 'leaves a timer';
  const parts = [{ part: all.filter((fault) => !needsOne(fault)), processes: 2, done: null },
      { part: all.filter(needsOne), processes: 1, done: null }];
  let rowOf;

  before(async () => {
    await Promise.all(parts.map(async (one) => {
      const tests = one.part.map(([name, source]) => `[${JSON.stringify(name)}, ${source}]`).join(',\n');
      one.done =
        await run(`let calls = 0;\ntimeit.bench(new Map([\n${tests}]), { ...short, forkTests: ${one.processes}, ` +
          `timeGoal: ${0.01 * one.processes} }, (error, rows) => tell(rows));`, { flags: ['--max-old-space-size=60'] });
    }));
    rowOf = (name) => parts.flatMap(({ done }) => done.suites[0]).find((row) => row.name === name);
  });

  it('is counted if it fails, sets the exit code to 1, and does not affect other rows', () => {
    for (const { part, done: { lines, suites, status, signal, stderr } } of parts) {
      expect(suites[0].map(({ name }) => name)).to.deep.equal(part.map(([name]) => name));
      expect([status, signal, withoutProgress(stderr)]).to.deep.equal([1, null, '']);
      expect(lines).to.include(`${part.filter(([, , wanted]) => wanted).length} of ${part.length} tests failed:`);
    }
  });

  for (const one of parts) {
    for (const [name, , wanted] of one.part) {
      it(`${wanted ? 'is reported' : 'is measured'} if it ${name}`, () => {
        const row = rowOf(name);
        if (!wanted) {
          expect(row.error).to.equal(null);
          // The first one is the baseline of each batch.
          expect(row.processes).to.satisfy((count) => count === one.processes || name === one.part[0][0]);
          // On a machine that stalls, the row can be too noisy for a rank.
          expect(row.verdict).to.satisfy(isMeasured);
          if (!isUnmeasured(row)) expect(row.rank).to.be.above(0);
          return;
        }
        expect(row.error).to.include.all.keys('code', 'message', 'at', 'calls', 'stack', 'output');
        expect(row.error).to.deep.include(wanted);
        expect(row).to.include({ verdict: 'failed', rank: null, nsPerCall: null });
        const [message] = row.error.message.split('\n');
        const inTable = one.done.lines.find((line) => line.startsWith(`${name} `));
        expect(inTable).to.include(` FAILED ${message}`);
        expect(one.done.lines).to.include(`FAILED ${name}: ${message}`);
      });
    }
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
    const { done } = parts[0];
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

it('the output of a test that prints endlessly in its process is truncated', async () => {
  const done = await run('timeit.bench([{ fn() { console.log("again"); }, timeout: 5 }], { ...short, forkTests: 1 }, ' +
      '(error, rows) => tell(rows));');
  expectMeasured(done, [['#1', 1]]);
  const table = done.lines.findIndex((line) => /^name /.test(line));
  const printed = done.lines.slice(0, table).filter((line) => line.startsWith('#1: '));
  expect(printed.length).to.be.at.most(102);
  if (printed.length > 101) expect(printed[100]).to.equal('#1: (and so on)');
});
