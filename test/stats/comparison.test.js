'use strict';

const { expect } = require('chai');
const vectors = require('../fixtures/stat-vectors.json');
const { near, nearEach, range } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { welch, welchLog } = require('../helpers/welch-log');
const { mean, variance, medianInterval, medianWithInterval, independentBatches } = require('#lib/base/stats/sample');
const { tQuantile } = require('#lib/base/stats/distributions');
const { contrastByT, difference, meanAndError, pairedRatio, yuenTest } = require('#lib/base/stats/comparison');
const { mannWhitney } = require('#lib/base/stats/ranks');

const exps = (values) => values.map(Math.exp);
const level = (n, value = 1) => range(n, () => value);
const MEAN = { statistic: 'mean' };

describe('stats/comparison: pairedRatio', () => {
  it('returns the median ratio and its interval of the reference', () => {
    for (const one of vectors.paired) {
      const [low, high] = one.hs_ratio_ci95;
      nearEach(pairedRatio(one.a, one.b), { ratio: one.median_ratio, low, high });
    }
  });

  it('returns the ratio of means with its standard error on the log scale', () => {
    // R = 12 / 10; residuals a - 1.2 b: -1, 1.4, -1.6, 1.2; their squares add up to 6.96, so the variance is
    // 2.32, the standard error sqrt(2.32 / 4) = 0.761577, and over mean(a) 0.0634648. t(0.975, 3) = 3.182446.
    nearEach(pairedRatio([11, 11, 12, 14], [10, 8, 34 / 3, 32 / 3], MEAN), {
      ratio: 1.2,
      low: 1.2 * Math.exp(-tQuantile(0.975, 3) * Math.sqrt(2.32 / 4) / 12),
      high: 1.2 * Math.exp(3.182446305284263 * 0.06346477588),
    });
  });

  it('leaves out pairs with a value that is not a time, and keeps clusters aligned', () => {
    const { a, b } = vectors.paired[0];
    for (const bad of [0, -1, NaN, Infinity, null]) {
      for (const more of [{}, MEAN]) {
        const expected = pairedRatio(a, b, more);
        expect(pairedRatio([bad, ...a, 5], [5, ...b, bad], more), `${bad}`).to.deep.equal(expected);
      }
    }
    // Three successive rounds in each cluster, so that a shift by one would mix them.
    const times = exps(range(24, (i) => (Math.floor(i / 3) + [5, 0, 9][i % 3]) / 100));
    const clusters = range(24, (i) => Math.floor(i / 3));
    expect(pairedRatio([NaN, ...times], level(25), { clusters: [5, ...clusters] }))
      .to.deep.equal(pairedRatio(times, level(24), { clusters }));
  });

  it('has no interval for too few pairs, and no ratio for none', () => {
    for (const [n, more, expected] of [
      [0, {}, { ratio: null, low: null, high: null }], [5, {}, { ratio: 2, low: null, high: null }],
      [6, {}, { ratio: 2, low: 2, high: 2 }], [7, { confidence: 0.99 }, { ratio: 2, low: null, high: null }],
      [1, MEAN, { ratio: 2, low: null, high: null }], [2, MEAN, { ratio: 2, low: 2, high: 2 }],
    ]) {
      expect(pairedRatio(level(n, 4), level(n, 2), more), `${n}`).to.deep.equal(expected);
    }
  });

  it('uses batches for correlated rounds', () => {
    const normal = gaussian(mulberry32(5));
    let last = 0;
    const a = range(300, () => {
      last = 0.7 * last + normal();
      return 100 * Math.exp(last / 50);
    });
    const b = range(300, () => 90 * Math.exp(normal() / 500));
    const logs = a.map((value, i) => Math.log(value / b[i]));
    const found = medianWithInterval(logs);
    const [ratio, low, high] = exps([found.centre, found.low, found.high]);
    nearEach(pairedRatio(a, b), { ratio, low, high }, 'median');
    const independent = medianInterval(logs);
    expect(found.high - found.low).to.be.above(1.5 * (independent.high - independent.low));
    const byMean = pairedRatio(a, b, MEAN);
    const residuals = independentBatches(a.map((value, i) => value - mean(a) / mean(b) * b[i]));
    expect(residuals.length).to.be.below(300);
    near(byMean.ratio, mean(a) / mean(b), 'ratio of means');
    const error = Math.sqrt(variance(residuals) / residuals.length) / mean(a);
    near(Math.log(byMean.high / byMean.ratio), tQuantile(0.975, residuals.length - 1) * error, 'half-width');
  });

  it('ignores fewer than eight clusters, and clusters for means', () => {
    const { a, b } = vectors.paired[0];
    const plain = pairedRatio(a, b);
    for (const clusters of [[], a.map(() => 0), a.map((_, i) => 10 * (i % 7))]) {
      expect(pairedRatio(a, b, { clusters })).to.deep.equal(plain);
    }
    const clusters = a.map((_, i) => i % 8);
    expect(pairedRatio(a, b, { clusters })).to.not.deep.equal(plain);
    expect(pairedRatio(a, b, { clusters: clusters.map((c) => 7 * (8 - c) + 3) }))
      .to.deep.equal(pairedRatio(a, b, { clusters }));
    expect(pairedRatio(a, b, { ...MEAN, clusters })).to.deep.equal(pairedRatio(a, b, MEAN));
  });

  it('is the trimmed mean of the medians of eight clusters', () => {
    // Three rounds in each of eight clusters, far below, at and above c hundredths: the medians are 0 ... 0.07.
    const logs = range(24, (i) => i % 8 / 100 + [-9, 0, 0.5][Math.floor(i / 8)]);
    // A fifth of eight is one: (1 + ... + 6) / 6 = 3.5 are left. 1 1 2 3 4 5 6 6: 4 x 2.5^2 + 2 x 1.5^2 + 2 x 0.5^2 =
    // 30, over 7.
    const half = tQuantile(0.975, 5) * Math.sqrt(30 / 7 / 8) / 0.75 / 100;
    const [ratio, low, high] = exps([0.035, 0.035 - half, 0.035 + half]);
    const clusters = range(24, (i) => i % 8);
    nearEach(pairedRatio(exps(logs), level(24), { clusters }), { ratio, low, high });
  });
});

describe('stats/comparison: difference', () => {
  for (const one of vectors.welch) {
    it(`is Welch's test for ${one.name}, as the reference has it`, () => {
      const { t, df, p, diff, diff_ci95: [low, high], diff_ci99: [lowest], log } = one;
      nearEach(welch(one.a, one.b), { t, df, p, difference: diff, low, high });
      nearEach(welch(one.a, one.b, 0.99), { low: lowest }, '99 %');
      const { ratio_ci95: [ratioLow, ratioHigh] } = log;
      const ofLog = { t: log.t, df: log.df, p: log.p, ratio: log.ratio, low: ratioLow, high: ratioHigh };
      nearEach(welchLog(one.a, one.b), ofLog, 'logarithms');
    });
  }

  it('has no p without variance or enough values', () => {
    const [equal, unequal, single] = vectors.welch_edge;
    // The sum of ten 0.1 is not 1.
    const tenths = (n) => range(n, () => 0.1);
    expect(variance(tenths(10))).to.be.above(0);
    for (const [a, b, distance, error, p] of [
      [equal.a, equal.b, 0, 0, 1], [unequal.a, unequal.b, -1, 0, null], [single.a, single.b, -1.5, null, null],
      [[4], [2, 2], 2, null, null], [[4, 4], [2], 2, null, null], [tenths(10), tenths(3), 0, 0, 1],
      [tenths(10), range(10, () => 0.2), -0.1, 0, null],
    ]) {
      expect(contrastByT(difference(a, b, meanAndError))).to.include({ difference: distance, error, df: null, p });
    }
  });
});

it('stats/comparison: any two lists have the ratio in its interval, and the inverse when swapped', () => {
  const normal = gaussian(mulberry32(2025));
  for (let i = 0; i < 40; i++) {
    const n = 8 + 2 * i;
    // Every third with a drift, so that batches are made.
    const a = range(n, (j) => 50 * Math.exp((i % 3 === 0 ? j / n : 0) + 0.05 * normal()));
    const b = a.map((one) => one * Math.exp(0.1 * normal() + (i % 3 === 0 ? one / 500 : 0)));
    for (const compare of [
      pairedRatio, (x, y) => pairedRatio(x, y, MEAN), (x, y) => yuenTest(x, y).interval(0.95)]) {
      const [forth, back] = [compare(a, b), compare(b, a)];
      expect(forth.low).to.be.above(0).and.below(forth.high);
      expect(forth.ratio).to.be.within(forth.low, forth.high);
      nearEach(back, { ratio: 1 / forth.ratio, low: 1 / forth.high, high: 1 / forth.low });
    }
    near(yuenTest(b, a).p, yuenTest(a, b).p, 'p');
    expect(mannWhitney(a, b).u + mannWhitney(b, a).u).to.equal(a.length * b.length);
  }
});

describe('stats/comparison: yuenTest', () => {
  it('is Welch\'s test for lists too short to be trimmed', () => {
    const [a, b] = [[1.1, 1.2, 1.05, 1.3], [1.5, 1.4, 1.62]];
    const { ratio, low, high, df, p } = welchLog(a, b, 0.9);
    nearEach({ ...yuenTest(a, b), ...yuenTest(a, b).interval(0.9) }, { ratio, low, high, df, p });
  });

  it('returns the trimmed means and winsorized errors of an example by hand', () => {
    // Of 0..4 remain 1, 2, 3; winsorized 1, 1, 2, 3, 3 with the variance 1: error 4 x 1 / (3 x 2) = 2/3, df 2.
    // Of 5..14 remain 7..12, mean 9.5; winsorized 7, 7, 7, 8, .. 11, 12, 12, 12 with the sum of squares
    // 2 (3 x 2.5^2 + 1.5^2 + 0.5^2) = 42.5: error 42.5 / (6 x 5) = 17/12, df 5.
    const found = yuenTest(exps(range(5, (i) => i)), exps(range(10, (i) => i + 5)));
    const { low, high } = found.interval(0.95);
    const error = 2 / 3 + 17 / 12;
    const df = error ** 2 / ((2 / 3) ** 2 / 2 + (17 / 12) ** 2 / 5);
    nearEach(found, { ratio: Math.exp(-7.5), error: Math.sqrt(error), df });
    near(Math.log(high / low) / 2, tQuantile(0.975, found.df) * Math.sqrt(error), 'half');
    expect(found.p).to.be.within(0, 0.05);
  });

  it('has only the ratio for one value, and no p for equal values that differ between the lists', () => {
    expect(yuenTest([2], [1, 1])).to.include({ ratio: 2, p: null });
    expect(yuenTest([2], [1, 1]).interval(0.95)).to.deep.equal({ ratio: 2, low: null, high: null });
    expect(yuenTest(level(6, 2), level(6, 1))).to.include({ ratio: 2, p: null });
    expect(yuenTest(level(6, 2), level(6, 1)).interval(0.95)).to.deep.equal({ ratio: 2, low: null, high: null });
  });
});
