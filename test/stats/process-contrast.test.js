'use strict';

const { execFileSync } = require('child_process');
const path = require('path');
const { expect } = require('chai');
const { timesOf, randomOf, NAMES } = require('../../benchmark/process-times');
const vectors = require('../fixtures/stat-vectors.json');
const { nearEach } = require('../helpers/numbers');
const { yuenTest } = require('#lib/base/stats/comparison');
const { mannWhitney } = require('#lib/base/stats/ranks');
const {
  estimateWithInterval, computeContrast, contrastOfPairs, contrastWithTime, holm, judgeTogether, fewest, fewestRanked,
  ALPHA,
} = require('#lib/base/stats/process-contrast');

const exps = (values) => values.map((value) => Math.exp(value));

describe('stats/process-contrast', () => {
  it('has estimates with the ratio of the contrast, each in its own interval', () => {
    const random = randomOf(1);
    for (let trial = 0; trial < 100; trial++) {
      const [a, b] = timesOf(NAMES[trial % NAMES.length], { count: 2 + trial % 12, ratio: 1.03 }, random);
      const [first, second] = [estimateWithInterval(a), estimateWithInterval(b)];
      const contrast = computeContrast(a, b);
      expect(contrast.ratio).to.be.closeTo(first.estimate / second.estimate, 1e-12);
      for (const { estimate, low, high } of [first, second]) expect(estimate).to.be.within(low, high);
      for (const confidence of [0.5, 0.95, 0.999]) {
        const { ratio, low, high } = contrast.interval(confidence);
        expect(ratio).to.be.within(low, high);
        expect(low > 1 || high < 1).to.equal(contrast.p <= 1 - confidence);
      }
    }
  });

  it('leaves a fifth out at each end of five and more', () => {
    // Kept 1, 2, 3; drawn in 1, 1, 2, 3, 3: 4 * 1 / (3 * 2) is the squared error; t(0.975, 2) = 4.30265
    const { estimate, low, high } = estimateWithInterval(exps([0, 1, 2, 3, 100]));
    expect(Math.log(estimate)).to.be.closeTo(2, 1e-12);
    expect(Math.log(high)).to.be.closeTo(2 + 4.302652729749464 * Math.sqrt(4 / 6), 1e-9);
    expect(Math.log(low)).to.be.closeTo(2 - 4.302652729749464 * Math.sqrt(4 / 6), 1e-9);
    expect(estimateWithInterval([7])).to.deep.equal({ estimate: 7, low: null, high: null });
  });

  it('is Yuen\'s test if the ranks agree, and otherwise its interval contains 1', () => {
    const fast = [100, 101, 102, 103, 104, 110];
    const slow = [103.5, 104.5, 105, 105.5, 106, 109];
    const yuens = yuenTest(slow, fast);
    const yuensInterval = yuens.interval(0.95);
    expect(yuensInterval.low).to.be.above(1);
    const { p } = mannWhitney(slow, fast);
    expect(p).to.be.above(0.05);
    const contrast = computeContrast(slow, fast);
    expect(contrast.p).to.equal(p);
    const { ratio, low, high } = contrast.interval(0.95);
    expect({ ratio, high }).to.deep.equal({ ratio: yuens.ratio, high: yuensInterval.high });
    // 0.0930736 (43 of 462) is 1.67935 standard deviations, 0.05 is 1.95996 of them.
    expect(p).to.be.closeTo(43 / 462, 1e-9);
    expect(Math.log(low)).to.be.closeTo(Math.log(ratio) * (1 - 1.95996 / 1.67935), 1e-5);
    const turned = computeContrast(fast, slow).interval(0.95);
    expect(turned.high).to.be.closeTo(1 / low, 1e-12);
    expect(turned.low).to.be.closeTo(1 / high, 1e-12);
    // The ranks agree at this level.
    expect(contrast.interval(0.9)).to.deep.include({ low: yuenTest(slow, fast).interval(0.9).low });
    // The ranks cannot reach less than 2 / C(12, 6) = 0.00216: they do not count for a stricter level.
    expect(computeContrast(slow, fast, 0.002).p).to.equal(yuens.p);
    expect(computeContrast(slow, fast, 0.0022).p).to.equal(p);
  });

  it('has no p for one value, or for equal values that differ between the lists', () => {
    expect(computeContrast([2], [1, 1, 1])).to.include({ ratio: 2, p: null, error: null });
    expect(computeContrast([2], [1, 1, 1]).interval(0.95)).to.deep.equal({ ratio: 2, low: null, high: null });
    expect(computeContrast([2, 2], [1, 1]).interval(0.95)).to.include({ low: null, high: null });
    expect(computeContrast(Array(10).fill(0.1), Array(7).fill(0.1)).interval(0.95))
      .to.deep.equal({ ratio: 1, low: 1, high: 1 });
  });

  it('compares with an exact time', () => {
    const { ratio, p, interval } = contrastWithTime(exps([1, 2, 3]), 1);
    expect(Math.log(ratio)).to.be.closeTo(2, 1e-12);
    // t = 2 / sqrt(1 / 3) = 3.4641 with two degrees of freedom
    expect(p).to.be.closeTo(0.0741799, 1e-6);
    expect(Math.log(interval(0.95).high)).to.be.closeTo(2 + 4.302652729749464 / Math.sqrt(3), 1e-9);
    expect(contrastWithTime([5], 1).ratio).to.be.closeTo(5, 1e-12);
    expect(contrastWithTime([5], 1).p).to.equal(null);
    expect(contrastWithTime([5], 1).interval(0.95)).to.include({ low: null, high: null });
  });

  it('judges many at the levels of the steps of Holm, with p times the number of looks', () => {
    for (const [looks, ps, adjusted, parts] of [
      [1, [0.04, null, 0.001, 0.02], [0.04, null, 0.003, 0.04], [1, 3, 3, 2]],
      [2, [0.03, null, 0.001, 0.7], [0.12, null, 0.006, 1], [4, 6, 6, 4]],
    ]) {
      const levels = [];
      const judged = judgeTogether(ps.map((p) => (
        { p, interval: (confidence) => levels.push(confidence) && { ratio: 1, low: 1, high: 1 } })), looks);
      expect(judged.map(({ p }) => p)).to.deep.equal(ps);
      expect(judged.map(({ adjustedP }) => adjustedP)).to.deep.equal(adjusted);
      expect(judged.map(({ confidence }) => confidence)).to.deep.equal(levels);
      expect(levels).to.deep.equal(parts.map((part) => 1 - ALPHA / part));
    }
  });

  it('knows how many values ranks need for a level', () => {
    // 2 / C(2 n, n): 2 / 20, 2 / 70, 2 / 924
    expect([0.11, 0.1, 0.03, 0.0022, 0.00216].map(fewestRanked)).to.deep.equal([3, 3, 4, 6, 7]);
  });

  it('is one of the judges in `benchmark/judges.js`', () => {
    const printed = execFileSync(
      process.execPath, [path.join(__dirname, '..', '..', 'benchmark', 'judges.js'), 'normal', '--short'],
        { encoding: 'utf8' });
    const [judged] = printed.split('\n').filter((line) => /^\| normal, 8 \+ 8 \| Yuen, ranks \(used\) \|/.test(line));
    const [different, near, far] = judged.split('|').slice(3).map((cell) => parseFloat(cell));
    expect(different).to.be.at.most(6);
    expect(near).to.be.within(20, 60);
    expect(far).to.be.above(90);
  });
});

describe('stats/process-contrast: contrastOfPairs', () => {
  // Computed with 40 digits by mpmath: [values, df, mean, its standard error, p, interval at 95 %, interval at 99.5 %].
  const references = [
    ['three values, by Student\'s t', [0.01, 0.02, 0.04], 2, 0.0233333333333333, 0.00881917103688197,
      0.118082896311803, [0.985493747403455, 1.06319567836914], [0.904005002978968, 1.15903417552606]],
    ['seven values with an outlier, by Student\'s t', [0.02, 0.01, 0.03, 0.02, 0.015, 0.025, 0.9], 6,
      0.145714285714286, 0.125737957727989, 0.29054220055716, [0.85047912384675, 1.57362831958649],
      [0.672283778501446, 1.99073379025384]],
    ['eight values, by the trimmed mean of six', [0.02, 0.01, 0.03, 0.02, 0.015, 0.025, 0.9, 0.01], 5, 0.02,
      0.00387298334620742, 0.00357282629616092, [1.01009479144037, 1.03040901013678],
      [1.00151407638962, 1.03923728954907]],
    ['twelve values, by the trimmed mean of eight',
      [-0.03, -0.01, -0.02, -0.05, -0.04, -0.03, -0.02, -0.06, 0.7, -0.01, -0.035, -0.025], 7, -0.02625,
      0.00524688115977119, 0.00156004762612994, [0.962080740085384, 0.98625227750801],
      [0.953713989998038, 0.994904479756823]],
  ];
  for (const [what, values, df, difference, error, p, at95, at995] of references) {
    it(`judges ${what}`, () => {
      const given = values.slice();
      const found = contrastOfPairs(values);
      const turned = contrastOfPairs(values.map((value) => -value));
      expect(values).to.deep.equal(given);
      nearEach(found, { df, difference, error, p, ratio: Math.exp(difference) });
      nearEach(turned, { p }, 'turned');
      for (const [confidence, [low, high]] of [[0.95, at95], [0.995, at995]]) {
        nearEach(found.interval(confidence), { ratio: found.ratio, low, high }, confidence);
        nearEach(turned.interval(confidence), { low: 1 / high, high: 1 / low }, `turned, ${confidence}`);
      }
    });
  }

  // A clock that counts in steps makes equal values, which prove nothing.
  const TENTH = Math.exp(0.1);
  it('has no p and no interval for equal values, unless they are 0', () => {
    for (const [values, ratio, error, p] of [
      [[0.1], TENTH, null, null], [[0], 1, null, null], [[0.1, 0.1, 0.1], TENTH, 0, null],
      [Array(10).fill(0.1), TENTH, 0, null], [[0.1, 5, 0.1, 0.1, -5, 0.1, 0.1, 0.1], TENTH, 0, null],
      [[0, 0, 0], 1, 0, 1], [Array(10).fill(0), 1, 0, 1],
    ]) {
      const found = contrastOfPairs(values);
      expect(found).to.include({ ratio, error, p });
      const end = p === null ? null : 1;
      expect(found.interval(0.95)).to.deep.equal({ ratio, low: end, high: end });
    }
  });
});

describe('stats/process-contrast: holm', () => {
  it('adjusts p as the reference does', () => {
    for (const { p, holm: expected } of vectors.adjust) {
      holm(p).forEach(({ adjusted }, i) => expect(adjusted).to.be.closeTo(expected[i], 1e-12));
    }
  });

  it('has the level of each step, and after the first not rejected its level', () => {
    // 0.001 < 0.05/4, 0.01 < 0.05/3, 0.03 > 0.05/2: the last two are both judged at 0.05/2.
    holm([0.03, 0.001, 0.04, 0.01]).forEach(({ confidence }, i) => (
      expect(confidence).to.be.closeTo(1 - 0.05 / [2, 4, 2, 3][i], 1e-15)));
    expect(holm([0.02, 0.5], 0.1)[0].confidence).to.be.closeTo(0.95, 1e-15);
  });

  it('ignores comparisons without a p', () => {
    expect(holm([null, 0.04, null])).to.deep.equal([
      { adjusted: null, confidence: 0.95 }, { adjusted: 0.04, confidence: 0.95 }, { adjusted: null, confidence: 0.95 },
    ]);
    expect(holm([])).to.deep.equal([]);
    expect(holm([null])).to.deep.equal([{ adjusted: null, confidence: 0.95 }]);
  });
});

it('stats/process-contrast: fewest finds the smallest number that is enough, by halves', () => {
  // Threshold, smallest and largest number, result.
  for (const [threshold, least, most, expected] of [
    [17, 6, 100, 17], [6, 6, 100, 6], [2, 6, 100, 6], [100, 6, 100, 100], [101, 6, 100, 100], [50, 6, 6, 6],
    [41.5, 2, 1e5, 42],
  ]) {
    const asked = [];
    const found = fewest((count) => asked.push(count) && count >= threshold, least, most);
    expect(found).to.equal(expected);
    for (const count of asked) expect(count).to.be.within(least, most);
    expect(asked.length).to.be.at.most(Math.ceil(Math.log2(most - least + 1)));
  }
});
