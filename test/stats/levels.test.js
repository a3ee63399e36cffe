'use strict';

const { expect } = require('chai');
const { weightedSum, shareOfLevels, levelRatios, MOST_LEVELS } = require('#lib/base/stats/levels');
const { mean, variance, meanInterval } = require('#lib/base/stats/sample');
const { tQuantile } = require('#lib/base/stats/distributions');
const { near, nearEach } = require('../helpers/numbers');
const { welch } = require('../helpers/welch-log');
const vectors = require('../fixtures/stat-vectors.json');

const termOf = (values, weight = 1) =>
  ({ weight, centre: mean(values), error: variance(values) / values.length, df: values.length - 1 });

describe('stats/levels: weightedSum', () => {
  it('is Welch\'s test of a difference, and Student\'s interval of one mean', () => {
    for (const { name, a, b } of vectors.welch) {
      const { difference: value, low, high, p } = welch(a, b, 0.99);
      nearEach(weightedSum([termOf(a), termOf(b, -1)], 0.99), { value, low, high, p }, name);
      nearEach(weightedSum([termOf(b)]), meanInterval(b), `${name}, one mean`);
    }
  });

  it('weighs errors by the squares', () => {
    // 3^2 x 4 + 1 x 1 = 37; 37^2 / (36^2 / 5 + 1 / 9) = 5.279434.
    const { value, high } = weightedSum(
      [{ weight: 3, centre: 2, error: 4, df: 5 }, { weight: -1, centre: 7, error: 1, df: 9 }]);
    expect(value).to.equal(-1);
    near(high + 1, tQuantile(0.975, 37 ** 2 / (36 ** 2 / 5 + 1 / 9)) * Math.sqrt(37), 'half the interval');
  });

  it('has no interval if an error is unknown or infinite', () => {
    const unknown = { weight: 1, centre: 5, error: 0, df: 0 };
    expect(weightedSum([unknown, termOf([1, 2, 3])])).to.deep.equal({ value: 7, low: null, high: null, p: null });
    expect(weightedSum([{ ...unknown, weight: 0 }, termOf([1, 2, 3])]).low).to.not.equal(null);
    expect(weightedSum([{ weight: 1, centre: 1e308, error: Infinity, df: 2 }]))
      .to.deep.equal({ value: 1e308, low: null, high: null, p: null });
  });

  it('has the sum as interval without any error', () => {
    const sure = (centre) => ({ weight: 1, centre, error: 0, df: 3 });
    expect(weightedSum([sure(2), sure(3)])).to.deep.equal({ value: 5, low: 5, high: 5, p: null });
    expect(weightedSum([sure(2), sure(-2)])).to.deep.equal({ value: 0, low: 0, high: 0, p: 1 });
  });
});

describe('stats/levels: shareOfLevels', () => {
  const group = (...lists) => lists.flatMap((values, level) => values.map((value) => ({ level, value })));

  it('is the share of the variance within groups that lies between levels', () => {
    for (const [groups, share] of [
      // Means 1 and 3 around 2: 4 of 4 + 4; distances between groups add nothing.
      [[group([0, 2], [2, 4])], 0.5], [[group([0, 2], [2, 4]), group([100, 102], [102, 104])], 0.5],
      // Another order in each group is still explained in each.
      [[group([1], [2]), group([2], [1])], 1],
      // Unequal numbers: centre 1, 3 x 1 + 1 x 9 = 12 of 12.
      [[group([0, 0, 0], [4])], 1], [[group([1, 3], [1, 3])], 0], [[group([1, 3])], 0],
      [[group([2, 2], [2])], null], [[], null],
    ]) {
      expect(shareOfLevels(groups)).to.equal(share);
    }
  });
});

describe('stats/levels: levelRatios', () => {
  const cell = (stratum, level, rate, error = 1e-4, df = 4) => ({ stratum, level, centre: Math.log(rate), error, df });

  it('is the mean of distances from each stratum if no cell is missing', () => {
    const ratios = levelRatios([cell('a', 0, 2), cell('a', 1, 8), cell('b', 0, 30), cell('b', 1, 30)], 2);
    near(ratios[0].ratio, Math.SQRT1_2, 'first');
    near(ratios[1].ratio, Math.SQRT2, 'second');
    // Each is half of a difference, and the mean of two: sqrt(4 x 1e-4 / 16), with 16 degrees of freedom.
    near(ratios[0].high / ratios[0].ratio, Math.exp(tQuantile(0.975, 16) * 0.005), 'reach up');
    near(ratios[0].ratio / ratios[0].low, Math.exp(tQuantile(0.975, 16) * 0.005), 'reach down');
  });

  it('uses the common levels of strata if some are missing', () => {
    const ratios =
      levelRatios([cell('a', 0, 1), cell('a', 1, 2), cell('b', 1, 20), cell('b', 2, 40), cell('c', 2, 7)], 3);
    [0.5, 1, 2].forEach((ratio, i) => near(ratios[i].ratio, ratio, `level ${i}`));
  });

  it('keeps its interval despite an uninformative cell', () => {
    const cells = [cell('a', 0, 1), cell('a', 1, 2), cell('b', 0, 3), cell('b', 1, 4), cell('c', 1, 5, 0, 0)];
    expect(levelRatios(cells, 2).every(({ low }) => low !== null)).to.equal(true);
    expect(levelRatios([...cells, cell('c', 0, 5)], 2).map(({ ratio, low }) => [ratio > 0, low]))
      .to.deep.equal([[true, null], [true, null]]);
    // A stratum without the first level has no information about it.
    const all = ['a', 'b'].flatMap((stratum) => [0, 1, 2, 3].map((level) => cell(stratum, level, 1 + level)));
    const ratios = levelRatios([...all, ...[1, 2, 3].map((level) => cell('c', level, 2 + level, 0, 0))], 4);
    expect(ratios.map(({ low }) => low === null)).to.deep.equal([false, true, true, true]);
  });

  it('has no ratio if levels have nothing in common, or are too many', () => {
    const nothing = { ratio: null, low: null, high: null };
    expect(levelRatios([cell('a', 0, 1), cell('b', 1, 1)], 2)).to.deep.equal([nothing, nothing]);
    expect(levelRatios([cell('a', 0, 1), cell('a', 1, 1), cell('b', 2, 1), cell('b', 3, 1)], 4))
      .to.deep.equal(Array(4).fill(nothing));
    const many = Array.from({ length: MOST_LEVELS + 1 }, (_, i) => cell('a', i, 1 + i));
    expect(levelRatios(many, MOST_LEVELS + 1)[0]).to.deep.equal(nothing);
    expect(levelRatios(many.slice(1).map((one) => ({ ...one, level: one.level - 1 })), MOST_LEVELS)[0].ratio)
      .to.be.above(0);
  });
});
