'use strict';

/* The hooks of tests: the value of setup, and afterEach. How they are read is in test/suite. */

const { expect } = require('chai');
const { bench } = require('../..');

const VALUE = { made: true };
const setup = () => VALUE;

/** The rows of a suite with tests that may fail, without changing the exit code */
async function rowsOf(suite, options = {}) {
  const { exitCode } = process;
  const rows = await bench(suite, { timeGoal: 0.01, silent: true, ...options });
  process.exitCode = exitCode;
  return rows;
}

/** The arguments of the latest call of each function of a test, and the kind of the test */
async function argumentsIn(test, options) {
  const seen = {};
  const watched = { ...test };
  for (const name of Object.keys(test).filter((one) => typeof test[one] === 'function')) {
    const watch = (...args) => {
      seen[name] = args;
      return test[name](...args);
    };
    // The kind of a test depends on the number of parameters.
    watched[name] = [() => watch(), (a) => watch(a), (a, b) => watch(a, b), (a, b, c) => watch(a, b, c)][
      test[name].length];
  }
  const [{ error, kind }] = await rowsOf({ test: watched, other: () => {} }, options);
  expect(error).to.equal(null);
  return { ...seen, kind };
}

describe('the value of setup', () => {
  const params = { size: 3 };
  const isCallback = (value) => (typeof value === 'function' ? 'callback' : value);
  for (const [what, test, options, expected] of [
    ['is given to a test whose kind is sync', { fn: (value) => value, kind: 'sync' }, {}, ['sync', VALUE]],
    ['is given to a test with one parameter, also in a twin and if it is not inlined', { fn: (value) => value.made },
      { twin: true, inline: false }, ['sync', VALUE]],
    ['is not given to a callback test', { fn: (callback) => callback(), kind: 'callback' }, {},
      ['callback', 'callback']],
    ['is awaited, and follows the parameters', { setup: async () => VALUE, fn: (own, value, callback) => callback() },
      { params },
      ['callback', params, VALUE, 'callback']],
    ['is replaced by an input', { each: (value) => [value], fn: (input) => input }, {}, ['sync', [VALUE]]],
  ]) {
    it(what, async () => {
      const { kind, fn } = await argumentsIn({ setup, ...test }, options);
      expect([kind, ...fn.map(isCallback)]).to.deep.equal(expected);
    });
  }

  it('is mentioned in the error if the parameter may have been meant as a callback', async () => {
    const rows = await rowsOf({
      mistaken: { setup: () => [3, 1], fn: (done) => done() },
      right: { setup: () => [3, 1], fn: (list) => list.slouch(), kind: 'sync' },
    });
    // JavaScriptCore adds a reason to the message.
    expect(rows[0].error.message).to.match(/done is not a function.*\. fn takes one parameter, which is the value of/)
      .and.match(/For a callback, set kind: 'callback'$/);
    expect(rows[1].error.message).to.match(/list\.slouch is not a function/).and.not.include('takes one parameter');
  });
});

describe('afterEach', () => {
  const kinds = {
    sync: (called) => ({ fn() { called(); } }),
    promise: (called) => ({ async fn() { called(); } }),
    callback: (called) => ({ fn(callback) { called(); callback(); } }),
    'callback, later': (called) => ({ fn(callback) { called(); setImmediate(callback); } }),
  };
  it('is called once for each call, of each kind of test', async () => {
    for (const options of [{}, { memory: true, inline: false }]) {
      const counts = {};
      const suite = Object.fromEntries(Object.entries(kinds).map(([kind, testOf]) => {
        const count = counts[kind] = { calls: 0, after: 0 };
        return [kind, { ...testOf(() => { count.calls++; }), afterEach() { count.after++; } }];
      }));
      for (const { name, error } of await rowsOf(suite, options)) {
        expect(error, name).to.equal(null);
        expect(counts[name].after, name).to.equal(counts[name].calls).and.to.be.above(1);
      }
    }
  });

  it('receives each input once, after the call that used it', async () => {
    const left = new Set();
    const [row] = await rowsOf([{
      each() { const input = { isUsed: false }; left.add(input); return input; },
      fn(input) { input.isUsed = true; },
      afterEach(input) {
        if (!input.isUsed) throw new Error('not used');
        if (!left.delete(input)) throw new Error('seen before');
      },
    }]);
    expect({ error: row.error, left: left.size }).to.deep.equal({ error: null, left: 0 });
  });

  it('is awaited, before the next slice and before teardown', async () => {
    let open = 0;
    const [row] = await rowsOf([{
      fn() { open++; },
      async afterEach() { await null; open--; },
      teardown() { if (open !== 0) throw new Error(`${open} open`); },
    }]);
    expect(row).to.include({ error: null, kind: 'sync' });
  });

  it('fails only its test, without another call, and the error names it', async () => {
    const calls = { throws: 0, rejects: 0, getter: 0 };
    function failLate(name) {
      if (++calls[name] === 3) throw new Error('no file');
    }
    const rows = await rowsOf({
      throws: { fn() {}, afterEach() { failLate('throws'); } },
      rejects: { async fn() {}, async afterEach() { failLate('rejects'); } },
      getter: { fn() {}, afterEach: () => ({ get then() { return failLate('getter'); } }) },
      'never ends': { async fn() {}, afterEach: () => new Promise(() => {}), timeout: 0.05 },
      works() {},
    }, { twin: false });
    expect(rows.map(({ error }) => error && [error.code, error.message, error.calls])).to.deep.equal([
      ...Array(3).fill(['threw', 'afterEach: Error: no file', null]),
      ['timed-out', 'afterEach: did not end within 0.05 s', null], null,
    ]);
    expect(calls).to.deep.equal({ throws: 3, rejects: 3, getter: 3 });
  });
});
