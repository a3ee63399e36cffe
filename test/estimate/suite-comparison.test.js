'use strict';

const { expect } = require('chai');
const { range } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { pairedRatio } = require('#lib/base/stats/comparison');
const { noiseFloor } = require('#lib/base/stats/verdict');
const { compareTests, floorOfTwin, floorOfSuite, alignWith } = require('#lib/core/estimate/suite-comparison');

const CONFIDENCE = 0.95;
const all = range(40, (i) => i);

/** A measurement as suite-summary.js makes it, with rounds of these turns and times. */
function test(turns, nsOf, given = {}) {
  const { nsPerCall = 100, half = 0.01, ops = 1, statistic = 'median', copies = () => 0, collects = false } = given;
  const [nsLow, nsHigh] = half === null ? [null, null] : [nsPerCall * (1 - half), nsPerCall * (1 + half)];
  return {
    row: { nsPerCall, nsLow, nsHigh, ops, statistic }, collects,
    nets: { turns, copies: turns.map((_, i) => copies(i)), ns: turns.map((turn) => nsOf(turn)) },
  };
}
const widthOf = ({ low, high }) => Math.log(high / low);

describe('suite-comparison: pairs', () => {
  // Each turn has another time, so that a ratio shows which turns were paired.
  const timeOf = (turn) => 1000 + 37 * turn * turn;

  for (const [what, a, b, pairs] of [
    ['the same turns', [1, 2, 3, 4], [1, 2, 3, 4], [[1, 1], [2, 2], [3, 3], [4, 4]]],
    ['the nearest unpaired turn', [1, 2, 4, 5, 6], [1, 2, 3, 4, 6], [[1, 1], [2, 2], [4, 4], [5, 3], [6, 6]]],
    ['the later of two waiting rounds', [1, 2, 3, 9], [1, 4, 9], [[1, 1], [3, 4], [9, 9]]],
    ['turns at most 16 apart', [1, 2, 10], [1, 2, 26], [[1, 1], [2, 2], [10, 26]]],
    ['no turns farther apart', [1, 2, 10], [1, 2, 27], [[1, 1], [2, 2]]],
    ['each round once', [1, 2, 3, 20], [1, 2, 4, 5, 6, 20], [[1, 1], [2, 2], [3, 4], [20, 20]]],
    ['rounds to the end of either', [1, 2, 4], [1, 2, 3, 5, 6, 7], [[1, 1], [2, 2], [4, 3]]],
  ]) {
    it(`are ${what}`, () => {
      // With bad estimates the pairs decide.
      const bad = { half: 0.99999999, statistic: 'mean' };
      const ratioOf = (one, other) => compareTests(test(one, timeOf, bad), test(other, timeOf, bad), CONFIDENCE).ratio;
      const expected = pairedRatio(
        pairs.map(([i]) => timeOf(i)), pairs.map(([, j]) => timeOf(j)), { statistic: 'mean' }).ratio;
      expect(ratioOf(a, b)).to.be.closeTo(expected, 1e-12);
      expect(ratioOf(b, a)).to.be.closeTo(1 / expected, 1e-12);
    });
  }
});

it('suite-comparison: turns with several rounds are compared by all rounds, if the first ones are slower', () => {
  const turns = range(40, (i) => Math.floor(i / 4));
  const many = test(turns, () => 100, { half: null });
  many.nets.ns = turns.map((_, i) => (i % 4 === 0 ? 150 : 100));
  const one = test(range(10, (i) => i), () => 200, { half: null });
  expect(compareTests(many, one, CONFIDENCE).ratio).to.be.closeTo(0.5, 1e-9);
  expect(compareTests(one, many, CONFIDENCE).ratio).to.be.closeTo(2, 1e-9);
});

describe('suite-comparison: two tests', () => {
  const normal = gaussian(mulberry32(1));
  const [a, b] = range(2, () => {
    const list = range(40, () => 1 + 0.1 * normal());
    return (turn) => list[turn];
  });

  it('are compared by pairs, unless separate estimates have less than half of the width', () => {
    const paired = pairedRatio(all.map(a), all.map(b));
    // Two equal estimates whose interval has a share of that width
    const given = (share) => {
      const half = Math.tanh(widthOf(paired) * share / Math.SQRT2 / 2);
      return compareTests(test(all, a, { half, nsPerCall: 300 }), test(all, b, { half }), CONFIDENCE);
    };
    expect(given(0.51).ratio).to.equal(paired.ratio);
    expect(given(0.49).ratio).to.equal(3);
    expect(widthOf(given(0.49))).to.be.closeTo(0.49 * widthOf(paired), 1e-6);
  });

  it('have no interval if pairs and estimates have none', () => {
    const few = (from) => test(range(5, (i) => from + i), () => 7, { half: null });
    expect(compareTests(few(0), few(0), CONFIDENCE)).to.include({ ratio: 1, low: null, high: null });
    expect(compareTests(few(0), few(100), CONFIDENCE)).to.include({ ratio: null, low: null, high: null });
    const nothing = test(range(40, (i) => 100 + i), () => 7, { half: 1 });
    expect(compareTests(nothing, test(all, () => 7), CONFIDENCE)).to.include({ ratio: null, low: null, high: null });
  });

  it('are compared by means if either is a mean', () => {
    const byMean = pairedRatio(all.map(a), all.map(b), { statistic: 'mean' }).ratio;
    for (const [first, second] of [['mean', 'median'], ['median', 'mean']]) {
      const [one, other] = [test(all, a, { statistic: first, half: 0.5 }),
        test(all, b, { statistic: second, half: 0.5 })];
      expect(compareTests(one, other, CONFIDENCE).ratio).to.equal(byMean);
    }
  });
});

describe('suite-comparison: the floor', () => {
  const level = (nsOf, more) => test(all, nsOf, more);
  const constant = (more) => level(() => 100, more);
  const NONE = { floor: null, low: null, high: null };

  it('comes from eight parts of the run, or one for each pair, if there are two', () => {
    const off = [0.01, -0.02, 0.03, 0, 0.05, -0.01, 0.02, 0.04];
    const found = floorOfTwin(level((turn) => 100 * Math.exp(off[Math.floor(turn / 5)])), constant());
    const expected = noiseFloor(off);
    for (const field of ['floor', 'low', 'high']) expect(found[field]).to.be.closeTo(expected[field], 1e-12);
    const of = (n) => floorOfTwin(test(range(n, (i) => i), () => 101), test(range(n, (i) => i), () => 100));
    for (const n of [2, 3]) expect(of(n).floor).to.be.closeTo(0.01, 1e-12);
    for (const n of [0, 1]) expect(of(n)).to.deep.equal(NONE);
  });

  it('comes from eight or more loops if one of the two collects garbage', () => {
    const off = range(40, (i) => 0.01 * (i % 8 - 2));
    const floorWith = (loops, ...collects) => {
      const [first, second] = collects.map((one) => ({ copies: (i) => i % loops, collects: one }));
      return floorOfTwin(level((turn) => 100 * Math.exp(off[turn]), first), constant(second)).floor;
    };
    const expected = noiseFloor(off.slice(0, 8)).floor;
    for (const collects of [[true, true], [true, false], [false, true]]) {
      expect(floorWith(8, ...collects)).to.be.closeTo(expected, 1e-12);
    }
    for (const other of [floorWith(8, false, false), floorWith(7, true, true)]) {
      expect(other).to.not.be.closeTo(expected, 1e-6);
    }
  });

  it('of a suite is at least half of its narrowest interval, and unknown without a twin', () => {
    const interval = (half) => ({ low: Math.exp(-half), high: Math.exp(half) });
    const found = { floor: 0.01, low: 0, high: 0.03 };
    for (const comparisons of [[], [interval(0.005)], [{ low: null, high: null }]]) {
      expect(floorOfSuite(found, comparisons)).to.deep.equal({ ...found, twin: 0.01 });
    }
    const raised = floorOfSuite(found, [interval(0.3), interval(Math.log(1.02)), interval(0.2)]);
    expect(raised.floor).to.be.closeTo(0.02, 1e-12);
    expect(raised).to.include({ low: 0, high: 0.03, twin: 0.01 });
    expect(floorOfSuite(found, [interval(Math.log(1.05))]).high).to.be.closeTo(0.05, 1e-12);
    expect(floorOfSuite(NONE, [interval(0.3)])).to.deep.equal({ ...NONE, twin: null });
  });
});

it('suite-comparison: alignWith scales the figures of a row to its ratio to the baseline', () => {
  const row = { nsPerCall: 150, nsLow: 120, nsHigh: 180, ops: 10, bytesPerSecond: 600, itemsPerSecond: null,
    results: { avg: 1e10 / 150, min: 4e7, max: 8e7 } };
  const bare = { ...row, nsLow: null, nsHigh: null, bytesPerSecond: null, itemsPerSecond: 30, results: { avg: null } };
  // 10 ns per operation, twice that, ten operations: 200 ns
  for (const one of [row, bare]) alignWith(one, { nsPerCall: 50, ops: 5 }, 2);
  expect(row).to.deep.include({ nsPerCall: 200, nsLow: 160, nsHigh: 240, itemsPerSecond: null });
  expect(row.bytesPerSecond).to.be.closeTo(450, 1e-9);
  expect(row.results.avg).to.be.closeTo(5e7, 1e-3);
  expect(row.results).to.include({ min: 3e7, max: 6e7 });
  expect(bare).to.deep.include(
    { nsPerCall: 200, nsLow: null, nsHigh: null, bytesPerSecond: null, results: { avg: null } });
  expect(bare.itemsPerSecond).to.be.closeTo(22.5, 1e-9);
});

it('suite-comparison: alignWith leaves a time that its processes did not measure', () => {
  const row = { nsPerCall: 150, nsLow: 120, nsHigh: 180, ops: 1, bytesPerSecond: null, itemsPerSecond: null,
    results: { avg: 1e9 / 150, min: 1e9 / 190, max: 1e9 / 110 } };
  for (const [ratio, ns] of [[30, 150], [0.01, 150], [1.8, 180]]) {
    alignWith(row, { nsPerCall: 100, ops: 1 }, ratio);
    expect(row.nsPerCall, `${ratio}`).to.be.closeTo(ns, 1e-9);
  }
});
