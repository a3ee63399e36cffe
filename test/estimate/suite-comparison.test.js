'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { pairedRatio } = require('../../lib/stats/comparison');
const { noiseFloor } = require('../../lib/stats/verdict');
const { compareTests, floorOfTwin, floorOfSuite, alignWith } = require('../../lib/estimate/suite-comparison');

const range = (n, valueOf) => Array.from({ length: n }, (_, i) => valueOf(i));

/** A measurement as suite-summary.js makes them: rounds of these turns, of so many ns each. */
function test(
  turns, nsOf, { nsPerCall = 100, half = 0.01, ops = 1, statistic = 'median', copies = () => 0, collects = false } =
    {}) {
  const row = { nsPerCall, nsLow: half === null ? null : nsPerCall * (1 - half),
    nsHigh: half === null ? null : nsPerCall * (1 + half), ops, statistic };
  return { row, nets: { turns, copies: turns.map((_, i) => copies(i)), ns: turns.map((turn) => nsOf(turn)) },
    collects };
}
const all = range(40, (i) => i);
const CONFIDENCE = 0.95;

// Each turn has a time of its own, so that a ratio tells which turns were paired.
const prime = (turn) => 1000 + 37 * turn * turn;
const ratioOf = (pairs) => pairedRatio(
  pairs.map(([a]) => prime(a)), pairs.map(([, b]) => prime(b)), { statistic: 'mean' }).ratio;

/** Checks that rounds of these turns are paired as listed. */
function expectPairs(a, b, pairs) {
  // Estimates that are so bad that the pairs decide.
  const bad = { half: 0.99999999, statistic: 'mean' };
  expect(compareTests(test(a, prime, bad), test(b, prime, bad), CONFIDENCE).ratio).to.be.closeTo(ratioOf(pairs), 1e-12);
}

describe('suite-comparison: pairs', () => {
  it('are rounds of the same turn', () => {
    expectPairs([1, 2, 3, 4], [1, 2, 3, 4], [[1, 1], [2, 2], [3, 3], [4, 4]]);
  });

  it('are, where one was interrupted, of the nearest turn that has no partner', () => {
    // 3 is missing here, 5 there
    expectPairs([1, 2, 4, 5, 6], [1, 2, 3, 4, 6], [[1, 1], [2, 2], [4, 4], [5, 3], [6, 6]]);
    expectPairs([1, 2, 3, 4, 6], [1, 2, 4, 5, 6], [[1, 1], [2, 2], [4, 4], [3, 5], [6, 6]]);
    // Of two that wait the later one
    expectPairs([1, 2, 3, 9], [1, 4, 9], [[1, 1], [3, 4], [9, 9]]);
    expectPairs([1, 4, 9], [1, 2, 3, 9], [[1, 1], [4, 3], [9, 9]]);
  });

  it('are no more than 16 turns apart', () => {
    expectPairs([1, 2, 10], [1, 2, 26], [[1, 1], [2, 2], [10, 26]]);
    expectPairs([1, 2, 10], [1, 2, 27], [[1, 1], [2, 2]]);
    expectPairs([1, 2, 26], [1, 2, 10], [[1, 1], [2, 2], [26, 10]]);
    expectPairs([1, 2, 27], [1, 2, 10], [[1, 1], [2, 2]]);
  });

  it('have each round in them once', () => {
    expectPairs([1, 2, 3, 20], [1, 2, 4, 5, 6, 20], [[1, 1], [2, 2], [3, 4], [20, 20]]);
    expectPairs([1, 2, 4, 5, 6, 20], [1, 2, 3, 20], [[1, 1], [2, 2], [4, 3], [20, 20]]);
  });

  it('go on to the end of either', () => {
    expectPairs([1, 2, 3, 4, 5], [1, 2], [[1, 1], [2, 2]]);
    expectPairs([1, 2, 4], [1, 2, 3, 5, 6, 7], [[1, 1], [2, 2], [4, 3]]);
  });

  it('say so where the machine is fast in one half and slow in the other, and half of the rounds were ' +
    'interrupted', () => {
    const speed = (turn) => (turn < 200 ? 100 : 130);
    const uniform = mulberry32(3);
    const some = () => range(400, (i) => i).filter(() => uniform() < 0.5);
    const bad = { half: 0.5 };
    const { ratio, low, high } =
      compareTests(test(some(), (turn) => 2 * speed(turn), bad), test(some(), speed, bad), CONFIDENCE);
    for (const value of [ratio, low, high]) expect(value).to.be.closeTo(2, 1e-12);
  });
});

describe('suite-comparison: two tests', () => {
  const normal = gaussian(mulberry32(1));
  const noise = (share) => { const list = range(40, () => 1 + share * normal()); return (turn) => list[turn]; };

  it('are compared by their pairs, unless their own estimates know it more than twice as well', () => {
    const [a, b] = [noise(0.1), noise(0.1)];
    const paired = pairedRatio(all.map(a), all.map(b));
    const width = Math.log(paired.high / paired.low);
    // Two equal estimates with an error that makes an interval of `share` of that width
    const given = (share) => {
      const half = Math.tanh(width * share / Math.SQRT2 / 2);
      return compareTests(test(all, a, { half, nsPerCall: 300 }), test(all, b, { half }), CONFIDENCE);
    };
    expect(given(0.51).ratio).to.equal(paired.ratio);
    expect(given(0.49).ratio).to.equal(3);
    expect(Math.log(given(0.49).high / given(0.49).low)).to.be.closeTo(0.49 * width, 1e-6);
  });

  it('have estimates per operation, and an interval of the confidence that is asked for', () => {
    const apart = { turns: range(40, (i) => 1000 + i), ns: () => 1 };
    const a = test(apart.turns, apart.ns, { nsPerCall: 1000, ops: 10, half: 0.02 });
    const b = test(all, () => 1, { nsPerCall: 50, half: 0.02 });
    const at = (confidence) => compareTests(a, b, confidence);
    expect(at(0.95).ratio).to.equal(2);
    const width = Math.log(at(0.95).high / at(0.95).low);
    expect(width).to.be.closeTo(Math.SQRT2 * Math.log(1.02 / 0.98), 1e-6);
    // z of 99 % over z of 95 %
    expect(Math.log(at(0.99).high / at(0.99).low) / width).to.be.closeTo(2.575829 / 1.959964, 1e-5);
  });

  it('have no interval where neither pairs nor estimates have one', () => {
    const few = (from) => test(range(5, (i) => from + i), () => 7, { half: null });
    expect(compareTests(few(0), few(0), CONFIDENCE)).to.include({ ratio: 1, low: null, high: null });
    expect(compareTests(few(0), few(100), CONFIDENCE)).to.include({ ratio: null, low: null, high: null });
    // Down to nothing: no ratio of it can be told
    const nothing = test(range(40, (i) => 100 + i), () => 7, { half: 1 });
    expect(compareTests(nothing, test(all, () => 7), CONFIDENCE)).to.include({ ratio: null, low: null, high: null });
  });

  it('are compared by means where either needs it', () => {
    const [a, b] = [noise(0.1), noise(0.1)];
    const byMean = pairedRatio(all.map(a), all.map(b), { statistic: 'mean' }).ratio;
    const [mean, median] = [{ statistic: 'mean', half: 0.5 }, { half: 0.5 }];
    expect(compareTests(test(all, a, mean), test(all, b, median), CONFIDENCE).ratio).to.equal(byMean);
    expect(compareTests(test(all, a, median), test(all, b, mean), CONFIDENCE).ratio).to.equal(byMean);
  });
});

describe('suite-comparison: the floor', () => {
  const level = (ns, more) => test(all, typeof ns === 'function' ? ns : () => ns, more);

  it('is made of eight parts of the run', () => {
    // Each part of five turns is off by something of its own
    const off = [0.01, -0.02, 0.03, 0, 0.05, -0.01, 0.02, 0.04];
    const found = floorOfTwin(level((turn) => 100 * Math.exp(off[Math.floor(turn / 5)])), level(100));
    const expected = noiseFloor(off);
    for (const field of ['floor', 'low', 'high']) expect(found[field]).to.be.closeTo(expected[field], 1e-12);
  });

  it('is made of fewer parts where there are fewer pairs, and is unknown without two', () => {
    const of = (n) => floorOfTwin(test(range(n, (i) => i), () => 101), test(range(n, (i) => i), () => 100));
    expect(of(3).floor).to.be.closeTo(0.01, 1e-12);
    expect(of(2).floor).to.be.closeTo(0.01, 1e-12);
    for (const n of [0, 1]) expect(of(n)).to.deep.equal({ floor: null, low: null, high: null });
  });

  it('is made of the loops around the test where one of the two collects garbage and it has eight', () => {
    const loops = (n, collects = true) => ({ copies: (i) => i % n, collects });
    const off = range(40, (i) => 0.01 * (i % 8 - 2));
    const foundOf = (...collects) => {
      const [first, second] = collects.map((one) => loops(8, one));
      return floorOfTwin(level((turn) => 100 * Math.exp(off[turn]), first), level(100, second));
    };
    const found = foundOf(true, true);
    expect(found.floor).to.be.closeTo(noiseFloor(off.slice(0, 8)).floor, 1e-12);
    expect([foundOf(true, false), foundOf(false, true)]).to.deep.equal([found, found]);
    expect(foundOf(false, false).floor).to.not.be.closeTo(found.floor, 1e-6);
    // Of seven parts of the run count, each with the median of five turns
    const few = floorOfTwin(level((turn) => 100 * Math.exp(off[turn]), loops(7)), level(100, loops(7)));
    expect(few.floor).to.not.be.closeTo(found.floor, 1e-6);
  });

  it('of a suite is never less than half of its narrowest interval, and unknown without a twin', () => {
    const interval = (half) => ({ low: Math.exp(-half), high: Math.exp(half) });
    const found = { floor: 0.01, low: 0, high: 0.03 };
    expect(floorOfSuite(found, [])).to.deep.equal({ ...found, twin: 0.01 });
    expect(floorOfSuite(found, [interval(0.005)])).to.deep.equal({ ...found, twin: 0.01 });
    const raised = floorOfSuite(found, [interval(0.3), interval(Math.log(1.02)), interval(0.2)]);
    expect(raised.floor).to.be.closeTo(0.02, 1e-12);
    expect(raised.twin).to.equal(0.01);
    expect(floorOfSuite(found, [interval(Math.log(1.05))])).to.deep.include({ low: 0 });
    expect(floorOfSuite(found, [interval(Math.log(1.05))]).high).to.be.closeTo(0.05, 1e-12);
    expect(floorOfSuite(found, [{ low: null, high: null }])).to.deep.equal({ ...found, twin: 0.01 });
    expect(floorOfSuite({ floor: null, low: null, high: null }, [interval(0.3)]))
      .to.deep.equal({ floor: null, low: null, high: null, twin: null });
  });
});

describe('suite-comparison: a row and its baseline', () => {
  const row = (more) => ({
    nsPerCall: 150, nsLow: 120, nsHigh: 180, ops: 10, bytesPerSecond: 600, itemsPerSecond: null,
    results: { avg: 1e10 / 150, min: 5, max: 7 }, ...more,
  });
  const baseline = { nsPerCall: 50, ops: 5 };

  it('tell the same speed as the rank does', () => {
    // 10 ns an operation, twice that, ten operations: 200 ns
    const one = row();
    alignWith(one, baseline, 2);
    expect(one).to.deep.include({ nsPerCall: 200, nsLow: 160, nsHigh: 240, itemsPerSecond: null });
    expect(one.bytesPerSecond).to.be.closeTo(450, 1e-9);
    expect(one.results.avg).to.be.closeTo(5e7, 1e-3);
    expect([one.results.min, one.results.max]).to.deep.equal([3.75, 5.25]);
  });

  it('have no interval and no rate where there was none', () => {
    const one = row({ nsLow: null, nsHigh: null, bytesPerSecond: null, itemsPerSecond: 30, results: { avg: null } });
    alignWith(one, baseline, 2);
    expect(one).to.deep.include(
      { nsPerCall: 200, nsLow: null, nsHigh: null, bytesPerSecond: null, results: { avg: null } });
    expect(one.itemsPerSecond).to.be.closeTo(22.5, 1e-9);
  });
});
