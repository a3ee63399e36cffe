'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { welchLog } = require('../helpers/welch-log');
const { pairedRatio } = require('../../lib/stats/comparison');
const { mannWhitney } = require('../../lib/stats/ranks');

/** Not Array.from(), which takes ten times as long: the simulations below draw millions of values. */
function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

// The same 2000 trials in every run, so the shares are exact. The standard error of a share of 5 % is 0.5 %.
describe('stats/comparison: how often it is right', () => {
  const TRIALS = 2000;
  const share = (trialOf) => {
    let hits = 0;
    for (let trial = 0; trial < TRIALS; trial++) if (trialOf()) hits++;
    return hits / TRIALS;
  };
  const excludes = (value, { low, high }) => low > value || high < value;
  const noise = {
    'normal, 2 %': (uniform, normal) => () => 100 * (1 + 0.02 * normal()),
    'skewed (lognormal)': (uniform, normal) => () => 100 * Math.exp(0.5 * normal()),
    'one in ten a spike': (uniform, normal) => () => 100 * (1 + 0.02 * normal()) + (uniform() < 0.1 ? 100 : 0),
  };
  const drawOf = (name, seed) => {
    const uniform = mulberry32(seed);
    return noise[name](uniform, gaussian(uniform));
  };

  for (const name of Object.keys(noise)) {
    it(`finds a test different from itself in 1 of 20 cases, paired: ${name}`, () => {
      const draw = drawOf(name, 101);
      expect(share(() => excludes(1, pairedRatio(range(52, draw), range(52, draw))))).to.be.within(0.035, 0.065);
    });

    it(`holds a known ratio in 19 of 20 cases, paired: ${name}`, () => {
      const draw = drawOf(name, 102);
      const slower = () => 1.03 * draw();
      expect(share(() => !excludes(1.03, pairedRatio(range(52, slower), range(52, draw))))).to.be.within(0.94, 0.97);
    });

    it(`finds a test different from itself in 1 of 20 cases, by processes: ${name}`, () => {
      const draw = drawOf(name, 103);
      let apart = 0;
      const rejected = share(() => {
        const result = welchLog(range(30, draw), range(30, draw));
        if (excludes(1, result) !== result.p < 0.05) apart++;
        return result.p < 0.05;
      });
      expect(rejected).to.be.within(0.035, 0.065);
      expect(apart, 'intervals that contradict their p').to.equal(0);
    });
  }

  it('finds a test different from itself in 1 of 20 cases by the ratio of means, spikes or not', () => {
    for (const name of ['normal, 2 %', 'one in ten a spike']) {
      const draw = drawOf(name, 104);
      const compare = () => pairedRatio(range(52, draw), range(52, draw), { statistic: 'mean' });
      expect(share(() => excludes(1, compare())), name).to.be.within(0.035, 0.065);
    }
  });

  it('finds a test different from itself in 1 of 20 cases by ranks', () => {
    const draw = drawOf('one in ten a spike', 105);
    expect(share(() => mannWhitney(range(10, draw), range(10, draw)).p < 0.05)).to.be.within(0.035, 0.065);
    expect(share(() => mannWhitney(range(40, draw), range(40, draw)).p < 0.05)).to.be.within(0.035, 0.065);
  });

  it('is not moved by a machine that slows down by 20 % over the run, unlike one test after the other', () => {
    const ROUNDS = 52;
    const slots = 2 * ROUNDS;
    const slowdown = (slot) => 1 + 0.2 * slot / (slots - 1);
    const rejections = (drift) => {
      const uniform = mulberry32(106);
      const normal = gaussian(uniform);
      return share(() => {
        const a = [];
        const b = [];
        for (let round = 0; round < ROUNDS; round++) {
          const first = uniform() < 0.5 ? 0 : 1; // which of the two goes first is drawn in every round
          a[round] = drift(2 * round + first) * (100 + 2 * normal());
          b[round] = drift(2 * round + 1 - first) * (100 + 2 * normal());
        }
        return excludes(1, pairedRatio(a, b));
      });
    };
    const steady = rejections(() => 1);
    const drifting = rejections(slowdown);
    expect(steady).to.be.within(0.035, 0.065);
    expect(drifting).to.be.within(0.035, 0.065);
    expect(Math.abs(drifting - steady)).to.be.below(0.01);

    const normal = gaussian(mulberry32(107));
    const sequential = share(() => {
      const values = range(slots, (slot) => slowdown(slot) * (100 + 2 * normal()));
      return welchLog(values.slice(0, ROUNDS), values.slice(ROUNDS)).p < 0.05;
    });
    expect(sequential).to.be.above(0.99);
  });
});

describe('stats/comparison: rounds that share a cluster', () => {

  it('do not narrow the interval by their number: what a cluster is off by stays', () => {
    // Twelve loops around each test, each up to some per cent faster or slower for good, in turns.
    const normal = gaussian(mulberry32(108));
    const TRIALS = 1000;
    let clustered = 0;
    let naive = 0;
    for (let trial = 0; trial < TRIALS; trial++) {
      const luck = range(12, () => 0.01 * normal());
      const clusters = range(240, (i) => i % 12);
      const a = range(240, (i) => 103 * Math.exp(luck[i % 12] + 0.005 * normal()));
      const b = range(240, () => 100 * Math.exp(0.005 * normal()));
      const holds = ({ low, high }) => low <= 1.03 && high >= 1.03;
      if (holds(pairedRatio(a, b, { clusters }))) clustered++;
      if (holds(pairedRatio(a, b))) naive++;
    }
    expect(clustered / TRIALS).to.be.within(0.93, 0.97);
    expect(naive / TRIALS).to.be.below(0.8);
  });
});

// The same 1000 trials in every run, so the shares are exact: 0.947 and 0.948.
describe('stats/comparison: how often the interval holds the ratio, in long runs', () => {
  const noise = {
    'normal, 2 %': (uniform, normal) => () => 100 * (1 + 0.02 * normal()),
    'skewed (lognormal)': (uniform, normal) => () => 100 * Math.exp(0.5 * normal()),
    'one in ten a spike': (uniform, normal) => () => 100 * (1 + 0.02 * normal()) + (uniform() < 0.1 ? 100 : 0),
  };
  for (const name of Object.keys(noise)) {
    it(`in 94 to 97 of 100 suites of 300 rounds: ${name}`, () => {
      const uniform = mulberry32(300);
      const draw = noise[name](uniform, gaussian(uniform));
      let held = 0;
      for (let trial = 0; trial < 1000; trial++) {
        const { low, high } = pairedRatio(range(300, () => 1.03 * draw()), range(300, draw));
        if (low <= 1.03 && high >= 1.03) held++;
      }
      expect(held / 1000).to.be.within(0.94, 0.97);
    });
  }
});
