'use strict';

/*
 * An estimate lies in its own interval, whatever the rounds were, simulated or recorded; and the intervals hold the
 * truth as often as they say.
 */

const { expect } = require('chai');
const recorded = require('../fixtures/recorded-rounds.json');
const { mulberry32, gaussian } = require('../helpers/random');
const { roundsOf } = require('../helpers/record-rounds');
const { summarizeForks } = require('../../lib/estimate/process-summary');
const { pairedRatio } = require('../../lib/stats/comparison');
const { tQuantile } = require('../../lib/stats/distributions');
const { median, mean, variance, medianInterval, meanInterval, medianWithInterval, meanWithInterval,
  independentBatches } = require('../../lib/stats/sample');
const { summarizeSuite } = require('../../lib/estimate/suite-summary');
const { summarize } = require('../../lib/estimate/summary');

function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

const COST = 20;
const PLAN = { timeGoal: 1, opsPerTest: 1, baselineAvg: false, margin: 0.002 };

/** Times of n rounds around 1, by kind. */
const SHAPES = {
  normal: (n, { normal }) => range(n, () => Math.max(0.01, 1 + 0.05 * normal())),
  lognormal: (n, { normal }) => range(n, () => Math.exp(0.5 * normal())),
  spikes: (n, { normal, uniform }) =>
    range(n, () => 1 + 0.01 * Math.abs(normal()) + (uniform() < 0.1 ? 20 * uniform() : 0)),
  drift: (n, { normal }) => range(n, (i) => 1 + i / n + 0.02 * normal()),
  'AR(1)': (n, { normal }) => {
    let last = normal(); return range(n, () => { last = 0.8 * last + 0.6 * normal(); return Math.exp(0.2 * last); }); },
  'two humps': (n, { normal, uniform }) => range(n, () => (uniform() < 0.5 ? 1 : 1.3) + 0.005 * normal()),
  'two humps, one after the other': (n, { normal }) => range(n, (i) => (i < n / 2 ? 1 : 1.4) + 0.01 * normal()),
  'three of five': (n) => range(n, (i) => (i % 5 < 3 ? 1 : 2)),
  few: (n, { normal }) => range(1 + n % 9, () => Math.exp(0.3 * normal())),
};
const NAMES = Object.keys(SHAPES);
const LENGTHS = [6, 9, 13, 24, 40, 52, 101, 300, 700];

/** The same 162 lists in every run, of each shape and length two: { name, values }. */
const LISTS = NAMES.flatMap((name, shape) => LENGTHS.flatMap((n, length) => range(2, (k) => {
  const uniform = mulberry32(1000 * shape + 10 * length + k);
  return { name: `${name}, ${n}, ${k}`, values: SHAPES[name](n, { uniform, normal: gaussian(uniform) }) };
})));

const RARE = { bytesPerCall: 32, callsPerCollection: 5e4, share: 0.1, keptShare: 0 };

/** Samples of rounds that took so long each; they are the machine's, which interrupts some of them. */
function samplesOf(values, phase, allocation, ns = 100) {
  const rounds = values.map((value, i) => {
    const sliceNs = 1000 * (ns * value + 0.4) + COST;
    const lostNs = i % 11 === 5 ? 4e6 : 0;
    return {
      phase, turn: i, copy: i % 3, calls: 1000, ns: sliceNs + lostNs, referenceNs: 0.4, mhz: 3000,
      cpuNs: Math.round(sliceNs / 1000) * 1000,
      preemptions: lostNs ? 1 : 0, queuedNs: 0, tier: 'optimized', heapBytes: 0,
    };
  });
  return { kind: 'sync', rounds, stopped: null, allocation, clockCostNs: COST, clockGrainNs: 20, cpuCostNs: 500,
    isWarm: true, isAsked: true };
}

function expectWithin(low, estimate, high, what) {
  if (low === null || high === null) return 0;
  expect(low, what).to.be.at.most(estimate * (1 + 1e-12));
  expect(high, what).to.be.at.least(estimate * (1 - 1e-12));
  return 1;
}

const rowHolds = ({ nsLow, nsPerCall, nsHigh, rankLow, rank, rankHigh }, what) => (
  expectWithin(nsLow, nsPerCall, nsHigh, what) +
    (rank === null || rank === undefined ? 0 : expectWithin(rankLow, rank, rankHigh, `rank: ${what}`)));

const sourceOf = (name, samples, more) => ({
  name, ops: null, bytes: null, items: null, failure: null, durationNs: 1e9, nloops: 1000, isTwin: false,
  collects: false, early: null, samples, ...more,
});

describe('an estimate lies in its own interval', () => {
  for (const phase of ['measured', 'counted']) {
    it(`in a run, by the median or the mean: ${phase}`, () => {
      let intervals = 0;
      for (const { name, values } of LISTS) {
        for (const allocation of [null, RARE]) {
          const goal = phase === 'measured' ? { seconds: 1 } : { count: 1000 * values.length };
          const result = summarize(samplesOf(values, phase, allocation), goal, 1e9);
          expect(result.statistic, name).to.equal(allocation ? 'mean' : 'median');
          intervals += rowHolds(result, name);
        }
      }
      expect(intervals).to.be.above(250);
    });
  }

  it('in a ratio of pairs, by median, mean, or loops', () => {
    let intervals = 0;
    LISTS.forEach(({ name, values }, i) => {
      const other = LISTS[(i * 7 + 3) % LISTS.length].values;
      const n = Math.min(values.length, other.length);
      const [a, b] = [values.slice(0, n), other.slice(0, n)];
      for (const options of [{}, { statistic: 'mean' }, { clusters: range(n, (k) => k % 10) }, { confidence: 0.995 }]) {
        const { low, ratio, high } = pairedRatio(a, b, options);
        intervals += expectWithin(low, ratio, high, name);
      }
    });
    expect(intervals).to.be.above(500);
  });

  it('in the rows of a suite, with their ranks', () => {
    let intervals = 0;
    LISTS.forEach(({ name, values }, i) => {
      const others = [5, 11].map((step) => LISTS[(i * step + 1) % LISTS.length].values);
      const sources = [values, ...others].map((list, k) => (
        sourceOf(`${k}`, samplesOf(list, 'measured', k === 1 && i % 2 ? RARE : null, 100 * (1 + k)),
          { collects: i % 3 === 0 })));
      sources.push(sourceOf('0', samplesOf(others[0], 'measured', null), { isTwin: true }));
      for (const baselineAvg of [false, 1e7]) {
        for (const row of summarizeSuite(sources, { ...PLAN, baselineAvg })) {
          intervals += rowHolds(row, name);
          expectWithin(row.noiseFloorLow, row.noiseFloor, row.noiseFloorHigh, `floor: ${name}`);
        }
      }
    });
    expect(intervals).to.be.above(750);
  });

  it('in the rows of forked suites, with their ranks', () => {
    let intervals = 0;
    for (let i = 0; i < LISTS.length; i += 3) {
      const processes = (list, ns) => list.slice(0, 12).map((value, k) => (
        summarizeSuite([sourceOf('a', samplesOf(LISTS[(i + k) % LISTS.length].values, 'measured', null, ns * value))],
          PLAN)[0]));
      const sources = [LISTS[i], LISTS[(i * 5 + 1) % LISTS.length]].map(({ values }, k) => (
        { name: `${k}`, ops: null, rows: processes(values, 100 * (1 + k)), error: null, isTwin: false,
          variant: null }));
      sources.push({ ...sources[0], rows: processes(LISTS[i + 1].values, 100), isTwin: true });
      for (const row of summarizeForks(sources, PLAN)) intervals += rowHolds(row, LISTS[i].name);
    }
    expect(intervals).to.be.above(100);
  });

  describe('of rounds that were recorded beside three endless loops', () => {
    const runs = recorded.map(({ name, goal, wallclockNs, samples }) =>
      ({ name, goal, wallclockNs, samples: { ...samples, rounds: roundsOf(samples.rounds) } }));

    for (const { name, goal, wallclockNs, samples } of runs) {
      it(`in the whole run, and in each part of it: ${name}`, () => {
        const result = summarize(samples, goal, wallclockNs);
        expect(rowHolds(result, name)).to.equal(1);
        expect(result.warnings.map(({ code }) => code)).to.include('disturbed');
        const { rounds } = samples;
        let intervals = 0;
        for (const size of [8, 20, 50, 120]) {
          for (let from = 0; from + size <= rounds.length; from += size) {
            const part = { ...samples, rounds: rounds.slice(from, from + size) };
            for (const allocation of [null, RARE]) {
              intervals += rowHolds(summarize({ ...part, allocation }, goal, 1e8), `${name} from ${from}`);
            }
          }
        }
        expect(intervals).to.be.above(20);
      });
    }

    it('in rows of a suite', () => {
      const timed = runs.filter(({ goal }) => goal.seconds);
      const turned = timed.map(({ name, samples }) =>
        sourceOf(name, { ...samples, rounds: samples.rounds.map((one, turn) => ({ ...one, turn })) }));
      const rows = summarizeSuite([...turned, { ...turned[0], isTwin: true }], PLAN);
      expect(rows.reduce((sum, row) => sum + rowHolds(row, row.name), 0)).to.be.at.least(5);
    });
  });
});

describe('stats/sample: centre and interval by one rule', () => {
  const normal = gaussian(mulberry32(78));
  const independent = range(60, () => normal());
  let last = 0;
  const chain = range(300, () => { last = 0.6 * last + 0.8 * normal(); return last; });

  it('are median and sign test of values that are independent, for any confidence', () => {
    for (const confidence of [0.8, 0.95, 0.99]) {
      const { centre, low, high } = medianWithInterval(independent, confidence);
      const expected = medianInterval(independent, confidence);
      expect(centre).to.equal(median(independent));
      expect(low).to.be.closeTo(expected.low, 1e-12);
      expect(high).to.be.closeTo(expected.high, 1e-12);
    }
    expect(medianWithInterval(independent)).to.deep.equal(medianWithInterval(independent, 0.95));
  });

  it('are as wide as those of fewer values where one tells of the next: quantiles of the same list', () => {
    const { centre, low, high } = medianWithInterval(chain);
    expect(centre).to.equal(median(chain));
    // 300 with a correlation of 0.6 are worth some 300 (1 - 0.6) / (1 + 0.6) = 75: the sign test of these leaves out 29
    const ordered = Float64Array.from(chain).sort();
    const share = (value) => ordered.filter((one) => one < value).length / 300;
    expect(share(low)).to.be.within(0.32, 0.42);
    expect(share(high)).to.be.within(0.58, 0.68);
    const alone = medianInterval(chain);
    expect(share(alone.low)).to.be.above(0.43);
  });

  it('have no interval of a list that is too short for one', () => {
    for (const n of [0, 1, 5]) {
      expect(medianWithInterval(range(n, (i) => i)))
        .to.deep.equal({ centre: n ? (n - 1) / 2 : NaN, low: null, high: null });
    }
    expect(medianWithInterval(range(6, (i) => i)).low).to.be.a('number');
    expect(medianWithInterval(range(7, (i) => i), 0.99)).to.include({ low: null, high: null });
    expect(meanWithInterval([3])).to.deep.equal({ centre: 3, low: null, high: null });
    expect(meanWithInterval([]).centre).to.be.NaN;
  });

  it('have the widest interval that there is where values say next to nothing', () => {
    // One step in the middle: 12 batches are left, and worth eight values
    for (const n of [24, 48, 47, 96, 600, 4096]) {
      const step = range(n, (i) => (i < n / 2 ? 1 : 2) + i / 1e6);
      for (const confidence of [0.95, 0.99]) {
        const { low, high } = medianWithInterval(step, confidence);
        expect(low, `${n}`).to.be.within(1, 1.1);
        expect(high, `${n}`).to.be.within(1.9, 2.1);
      }
    }
  });

  it('know the spread of batches by so many of them: Student\'s t where the sign test takes the normal', () => {
    // Ranks, so that an end of the interval is a place in the list
    const ordered = Float64Array.from(chain).sort();
    const ranks = chain.map((value) => ordered.indexOf(value));
    const batches = independentBatches(ranks.map((rank) => (rank > 149.5 ? 1 : 0)));
    const known = (1.959964 / tQuantile(0.975, batches.length - 1)) ** 2;
    const worth = Math.floor(known * batches.length / (4 * variance(batches)));
    expect(worth).to.be.within(20, 120).and.below(Math.floor(batches.length / (4 * variance(batches))));
    // The ends among so many equally spaced values, as quantiles of the 300
    const { low, high } = medianInterval(range(worth, (i) => (i + 0.5) / worth * 300 - 0.5));
    const found = medianWithInterval(ranks);
    expect(found.low).to.be.closeTo(low, 1e-9);
    expect(found.high).to.be.closeTo(high, 1e-9);
  });

  it('have no width where all values are equal', () => {
    expect(medianWithInterval(range(40, () => 3))).to.deep.equal({ centre: 3, low: 3, high: 3 });
    expect(meanWithInterval(range(40, () => 3))).to.deep.equal({ centre: 3, low: 3, high: 3 });
  });

  it('are the mean of all values and Student\'s interval of batches, around it', () => {
    for (const values of [independent, chain]) {
      const { centre, low, high } = meanWithInterval(values);
      const batches = independentBatches(values);
      const expected = meanInterval(batches);
      expect(centre).to.equal(mean(values));
      expect(high - low).to.be.closeTo(expected.high - expected.low, 1e-12);
      expect(high - centre).to.be.closeTo(centre - low, 1e-12);
    }
    expect(independentBatches(chain).length).to.be.below(150);
    // 61 values in batches of two leave one over, which the mean counts
    const odd = meanWithInterval([...chain.slice(0, 60), 50]);
    expect(odd.centre).to.equal(mean([...chain.slice(0, 60), 50]));
  });
});
