'use strict';

const { expect } = require('chai');
const { loadFresh } = require('../helpers/load-fresh');
const { blackBox, keep, markStoring, forgetKept, hasKeptObject } = require('#lib/core/measure/keep');
const timeit = require('../..');

const valuesOfAllTypes = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return [
    0, -0, NaN, 1.5, -7, 2 ** 31, -(2 ** 31), 2 ** 53, Infinity, 'text', '', true, false, null, undefined, Symbol('s'),
    10n, {}, Object.freeze({ a: 1 }), [], () => {}, proxy,
  ];
};

it('keep and blackBox are public without a wrapper, so that V8 can inline them', () => {
  expect(timeit).to.deep.include({ keep, blackBox });
});

it('blackBox returns any value unchanged, also after V8 has optimized it', () => {
  let wrong = 0;
  const values = valuesOfAllTypes();
  const once = (value) => { if (!Object.is(blackBox(value), value)) wrong++; };
  for (let i = 0; i < 1e5; i++) once(values[i % values.length]);
  expect(wrong).to.equal(0);
});

it('a test keeps an object that it passes to keep, or that a test with stored results returns', () => {
  const found = [() => keep('a'), () => keep({}), () => keep(5), () => 'a'].map((test) => {
    forgetKept();
    test();
    return hasKeptObject(test);
  });
  expect(found).to.deep.equal([true, true, false, false]);
  forgetKept();
  const storing = [() => 'a', () => 5];
  storing.forEach(markStoring);
  expect(storing.map(hasKeptObject)).to.deep.equal([true, false]);
});

describe('timeit.keep', () => {
  it('takes anything, and returns nothing', () => {
    for (const value of valuesOfAllTypes()) expect(keep(value)).to.equal(undefined);
    expect(keep()).to.equal(undefined);
  });

  it('stores each number in a typed array', () => {
    const stored = [];
    const recorder = new Proxy([], { set: (_, key, value) => stored.push(value) });
    const Recorder = function () { return recorder; };
    const fresh = loadFresh(require.resolve('#lib/core/measure/keep'), { globals: { Float64Array: Recorder } }).keep;
    stored.length = 0;
    for (const value of [3, 0.5, NaN, 'text']) fresh(value);
    expect(stored).to.deep.equal([3, 0.5, NaN]);
  });
});
