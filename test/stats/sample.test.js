'use strict';

const { expect } = require('chai');
const vectors = require('../fixtures/stat-vectors.json');
const { mulberry32, gaussian } = require('../helpers/random');
const distributions = require('../../lib/stats/distributions');
const sample = require('../../lib/stats/sample');

const { lnGamma, incompleteBeta, tTwoSidedP, tQuantile, lnChoose } = distributions;
const { sorted, quantileSorted, median, mean, variance, lag1Autocorrelation } = sample;
const { medianInterval, meanInterval, trimmedMean, independentBatches } = sample;

/** Within 1e-9 relative; where the truth is 0, within 1e-14. */
function near(actual, expected, what) {
  const allowed = expected === 0 ? 1e-14 : 1e-9 * Math.abs(expected);
  expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).to.be.at.most(allowed);
}

/** Not Array.from(), which takes several times as long: the simulations below draw millions of values. */
function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

describe('stats/distributions', () => {
  it('knows the logarithm of the gamma function', () => {
    for (const { x, value } of vectors.lgamma) near(lnGamma(x), value, `lnGamma(${x})`);
  });

  it('knows the incomplete beta function, on both sides of its turning point', () => {
    for (const { a, b, x, value } of vectors.ibeta) {
      near(incompleteBeta(x, a, b), value, `I_${x}(${a}, ${b})`);
      near(incompleteBeta(x, a, b, 1 - x), value, `I_${x}(${a}, ${b}) with 1 - x given`);
    }
    // I_x(a, b) + I_1-x(b, a) = 1
    near(incompleteBeta(0.2, 3, 7) + incompleteBeta(0.8, 7, 3), 1, 'symmetry');
  });

  it('is 0 and 1 at the ends, and beyond', () => {
    for (const x of [-1, 0]) expect(incompleteBeta(x, 2, 3)).to.equal(0);
    for (const x of [1, 2]) expect(incompleteBeta(x, 2, 3)).to.equal(1);
  });

  it('uses the digits of 1 - x that it is given', () => {
    // I_x(1, b) = 1 - (1 - x)^b: at 1 - x = 1e-20, which 1 - x as a double cannot hold, b = 0.25 leaves 1 - 1e-5.
    near(1 - incompleteBeta(1, 1, 0.25, 1e-20), 1e-5, 'the upper end');
  });

  it('knows the two-sided tail of Student\'s t, small probabilities to all digits', () => {
    for (const { df, t, p } of vectors.t_two_sided_p) {
      near(tTwoSidedP(t, df), p, `p of t = ${t}, df = ${df}`);
      near(tTwoSidedP(-t, df), p, `p of t = ${-t}, df = ${df}`);
    }
  });

  it('knows the quantiles of Student\'s t', () => {
    for (const { df, p, t } of vectors.t_quantile) near(tQuantile(p, df), t, `t of p = ${p}, df = ${df}`);
  });

  it('knows the quantiles of the lower half as the upper ones with a minus', () => {
    for (const { df, p, t } of vectors.t_quantile) {
      if (p !== 0.75 && p !== 0.975) continue; // 1 - p is exact to the last digit only in some cases
      near(tQuantile(1 - p, df) / -t, 1, `t of p = ${1 - p}, df = ${df}`);
    }
    expect(tQuantile(0.5, 3)).to.equal(0);
    near(tQuantile(0.55, 1), Math.tan(0.05 * Math.PI), 'below 1: df 1 is a tangent');
  });

  it('finds a quantile also where steps do not lead to it', () => {
    near(tTwoSidedP(tQuantile(1 - 1e-6, 0.1), 0.1), 2e-6, 'the tail of 1.6e56, df = 0.1');
  });

  it('knows binomial coefficients', () => {
    near(lnChoose(5, 2), Math.log(10), '5 over 2');
    near(lnChoose(52, 5), Math.log(2598960), '52 over 5');
    near(lnChoose(52, 47), Math.log(2598960), '52 over 47');
    expect(lnChoose(9, 0)).to.be.closeTo(0, 1e-13);
    near(lnChoose(9, 9) + 1, 1, '9 over 9');
  });
});

describe('stats/sample', () => {
  for (const one of vectors.one_sample) {
    it(`describes the sample ${one.name} as the reference does`, () => {
      const { x } = one;
      near(mean(x), one.mean, 'mean');
      near(variance(x), one.variance, 'variance');
      near(median(x), one.median, 'median');
      const quantiles = { p05: 0.05, q1: 0.25, q3: 0.75, p95: 0.95, p99: 0.99 };
      for (const name of Object.keys(quantiles)) near(quantileSorted(sorted(x), quantiles[name]), one[name], name);
      if (one.lag1_autocorrelation !== undefined) near(lag1Autocorrelation(x), one.lag1_autocorrelation, 'lag 1');
      for (const percent of [95, 99]) {
        const t = meanInterval(x, percent / 100);
        near(t.low, one[`t_ci_${percent}`][0], 't low');
        near(t.high, one[`t_ci_${percent}`][1], 't high');
        const hs = medianInterval(x, percent / 100);
        const expected = one[`hs_ci_${percent}`];
        if (expected === null) {
          expect(hs).to.equal(null);
        } else {
          near(hs.low, expected.lo, 'median low');
          near(hs.high, expected.hi, 'median high');
        }
      }
    });
  }

  it('takes 95 % unless told otherwise', () => {
    const { x, hs_ci_95: hs, t_ci_95: t } = vectors.one_sample[0];
    near(medianInterval(x).low, hs.lo, 'median');
    near(meanInterval(x).low, t[0], 'mean');
  });

  it('leaves out as many values at each end as the sign test does', () => {
    for (const { n, confidence, k } of vectors.sign_ci_indices) {
      const interval = medianInterval(range(n, (i) => i + 1), confidence);
      if (k === 0) {
        expect(interval, `n = ${n}, ${confidence}`).to.equal(null);
        continue;
      }
      // Interpolated between the order statistics k and k + 1, and from above.
      expect(interval.low, `n = ${n}, ${confidence}`).to.be.within(k, k + 1);
      expect(interval.high, `n = ${n}, ${confidence}`).to.be.within(n - k, n - k + 1);
      expect(interval.low + interval.high, 'mirrored').to.be.closeTo(n + 1, 1e-9);
    }
  });

  it('has an interval of the median from the fewest values on that can have one', () => {
    for (const { confidence, min_n: least } of vectors.sign_ci_min_n) {
      expect(medianInterval(range(least - 1, (i) => i), confidence), `${confidence}, ${least - 1} values`)
        .to.equal(null);
      expect(medianInterval(range(least, (i) => i), confidence), `${confidence}, ${least} values`)
        .to.have.keys('low', 'high');
    }
  });

  it('has no interval of the mean below two values', () => {
    expect(meanInterval([])).to.equal(null);
    expect(meanInterval([5])).to.equal(null);
    expect(meanInterval([5, 5])).to.deep.equal({ low: 5, high: 5 });
  });

  it('gives NaN and no error for an empty list', () => {
    expect(median([])).to.be.NaN;
    expect(mean([])).to.be.NaN;
  });

  it('sorts numbers as numbers and leaves its argument alone', () => {
    const values = [10, 9, -1, 100, 0.5];
    expect(Array.from(sorted(values))).to.deep.equal([-1, 0.5, 9, 10, 100]);
    median(values);
    medianInterval(values);
    expect(values).to.deep.equal([10, 9, -1, 100, 0.5]);
    expect(median(new Float64Array([3, 1, 2]))).to.equal(2);
  });

  it('finds no correlation in a constant list', () => {
    expect(lag1Autocorrelation([5, 5, 5, 5])).to.equal(0);
  });

  it('joins neighbours until one tells nothing of the next, or fewer than 24 are left', () => {
    // A ramp correlates at any length: 48 values become 24 means of two, then 12 means of four.
    expect(Array.from(independentBatches(range(48, (i) => i)))).to.deep.equal(range(12, (i) => 4 * i + 1.5));
    expect(independentBatches(range(23, (i) => i))).to.have.length(23);
    expect(independentBatches(range(24, (i) => i))).to.have.length(12);
    // Of 25 the last is left over.
    expect(Array.from(independentBatches(range(25, (i) => i)))).to.deep.equal(range(12, (i) => 2 * i + 0.5));
  });

  it('leaves values that are independent as they are', () => {
    const normal = gaussian(mulberry32(7));
    const values = range(200, normal);
    expect(independentBatches(values)).to.equal(values);
    // Alternating values correlate negatively, which makes an interval wide and not narrow.
    const alternating = range(40, (i) => i % 2);
    expect(independentBatches(alternating)).to.equal(alternating);
  });

  it('joins a chain of correlated values until the correlation is gone', () => {
    const normal = gaussian(mulberry32(8));
    let last = 0;
    const values = range(2000, () => { last = 0.6 * last + normal(); return last; });
    const batches = independentBatches(values);
    expect(lag1Autocorrelation(values)).to.be.above(0.5);
    expect(lag1Autocorrelation(batches)).to.be.at.most(0.1);
    expect(batches.length).to.be.within(12, 500);
    expect(mean(batches)).to.be.closeTo(mean(values), 0.1);
  });
});

describe('stats: what holds for any sample', () => {
  const uniform = mulberry32(2024);
  const samples = range(60, (i) => range(6 + i, () => Math.exp(4 * uniform())));

  it('draws the random numbers of the reference', () => {
    const { seed, uniform: expected } = vectors.mulberry32;
    expect(range(expected.length, mulberry32(seed))).to.deep.equal(expected);
  });

  it('has the median inside its interval, and both inside the sample', () => {
    for (const values of samples) {
      const { low, high } = medianInterval(values);
      expect(low).to.be.at.most(median(values));
      expect(high).to.be.at.least(median(values));
      expect(low).to.be.at.least(Math.min(...values));
      expect(high).to.be.at.most(Math.max(...values));
      const centred = meanInterval(values);
      expect((centred.low + centred.high) / 2).to.be.closeTo(mean(values), 1e-9 * mean(values));
    }
  });

  it('scales and shifts with the values', () => {
    for (const values of samples) {
      const moved = values.map((value) => 1000 * value + 7);
      near(median(moved), 1000 * median(values) + 7, 'median');
      near(variance(moved), 1e6 * variance(values), 'variance');
      near(lag1Autocorrelation(moved), lag1Autocorrelation(values), 'lag 1');
      for (const interval of [medianInterval, meanInterval]) {
        near(interval(moved).low, 1000 * interval(values).low + 7, 'low');
        near(interval(moved).high, 1000 * interval(values).high + 7, 'high');
      }
      // Mirrored, the low end becomes the high one.
      near(medianInterval(values.map((value) => -value)).high, -medianInterval(values).low, 'mirror');
    }
  });

  it('has a wider interval where more confidence is asked for', () => {
    for (const values of samples) {
      for (const interval of [medianInterval, meanInterval]) {
        let narrower = interval(values, 0.5);
        for (const confidence of [0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999]) {
          const wider = interval(values, confidence);
          if (wider === null) break;
          expect(wider.low).to.be.at.most(narrower.low);
          expect(wider.high).to.be.at.least(narrower.high);
          narrower = wider;
        }
      }
    }
  });

});

describe('stats/sample: trimmedMean', () => {
  const uniform = mulberry32(77);
  const normal = gaussian(uniform);
  const samples = range(30, (i) => range(6 + i, () => 50 + 10 * normal() + (uniform() < 0.1 ? 200 : 0)));

  it('leaves out a fifth at each end, and draws the ends in for the error', () => {
    // [values, centre, variance of the drawn-in values, share that is left, degrees of freedom]
    const examples = [
      // 3 ... 8 are left; 3 3 3 4 5 6 7 8 8 8: 6 x 2.5^2 + 2 x 1.5^2 + 2 x 0.5^2 = 42.5, over 9
      [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5.5, 42.5 / 9, 0.6, 5],
      // A fifth of 6 and of 9 is one value. 1 1 2 3 4 4: 4 x 1.5^2 + 2 x 0.5^2 = 9.5, over 5
      [[100, 3, 1, 4, 0, 2], 2.5, 9.5 / 5, 4 / 6, 3],
      // 20 20 30 40 50 60 70 80 80: mean 50; 4 x 30^2 + 2 x 20^2 + 2 x 10^2 = 4600, over 8
      [[90, 10, 80, 20, 70, 30, 60, 40, 50], 50, 4600 / 8, 7 / 9, 6],
    ];
    for (const [values, centre, left, share, df] of examples) {
      const trimmed = trimmedMean(values);
      near(trimmed.centre, centre, 'centre');
      const half = tQuantile(0.975, df) * Math.sqrt(left / values.length) / share;
      near(trimmed.high - trimmed.centre, half, 'above');
      near(trimmed.centre - trimmed.low, half, 'below');
    }
    // 2.5705818 x 0.6871843 / 0.6
    expect(trimmedMean([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).high).to.be.closeTo(5.5 + 2.944106, 1e-5);
  });

  it('has no width where the values are equal', () => {
    expect(trimmedMean(range(8, () => 4))).to.deep.equal({ centre: 4, low: 4, high: 4 });
  });

  it('has its centre within its interval, and a wider one where more confidence is asked for', () => {
    for (const values of samples) {
      const usual = trimmedMean(values);
      expect(usual).to.deep.equal(trimmedMean(values, 0.95));
      expect(usual.low).to.be.below(usual.centre);
      expect(usual.high).to.be.above(usual.centre);
      expect(usual.centre).to.be.within(Math.min(...values), Math.max(...values));
      const wide = trimmedMean(values, 0.99);
      expect(wide.centre).to.equal(usual.centre);
      expect(wide.low).to.be.below(usual.low);
      expect(wide.high).to.be.above(usual.high);
    }
  });

  it('is the same however wild one of eight values is', () => {
    const calm = trimmedMean([10, 11, 12, 13, 14, 15, 16, 17]);
    for (const wild of [17.5, 100, 1e9, 1e300]) {
      expect(trimmedMean([10, 11, wild, 12, 13, 14, 15, 16])).to.deep.equal(calm);
    }
    for (const wild of [9, 0, -1e9]) expect(trimmedMean([17, 11, wild, 12, 13, 14, 15, 16])).to.deep.equal(calm);
  });
});
