'use strict';

const { expect } = require('chai');
const { watchAbort, until } = require('../../lib/session/outcome');
const { bench, streams } = require('../..');
const { PassThrough } = require('stream');
const tells = require('../helpers/engine-tells');

const LONG = { timeGoal: 60, silent: true };
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/** The rows of a suite that is cut short, without the exit code of this process. */
async function rowsOf(run) {
  const { exitCode } = process;
  const rows = await run();
  const own = process.exitCode;
  process.exitCode = exitCode;
  return { rows, exitCode: own, errors: rows.map(({ error }) => error && [error.code, error.message]) };
}

const WORDS = ['interrupted', 'not measured: the run was aborted: enough'];
const aborted = () => AbortSignal.abort(new Error('enough'));

describe('what a signal says', () => {
  it('is nothing where there is none', () => {
    const { isAborted, listen } = watchAbort(null);
    expect(isAborted()).to.equal(false);
    listen(() => { throw new Error('called'); })();
  });

  it('is its reason, whatever that is', () => {
    const wordsOf = (reason) => watchAbort(AbortSignal.abort(reason)).words();
    expect(wordsOf('text')).to.equal('not measured: the run was aborted: text');
    expect(wordsOf(null)).to.equal('not measured: the run was aborted: null');
    expect(wordsOf({ get message() { throw new Error('bites'); } })).to.match(/cannot be read$/);
  });

  it('is listened to until that is over', () => {
    const controller = new AbortController();
    const seen = [];
    const abort = watchAbort(controller.signal);
    abort.listen(() => seen.push('one'))();
    abort.listen(() => seen.push('two'));
    controller.abort();
    expect(seen).to.deep.equal(['two']);
  });

  it('ends steps before their next request', () => {
    const seen = [];
    const steps = (function* () {
      seen.push(yield 'a');
      seen.push(yield 'b');
    }());
    let isOver = false;
    const own = until(steps, () => isOver);
    expect([own.next().value, own.next(1).value]).to.deep.equal(['a', 'b']);
    isOver = true;
    expect(own.next(2).done).to.equal(true);
    expect(seen).to.deep.equal([1]);
  });
});

describe('a suite with a signal', () => {
  it('is not measured where it was aborted before, and answers as it would have', async function () {
    if (!tells.process) this.skip(); // a page has no exit code, and no forks
    const never = () => { throw new Error('called'); };
    let answer = null;
    const { errors, exitCode } = await rowsOf(() => (answer = bench([never, never], { ...LONG, signal: aborted() })));
    expect(answer).to.be.an('array');
    expect(errors).to.deep.equal([WORDS, WORDS]);
    expect(exitCode).to.equal(1);
    for (const options of [{}, { forkTests: 2 }]) {
      const settings = { ...LONG, signal: aborted(), ...options };
      const later = await rowsOf(() => (answer = bench([async () => never()], settings)));
      expect(answer).to.be.a('promise');
      expect(later.errors).to.deep.equal([WORDS]);
    }
  });

  it('ends while a test waits, with its teardown', async () => {
    const controller = new AbortController();
    const order = [];
    const { errors } = await rowsOf(() => bench({
      waits: {
        setup: () => 'value',
        fn: () => new Promise(() => { setImmediate(() => controller.abort(new Error('enough'))); }),
        async teardown(value) { await turn(); order.push(value); },
      },
      late: { fn: async () => {}, setup: () => order.push('never'), teardown: () => order.push('never') },
    }, { ...LONG, signal: controller.signal }));
    expect(errors).to.deep.equal([WORDS, WORDS]);
    expect(order).to.deep.equal(['value']);
  });

  it('keeps the figures of tests that have some', async () => {
    const controller = new AbortController();
    const setup = () => controller.abort(new Error('enough'));
    const { rows, errors } = await rowsOf(() => bench(
      { first: { measured: async () => {} }, second: { late: { fn: async () => {}, setup } } },
      { timeGoal: 0.05, silent: true, signal: controller.signal }));
    expect(errors).to.deep.equal([null, WORDS]);
    expect(rows[0].calls).to.be.above(0);
    expect(rows[0].warnings.map(({ code }) => code)).to.include('interrupted');
  });

  it('ends behind the slice in which a synchronous test aborts', async () => {
    const controller = new AbortController();
    let calls = 0;
    const fn = () => { if (++calls === 10) controller.abort(new Error('enough')); };
    let answer = null;
    const { errors } = await rowsOf(() => (answer = bench([fn, () => {}], { ...LONG, signal: controller.signal })));
    expect(answer).to.be.an('array');
    expect(errors).to.deep.equal([WORDS, WORDS]);
  });

  it('leaves nothing behind, and the next one is measured', async () => {
    const controller = new AbortController();
    const listeners = process.listenerCount('exit');
    await rowsOf(() => bench([(done) => { setTimeout(done, 20); controller.abort(); }],
      { ...LONG, signal: controller.signal }));
    expect(process.listenerCount('exit')).to.equal(listeners);
    const [row] = await bench([async () => {}], { timeGoal: 0.01, silent: true });
    expect(row.error).to.equal(null);
    controller.abort();
  });

  it('listens to it no longer than it runs', async function () {
    if (!streams) this.skip(); // a page has no streams of Node
    const listening = new Set();
    const signal = {
      aborted: false,
      addEventListener: (_, action) => listening.add(action),
      removeEventListener: (_, action) => listening.delete(action),
    };
    const own = { silent: true, signal };
    const suites = [
      () => bench([() => {}], { timeGoal: 0.01, ...own }), () => bench([async () => {}], { timeGoal: 0.01, ...own }),
      () => streams([() => new PassThrough()], { input: Buffer.alloc(1e6), runs: 1, forkTests: false, ...own }),
    ];
    for (const suite of suites) {
      const [row] = await suite();
      expect([row.error, listening.size]).to.deep.equal([null, 0]);
    }
  });

  it('ends its processes, and its streams', async function () {
    if (!streams) this.skip(); // a page has no streams of Node
    const of = async (run) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error('enough')), 50);
      return (await rowsOf(() => run({ silent: true, signal: controller.signal }))).errors;
    };
    const input = Buffer.alloc(1e6);
    expect(await of((more) => streams([() => new PassThrough()], { input, runs: 1000, ...more })))
      .to.deep.equal([WORDS, WORDS]);
    expect(await of((more) => bench([() => {}], { timeGoal: 60, forkTests: 2, ...more }))).to.deep.equal([WORDS]);
  });
});
