'use strict';

const { expect } = require('chai');
const vectors = require('../fixtures/stat-vectors.json');
const { near, nearEach, range } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const {
  lnGamma, incompleteBeta, tTwoSidedP, tQuantile, lnChoose, normalTwoSidedP,
} = require('#lib/base/stats/distributions');
const {
  toSorted, quantileSorted, median, mean, variance, lag1Autocorrelation, medianInterval, meanInterval, trimmedMean,
  independentBatches, medianWithInterval, meanWithInterval,
} = require('#lib/base/stats/sample');

/** Values of which each depends on the one before. */
function chainOf(n, correlation, normal) {
  let last = 0;
  return range(n, () => {
    last = correlation * last + Math.sqrt(1 - correlation ** 2) * normal();
    return last;
  });
}

describe('stats/distributions', () => {
  it('has the logarithms of the gamma function and of binomial coefficients', () => {
    for (const { x, value } of vectors.lgamma) near(lnGamma(x), value, `lnGamma(${x})`);
    near(lnChoose(5, 2), Math.log(10), '5 over 2');
    near(lnChoose(52, 5), Math.log(2598960), '52 over 5');
    near(lnChoose(52, 47), Math.log(2598960), '52 over 47');
    expect(lnChoose(9, 0)).to.be.closeTo(0, 1e-13);
  });

  it('has the incomplete beta function, also for a more precise 1 - x', () => {
    for (const { a, b, x, value } of vectors.ibeta) {
      near(incompleteBeta(x, a, b), value, `I_${x}(${a}, ${b})`);
      near(incompleteBeta(x, a, b, 1 - x), value, `I_${x}(${a}, ${b}) with 1 - x given`);
    }
    for (const x of [-1, 0]) expect(incompleteBeta(x, 2, 3)).to.equal(0);
    for (const x of [1, 2]) expect(incompleteBeta(x, 2, 3)).to.equal(1);
    // I_x(1, b) = 1 - (1 - x)^b: at 1 - x = 1e-20, which a double 1 - x cannot hold, b = 0.25 leaves 1 - 1e-5.
    near(1 - incompleteBeta(1, 1, 0.25, 1e-20), 1e-5, 'the upper end');
  });

  it('has the two-sided tail of Student\'s t, also for small probabilities', () => {
    for (const { df, t, p } of vectors.t_two_sided_p) {
      near(tTwoSidedP(t, df), p, `p of t = ${t}, df = ${df}`);
      near(tTwoSidedP(-t, df), p, `p of t = ${-t}, df = ${df}`);
    }
  });

  it('has the quantiles of Student\'s t, in both halves', () => {
    for (const { df, p, t } of vectors.t_quantile) {
      near(tQuantile(p, df), t, `t of p = ${p}, df = ${df}`);
      // 1 - p is exact to the last digit only in some cases.
      if (p === 0.75 || p === 0.975) near(tQuantile(1 - p, df) / -t, 1, `t of p = ${1 - p}, df = ${df}`);
    }
    expect(tQuantile(0.5, 3)).to.equal(0);
    near(tQuantile(0.55, 1), Math.tan(0.05 * Math.PI), 'df 1 is a tangent');
    near(tTwoSidedP(tQuantile(1 - 1e-6, 0.1), 0.1), 2e-6, 'by bisection: the tail of 1.6e56, df = 0.1');
  });

  it('has the tails of the normal distribution', () => {
    for (const { z, value } of vectors.normal_cdf) {
      if (z <= 0) near(normalTwoSidedP(-z), 2 * value, `z = ${z}`);
      else expect(normalTwoSidedP(z), `z = ${z}`).to.be.closeTo(2 - 2 * value, 1e-15);
    }
    near(normalTwoSidedP(3 - 1e-12) / normalTwoSidedP(3), 1, 'between series and fraction');
    // erfc(z / sqrt 2)
    near(normalTwoSidedP(5.5), 3.797912493177544e-8, 'z = 5.5');
    near(normalTwoSidedP(5.9), 3.6350157261988647e-09, 'z = 5.9');
    expect(normalTwoSidedP(50)).to.equal(0);
  });
});

describe('stats/sample', () => {
  for (const one of vectors.one_sample) {
    it(`describes the sample ${one.name} as the reference does`, () => {
      const { x } = one;
      nearEach({ mean: mean(x), variance: variance(x), median: median(x) },
        { mean: one.mean, variance: one.variance, median: one.median });
      const quantiles = { p05: 0.05, q1: 0.25, q3: 0.75, p95: 0.95, p99: 0.99 };
      for (const name of Object.keys(quantiles)) near(quantileSorted(toSorted(x), quantiles[name]), one[name], name);
      if (one.lag1_autocorrelation !== undefined) near(lag1Autocorrelation(x), one.lag1_autocorrelation, 'lag 1');
      for (const [percent, given] of [[95, []], [95, [0.95]], [99, [0.99]]]) {
        const [low, high] = one[`t_ci_${percent}`];
        nearEach(meanInterval(x, ...given), { low, high }, 'mean');
        const ofMedian = medianInterval(x, ...given);
        const expected = one[`hs_ci_${percent}`];
        expect(ofMedian === null).to.equal(expected === null);
        if (expected !== null) nearEach(ofMedian, { low: expected.lo, high: expected.hi }, 'median');
      }
    });
  }

  it('has intervals of the median with as many values outside as the sign test', () => {
    for (const { n, confidence, k } of vectors.sign_ci_indices) {
      const interval = medianInterval(range(n, (i) => i + 1), confidence);
      expect(interval === null, `n = ${n}, ${confidence}`).to.equal(k === 0);
      if (k === 0) continue;
      // Interpolated between the order statistics k and k + 1, and from above.
      expect(interval.low, `n = ${n}, ${confidence}`).to.be.within(k, k + 1);
      expect(interval.low + interval.high, 'mirrored').to.be.closeTo(n + 1, 1e-9);
    }
    for (const { confidence, min_n: least } of vectors.sign_ci_min_n) {
      expect([least - 1, least].map((n) => medianInterval(range(n, (i) => i), confidence) !== null))
        .to.deep.equal([false, true]);
    }
  });

  it('has no interval of the mean below two values, and NaN for an empty list', () => {
    expect(meanInterval([5])).to.equal(null);
    expect(meanInterval([5, 5])).to.deep.equal({ low: 5, high: 5 });
    expect([median([]), mean([])]).to.deep.equal([NaN, NaN]);
    expect(lag1Autocorrelation([5, 5, 5, 5])).to.equal(0);
  });

  it('sorts numbers as numbers, in a copy', () => {
    const values = [10, 9, -1, 100, 0.5];
    expect(Array.from(toSorted(values))).to.deep.equal([-1, 0.5, 9, 10, 100]);
    for (const statistic of [median, medianInterval, trimmedMean]) statistic(values);
    expect(values).to.deep.equal([10, 9, -1, 100, 0.5]);
    expect(median(new Float64Array([3, 1, 2]))).to.equal(2);
  });

  it('joins neighbours until they are independent, or fewer than 24 are left', () => {
    // A ramp correlates at any length: 48 values become 24 means of two, then 12 means of four.
    expect(Array.from(independentBatches(range(48, (i) => i)))).to.deep.equal(range(12, (i) => 4 * i + 1.5));
    expect(independentBatches(range(23, (i) => i))).to.have.length(23);
    // The last of 25 is left over.
    expect(Array.from(independentBatches(range(25, (i) => i)))).to.deep.equal(range(12, (i) => 2 * i + 0.5));
    // Independent or alternating values stay as they are.
    for (const values of [range(200, gaussian(mulberry32(7))), range(40, (i) => i % 2)]) {
      expect(independentBatches(values)).to.equal(values);
    }
    const chain = chainOf(2000, 0.6, gaussian(mulberry32(8)));
    expect(lag1Autocorrelation(chain)).to.be.above(0.5);
    expect(lag1Autocorrelation(independentBatches(chain))).to.be.at.most(0.1);
    expect(independentBatches(chain).length).to.be.within(12, 500);
  });
});

it('helpers/random draws the random numbers of the reference', () => {
  const { seed, uniform } = vectors.mulberry32;
  expect(range(uniform.length, mulberry32(seed))).to.deep.equal(uniform);
});

it('stats/sample: trimmedMean leaves out a fifth at each end, and winsorizes them for the error', () => {
  for (const [values, centre, left, share, df] of [
    // 3 ... 8 are left; 3 3 3 4 5 6 7 8 8 8: 6 x 2.5^2 + 2 x 1.5^2 + 2 x 0.5^2 = 42.5, over 9
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5.5, 42.5 / 9, 0.6, 5],
    // A fifth of 6 and of 9 is one value. 1 1 2 3 4 4: 4 x 1.5^2 + 2 x 0.5^2 = 9.5, over 5
    [[100, 3, 1, 4, 0, 2], 2.5, 9.5 / 5, 4 / 6, 3], [[1e300, 3, 1, 4, -1e9, 2], 2.5, 9.5 / 5, 4 / 6, 3],
    // 20 20 30 40 50 60 70 80 80: mean 50; 4 x 30^2 + 2 x 20^2 + 2 x 10^2 = 4600, over 8
    [[90, 10, 80, 20, 70, 30, 60, 40, 50], 50, 4600 / 8, 7 / 9, 6],
  ]) {
    for (const [p, given] of [[0.975, []], [0.995, [0.99]]]) {
      const half = tQuantile(p, df) * Math.sqrt(left / values.length) / share;
      nearEach(trimmedMean(values, ...given), { centre, low: centre - half, high: centre + half });
    }
  }
  expect(trimmedMean(range(8, () => 4))).to.deep.equal({ centre: 4, low: 4, high: 4 });
});

describe('stats/sample: centre and interval of correlated values', () => {
  const normal = gaussian(mulberry32(78));
  const independent = range(60, () => normal());
  const chain = chainOf(300, 0.6, normal);

  it('are median and sign test for independent values, at any confidence', () => {
    for (const confidence of [0.8, 0.95, 0.99]) {
      const { centre, low, high } = medianWithInterval(independent, confidence);
      const expected = medianInterval(independent, confidence);
      expect(centre).to.equal(median(independent));
      expect(low).to.be.closeTo(expected.low, 1e-12);
      expect(high).to.be.closeTo(expected.high, 1e-12);
    }
  });

  it('are quantiles as for fewer values, by the variance of batches and Student\'s t', () => {
    // Ranks, so that an end of the interval is a place in the list
    const ordered = Float64Array.from(chain).sort();
    const ranks = chain.map((value) => ordered.indexOf(value));
    const batches = independentBatches(ranks.map((rank) => (rank > 149.5 ? 1 : 0)));
    const known = (1.959964 / tQuantile(0.975, batches.length - 1)) ** 2;
    const worth = Math.floor(known * batches.length / (4 * variance(batches)));
    // 300 with a correlation of 0.6 are worth about 300 (1 - 0.6) / (1 + 0.6) = 75.
    expect(worth).to.be.within(20, 120).and.below(Math.floor(batches.length / (4 * variance(batches))));
    // The ends for as many equally spaced values, as quantiles of the 300
    const { low, high } = medianInterval(range(worth, (i) => (i + 0.5) / worth * 300 - 0.5));
    const found = medianWithInterval(ranks);
    expect(found.centre).to.equal(149.5);
    expect(found.low).to.be.closeTo(low, 1e-9);
    expect(found.high).to.be.closeTo(high, 1e-9);
  });

  it('have no interval for short lists, and no width for equal values', () => {
    for (const n of [0, 1, 5]) {
      expect(medianWithInterval(range(n, (i) => i)))
        .to.deep.equal({ centre: n ? (n - 1) / 2 : NaN, low: null, high: null });
    }
    expect(medianWithInterval(range(7, (i) => i), 0.99)).to.include({ low: null, high: null });
    expect(meanWithInterval([3])).to.deep.equal({ centre: 3, low: null, high: null });
    for (const statistic of [medianWithInterval, meanWithInterval]) {
      expect(statistic(range(40, () => 3))).to.deep.equal({ centre: 3, low: 3, high: 3 });
    }
  });

  it('have the widest interval if values prove almost nothing', () => {
    // One step in the middle: 12 batches are left, and worth eight values.
    for (const n of [24, 47, 600]) {
      const step = range(n, (i) => (i < n / 2 ? 1 : 2) + i / 1e6);
      for (const confidence of [0.95, 0.99]) {
        const { low, high } = medianWithInterval(step, confidence);
        expect(low, `${n}`).to.be.within(1, 1.1);
        expect(high, `${n}`).to.be.within(1.9, 2.1);
      }
    }
  });

  it('are the mean of all values, with the interval of independent batches', () => {
    for (const values of [independent, chain, [...chain.slice(0, 60), 50]]) {
      const { centre, low, high } = meanWithInterval(values);
      const expected = meanInterval(independentBatches(values));
      expect(centre).to.equal(mean(values));
      expect(high - low).to.be.closeTo(expected.high - expected.low, 1e-12);
      expect(high - centre).to.be.closeTo(centre - low, 1e-12);
    }
  });
});
