'use strict';

const { expect } = require('chai');
const { bench } = require('../..');

const QUICK = { timeGoal: 0.01, silent: true };
const VALUE = { made: true };

/** The arguments of the latest call of each function of a test, after a suite of it alone, or of two such. */
async function argumentsIn(test, options = {}, names = Object.keys(test)) {
  const seen = {};
  const watched = { ...test };
  for (const name of names.filter((one) => typeof test[one] === 'function')) {
    const original = test[name];
    const watch = function (args) {
      seen[name] = args;
      return original(...args);
    };
    // The number of parameters is looked at.
    watched[name] = [(...args) => watch(args), (a) => watch([a]), (a, b) => watch([a, b]),
      (a, b, c) => watch([a, b, c])][original.length];
  }
  const suite = options.twin ? { test: watched, other: () => {} } : { test: watched };
  const rows = await bench(suite, { ...QUICK, ...options });
  expect(rows[0].error).to.equal(null);
  return { ...seen, kind: rows[0].kind };
}

describe('what setup returns', () => {
  const setup = () => VALUE;

  it('is the first argument of a test that says that it is not given a callback', async () => {
    const { fn, kind } = await argumentsIn({ setup, fn: (value) => value.made, kind: 'sync' });
    expect(kind).to.equal('sync');
    expect(fn).to.have.length(1);
    expect(fn[0]).to.equal(VALUE);
  });

  it('is awaited, and is the first argument of a test that is awaited', async () => {
    const { fn, kind } = await argumentsIn({ setup: async () => VALUE, fn: async (value) => value, kind: 'promise' });
    expect(kind).to.equal('promise');
    expect(fn[0]).to.equal(VALUE);
  });

  it('stands before the callback, and behind the parameters', async () => {
    const { fn, kind } = await argumentsIn({ setup, fn: (value, callback) => callback() });
    expect([kind, fn[0]]).to.deep.equal(['callback', VALUE]);
    const params = { size: 3 };
    const all = await argumentsIn({ setup, fn: (own, value, callback) => callback() }, { params });
    expect([all.kind, all.fn[0], all.fn[1]]).to.deep.equal(['callback', params, VALUE]);
    const sync = await argumentsIn({ setup, fn: (own, value) => value, kind: 'sync' }, { params });
    expect(sync.fn).to.deep.equal([params, VALUE]);
  });

  it('goes to each, whose input takes its place, and to teardown', async () => {
    const seen = await argumentsIn({
      setup, each: (value) => [value], fn: (input) => input, teardown: (value) => value,
    });
    expect(seen.fn).to.deep.equal([[VALUE]]);
    expect([seen.each, seen.teardown]).to.deep.equal([[VALUE], [VALUE]]);
  });

  it('is given to a test with one parameter, also in a twin', async () => {
    for (const options of [{}, { twin: true }]) {
      const rows = await bench({
        value: { setup: () => [3, 1, 2], fn: (list) => list.slice() },
        promised: { setup: async () => [3, 1, 2], fn: async (list) => list.slice() },
        callback: { setup: () => {}, fn: (callback) => callback() },
        asked: { setup, fn: (callback) => callback(), kind: 'callback' },
      }, { ...QUICK, ...options });
      expect(rows.map(({ error }) => error && error.message)).to.deep.equal([null, null, null, null]);
      expect(rows.map(({ kind }) => kind)).to.deep.equal(['sync', 'promise', 'callback', 'callback']);
    }
  });

  it('goes to nothing that has no parameter for it', async () => {
    const seen = {};
    const see = (name) => (...args) => {
      seen[name] = args;
      return VALUE;
    };
    await bench([{ setup: see('setup'), fn: see('fn'), each: see('each'), teardown: see('teardown') }], QUICK);
    expect(seen).to.deep.equal({ setup: [], fn: [VALUE], each: [], teardown: [] });
  });

  it('is the same for the hidden second run of a test, and through calls that are not inlined', async () => {
    let others = 0;
    const test = { setup, fn: (value) => { if (value !== VALUE) others++; }, kind: 'sync' };
    const { fn } = await argumentsIn(test, { twin: true, inline: false });
    expect([fn[0], others]).to.deep.equal([VALUE, 0]);
  });

  it('is named if its test fails, and may have been for a callback', async () => {
    const { exitCode } = process;
    const rows = await bench({
      mistaken: { setup: () => [3, 1], fn: (done) => done() },
      right: { setup: () => [3, 1], fn: (list) => list.slouch(), kind: 'sync' },
    }, QUICK);
    process.exitCode = exitCode;
    // JavaScriptCore says why.
    expect(rows[0].error.message).to.match(/done is not a function.*; fn takes a parameter: it is the value of setup/)
      .and.match(/; for a callback write kind: 'callback'$/);
    expect(rows[1].error.message).to.match(/list\.slouch is not a function/).and.not.include('takes a parameter');
  });
});
