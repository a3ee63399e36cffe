'use strict';

/*
 * A suite in this process whose tests fail, break built-ins or are invalid. A separate process runs each script.
 */

const { expect } = require('chai');
const { run, interrupt, expectSound, CUT_SHORT, MEASURED } = require('../helpers/bench-script');
const { needs } = require('../helpers/needs');
const { withoutPerf } = require('../helpers/without-perf');

withoutPerf();

/* [name, source of the test, its error, or null if it is measured] */
const faults = [
  ['throws', '() => { throw new TypeError("mine"); }', { code: 'threw', message: 'TypeError: mine', calls: '1' }],
  ['throws late', '() => { if (++calls.late === 4) throw new Error("at last"); return work(10); }',
    { code: 'threw', message: 'Error: at last' }],
  ['throws null', '() => { throw null; }', { code: 'threw', message: 'null', stack: null }],
  ['throws a revoked proxy', '() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy; }',
    { code: 'threw' }],
  ['rejects', 'async () => { throw new RangeError("mine"); }',
    { code: 'threw', message: 'RangeError: mine', calls: '1' }],
  ['calls back with an error', '{ kind: "callback", fn: (callback) => callback(new Error("mine")) }',
    { code: 'called-back', message: 'called back with Error: mine', calls: '1' }],
  ['never calls back', '{ kind: "callback", fn: (callback) => {}, timeout: 0.2 }',
    { code: 'timed-out', message: 'did not call back within 0.2 s', calls: '1' }],
  ['never settles', '{ kind: "promise", fn: () => new Promise(() => {}), timeout: 0.2 }',
    { code: 'timed-out', message: 'did not settle its promise within 0.2 s' }],
  ['calls back twice', '{ kind: "callback", fn: (callback) => { callback(); callback(); } }',
    { code: 'called-twice', message: 'called back twice: each call must call back once' }],
  ['fails in setup', '{ setup() { throw new Error("no disk"); }, fn: good, teardown() { say("torn down"); } }',
    { code: 'threw', message: 'setup: Error: no disk', calls: null }],
  ['never ends its setup', '{ setup: () => new Promise(() => {}), fn: good, timeout: 0.2 }',
    { code: 'timed-out', message: 'setup: did not end within 0.2 s' }],
  ['fails in teardown', '{ fn: good, teardown() { throw new Error("still there"); } }',
    { code: 'threw', message: 'teardown: Error: still there' }],
  ['fails in each', '{ each() { throw new Error("no input"); }, fn: (input) => input }',
    { code: 'threw', message: 'Error: no input' }],
  ['calls timeit', '() => { if (++calls.timeit === 1) timeit(3, good); return work(100); }', null],
  ['takes longer than it is given', '() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)', null],
];

describe('a suite with failing tests', () => {
  let done;
  let rowOf;

  before(() => {
    const tests = faults.map(([name, source]) => `[${JSON.stringify(name)}, ${source}]`).join(',\n');
    done = run(`const calls = { late: 0, timeit: 0 };
      process.on('unhandledRejection', () => say('UNHANDLED'));
      timeit.bench(new Map([['first', good],\n${tests},\n['last', good]]), short, (error, rows) => tell(rows));`);
    rowOf = (name) => done.rows.find((row) => row.name === name);
  });

  it('measures the tests that do not fail', () => {
    expect(done.rows.map(({ name }) => name)).to.deep.equal(['first', ...faults.map(([name]) => name), 'last']);
    for (const name of ['first', 'last']) {
      expect(rowOf(name).error).to.equal(null);
      expect(MEASURED).to.include(rowOf(name).verdict);
    }
    expectSound(done);
  });

  it('exits with 1, and prints nothing on stderr', () => {
    expect(done).to.include({ status: 1, signal: null, stderr: '' });
    expect(done.stdout).to.not.include('UNHANDLED').and.not.include('torn down');
  });

  it('prints the number of failed tests', () => {
    expect(done.lines).to.include(`${faults.filter(([, , wanted]) => wanted).length} of ${faults.length + 2} tests ` +
      'failed:');
  });

  for (const [name, , wanted] of faults) {
    it(wanted ? `prints an error in the table and below: ${name}` : `measures: ${name}`, () => {
      const row = rowOf(name);
      if (!wanted) {
        expect(row.error).to.equal(null);
        expect(row.calls).to.be.above(0);
        return;
      }
      expect(row.error).to.have.all.keys('code', 'message', 'at', 'calls', 'round', 'stack', 'output');
      expect(row.error).to.deep.include(wanted);
      expect(row).to.include({ verdict: 'failed', rank: null, rankLow: null, rankHigh: null });
      expect(row.nsPerCall === null).to.equal(row.calls === 0);
      const { message } = row.error;
      const inTable = done.lines.find((line) => line.startsWith(`${name} `) && line.includes(' FAILED '));
      expect(inTable).to.include(` FAILED ${message}`);
      expect(done.lines.indexOf(`FAILED ${name}: ${message}`)).to.be.above(done.lines.indexOf(inTable));
    });
  }

  it('has an interval of two slow calls, and a warning with their number', () => {
    const { calls, nsLow, nsHigh, warnings } = rowOf('takes longer than it is given');
    // On a busy machine, one of them may be excluded.
    expect(calls).to.be.within(1, 2);
    if (calls === 2) expect(nsLow).to.be.below(nsHigh);
    expect(warnings).to.deep.include({ code: 'few-calls', calls });
  });
});

it('an uncaught error fails only the test that it comes from', () => {
  const done = run(`(async () => {
    tell(await timeit.bench({
      good: (callback) => setImmediate(callback),
      timer: (callback) => { setTimeout(() => { throw new Error('of a timer'); }, 1); setImmediate(callback); },
      rejects: async () => { Promise.reject(new Error('unhandled')); },
      silent: () => new Promise(() => { setImmediate(() => { throw new Error('in place of an answer'); }); }),
      sync: () => { setImmediate(() => { throw null; }); },
      last: async () => {},
    }, { timeGoal: 0.05, silent: true }));
    await timeit(10, async () => {}, '/* NOOUTPUT */');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    say(process.listenerCount('uncaughtException') + ' listen');
  })();`);
  expect(done).to.deep.include({ status: 1, stderr: '', lines: ['0 listen'] });
  expect(done.rows.map(({ name, verdict, error }) => [name, verdict === 'failed', error && error.message]))
    .to.deep.equal([
    ['good', false, null], ['timer', true, 'uncaught: Error: of a timer'],
    ['rejects', true, 'uncaught: Error: unhandled'], ['silent', true, 'uncaught: Error: in place of an answer'],
    ['sync', true, 'uncaught: null'], ['last', false, null],
  ]);
});

it('a late callback causes one warning, and changes no result', () => {
  const done = run(`const late = [];
    timeit.bench({ late(callback) { callback(); if (late.length < 2) late.push(callback); } }, short,
      (error, rows) => {
        tell(rows);
        for (const callback of late) callback();
        say(late.length + ' are late');
      });`);
  expect(done.status).to.equal(0);
  expect(done.rows[0].error).to.equal(null);
  expect(done.lines).to.include('2 are late');
  expect(done.stderr.match(/the test "late" called back after its run had ended/g)).to.have.length(1);
  expect(done.stderr).to.include('QTIMEIT_LATE');
});

describe('a process that ends within a suite', () => {
  const words = 'ended the process. Call process.exit() after the suite';
  it('prints the results so far, and keeps the exit code', () => {
    const done =
      run("timeit.bench({ a: longer, ends: { fn: good, teardown() { process.exit(3); } }, c: longer }, short, () " +
        "=> say('never'));");
    expect(done).to.include({ status: 3, stderr: '' });
    expect(done.lines[1]).to.match(CUT_SHORT);
    expect(done.lines[2]).to.equal(`ends  FAILED ${words}`);
    expect(done.lines[3]).to.match(/^c +(?:[\d.]+ [num]?s .* [\d,]+ |too noisy to tell)/);
    expect(done.lines).to.include(`FAILED ends: ${words}`).and
      .include('a: the run was interrupted: these results are based on fewer rounds than planned (also: c)');
    expect(done.stdout).to.not.include('never');
    expect(run('timeit.bench({ ends() { process.exit(); } }, short);').status).to.equal(1);
  });

  it('prints the results so far after an uncaught error of the script', () => {
    const done = run('timeit.bench({ a: good, b(callback) { say("ready"); } }, short); throw new Error("mine");');
    expect(done.status).to.be.above(0);
    expect(done.stderr).to.include('Error: mine');
    expect(done.lines.filter((line) => line.startsWith('b ')))
      .to.deep.equal(['b     FAILED not measured: the process ended first']);
  });
});

needs('signals', describe)('a suite that is interrupted', () => {
  it('prints the results so far of synchronous tests', async () => {
    const done = await interrupt('timeit.bench({ a: longer, b: { fn: longer, teardown() { say("ready"); for (;;); ' +
      '} } }, short); say("never");', 'SIGINT');
    expect(done).to.include({ status: 130, stderr: '' });
    expect(done.lines[1]).to.match(CUT_SHORT);
    expect(done.lines[2]).to.match(/^b +(?:[\d.]+ [num]?s .* [\d,]+ |too noisy to tell)/);
    expect(done.lines).to.include('a: the run was interrupted: these results are based on fewer rounds than planned ' +
      '(also: b)');
    expect(done.stdout).to.not.include('never');
  });

  it('prints the results so far while it waits', async () => {
    const done = await interrupt('timeit.bench({ a: longer, b: { fn: good, async teardown() { await new ' +
      'Promise((resolve) => setTimeout(resolve, 20)); say("ready"); return new Promise(() => {}); }, timeout: 50 ' +
      '} }, short);', 'SIGTERM');
    expect(done).to.deep.include({ status: 143, stderr: '' });
    expect(done.lines[1]).to.match(CUT_SHORT);
  });
});
