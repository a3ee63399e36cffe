'use strict';

const { expect } = require('chai');
const { gaussian, mulberry32 } = require('../helpers/random');
const { range } = require('../helpers/numbers');
const { contrastByAlignedRanks } = require('#lib/base/stats/aligned-ranks');
const { normalTwoSidedP } = require('#lib/base/stats/distributions');
const { contrastOfPairs } = require('#lib/base/stats/process-contrast');

/** Logarithms of times of pairs: a third of the processes starts late. */
function drawPairs(count, difference, seed) {
  const uniform = mulberry32(seed);
  const draw = gaussian(uniform);
  const one = () => 0.01 * draw() + (uniform() < 1 / 3 ? 0.15 : 0);
  return { first: range(count, one), second: range(count, () => one() + difference) };
}

describe('stats/aligned-ranks', () => {
  it('is the median of all differences, with the p of Mann and Whitney for aligned values', () => {
    const first = range(6, (i) => i / 10); // one block
    const { ratio, p } = contrastByAlignedRanks(first, first.map((value) => value + 0.25));
    expect(ratio).to.be.closeTo(Math.exp(0.25), 1e-12);
    // 30 of 36 differences are positive. Variance 36 * 13 / 12, and 11 of 12 degrees of freedom are left.
    expect(p).to.be.closeTo(normalTwoSidedP((30 - 18 - 0.5) / Math.sqrt(36 * 13 / 12 * 12 / 11)), 1e-12);
  });

  it('has an interval that excludes 1 exactly if p is small enough', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { first, second } = drawPairs(12 + seed % 30, 0.02, seed);
      const { p, ratio, interval } = contrastByAlignedRanks(first, second);
      for (const confidence of [0.5, 0.95, 0.999]) {
        const { low, high } = interval(confidence);
        expect(low > 1 || high < 1).to.equal(p <= 1 - confidence);
        expect(ratio).to.be.within(low, high);
      }
      expect(interval(1 - 1e-300)).to.deep.equal({ ratio, low: null, high: null });
    }
  });

  it('ignores that the machine changes between blocks of rounds', () => {
    const { first, second } = drawPairs(40, 0.02, 1);
    const drifted = (values) => values.map((value, i) => value + (i < 16 ? 0 : 0.2));
    const { p, ratio } = contrastByAlignedRanks(first, second);
    const other = contrastByAlignedRanks(drifted(first), drifted(second));
    expect(other.ratio).to.be.closeTo(ratio, 1e-12);
    expect(other.p).to.be.closeTo(p, 1e-12);
  });

  it('finds 3 % more among late starts, which the mean of the pairs often does not', () => {
    const found = { ranks: 0, mean: 0, equal: 0 };
    for (let seed = 1; seed <= 50; seed++) {
      const { first, second } = drawPairs(40, 0.03, seed);
      if (contrastByAlignedRanks(first, second).p < 0.05) found.ranks++;
      if (contrastOfPairs(second.map((value, i) => value - first[i])).p < 0.05) found.mean++;
      const equal = drawPairs(40, 0, seed);
      if (contrastByAlignedRanks(equal.first, equal.second).p < 0.05) found.equal++;
    }
    expect(found.ranks).to.be.at.least(35);
    expect(found.mean).to.be.at.most(28);
    expect(found.equal).to.be.at.most(6);
  });
});
