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
  it('has none for runs that are long and alike, not measured, without time, or under load', () => {
    const failed = { sides: [null, { rates: [], seconds: [], errors: [{}] }] };
    expect(hints(one(steady, 0.05), one(steady, 0.01), one(steady, 3), one([], 0), one(steady, 0), one([], 0, failed),
      one(noisy, 0.001, { configuration: 'connections=50 benchmarker="wrk"' }))).to.eql([]);
    expect(hints()).to.eql([]);
    expect(hints(one([], 0, { sides: [{ rates: [1, 1], seconds: [0, 0.002], errors: [] }] }))[0])
      .to.include({ kind: 'too-short', seconds: 0.002 });
  });

  for (const [rates, seconds, more, expected, spread] of [
    [steady, 0.002, {}, { file: 'x.js', configuration: 'n=1000', kind: 'too-short', seconds: 0.002, parameter: 'n',
      suggestion: 50000 }, 0.00707],
    [noisy, 0.02, {}, { kind: 'noisy', parameter: 'n', suggestion: 5000 }, 0.2121],
    [noisy, WANTED_SECONDS, {}, { kind: 'noisy', parameter: 'n', suggestion: null }, 0.2121],
    [noisy, 0.001, {}, { kind: 'too-short' }, 0.2121],
    [steady, 0.001, { parameters: { size: 5, kind: 'a' } }, { kind: 'too-short', parameter: null, suggestion: null }],
    [steady, 0.001, { parameters: null }, { parameter: null, suggestion: null }],
    [steady, 0.005, { parameters: { times: 200, n: 3 }, operations: 200 }, { parameter: 'times', suggestion: 5000 }],
  ]) {
    it(`has ${JSON.stringify(expected)}`, () => {
      const [hint] = hints(one(rates, seconds, more));
      expect(hint).to.deep.include(expected);
      expect(hint.variation).to.be.closeTo(spread || 0.00707, 1e-4);
    });
  }

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

});

describe('the parameter that says how often', () => {
  for (const [parameters, operations, name] of [
    [{ size: 5, n: 100 }, null, 'n'],
    // The parameter whose value end() got
    [{ iterations: 100, n: 5 }, 100, 'iterations'], [{ size: 100, n: 100 }, 100, 'n'],
    [{ size: 100, times: 100 }, 100, 'size'], [{ size: 5, n: 100 }, 500, 'n'],
    [{ size: 5 }, 500, null], [{ n: '100', times: 5 }, 7, null], [{ n: 0 }, 0, null], [{}, 1, null], [null, 1, null],
  ]) {
    it(`is ${name} of ${JSON.stringify(parameters)} after end(${operations})`, () => (
      expect(countParameter(parameters, operations)).to.equal(name)));
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
