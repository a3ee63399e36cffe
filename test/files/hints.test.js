'use strict';

const { expect } = require('chai');
const { hintsOf, countParameter, rounded, WANTED_SECONDS } = require('../../lib/files/hints');
const { variation } = require('../../lib/stats/sample');

const steady = [100, 101, 99, 100, 100];
const noisy = [100, 130, 70, 100, 100];

const side = (rates, seconds) => ({ rates, seconds: rates.map(() => seconds), errors: [] });
const one = (rates, seconds, more) =>
  ({ file: 'x.js', configuration: 'n=1000', parameters: { n: 1000 }, sides: [side(rates, seconds)], ...more });
const hints = (...configurations) => hintsOf({ configurations });

describe('hints at configurations that say little', () => {
  it('has none where runs are long and alike',
    () => expect(hints(one(steady, 0.05), one(steady, 0.01), one(steady, 3))).to.eql([]));

  it('says that runs are too short, and what would make them last', () => {
    const [hint] = hints(one(steady, 0.002));
    expect(hint).to.deep.include(
      { file: 'x.js', configuration: 'n=1000', kind: 'too-short', seconds: 0.002, parameter: 'n', suggestion: 50000 });
    expect(hint.variation).to.be.closeTo(0.00707, 1e-4);
  });

  it('says that runs differ, and has no more operations for runs that are long', () => {
    expect(hints(one(noisy, 0.02))[0]).to.deep.include({ kind: 'noisy', parameter: 'n', suggestion: 5000 });
    expect(hints(one(noisy, 0.02))[0].variation).to.be.closeTo(0.2121, 1e-4);
    expect(hints(one(noisy, WANTED_SECONDS))[0]).to.deep.include({ kind: 'noisy', parameter: 'n', suggestion: null });
  });

  it('says first that they are too short', () => expect(hints(one(noisy, 0.001))[0].kind).to.equal('too-short'));

  it('does not call runs noisy of which there are under five', () => {
    expect(hints(one([100, 200, 50, 150], 1))).to.eql([]);
    expect(hints(one([100, 200, 50, 150, 100], 1))).to.have.length(1);
  });

  it('looks at the worse of the sides, and at the time of all', () => {
    const sides = (...list) => hints(one([], 0, { sides: list }))[0];
    expect(sides(side(steady, 1), side(noisy, 1)).kind).to.equal('noisy');
    expect(sides(side(steady, 1), null, side(noisy, 1)).kind).to.equal('noisy');
    // Each alike in itself: a change is no noise.
    expect(sides(side(steady, 1), side(steady.map((rate) => 2 * rate), 1))).to.equal(undefined);
    expect(sides(side(steady, 0.001), side([...steady, 100, 100], 0.5))).to.equal(undefined);
    expect(sides(side([...steady, 100], 0.001), side(steady, 0.5)).seconds).to.equal(0.001);
  });

  it('has nothing to say of what was not measured, or took no time', () => {
    expect(hints(one([], 0), one(steady, 0), one([], 0, { sides: [null, { rates: [], seconds: [], errors: [{}] }] })))
      .to.eql([]);
    expect(hints(one([], 0, { sides: [{ rates: [1, 1], seconds: [0, 0.002], errors: [] }] }))[0])
      .to.include({ kind: 'too-short', seconds: 0.002 });
    expect(hints()).to.eql([]);
  });

  it('leaves load on servers alone, which takes the time that it was told to', () => {
    expect(hints(one(noisy, 0.001, { configuration: 'connections=50 benchmarker="wrk"' }))).to.eql([]);
  });

  it('suggests nothing where no parameter says how often', () => {
    expect(hints(one(steady, 0.001, { parameters: { size: 5, kind: 'a' } }))[0])
      .to.deep.include({ kind: 'too-short', parameter: null, suggestion: null });
    expect(hints(one(steady, 0.001, { parameters: null }))[0]).to.deep.include({ parameter: null, suggestion: null });
  });

  it('suggests another value for the parameter that end() was called with', () => {
    expect(hints(one(steady, 0.005, { parameters: { times: 200, n: 3 }, operations: 200 }))[0])
      .to.deep.include({ parameter: 'times', suggestion: 5000 });
  });
});

describe('the parameter that says how often', () => {
  const cases = [
    ['n where nothing is known', { size: 5, n: 100 }, null, 'n'],
    ['the one that end() was called with', { iterations: 100, n: 5 }, 100, 'iterations'],
    ['n of several that are the same', { size: 100, n: 100 }, 100, 'n'],
    ['the first of several without n', { size: 100, times: 100 }, 100, 'size'],
    ['n where operations are none of them', { size: 5, n: 100 }, 500, 'n'],
    ['none where there is none', { size: 5 }, 500, null],
    ['no text', { n: '100', times: 5 }, 7, null], ['nothing that is not above 0', { n: 0 }, 0, null],
    ['none of none', {}, 1, null], ['none that is not known', null, 1, null],
  ];
  for (const [what, parameters, operations, name] of cases) {
    it(`is ${what}`, () => expect(countParameter(parameters, operations)).to.equal(name));
  }
});

describe('figures of hints', () => {
  it('rounds up to 1, 2 or 5 times a power of ten', () => {
    const cases =
      [[1, 1], [1.1, 2], [2, 2], [2.1, 5], [5, 5], [5.1, 10], [1234, 2000], [1e6, 1e6], [999, 1000], [0.03, 0.05],
        [7e-4, 1e-3], [1000, 1000], [3e21, 5e21]];
    for (const [value, round] of cases) expect(rounded(value), `${value}`).to.be.closeTo(round, round * 1e-12);
  });

  it('has the standard deviation as a share of the mean', () => {
    expect(variation([9, 10, 11])).to.be.closeTo(0.1, 1e-12);
    expect(variation([5, 5])).to.equal(0);
    for (const values of [[], [5], [0, 0], [-1, -2]]) expect(variation(values)).to.equal(null);
  });
});
