'use strict';

const { execFileSync } = require('child_process');
const path = require('path');
const { expect } = require('chai');
const { timesOf, randomOf, NAMES } = require('../../benchmark/process-times');
const { yuenLog, mannWhitney } = require('../../lib/stats/comparison');
const {
  estimateOf, contrastOf, contrastWithTime, judgeTogether, fewestRanked, ALPHA,
} = require('../../lib/stats/process-contrast');

const exps = (values) => values.map((value) => Math.exp(value));

describe('stats/process-contrast', () => {
  it('has estimates whose ratio is that of the contrast, each in its own interval', () => {
    const random = randomOf(1);
    for (let trial = 0; trial < 200; trial++) {
      const [a, b] = timesOf(NAMES[trial % NAMES.length], { count: 2 + trial % 12, ratio: 1.03 }, random);
      const [first, second] = [estimateOf(a), estimateOf(b)];
      const contrast = contrastOf(a, b);
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
    const { estimate, low, high } = estimateOf(exps([0, 1, 2, 3, 100]));
    expect(Math.log(estimate)).to.be.closeTo(2, 1e-12);
    expect(Math.log(high)).to.be.closeTo(2 + 4.302652729749464 * Math.sqrt(4 / 6), 1e-9);
    expect(Math.log(low)).to.be.closeTo(2 - 4.302652729749464 * Math.sqrt(4 / 6), 1e-9);
    expect(estimateOf([7])).to.deep.equal({ estimate: 7, low: null, high: null });
  });

  it('is Yuen\'s test where the ranks agree, and reaches beyond 1 where they do not', () => {
    const fast = [100, 101, 102, 103, 104, 110];
    const slow = [103.5, 104.5, 105, 105.5, 106, 109];
    const yuens = yuenLog(slow, fast);
    expect(yuens.low).to.be.above(1);
    const { p } = mannWhitney(slow, fast);
    expect(p).to.be.above(0.05);
    const contrast = contrastOf(slow, fast);
    expect(contrast.p).to.equal(p);
    const { ratio, low, high } = contrast.interval(0.95);
    expect([ratio, high]).to.deep.equal([yuens.ratio, yuens.high]);
    // 0.0930736 (43 of 462) is 1.67935 standard deviations, 0.05 is 1.95996 of them.
    expect(p).to.be.closeTo(43 / 462, 1e-9);
    expect(Math.log(low)).to.be.closeTo(Math.log(ratio) * (1 - 1.95996 / 1.67935), 1e-5);
    const turned = contrastOf(fast, slow).interval(0.95);
    expect(turned.high).to.be.closeTo(1 / low, 1e-12);
    expect(turned.low).to.be.closeTo(1 / high, 1e-12);
    // At a level that they reach it is Yuen's.
    expect(contrast.interval(0.9)).to.deep.include({ low: yuenLog(slow, fast, 0.9).low });
    // 2 / C(12, 6) = 0.00216 is the least that their ranks can give: at a stricter level they are not asked.
    expect(contrastOf(slow, fast, 0.002).p).to.equal(yuens.p);
    expect(contrastOf(slow, fast, 0.0022).p).to.equal(p);
  });

  it('says nothing of one value, nor of equal ones that differ from list to list', () => {
    expect(contrastOf([2], [1, 1, 1])).to.include({ ratio: 2, p: null, error: null });
    expect(contrastOf([2], [1, 1, 1]).interval(0.95)).to.deep.equal({ ratio: 2, low: null, high: null });
    expect(contrastOf([2, 2], [1, 1]).interval(0.95)).to.include({ low: null, high: null });
    expect(contrastOf(Array(10).fill(0.1), Array(7).fill(0.1)).interval(0.95))
      .to.deep.equal({ ratio: 1, low: 1, high: 1 });
  });

  it('compares with a time that is known', () => {
    const { ratio, p, interval } = contrastWithTime(exps([1, 2, 3]), 1);
    expect(Math.log(ratio)).to.be.closeTo(2, 1e-12);
    // t = 2 / sqrt(1 / 3) = 3.4641 with two degrees of freedom
    expect(p).to.be.closeTo(0.0741799, 1e-6);
    expect(Math.log(interval(0.95).high)).to.be.closeTo(2 + 4.302652729749464 / Math.sqrt(3), 1e-9);
    expect(contrastWithTime([5], 1).ratio).to.be.closeTo(5, 1e-12);
    expect(contrastWithTime([5], 1).p).to.equal(null);
    expect(contrastWithTime([5], 1).interval(0.95)).to.include({ low: null, high: null });
  });

  it('judges many at the levels of Holm\'s steps', () => {
    const levels = [];
    const of = (p) => ({ p, interval: (confidence) => levels.push(confidence) && { ratio: 1, low: 1, high: 1 } });
    const judged = judgeTogether([of(0.04), of(null), of(0.001), of(0.02)]);
    expect(judged.map(({ adjustedP }) => adjustedP)).to.deep.equal([0.04, null, 0.003, 0.04]);
    const steps = [1 - ALPHA, 1 - ALPHA / 3, 1 - ALPHA / 3, 1 - ALPHA / 2];
    expect(judged.map(({ confidence }) => confidence)).to.deep.equal(steps);
    expect(levels).to.deep.equal(steps);
  });

  it('counts p so often as it was looked at', () => {
    const of = (p) => ({ p, interval: () => ({ ratio: 1, low: 1, high: 1 }) });
    const judged = judgeTogether([of(0.03), of(null), of(0.001), of(0.7)], 2);
    expect(judged.map(({ p }) => p)).to.deep.equal([0.03, null, 0.001, 0.7]);
    expect(judged.map(({ adjustedP }) => adjustedP)).to.deep.equal([0.12, null, 0.006, 1]);
    expect(judged.map(({ confidence }) => confidence))
      .to.deep.equal([1 - ALPHA / 4, 1 - ALPHA / 6, 1 - ALPHA / 6, 1 - ALPHA / 4]);
  });

  it('knows how many values it takes for ranks to tell a difference', () => {
    // 2 / C(2 n, n): 2 / 20, 2 / 70, 2 / 924
    expect([0.11, 0.1, 0.03, 0.0022, 0.00216].map(fewestRanked)).to.deep.equal([3, 3, 4, 6, 7]);
  });

  it('is among those that `benchmark/judges.js` compares', () => {
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
