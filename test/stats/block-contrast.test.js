'use strict';

const { expect } = require('chai');
const { timesOf, randomOf, NAMES } = require('../../benchmark/process-times');
const { contrastsOfBlocks } = require('#lib/base/stats/block-contrast');
const { tTwoSidedP, tWithin } = require('#lib/base/stats/distributions');
const { computeContrast, judgeTogether } = require('#lib/base/stats/process-contrast');
const { hartungKnapp, robustMean, weightedMean } = require('#lib/base/stats/random-effects');
const { range } = require('../helpers/numbers');

const { abs, exp, log, max, min, sqrt } = Math;

const around = (centre, spread) => [-1.5, -1, -0.4, 0.3, 1, 1.6].map((step) => centre * exp(step * spread));
const blockOf = (level, ratio, spread = 0.01) => (
  { first: around(level * ratio, spread), second: around(level, spread * 1.1) });
const of = (...blocks) => contrastsOfBlocks([blocks])[0];

const estimateOf = ({ first, second }) => {
  const { difference, error, df } = computeContrast(first, second);
  return { centre: difference, error: error ** 2, df };
};
const pOf = ({ centre, error, df }) => tTwoSidedP(abs(centre) / sqrt(error), df);
const endsOf = ({ centre, error, df }, confidence) => (
  [-1, 1].map((side) => exp(centre + side * tWithin(confidence, df) * sqrt(error))));

describe('stats/block-contrast', () => {
  it('is the contrast of the processes for one machine, and independent of the levels of machines', () => {
    const { first, second } = blockOf(100, 1.03);
    const alone = computeContrast(first, second);
    const { ratio, p, interval } = of({ first, second });
    expect([ratio, p, interval(0.99)]).to.deep.equal([alone.ratio, alone.p, alone.interval(0.99)]);
    const near = of(blockOf(100, 1.02), blockOf(100, 1.025));
    const far = of(blockOf(100, 1.02), blockOf(7000, 1.025));
    expect(far.ratio).to.be.closeTo(near.ratio, 1e-12);
    expect(far.p).to.be.closeTo(near.p, 1e-12);
    expect(far.interval(0.95).low).to.be.closeTo(near.interval(0.95).low, 1e-12);
  });

  it('weighs machines by their precision', () => {
    const blocks = [blockOf(100, 1.02, 0.005), blockOf(100, 1.03, 0.02)];
    const { ratio, p, interval, parts } = of(...blocks);
    const expected = weightedMean(blocks.map(estimateOf));
    expect(ratio).to.be.closeTo(exp(expected.centre), 1e-14).and.within(1.02, 1.022);
    expect(p).to.be.closeTo(pOf(expected), 1e-14);
    const { low, high } = interval(0.95);
    endsOf(expected, 0.95).forEach((end, i) => expect([low, high][i]).to.be.closeTo(end, 1e-12));
    expect(parts.map((part) => part.ratio))
      .to.deep.equal(blocks.map((one) => computeContrast(one.first, one.second).ratio));
  });

  it('is inverted for swapped sides', () => {
    for (const blocks of [
      [blockOf(100, 1.02), blockOf(50, 1.03, 0.03)], [blockOf(100, 1.1), blockOf(50, 0.93)],
      [blockOf(100, 1.004), blockOf(50, 1.003, 0.03), blockOf(50, 1.01, 0.03)],
    ]) {
      const turned = blocks.map(({ first, second }) => ({ first: second, second: first }));
      const [one, other] = [of(...blocks), of(...turned)];
      expect(other.ratio).to.be.closeTo(1 / one.ratio, 1e-12);
      expect(other.p).to.be.closeTo(one.p, 1e-12);
      expect(other.interval(0.95).low).to.be.closeTo(1 / one.interval(0.95).high, 1e-9);
    }
  });

  it('has intervals that agree with p, and contain the ratio', () => {
    const random = randomOf(5);
    const tests = range(200, (trial) => range(1 + trial % 4, (m) => {
      const [first, second] = timesOf(
        NAMES[(trial + m) % NAMES.length], { count: 1 + (trial + m) % 9, ratio: 1 + 0.02 * (trial % 3) }, random);
      return { first, second };
    }));
    for (const all of [tests, ...tests.map((one) => [one])]) {
      for (const { ratio, p, interval } of contrastsOfBlocks(all)) {
        for (const confidence of [0.5, 0.95, 0.999]) {
          const { low, high, ...rest } = interval(confidence);
          expect(rest.ratio).to.equal(ratio);
          if (p === null) expect({ low, high }).to.deep.equal({ low: null, high: null });
          else expect([low <= ratio && ratio <= high, low > 1 || high < 1]).to.deep.equal([true, p <= 1 - confidence]);
        }
      }
    }
    for (const { low, high, adjustedP } of judgeTogether(contrastsOfBlocks(tests, 0.05 / 200))) {
      if (adjustedP !== null) expect(low > 1 || high < 1).to.equal(adjustedP <= 0.05);
    }
  });

  it('uses the mean of any such machines if they disagree', () => {
    const blocks = [blockOf(100, 1.06), blockOf(100, 0.97)];
    const { ratio, p, interval, differ } = of(...blocks);
    const { centre, error, df } = hartungKnapp(blocks.map(estimateOf));
    expect(df).to.equal(1);
    expect(ratio).to.be.closeTo(exp(centre), 1e-14);
    expect(log(interval(0.95).high)).to.be.closeTo(centre + 12.706204736174707 * sqrt(error), 1e-9);
    expect(p).to.be.above(0.3);
    expect(differ).to.equal(true);
    // Eight that differ by as much, and agree on which side is slower.
    const eight = of(...[1.03, 1.06, 1.05, 1.02, 1.07, 1.04, 1.08, 1.05].map((change) => blockOf(100, change)));
    expect(eight.p).to.be.below(0.001);
    expect(eight.interval(0.95).low).to.be.within(1.02, 1.05);
  });

  it('covers the robust interval, too, for five machines', () => {
    const blocks = [1, 1.008, 1.016, 1.004, 1.012].map((change) => blockOf(100, change));
    const estimates = blocks.map(estimateOf);
    const [known, robust] = [weightedMean(estimates), robustMean(estimates)];
    const { p, interval } = of(...blocks);
    expect(p).to.be.closeTo(max(pOf(known), pOf(robust)), 1e-12);
    for (const confidence of [0.5, 0.95, 0.9999]) {
      const { low, high } = interval(confidence);
      const [first, second] = [endsOf(known, confidence), endsOf(robust, confidence)];
      expect(low).to.be.closeTo(min(first[0], second[0]), 1e-12);
      expect(high).to.be.closeTo(max(first[1], second[1]), 1e-12);
    }
    // Neither of the two is always the wider one.
    expect(endsOf(known, 0.5)[0]).to.be.below(endsOf(robust, 0.5)[0]);
    expect(endsOf(known, 0.9999)[0]).to.be.above(endsOf(robust, 0.9999)[0]);
    expect(of(...blocks.slice(1)).p).to.be.closeTo(pOf(weightedMean(estimates.slice(1))), 1e-12);
  });

  it('uses the variance between machines in other tests', () => {
    const quiet = [blockOf(100, 1.02), blockOf(100, 1.0205)];
    const width = (tests) => {
      const { low, high } = contrastsOfBlocks(tests)[0].interval(0.95);
      return log(high / low);
    };
    expect(width([quiet, ...Array(9).fill(quiet)])).to.be.closeTo(width([quiet]), 1e-12);
    const apart = [blockOf(100, 1.06), blockOf(100, 1)];
    expect(width([quiet, ...Array(9).fill(apart)])).to.be.above(3 * width([quiet]));
  });

  it('needs the agreement of the ranks of all machines', () => {
    // Yuen's test finds a difference, and the ranks do not, see the test of process-contrast.
    const blocks = [{ first: [103.5, 104.5, 105, 105.5, 106, 109], second: [100, 101, 102, 103, 104, 110] },
      { first: around(1, 0.3), second: around(1, 0.3) }];
    expect(pOf(weightedMean(blocks.map(estimateOf)))).to.be.below(0.06);
    expect(of(...blocks).p).to.be.above(0.09);
    // Four and four that are apart have 2 of 70 orders, 2.189 standard deviations; twice that is sqrt(2) times as many.
    const apart = { first: [103, 103.1, 103.2, 103.3], second: [100, 100.1, 100.2, 100.3] };
    const two = of(apart, { ...apart });
    expect(two.p).to.be.closeTo(0.0019601273416277867, 1e-7);
    expect(two.interval(1 - 2 * two.p).low).to.be.above(1);
    expect(two.interval(1 - two.p / 2).low).to.be.below(1);
    // They cannot reach this level.
    expect(contrastsOfBlocks([[apart, { ...apart }]], 0.001)[0].p).to.be.below(1e-5);
  });

  it('takes single processes of each machine as pairs', () => {
    const single = (change) => ({ first: [100 * exp(change)], second: [100] });
    const { ratio, p, interval } = of(...[0.01, 0.02, 0.04, 0.03].map(single));
    expect(ratio).to.be.closeTo(exp(0.025), 1e-14);
    // Student's t of 0.01, 0.02, 0.03, 0.04: mean 0.025, standard error sqrt(5 / 3 / 4) / 100
    expect(p).to.be.closeTo(tTwoSidedP(2.5 / sqrt(5 / 12), 3), 1e-12);
    expect(log(interval(0.95).low)).to.be.closeTo(0.025 - 0.01 * 3.182446305284263 * sqrt(5 / 12), 1e-9);
    expect(of(single(0.02)).p).to.equal(null);
    expect(of(single(0.02), single(0.02))).to.include({ p: null });
    expect(of(single(0), single(0)).interval(0.95)).to.deep.equal({ ratio: 1, low: 1, high: 1 });
    // They do not count together with a machine whose error is known.
    const known = blockOf(100, 1.02);
    expect(of(single(0.5), known).ratio).to.equal(computeContrast(known.first, known.second).ratio);
  });
});
