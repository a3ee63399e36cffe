'use strict';

/* An estimate is in its own interval, for any rounds, simulated or recorded. */

const { expect } = require('chai');
const recorded = require('../fixtures/recorded-rounds.json');
const { range } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { roundsOf } = require('../helpers/record-rounds');
const { roundOf, samplesOf, suiteSource } = require('../helpers/suite-sources');
const { summarizeSuite } = require('#lib/core/estimate/suite-summary');
const { summarize } = require('#lib/core/estimate/summary');

const PLAN = { timeGoal: 1, opsPerTest: 1, baselineAvg: false, margin: 0.002 };
const RARE = { bytesPerCall: 32, callsPerCollection: 5e4, share: 0.1, keptShare: 0 };

/** Times of n rounds around 1, by kind. */
const SHAPES = {
  lognormal: (n, { normal }) => range(n, () => Math.exp(0.5 * normal())),
  spikes: (n, { normal, uniform }) =>
    range(n, () => 1 + 0.01 * Math.abs(normal()) + (uniform() < 0.1 ? 20 * uniform() : 0)),
  drift: (n, { normal }) => range(n, (i) => 1 + i / n + 0.02 * normal()),
  'AR(1)': (n, { normal }) => {
    let last = normal();
    return range(n, () => {
      last = 0.8 * last + 0.6 * normal();
      return Math.exp(0.2 * last);
    });
  },
  'two humps': (n, { normal, uniform }) => range(n, () => (uniform() < 0.5 ? 1 : 1.3) + 0.005 * normal()),
  'two successive humps': (n, { normal }) => range(n, (i) => (i < n / 2 ? 1 : 1.4) + 0.01 * normal()),
  'three of five': (n) => range(n, (i) => (i % 5 < 3 ? 1 : 2)),
  few: (n, { normal }) => range(1 + n % 9, () => Math.exp(0.3 * normal())),
};

/** The same 48 lists in every run, one of each shape and length: { name, values }. */
const LISTS = Object.entries(SHAPES).flatMap(([name, valuesOf], shape) => [6, 9, 13, 24, 52, 300].map(
  (n, length) => {
    const uniform = mulberry32(1000 * shape + 10 * length);
    return { name: `${name}, ${n}`, values: valuesOf(n, { uniform, normal: gaussian(uniform) }) };
  }));
const listAt = (i) => LISTS[i % LISTS.length];

/** Samples of rounds with these times in units of `ns`, some of them interrupted. */
const samplesFor = (values, phase, allocation, ns = 100) => samplesOf(values.map((value, i) => {
  const round = roundOf(ns * value, i);
  const lostNs = i % 11 === 5 ? 4e6 : 0;
  return {
    ...round, phase, copy: i % 3, ns: round.ns + lostNs, cpuNs: Math.round(round.ns / 1000) * 1000,
    preemptions: lostNs ? 1 : 0, queuedNs: 0, tier: 'optimized',
  };
}), { allocation, cpuCostNs: 500 });

const sourceOf = (name, samples, more) => suiteSource(name, samples.rounds, { samples, ...more });

function expectWithin(low, estimate, high, what) {
  if (low === null || high === null) return 0;
  expect(low, what).to.be.at.most(estimate * (1 + 1e-12));
  expect(high, what).to.be.at.least(estimate * (1 - 1e-12));
  return 1;
}

const rowHolds = ({ nsLow, nsPerCall, nsHigh, rankLow, rank, rankHigh }, what) => (
  expectWithin(nsLow, nsPerCall, nsHigh, what) +
    (rank === null || rank === undefined ? 0 : expectWithin(rankLow, rank, rankHigh, `rank: ${what}`)));

describe('an estimate is in its own interval', () => {
  it('in a run, by the median or the mean', () => {
    let intervals = 0;
    for (const { name, values } of LISTS) {
      for (const [phase, goal] of [['measured', { seconds: 1 }], ['counted', { count: 1000 * values.length }]]) {
        for (const allocation of [null, RARE]) {
          const result = summarize(samplesFor(values, phase, allocation), goal, 1e9);
          expect(result.statistic, name).to.equal(allocation ? 'mean' : 'median');
          intervals += rowHolds(result, name);
        }
      }
    }
    expect(intervals).to.be.above(130);
  });

  it('in the rows of a suite, with their ranks and noise floors', () => {
    let intervals = 0;
    LISTS.forEach(({ name, values }, i) => {
      const others = [5, 11].map((step) => listAt(i * step + 1).values);
      const sources = [values, ...others].map((list, k) => (
        sourceOf(`${k}`, samplesFor(list, 'measured', k === 1 && i % 2 ? RARE : null, 100 * (1 + k)),
          { collects: i % 3 === 0 })));
      sources.push(sourceOf('0', samplesFor(others[0], 'measured', null), { isTwin: true }));
      const more = [{}, { baselineAvg: 1e7 }, { coversProcesses: true }][i % 3];
      for (const row of summarizeSuite(sources, { ...PLAN, ...more })) {
        intervals += rowHolds(row, name);
        expectWithin(row.noiseFloorLow, row.noiseFloor, row.noiseFloorHigh, `floor: ${name}`);
      }
    });
    expect(intervals).to.be.above(130);
  });

  it('in runs recorded on a busy machine, and in their parts', () => {
    const turned = [];
    for (const { name, goal, wallclockNs, samples: { rounds: columns, ...rest } } of recorded) {
      const rounds = roundsOf(columns);
      const result = summarize(samplesOf(rounds, rest), goal, wallclockNs);
      expect(rowHolds(result, name)).to.equal(1);
      expect(result.warnings.map(({ code }) => code)).to.include('disturbed');
      let intervals = 0;
      for (const size of [20, 120]) {
        for (let from = 0; from + size <= rounds.length; from += size) {
          for (const allocation of [null, RARE]) {
            const part = samplesOf(rounds.slice(from, from + size), { ...rest, allocation });
            intervals += rowHolds(summarize(part, goal, 1e8), `${name} from ${from}`);
          }
        }
      }
      expect(intervals).to.be.above(5);
      const inTurn = samplesOf(rounds.map((one, turn) => ({ ...one, turn })), rest);
      if (goal.seconds) turned.push(sourceOf(name, inTurn));
    }
    const rows = summarizeSuite([...turned, { ...turned[0], isTwin: true }], PLAN);
    expect(rows.reduce((sum, row) => sum + rowHolds(row, row.name), 0)).to.be.at.least(5);
  });
});
