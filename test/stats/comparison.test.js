'use strict';

const { expect } = require('chai');
const vectors = require('../fixtures/stat-vectors.json');
const { mulberry32, gaussian } = require('../helpers/random');
const { welchLog } = require('../helpers/welch-log');
const { median, mean, variance, medianInterval, medianWithInterval, independentBatches } =
  require('../../lib/stats/sample');
const { tQuantile } = require('../../lib/stats/distributions');
const { pairedRatio, welch, yuenTest } = require('../../lib/stats/comparison');
const { mannWhitney } = require('../../lib/stats/ranks');

/** Within 1e-9 relative; where the truth is 0, within 1e-14. */
function near(actual, expected, what) {
  const allowed = expected === 0 ? 1e-14 : 1e-9 * Math.abs(expected);
  expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).to.be.at.most(allowed);
}

/** Not Array.from(), which takes ten times as long: the simulations below draw millions of values. */
function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

const STATISTICS = ['median', 'mean'];

describe('stats/comparison: pairedRatio', () => {
  for (const one of vectors.paired) {
    it(`gives the median ratio and its interval of ${one.name} as the reference does`, () => {
      const { ratio, low, high, pairs } = pairedRatio(one.a, one.b);
      near(ratio, one.median_ratio, 'ratio');
      near(low, one.hs_ratio_ci95[0], 'low');
      near(high, one.hs_ratio_ci95[1], 'high');
      expect(pairs).to.equal(one.n);
    });
  }

  it('gives the ratio of means with its standard error on the log scale', () => {
    // R = 12 / 10; residuals a - 1.2 b: -1, 1.4, -1.6, 1.2; their squares add up to 6.96, so the variance is
    // 2.32, the standard error sqrt(2.32 / 4) = 0.761577, and over mean(a) 0.0634648. t(0.975, 3) = 3.182446.
    const { ratio, low, high, pairs } = pairedRatio([11, 11, 12, 14], [10, 8, 34 / 3, 32 / 3], { statistic: 'mean' });
    near(ratio, 1.2, 'ratio');
    near(low, 1.2 * Math.exp(-tQuantile(0.975, 3) * Math.sqrt(2.32 / 4) / 12), 'low');
    near(high, 1.2 * Math.exp(3.182446305284263 * 0.06346477588), 'high');
    expect(pairs).to.equal(4);
  });

  it('gives a wider interval where more confidence is asked for', () => {
    const { a, b } = vectors.paired[1];
    for (const statistic of STATISTICS) {
      const narrow = pairedRatio(a, b, { statistic, confidence: 0.9 });
      const usual = pairedRatio(a, b, { statistic });
      const wide = pairedRatio(a, b, { statistic, confidence: 0.99 });
      expect(usual).to.deep.equal(pairedRatio(a, b, { statistic, confidence: 0.95 }));
      expect(wide.low).to.be.below(usual.low);
      expect(usual.low).to.be.below(narrow.low);
      expect(narrow.high).to.be.below(usual.high);
      expect(usual.high).to.be.below(wide.high);
    }
  });

  it('leaves out a pair with a value that is no time, on either side', () => {
    const { a, b } = vectors.paired[0];
    for (const bad of [0, -1, NaN, Infinity, -Infinity, null, undefined]) {
      for (const statistic of STATISTICS) {
        const expected = pairedRatio(a, b, { statistic });
        expect(pairedRatio([bad, ...a, 5], [5, ...b, bad], { statistic }), `${bad}`).to.deep.equal(expected);
      }
    }
  });

  it('has no interval for too few pairs, and no ratio for none', () => {
    expect(pairedRatio([], [])).to.deep.equal({ ratio: null, low: null, high: null, pairs: 0 });
    expect(pairedRatio([0], [1], { statistic: 'mean' }))
      .to.deep.equal({ ratio: null, low: null, high: null, pairs: 0 });
    // 6 pairs are the fewest for 95 % of a median, 8 for 99 %; 2 for a mean.
    expect(pairedRatio(range(5, () => 4), range(5, () => 4)))
      .to.deep.equal({ ratio: 1, low: null, high: null, pairs: 5 });
    expect(pairedRatio(range(6, () => 4), range(6, () => 4))).to.deep.equal({ ratio: 1, low: 1, high: 1, pairs: 6 });
    expect(pairedRatio(range(7, () => 4), range(7, () => 4), { confidence: 0.99 }).low).to.equal(null);
    expect(pairedRatio([8], [4], { statistic: 'mean' })).to.deep.equal({ ratio: 2, low: null, high: null, pairs: 1 });
    expect(pairedRatio([8, 8], [4, 4], { statistic: 'mean' })).to.deep.equal({ ratio: 2, low: 2, high: 2, pairs: 2 });
  });

  it('refuses lists of different lengths', () => {
    expect(() => pairedRatio([1, 2], [1])).to.throw(RangeError, '2 rounds cannot be paired with 1');
  });

  it('takes typed arrays, and leaves its arguments alone', () => {
    const { a, b } = vectors.paired[0];
    const kept = JSON.stringify([a, b]);
    for (const statistic of STATISTICS) {
      const typed = pairedRatio(new Float64Array(a), new Float64Array(b), { statistic });
      expect(typed).to.deep.equal(pairedRatio(a, b, { statistic }));
    }
    expect(JSON.stringify([a, b])).to.equal(kept);
  });

  it('makes the interval from batches where one round tells of the next', () => {
    const normal = gaussian(mulberry32(5));
    let last = 0;
    const a = range(300, () => { last = 0.7 * last + normal(); return 100 * Math.exp(last / 50); });
    const b = range(300, () => 90 * Math.exp(normal() / 500));
    const logs = a.map((value, i) => Math.log(value / b[i]));
    const byMedian = pairedRatio(a, b);
    const found = medianWithInterval(logs);
    near(byMedian.ratio, Math.exp(median(logs)), 'the ratio of single rounds');
    near(byMedian.low, Math.exp(found.low), 'low');
    near(byMedian.high, Math.exp(found.high), 'high');
    const asIfIndependent = medianInterval(logs);
    expect(found.high - found.low).to.be.above(1.5 * (asIfIndependent.high - asIfIndependent.low));
    const byMean = pairedRatio(a, b, { statistic: 'mean' });
    const residuals = independentBatches(a.map((value, i) => value - mean(a) / mean(b) * b[i]));
    expect(residuals.length).to.be.below(300);
    near(byMean.ratio, mean(a) / mean(b), 'ratio of means');
    const error = Math.sqrt(variance(residuals) / residuals.length) / mean(a);
    near(Math.log(byMean.high / byMean.ratio), tQuantile(0.975, residuals.length - 1) * error, 'half-width');
  });

  it('holds the ratio in its interval even where batches moved away from it', () => {
    // Three rounds at 1, two at 2, over and over: the median is 1. Of pairs of neighbours, which correlate by 1/6, only
    // 2 in 5 are at 0, and the median of their logarithms is half of ln 2.
    const slowed = range(400, (i) => (i % 5 < 3 ? 1 : 2));
    const level = range(400, () => 1);
    expect(median(independentBatches(slowed.map(Math.log)))).to.be.closeTo(Math.LN2 / 2, 1e-12);
    expect(pairedRatio(slowed, level)).to.include({ ratio: 1, low: 1, high: 1 });
    expect(pairedRatio(level, slowed)).to.include({ ratio: 1, low: 1, high: 1 });
  });
});

describe('stats/comparison: welch', () => {
  const NOTHING = { low: null, high: null, t: null, df: null, p: null };

  for (const one of vectors.welch) {
    it(`compares ${one.name} as the reference does`, () => {
      const plain = welch(one.a, one.b);
      for (const name of ['t', 'df', 'p']) near(plain[name], one[name], name);
      near(plain.difference, one.diff, 'difference');
      near(plain.low, one.diff_ci95[0], 'low');
      near(plain.high, one.diff_ci95[1], 'high');
      near(welch(one.a, one.b, 0.99).low, one.diff_ci99[0], 'low at 99 %');
      near(welch(one.a, one.b, 0.99).high, one.diff_ci99[1], 'high at 99 %');
      const logarithmic = welchLog(one.a, one.b);
      for (const name of ['t', 'df', 'p', 'ratio']) near(logarithmic[name], one.log[name], `${name} of the logs`);
      near(logarithmic.low, one.log.ratio_ci95[0], 'low of the ratio');
      near(logarithmic.high, one.log.ratio_ci95[1], 'high of the ratio');
    });
  }

  it('compares processes by one value each, as the reference does', () => {
    const { ratio, ratio_ci95: interval, t, df, p } = vectors.hierarchical_compare;
    const meansOf = (name) => vectors.hierarchical.find((one) => one.name === name).y
      .map((rounds) => Math.exp(mean(rounds.map(Math.log))));
    const { new: first, old: second } = vectors.hierarchical_compare;
    const actual = welchLog(meansOf(first), meansOf(second), 0.95);
    const expected = { ratio, low: interval[0], high: interval[1], t, df, p };
    for (const name of Object.keys(expected)) near(actual[name], expected[name], name);
  });

  it('has no p without variance or enough values', () => {
    const [equal, unequal, single] = vectors.welch_edge;
    expect(welch(equal.a, equal.b)).to.deep.equal({ difference: 0, low: 0, high: 0, t: null, df: null, p: 1 });
    expect(welch(unequal.a, unequal.b))
      .to.deep.equal({ difference: -1, low: -1, high: -1, t: null, df: null, p: null });
    expect(welch(single.a, single.b)).to.deep.equal({ difference: -1.5, ...NOTHING });
    for (const [a, b] of [[[4], [2, 2]], [[4, 4], [2]], [[4], [2]]]) {
      expect(welch(a, b)).to.deep.equal({ difference: 2, ...NOTHING });
    }
    for (const [a, b] of [[[], [1, 2]], [[1, 2], []], [[], []]]) {
      expect(welch(a, b)).to.deep.equal({ difference: null, ...NOTHING });
    }
  });

  it('finds no variance in equal values, however many, whose sum is rounded', () => {
    // Ten times 0.1 add up to 0.9999999999999999: a mean that is not 0.1, and a variance that is not 0.
    const tenths = (n) => range(n, () => 0.1);
    expect(variance(tenths(10))).to.be.above(0);
    expect(welch(tenths(10), tenths(3))).to.include({ difference: 0, p: 1 });
    expect(welch(tenths(10), range(10, () => 0.2))).to.include({ difference: -0.1, t: null, p: null });
  });
});

describe('stats/comparison: what holds for any two lists', () => {
  const COMPARISONS = [
    pairedRatio, (a, b) => pairedRatio(a, b, { statistic: 'mean' }), (a, b) => yuenTest(a, b).interval(),
  ];
  const uniform = mulberry32(2025);
  const normal = gaussian(uniform);
  const lists = range(40, (i) => {
    const n = 8 + 2 * i;
    // Every third with a drift, so that batches are made.
    const levels = range(n, (j) => 50 * Math.exp((i % 3 === 0 ? j / n : 0) + 0.05 * normal()));
    return [levels, levels.map((level) => level * Math.exp(0.1 * normal() + (i % 3 === 0 ? level / 500 : 0)))];
  });

  it('holds the ratio in its interval', () => {
    for (const [a, b] of lists) {
      for (const { ratio, low, high } of COMPARISONS.map((compare) => compare(a, b))) {
        expect(low).to.be.above(0);
        expect(low).to.be.at.most(ratio);
        expect(high).to.be.at.least(ratio);
        expect(high).to.be.above(low);
      }
    }
  });

  it('turns over when the lists are swapped', () => {
    for (const [a, b] of lists) {
      for (const compare of COMPARISONS) {
        const forth = compare(a, b);
        const back = compare(b, a);
        near(back.ratio, 1 / forth.ratio, 'ratio');
        near(back.low, 1 / forth.high, 'low');
        near(back.high, 1 / forth.low, 'high');
      }
      near(yuenTest(b, a).p, yuenTest(a, b).p, 'p');
      expect(mannWhitney(a, b).u + mannWhitney(b, a).u).to.equal(a.length * b.length);
    }
  });
});

describe('stats/comparison: rounds that share a cluster', () => {
  const level = (n) => range(n, () => 1);
  const exponentials = (logs) => logs.map(Math.exp);

  it('are rounds like all others under eight clusters', () => {
    const { a, b } = vectors.paired[0];
    const plain = pairedRatio(a, b);
    for (const clusters of [[], a.map(() => 0), a.map((_, i) => i % 7), a.map((_, i) => 10 * (i % 7))]) {
      expect(pairedRatio(a, b, { clusters })).to.deep.equal(plain);
    }
    expect(pairedRatio(a, b, { clusters: a.map((_, i) => i % 8) })).to.not.deep.equal(plain);
  });

  it('count as their median from eight clusters on, of which the ratio is the trimmed mean', () => {
    // Three rounds in each of eight clusters, far below, at and above c hundredths: the medians are 0 ... 0.07.
    const logs = range(24, (i) => i % 8 / 100 + [-9, 0, 0.5][Math.floor(i / 8)]);
    const { ratio, low, high, pairs } =
      pairedRatio(exponentials(logs), level(24), { clusters: range(24, (i) => i % 8) });
    // A fifth of eight is one: (1 + ... + 6) / 6 = 3.5 are left. 1 1 2 3 4 5 6 6: 4 x 2.5^2 + 2 x 1.5^2 + 2 x 0.5^2 =
    // 30, over 7.
    const half = tQuantile(0.975, 5) * Math.sqrt(30 / 7 / 8) / 0.75 / 100;
    near(ratio, Math.exp(0.035), 'ratio');
    near(low, Math.exp(0.035 - half), 'low');
    near(high, Math.exp(0.035 + half), 'high');
    expect(pairs).to.equal(24);
  });

  it('are told by their number, in whatever order and however large it is', () => {
    const { a, b } = vectors.paired[0];
    const clusters = a.map((_, i) => i % 9);
    const expected = pairedRatio(a, b, { clusters });
    expect(pairedRatio(a, b, { clusters: clusters.map((c) => 7 * c + 3) })).to.deep.equal(expected);
    expect(pairedRatio(a, b, { clusters: clusters.map((c) => 8 - c) })).to.deep.equal(expected);
    expect(pairedRatio(a, b, { clusters: new Int32Array(clusters) })).to.deep.equal(expected);
  });

  it('keep to their cluster where others are left out', () => {
    // Three rounds in a row in each, so that a shift by one would mix them.
    const a = exponentials(range(24, (i) => (Math.floor(i / 3) + [5, 0, 9][i % 3]) / 100));
    const clusters = range(24, (i) => Math.floor(i / 3));
    const expected = pairedRatio(a, level(24), { clusters });
    expect(pairedRatio([NaN, ...a], level(25), { clusters: [5, ...clusters] })).to.deep.equal(expected);
    // The eighth cluster has no round left, and seven are too few.
    const without = a.map((value, i) => (i < 21 ? value : 0));
    expect(pairedRatio(without, level(24), { clusters })).to.deep.equal(pairedRatio(without, level(24)));
  });

  it('make no difference to the ratio of means', () => {
    const { a, b } = vectors.paired[0];
    const clusters = a.map((_, i) => i % 12);
    expect(pairedRatio(a, b, { statistic: 'mean', clusters })).to.deep.equal(pairedRatio(a, b, { statistic: 'mean' }));
  });
});

describe('stats/comparison: yuenTest', () => {
  const exps = (list) => list.map(Math.exp);

  it('is Welch\'s test for lists too short to be trimmed', () => {
    const a = [1.1, 1.2, 1.05, 1.3];
    const b = [1.5, 1.4, 1.62];
    const expected = welchLog(a, b, 0.9);
    Object.entries(yuenTest(a, b).interval(0.9)).forEach(([key, value]) => near(value, expected[key], key));
  });

  it('gives the trimmed means and winsorized errors of an example by hand', () => {
    // Of 0..4 remain 1, 2, 3; winsorized 1, 1, 2, 3, 3 with the variance 1: error 4 x 1 / (3 x 2) = 2/3, df 2.
    // Of 5..14 remain 7..12, mean 9.5; winsorized 7, 7, 7, 8, .. 11, 12, 12, 12 with the sum of squares
    // 2 (3 x 2.5^2 + 1.5^2 + 0.5^2) = 42.5: error 42.5 / (6 x 5) = 17/12, df 5.
    const { ratio, t, df, p, low, high } = yuenTest(exps(range(5, (i) => i)), exps(range(10, (i) => i + 5))).interval();
    const error = 2 / 3 + 17 / 12;
    near(ratio, Math.exp(-7.5), 'ratio');
    near(t, -7.5 / Math.sqrt(error), 't');
    near(df, error ** 2 / ((2 / 3) ** 2 / 2 + (17 / 12) ** 2 / 5), 'df');
    near(Math.log(high / low) / 2, tQuantile(0.975, df) * Math.sqrt(error), 'half');
    expect(p).to.be.within(0, 0.05);
  });

  it('holds its level, and is narrower than Welch\'s where one of ten is disturbed', () => {
    const uniform = mulberry32(4);
    const draw = gaussian(uniform);
    const list = () => exps(range(12, () => 0.01 * draw() + (uniform() < 0.1 ? 0.2 * uniform() : 0)));
    let covered = 0;
    let width = 0;
    let widthOfWelch = 0;
    for (let run = 0; run < 2000; run++) {
      const [a, b] = [list(), list()];
      const { low, high } = yuenTest(a, b).interval();
      if (low <= 1 && high >= 1) covered++;
      width += Math.log(high / low);
      const welchs = welchLog(a, b);
      widthOfWelch += Math.log(welchs.high / welchs.low);
    }
    expect(covered / 2000).to.be.within(0.94, 0.985);
    expect(width).to.be.below(0.6 * widthOfWelch);
  });

  it('has only the ratio of one value, and no p for equal values that differ between the lists', () => {
    expect(yuenTest([2], [1, 1]).interval()).to.include({ ratio: 2, low: null, high: null, p: null });
    expect(yuenTest(Array(6).fill(2), Array(6).fill(1)).interval()).to.include({ ratio: 2, low: 2, high: 2, p: null });
  });
});
