'use strict';

const { expect } = require('chai');
const { PassThrough } = require('stream');
const { bench, streams } = require('../..');
const reports = require('../helpers/engine-reports');

const LONG = { timeGoal: 60, silent: true };
const WORDS = ['interrupted', 'not measured: the run was aborted: enough'];
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/** The rows of a suite that is cut short, and its exit code, without changing the exit code of this process */
async function rowsOf(run) {
  const { exitCode } = process;
  const rows = await run();
  const own = process.exitCode;
  process.exitCode = exitCode;
  return { rows, exitCode: own, errors: rows.map(({ error }) => error && [error.code, error.message]) };
}

/** An AbortController whose abort() has the reason in WORDS */
function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) };
}

describe('a suite with a signal', () => {
  it('is not measured if it was aborted before, and returns the usual type', async function () {
    if (!reports.process) this.skip(); // a page has no exit code, and no forks
    const fn = () => { throw new Error('called'); };
    const unreadable = { get message() { throw new Error('bites'); } };
    for (const [test, options, type, reason, words] of [
      [fn, {}, 'array', 'text', 'text'], [async () => fn(), {}, 'promise', null, 'null'],
      [async () => fn(), { forkTests: 2 }, 'promise', unreadable, 'an error that cannot be read'],
    ]) {
      const signal = AbortSignal.abort(reason);
      let returned = null;
      const { errors, exitCode } = await rowsOf(() => (returned = bench([test], { ...LONG, signal, ...options })));
      expect(returned).to.be.a(type);
      expect({ errors, exitCode })
        .to.deep.equal({ errors: [['interrupted', `not measured: the run was aborted: ${words}`]], exitCode: 1 });
    }
  });

  it('ends while a test waits, with its teardown', async () => {
    const { signal, abort } = aborting();
    const order = [];
    const { errors } = await rowsOf(() => bench({
      waits: {
        setup: () => 'value', fn: () => new Promise(() => { setImmediate(abort); }),
        async teardown(value) { await turn(); order.push(value); },
      },
      late: { fn: async () => {}, setup: () => order.push('never'), teardown: () => order.push('never') },
    }, { ...LONG, signal }));
    expect({ errors, order }).to.deep.equal({ errors: [WORDS, WORDS], order: ['value'] });
  });

  it('keeps the figures so far', async () => {
    const { signal, abort } = aborting();
    const { rows, errors } = await rowsOf(() => bench(
      { first: { measured: async () => {} }, second: { late: { fn: async () => {}, setup: abort } } },
      { timeGoal: 0.05, silent: true, signal }));
    expect(errors).to.deep.equal([null, WORDS]);
    expect(rows[0].calls).to.be.above(0);
    expect(rows[0].warnings.map(({ code }) => code)).to.include('interrupted');
  });

  it('ends after the slice in which a synchronous test aborts', async () => {
    const { signal, abort } = aborting();
    let calls = 0;
    let returned = null;
    const fn = () => { if (++calls === 10) abort(); };
    const { errors } = await rowsOf(() => (returned = bench([fn, () => {}], { ...LONG, signal })));
    expect(returned).to.be.an('array');
    expect(errors).to.deep.equal([WORDS, WORDS]);
    expect(calls).to.be.within(10, 20);
  });

  it('calls no test after its teardown, and no twin, also with several combinations of parameters', async () => {
    let late = 0;
    for (let last = 4000; last < 8000; last += 330) {
      const { signal, abort } = aborting();
      let calls = 0;
      let isTorn = false;
      const fn = (params, done) => {
        if (isTorn) late++;
        if (++calls === last) abort();
        setImmediate(done);
      };
      const ends = () => ({ fn, setup() { isTorn = false; }, teardown() { isTorn = true; } });
      await rowsOf(() => bench({ a: ends(), b: ends() }, { ...LONG, timeGoal: 0.05, params: { n: [1, 2] }, signal }));
      await new Promise((resolve) => { setTimeout(resolve, 5); });
    }
    expect(late).to.equal(0);
  });

  it('leaves no listener, and the next suite is measured', async function () {
    if (!streams) this.skip(); // a page has no streams of Node
    const { signal, abort } = aborting();
    const listeners = () => ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((event) => process.listenerCount(event));
    const before = listeners();
    await rowsOf(() => bench([(done) => { setTimeout(done, 20); abort(); }], { ...LONG, signal }));
    expect(listeners()).to.deep.equal(before);
    const listening = new Set();
    const own = { silent: true, signal: {
      aborted: false,
      addEventListener: (_, action) => listening.add(action),
      removeEventListener: (_, action) => listening.delete(action),
    } };
    for (const suite of [
      () => bench([() => {}], { timeGoal: 0.01, ...own }), () => bench([async () => {}], { timeGoal: 0.01, ...own }),
      () => streams([() => new PassThrough()], { input: Buffer.alloc(1e6), runs: 1, forkTests: false, ...own }),
    ]) {
      const [row] = await suite();
      expect({ error: row.error, listening: listening.size }).to.deep.equal({ error: null, listening: 0 });
    }
  });

  it('ends its processes, and its streams', async function () {
    if (!streams) this.skip(); // a page has no streams of Node
    const input = Buffer.alloc(1e6);
    for (const [run, expected] of [
      [(more) => streams([() => new PassThrough()], { input, runs: 1000, ...more }), [WORDS, WORDS]],
      [(more) => bench([() => {}], { timeGoal: 60, forkTests: 2, ...more }), [WORDS]],
    ]) {
      const { signal, abort } = aborting();
      setTimeout(abort, 50);
      expect((await rowsOf(() => run({ silent: true, signal }))).errors).to.deep.equal(expected);
    }
  });
});
