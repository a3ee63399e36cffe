'use strict';

/* How often intervals contain the truth. The seeds are fixed, so the shares are the same in every run. */

const { expect } = require('chai');
const { holds, range, shareOf } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { welchLog } = require('../helpers/welch-log');
const { pairedRatio, yuenTest } = require('#lib/base/stats/comparison');
const { mannWhitney } = require('#lib/base/stats/ranks');
const {
  medianInterval, meanInterval, medianWithInterval, meanWithInterval, trimmedMean,
} = require('#lib/base/stats/sample');
const { noiseFloor } = require('#lib/base/stats/verdict');
const { collectedMean } = require('#lib/core/estimate/summary');

const TRIALS = 2000;

// The last median: 0.9 F(x) + 0.1 F(x - 100) = 1/2, so F((x - 100) / 2) = 5/9.
const NOISES = {
  normal: { median: 100, of: (uniform, normal) => () => 100 + 2 * normal() },
  lognormal: { median: 100, of: (uniform, normal) => () => 100 * Math.exp(0.5 * normal()) },
  spikes: { median: 100 + 2 * 0.13971029888,
    of: (uniform, normal) => () => 100 + 2 * normal() + (uniform() < 0.1 ? 100 : 0) },
};

function drawOf(name, seed) {
  const uniform = mulberry32(seed);
  return NOISES[name].of(uniform, gaussian(uniform));
}

describe('coverage of independent values', () => {
  const median = (n) => (draw) => medianInterval(range(n, draw));
  const paired = (n, ratio, options) => (draw) => (
    pairedRatio(range(n, () => ratio * draw()), range(n, draw), options));
  for (const name of Object.keys(NOISES)) {
    for (const [what, seed, intervalOf, truth, least, most] of [
      ['the median of 10', 10, median(10), NOISES[name].median, 0.93, 0.98],
      ['the median of 30', 30, median(30), NOISES[name].median, 0.93, 0.98],
      ['the median of 52', 1052, median(52), NOISES[name].median, 0.94, 0.97],
      ['the median of 300', 1300, median(300), NOISES[name].median, 0.94, 0.97],
      ['the ratio of equal pairs', 101, paired(52, 1), 1, 0.935, 0.965],
      ['the ratio of pairs', 102, paired(52, 1.03), 1.03, 0.94, 0.97],
      ['the ratio of 300 pairs', 300, paired(300, 1.03), 1.03, 0.94, 0.97],
      ['the ratio of equal processes by Yuen\'s test', 103,
        (draw) => yuenTest(range(30, draw), range(30, draw)).interval(0.95), 1, 0.935, 0.965],
      ['the ratio of equal processes', 103, (draw) => welchLog(range(30, draw), range(30, draw)), 1, 0.935, 0.965],
    ]) {
      it(`is nominal for ${what}, ${name}`, () => {
        const draw = drawOf(name, seed);
        expect(shareOf(TRIALS, () => holds(intervalOf(draw), truth))).to.be.within(least, most);
      });
    }
  }

  it('is nominal for ratios of means, and for ranks', () => {
    for (const name of ['normal', 'spikes']) {
      const draw = drawOf(name, 104);
      const interval = () => pairedRatio(range(52, draw), range(52, draw), { statistic: 'mean' });
      expect(shareOf(TRIALS, () => holds(interval(), 1)), name).to.be.within(0.935, 0.965);
    }
    const draw = drawOf('spikes', 105);
    for (const n of [10, 40]) {
      expect(shareOf(TRIALS, () => mannWhitney(range(n, draw), range(n, draw)).p < 0.05)).to.be.within(0.035, 0.065);
    }
  });

  it('is nominal for means, trimmed means and noise floors', () => {
    for (const [intervalOf, n, seed] of [[meanInterval, 8, 11], [trimmedMean, 24, 24]]) {
      const normal = gaussian(mulberry32(seed));
      expect(shareOf(TRIALS, () => holds(intervalOf(range(n, normal)), 0))).to.be.within(0.935, 0.965);
    }
    const draw = gaussian(mulberry32(11));
    expect(shareOf(TRIALS, (trial) => {
      const truth = trial % 2 ? 0.03 : 0.004;
      const { floor, low, high } = noiseFloor(range(2 + trial % 9, () => truth + 0.01 * draw()));
      expect(floor).to.be.within(low, high);
      return holds({ low, high }, Math.expm1(truth));
    })).to.be.within(0.935, 0.985);
  });
});

describe('coverage of correlated values', () => {
  for (const [name, intervalOf] of [['median', medianWithInterval], ['mean', meanWithInterval]]) {
    // 52 values with a correlation of 0.6 leave 13 batches, too few to estimate their correlation well.
    for (const [n, correlation, least] of [
      [20, 0, 0.94], [52, 0, 0.94], [300, 0, 0.94], [52, 0.3, 0.92], [52, 0.6, 0.88], [300, 0.3, 0.94],
      [300, 0.6, 0.94],
    ]) {
      it(`is ${100 * least} % for the ${name} of ${n} values with a correlation of ${correlation}`, () => {
        const normal = gaussian(mulberry32(2));
        expect(shareOf(TRIALS, () => {
          let last = normal();
          return holds(intervalOf(range(n, (i) => {
            if (i) last = correlation * last + Math.sqrt(1 - correlation ** 2) * normal();
            return last;
          })), 0);
        })).to.be.within(least, 0.97);
      });
    }
  }

  it('is nominal for interleaved tests on a machine that slows down by 20 %, but not for successive tests', () => {
    const ROUNDS = 52;
    const slowdown = (slot) => 1 + 0.2 * slot / (2 * ROUNDS - 1);
    const rejections = (drift) => {
      const uniform = mulberry32(106);
      const normal = gaussian(uniform);
      return shareOf(TRIALS, () => {
        const pairs = range(ROUNDS, (round) => {
          const first = uniform() < 0.5 ? 0 : 1; // the order in each round is random
          return [first, 1 - first].map((slot) => drift(2 * round + slot) * (100 + 2 * normal()));
        });
        return !holds(pairedRatio(pairs.map(([a]) => a), pairs.map(([, b]) => b)), 1);
      });
    };
    const [steady, drifting] = [() => 1, slowdown].map(rejections);
    expect(steady).to.be.within(0.035, 0.065);
    expect(drifting).to.be.within(0.035, 0.065);
    expect(Math.abs(drifting - steady)).to.be.below(0.01);
    const normal = gaussian(mulberry32(107));
    expect(shareOf(TRIALS, () => {
      const values = range(2 * ROUNDS, (slot) => slowdown(slot) * (100 + 2 * normal()));
      return welchLog(values.slice(0, ROUNDS), values.slice(ROUNDS)).p < 0.05;
    })).to.be.above(0.99);
  });

  it('is nominal for rounds of loops that differ, if the loops are known', () => {
    const normal = gaussian(mulberry32(108));
    const clusters = range(240, (i) => i % 12);
    let naive = 0;
    expect(shareOf(1000, () => {
      const luck = range(12, () => 0.01 * normal());
      const a = range(240, (i) => 103 * Math.exp(luck[i % 12] + 0.005 * normal()));
      const b = range(240, () => 100 * Math.exp(0.005 * normal()));
      if (holds(pairedRatio(a, b), 1.03)) naive++;
      return holds(pairedRatio(a, b, { clusters }), 1.03);
    })).to.be.within(0.93, 0.97);
    expect(naive / 1000).to.be.below(0.8);
  });
});

describe('coverage of rounds with collections', () => {
  const CALLS = 100;
  const COLLECTION_NS = 3000;
  const freeBytes = 32 * CALLS;

  /** Rounds of calls of 100 ns, with a collection every few rounds, or several in each. Some are interrupted unseen. */
  function drawRounds({ uniform, normal }, { n, perRound, wildShare }) {
    let next = uniform() / perRound;
    return range(n, (i) => {
      let ns = CALLS * 100 * (1 + 0.02 * normal());
      const isCollected = next < i + 1;
      for (; next < i + 1; next += 1 / perRound) ns += COLLECTION_NS * (1 + 0.2 * normal());
      if (uniform() < wildShare) ns *= 2 + 4 * uniform();
      return { net: ns / CALLS, round: { calls: CALLS, heapBytes: isCollected ? -5000 : freeBytes } };
    });
  }

  for (const wildShare of [0, 0.05]) {
    for (const perRound of [0.07, 0.2, 0.6, 1, 2.5]) {
      it(`is at least nominal with ${perRound} collections per round, ${wildShare * 100} % interrupted`, () => {
        const uniform = mulberry32(7);
        const random = { uniform, normal: gaussian(uniform) };
        const truth = 100 + COLLECTION_NS * perRound / CALLS;
        let sum = 0;
        const share = shareOf(TRIALS / 4, () => {
          const drawn = drawRounds(random, { n: 36, perRound, wildShare });
          const rounds = drawn.map(({ round }) => round);
          const found = collectedMean(drawn.map(({ net }) => net), rounds, rounds, freeBytes / CALLS);
          sum += found.centre;
          return holds(found, truth);
        });
        expect(share).to.be.at.least(0.935);
        // The mean of all rounds is 15 % too high.
        expect(sum / (TRIALS / 4)).to.be.within(0.998 * truth, 1.015 * truth);
      });
    }
  }
});
