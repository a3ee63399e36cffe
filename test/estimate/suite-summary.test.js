'use strict';

const { expect } = require('chai');
const { range } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { roundOf: round, suiteSource: source } = require('../helpers/suite-sources');
const { pairedRatio } = require('#lib/base/stats/comparison');
const { noiseFloor, timesLonger } = require('#lib/base/stats/verdict');
const { mean } = require('#lib/base/stats/sample');
const { createRowError } = require('#lib/base/text/row-error');
const { createEmptyRow } = require('#lib/core/estimate/row');
const { summarizeSuite } = require('#lib/core/estimate/suite-summary');

const PLAN = Object.freeze({ timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002 });
const ERROR = createRowError('threw', 'Error: no', { at: 'x.js:1:2', calls: '7', stack: 'Error: no\n    at x.js:1:2' });
const NO_RANK = { rank: null, rankLow: null, rankHigh: null, moreSeconds: null };

const failed = (name, nets = null) => source(name, nets, { failure: ERROR });
const level = (net, n = 40) => range(n, () => net);
/** Half of the rounds are above by a share, half below. */
const wavering = (net, share, n = 40) => range(n, (i) => net * (i % 2 ? 1 + share : 1 - share));
const noisy = (net, share, seed, n = 40) => {
  const normal = gaussian(mulberry32(seed));
  return range(n, () => net * (1 + share * normal()));
};

const summarize = (sources, plan) => summarizeSuite(sources, { ...PLAN, ...plan });
/** The rows by name. */
const named = (sources, plan) => Object.fromEntries(summarize(sources, plan).map((row) => [row.name, row]));
const ranks = ({ rank, rankLow, rankHigh }) => ({ rank, rankLow, rankHigh });
const verdicts = (rows) => rows.map(({ verdict }) => verdict);
const codes = (row) => row.warnings.map((one) => one.code);

/** The ranks of a ratio of times and its interval. */
const ranksOf = ({ ratio, low, high }) => ({ rank: 1000 / ratio, rankLow: 1000 / high, rankHigh: 1000 / low });
const exactly = (rank) => ({ rank, rankLow: rank, rankHigh: rank });
function expectRanks(row, expected, what = row.name) {
  for (const name of ['rank', 'rankLow', 'rankHigh']) {
    expect(row[name], `${what}: ${name}`).to.be.closeTo(expected[name], 1e-9 * Math.abs(expected[name]));
  }
}

/** Every number in a value, with its path. */
function numbersIn(value, path = '', found = []) {
  if (typeof value === 'number') found.push([path, value]);
  else if (value && typeof value === 'object') {
    for (const key of Object.keys(value)) numbersIn(value[key], `${path}.${key}`, found);
  }
  return found;
}

describe('suite-summary: the rank', () => {
  it('comes from the common turns, not from the averages', () => {
    // The machine is half as fast after turn 40. a has turns only before, b mostly afterwards.
    const speed = (turn) => (turn < 40 ? 100 : 200);
    const part = (from, to, step = 1) =>
      range((to - from) / step, (i) => round(speed(from + i * step), from + i * step));
    const rows = named([source('a', part(0, 40)), source('b', part(24, 100)), source('every fourth', part(0, 80, 4))]);
    expect(rows.a.results.avg).to.be.closeTo(1e7, 1);
    expectRanks(rows.b, exactly(1000));
    expectRanks(rows['every fourth'], exactly(1000));
  });

  it('is null without common turns and intervals', () => {
    const rows = named([source('a', level(100, 5)), source('b', range(5, (i) => round(100, 100 + i)))]);
    expect(rows.b).to.include({ ...NO_RANK, verdict: 'unresolved' });
  });
});

describe('suite-summary: operations per call', () => {
  it('come from the test, or from the plan', () => {
    const sources = [source('one', level(100)), source('ten', level(1000), { ops: 10 }), source('plan', level(500))];
    const rows = named(sources, { opsPerTest: 5 });
    expect({ one: rows.one.ops, ten: rows.ten.ops, plan: rows.plan.ops }).to.deep.equal({ one: 5, ten: 10, plan: 5 });
    // 5 in 100 ns, 10 in 1000 ns, 5 in 500 ns
    expect(rows.one.results.avg).to.be.closeTo(5e7, 1);
    expect(rows.ten.results.avg).to.be.closeTo(1e7, 1);
    expectRanks(rows.ten, exactly(200));
    expectRanks(rows.plan, exactly(200));
    // The rest is per call.
    expect(rows.ten.nsPerCall).to.be.closeTo(1000, 1e-6);
    expect(rows.ten.results).to.include({ count: 40000, nloops: 1000 });
  });

  it('do not change bytes and items per second', () => {
    const [a, b, none, fast] = summarize([
      source('a', level(100), { bytes: 64, items: 3 }), source('b', level(1000), { bytes: 1e6, ops: 10 }),
      source('c', level(10)), source('d', level(0.01), { bytes: 64, items: 3 })]);
    expect(a.bytesPerSecond).to.be.closeTo(6.4e8, 1);
    expect(a.itemsPerSecond).to.be.closeTo(3e7, 1);
    expect(b.bytesPerSecond).to.be.closeTo(1e12, 1);
    expect(b.itemsPerSecond).to.equal(null);
    for (const row of [none, fast]) expect(row).to.include({ bytesPerSecond: null, itemsPerSecond: null });
  });
});

describe('suite-summary: the baseline', () => {
  it('is the first test with a speed', () => {
    const [b, c] = [source('b', level(200)), source('c', level(100))];
    for (const [sources, expected] of [
      [[source('a', level(100)), b], 'a'], [[failed('a'), b, c], 'b'], [[failed('a', level(5)), b, c], 'b'],
      [[source('a', level(0.05)), b, c], 'b'], [[source('a', null), b, c], 'b'], [[c], 'c'],
      [[failed('a'), failed('b')], null], [[source('a', level(0.01)), source('b', level(0.02))], null],
    ]) {
      const rows = summarize(sources);
      const baselines = rows.filter(({ verdict }) => verdict === 'baseline');
      expect(baselines.map(({ name }) => name)).to.deep.equal(expected ? [expected] : []);
      for (const row of baselines) expect(ranks(row)).to.deep.equal(exactly(1000));
      if (!expected) for (const row of rows) expect(row).to.include(NO_RANK);
      expect(rows.map(({ name }) => name)).to.deep.equal(sources.map(({ name }) => name));
    }
  });

  it('can be a number of operations per second, with which each time alone is compared', () => {
    const rows = named([source('a', level(100)), source('c', level(200), { ops: 4 }), failed('d'),
      source('e', level(0.01)), source('f', noisy(100, 0.02, 3))], { baselineAvg: 2e7 });
    // 1e7 and 2e7 operations per second over 2e7. The place of its loop is in the interval of a test: 0.6 %
    expectRanks(rows.a, { rank: 500, rankLow: 500 / 1.006, rankHigh: 500 / 0.994 });
    expectRanks(rows.c, { rank: 1000, rankLow: 1000 / 1.006, rankHigh: 1000 / 0.994 });
    const { nsPerCall, nsLow, nsHigh } = rows.f;
    expectRanks(rows.f, ranksOf({ ratio: nsPerCall / 50, low: nsLow / 50, high: nsHigh / 50 }));
    expect(verdicts([rows.a, rows.c, rows.d, rows.e])).to.deep.equal(
      ['slower', 'unresolved', 'failed', 'below-resolution']);
    for (const row of [rows.d, rows.e]) expect(row.rank).to.equal(null);
  });
});

describe('suite-summary: the verdict', () => {
  // The intervals of wavering tests are as wide as the amount by which they waver.
  const cases = [
    ['same', source('b', level(100))], ['same', source('b', level(100.1))], ['slower', source('b', level(101))],
    ['faster', source('b', level(99))], ['slower', source('b', wavering(110, 0.05))],
    ['faster', source('b', wavering(90, 0.05))], ['unresolved', source('b', wavering(101, 0.05))],
    ['unresolved', source('b', level(200, 5))], ['below-resolution', source('b', level(0.05))],
    ['failed', failed('b')], ['failed', failed('b', level(100))], [null, source('b', null)],
    ['same', source('b', level(103)), 0.04], ['slower', source('b', level(103)), 0.02],
  ];
  it('follows from the interval and the margin', () => {
    cases.forEach(([verdict, test, margin = 0.002], i) => {
      const [, row] = summarize([source('a', level(100)), test], { margin });
      expect(row, `${i}`).to.include({ verdict, margin });
    });
  });

  it('is never a rank for tests below the resolution or too noisy, in any order', () => {
    // 15 rounds of 5 ns, 10 of 100 ns, 15 of 2000 ns, shuffled: a median of 100 between 5 and 2000.
    const wild = range(40, (i) => [5, 100, 2000][i * 7 % 40 < 15 ? 0 : i * 7 % 40 < 25 ? 1 : 2]);
    for (const [nets, verdict] of [[level(0.09), 'below-resolution'], [level(-5), 'below-resolution'],
      [wild, 'too-noisy']]) {
      const [a, b] = [source('a', level(1e6)), source('b', nets, { bytes: 100 })];
      for (const rows of [named([a, b]), named([b, a])]) {
        expect(rows.b).to.include({ ...NO_RANK, verdict, bytesPerSecond: null });
        expect(rows.b.results).to.include({ avg: null, min: null, max: null, count: 40000 });
        expect(rows.a.verdict).to.equal('baseline');
      }
    }
  });
});

describe('suite-summary: the joint error', () => {
  const baseNets = noisy(100, 0.02, 10);
  const testNets = noisy(103, 0.02, 11);
  const others = range(7, (i) => source(`other ${i}`, noisy(100, 0.02, 20 + i)));
  const rankOf = (confidence) => ranksOf(pairedRatio(testNets, baseNets, { confidence }));
  const sources = [source('a', baseNets), source('b', testNets)];

  it('of all comparisons together is 5 %, in ranks by the ratios of paired rounds', () => {
    for (const m of [1, 2, 8]) expectRanks(named([...sources, ...others.slice(0, m - 1)]).b, rankOf(1 - 0.05 / m));
  });

  it('does not count the twin or tests without a comparison', () => {
    const rest =
      [failed('c'), source('d', level(0.01)), source('e', null), source('a', noisy(100, 0.02, 12), { isTwin: true })];
    expectRanks(named([...sources, ...rest]).b, rankOf(0.95));
  });
});

describe('suite-summary: the noise floor', () => {
  const twin = (nets, more) => source('a', nets, { isTwin: true, ...more });
  const base = source('a', level(100));
  const other = source('b', level(150));
  const floorOf = (nets, plan) => summarize([base, other, twin(nets)], plan)[0].noiseFloor;

  it('leaves no verdict within its interval if the test certainly differs from itself', () => {
    const apart = range(40, (i) => round(100 * Math.exp(i < 20 ? 0.4 : 0.5), i));
    const rowsFor = (net) => summarize([base, source('b', level(net)), twin(apart)]);
    const { noiseFloor: floor, noiseFloorLow: low, noiseFloorHigh: high } = rowsFor(100)[0];
    expect([low > 0.2, high > floor * 1.05], `${low} ${floor} ${high}`).to.deep.equal([true, true]);
    const [above, within] = [1.05 * (1 + high), 1 + (floor + high) / 2];
    expect([100 * above, 100 * within, 100 / within, 100 / above].map((net) => rowsFor(net)[1].verdict))
      .to.deep.equal(['slower', 'unresolved', 'unresolved', 'faster']);
  });

  it('is the distance of the twin to either side, with any margin', () => {
    expect(floorOf(level(100))).to.equal(0);
    for (const net of [80, 99.9, 125]) {
      const apart = Math.max(net / 100, 100 / net) - 1;
      for (const margin of [0, 0.5]) expect(floorOf(level(net), { margin })).to.be.closeTo(apart, 1e-9);
    }
  });

  it('uses means if collections are rare', () => {
    const rare = { samples: { allocation: { bytesPerCall: 100, callsPerCollection: 5000, share: 0.1, keptShare: 0 } } };
    const nets = range(40, (i) => (i % 5 === 2 ? 300 : 100) + i % 7);
    const differences = range(8, (part) => Math.log(mean(nets.slice(5 * part, 5 * part + 5)) / 100));
    const [row] = summarize([base, other, twin(nets, rare)]);
    expect(row.noiseFloor).to.be.closeTo(noiseFloor(differences).floor, 1e-9);
  });

  it('is in all rows, and the twin has no row', () => {
    const rows = summarize([base, twin(level(101)), other, failed('c'), source('d', level(0.01)), source('e', null)]);
    expect(rows.map((row) => row.name)).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    for (const row of rows) {
      for (const field of ['noiseFloor', 'noiseFloorLow', 'noiseFloorHigh']) {
        expect(row[field], `${row.name}: ${field}`).to.be.closeTo(0.01, 1e-9);
      }
    }
  });

  it('is unknown unless the twin and the first test have speeds and common turns', () => {
    for (const sources of [
      [base, other], [base, other, { ...failed('a'), isTwin: true }], [base, other, twin(null)],
      [base, other, twin(level(0.01))], [base, other, twin(range(40, (i) => round(100, 1000 + i)))],
      [failed('a'), other, source('c', level(240)), twin(level(100))],
    ]) {
      for (const row of summarize(sources)) {
        expect(row).to.include({ noiseFloor: null, noiseFloorLow: null, noiseFloorHigh: null });
      }
    }
  });
});

describe('suite-summary: additional time', () => {
  const unresolved = () => [source('a', level(100)), source('b', wavering(101, 0.05))];

  it('is the missing share of the spent time', () => {
    const times = timesLonger(pairedRatio(wavering(101, 0.05), level(100)), { margin: 0.002, floor: 0 });
    expect(times).to.be.above(2);
    for (const timeGoal of [4, 60]) {
      expect(named(unresolved(), { timeGoal }).b.moreSeconds).to.be.closeTo((times - 1) * timeGoal, 1e-6);
    }
    expect(named(unresolved(), { timeGoal: 0 }).b.moreSeconds).to.equal(0);
  });

  it('uses the noise floor of the twin', () => {
    // The interval of a third test is so narrow that the twin determines the floor.
    const { b } = named([...unresolved(), source('c', level(150)), source('a', level(100.5), { isTwin: true })]);
    const times =
      timesLonger(pairedRatio(wavering(101, 0.05), level(100), { confidence: 0.975 }), { margin: 0.002, floor: 0.005 });
    expect(b.moreSeconds).to.be.closeTo((times - 1) * 4, 1e-6);
  });
});

describe('suite-summary: tests that collect garbage', () => {
  const allocation = (callsPerCollection) => (
    { samples: { allocation: { bytesPerCall: 100, callsPerCollection, share: 0.1, keptShare: 0 } } });
  // A collection in each fifth round of 1000 calls triples its time.
  const collectingAt = (net, i) => round(net, i, { heapBytes: i % 5 === 2 ? -5e6 : 1e5 });
  const collecting = range(60, (i) => (i % 5 === 2 ? 300 : 100) + (i % 7) / 10);
  const steady = noisy(100, 0.005, 6, 60);

  it('are compared by their means if few rounds hold a collection, and otherwise by medians', () => {
    const rareOf = (nets) => named([source('a', steady), source('b', nets.map(collectingAt), allocation(5000))]).b;
    const rare = rareOf(collecting);
    expect(rare.statistic).to.equal('mean');
    expect(rare.rank).to.be.closeTo(1000 / 1.4, 5);
    expect(rare.rankHigh - rare.rankLow).to.be.within(1, 30);
    // Interruptions that nothing shows hardly move it.
    const interrupted = rareOf(collecting.map((net, i) => (i % 20 === 4 ? 6 * net : net)));
    expect(interrupted.rank).to.be.closeTo(rare.rank, 5);
    const often = named([source('a', steady), source('b', collecting, allocation(50))]).b;
    expect(often.statistic).to.equal('median');
    expectRanks(often, ranksOf(pairedRatio(collecting, steady)));
    expect(often.collections).to.include({ count: 1200, share: 0.1, bytesPerCall: 100 });
    expect(often.collections.seconds).to.be.closeTo(0.1 * often.results.elapsed, 1e-15);
  });

  it('are compared loop by loop, by the test with more loops', () => {
    const copied = (nets, copies) => nets.map((net, i) => round(net, i, { copy: i % copies }));
    const a = noisy(100, 0.02, 7, 60);
    const b = noisy(102, 0.02, 8, 60);
    const rankOf = (copiesOfA, ofA, copiesOfB, ofB) => named([
      source('a', copied(a, copiesOfA), { collects: ofA }), source('b', copied(b, copiesOfB), { collects: ofB })]).b;
    const clustered = (copies) => ranksOf(pairedRatio(b, a, { clusters: range(60, (i) => i % copies) }));
    expectRanks(rankOf(1, false, 12, true), clustered(12));
    expectRanks(rankOf(12, true, 1, false), clustered(12));
    expectRanks(rankOf(10, true, 15, true), clustered(15));
    expectRanks(rankOf(15, true, 10, true), clustered(15));
    expectRanks(rankOf(12, false, 12, false), ranksOf(pairedRatio(b, a)));
  });
});

describe('suite-summary: combinations of parameters', () => {
  const at = (size, test) => (
    { variant: { test, params: { size }, tier: null, isCold: false, group: [10, 100, 1000].indexOf(size) } });
  const suite = () => [10, 100, 1000].flatMap(
    (size) => [source(`a ${size}`, level(size), at(size, 'a')), source(`b ${size}`, level(2 * size), at(size, 'b'))]);

  it('have separate baselines, and common growth and noise floor', () => {
    const rows = summarize([...suite(), source('a 10', level(10.1), { ...at(10, 'a'), isTwin: true })]);
    expect(rows.map(({ name, rank, verdict }) => [name, Math.round(rank), verdict])).to.deep.equal([
      ['a 10', 1000, 'baseline'], ['b 10', 500, 'slower'], ['a 100', 1000, 'baseline'], ['b 100', 500, 'slower'],
      ['a 1000', 1000, 'baseline'], ['b 1000', 500, 'slower'],
    ]);
    expect(rows[3]).to.deep.include({ test: 'b', params: { size: 100 } });
    expect(rows[0].growth[0].best.name).to.equal('n');
    expect(rows[0].growth[0]).to.equal(rows[4].growth[0]).and.not.to.equal(rows[1].growth[0]);
    for (const row of rows) expect(row.noiseFloor).to.be.closeTo(0.01, 1e-6);
  });

  it('have the second test as baseline if the first has no speed, in that combination alone', () => {
    const sources = suite();
    sources[2] = { ...sources[2], samples: null, failure: ERROR };
    expect(verdicts(summarize(sources)))
      .to.deep.equal(['baseline', 'slower', 'failed', 'baseline', 'baseline', 'slower']);
  });
});

it('suite-summary: the variance between processes leaves a difference open that only the rounds settle', () => {
  const allocation = { bytesPerCall: 0, callsPerCollection: null, share: 0, keptShare: 0 };
  const of = (name, net) => source(name, level(net), { samples: { allocation } });
  const sources = [of('a', 100), of('b', 100.25), of('c', 102)];
  const [alone, covered] = [summarize(sources), summarize(sources, { coversProcesses: true })];
  expect(verdicts(alone)).to.deep.equal(['baseline', 'slower', 'slower']);
  expect(verdicts(covered)).to.deep.equal(['baseline', 'unresolved', 'slower']);
  expect(covered[1].moreSeconds).to.equal(null);
  // 0.1 % of both tests, at a confidence of 0.975
  expect(Math.log(covered[1].rankHigh / covered[1].rank)).to.be.closeTo(2.2414 * 0.001 * Math.SQRT2, 1e-6);
  // The place of the loop adds 0.6 %.
  expect(covered[0].nsHigh).to.be.closeTo(100 * Math.exp(Math.hypot(Math.log(1.006), 1.95996 * 0.001)), 1e-4);
  expect([alone, covered].map(([{ intervalBasis }]) => intervalBasis)).to.deep.equal([null, 'model']);
  // Unknown allocation: 2 %
  const [, unknown] = summarize([source('a', level(100)), source('b', level(104))], { coversProcesses: true });
  expect(unknown.verdict).to.equal('unresolved');
});

describe('suite-summary: rows without figures', () => {
  it('belong to tests that failed at once, or have not begun', () => {
    expect(summarize([failed('a'), source('b', null, { ops: 3 })])).to.deep.equal([
      { ...createEmptyRow('a', 1), verdict: 'failed', error: ERROR, margin: 0.002 },
        { ...createEmptyRow('b', 3), margin: 0.002 }]);
    expect(summarize([])).to.deep.equal([]);
  });

  it('keep the measurements of a test that failed later, without a rank, with a warning', () => {
    const [row, other] = summarize([failed('b', level(5)), source('c', level(5))]);
    const { nsPerCall, calls, rounds } = other;
    expect(row).to.include({ verdict: 'failed', error: ERROR, rank: null, nsPerCall, calls, rounds });
    expect(row.warnings).to.deep.equal([{ code: 'interrupted' }]);
    expect(other.verdict).to.equal('baseline');
  });
});

it('suite-summary: warnings include an interruption, open handles, and an unsure memory', () => {
  const early = { early: 'interrupted' };
  const memory = { figures: { bytesPerCall: 8 }, reason: 'noisy' };
  const [a, b, c, d] = summarize([source('a', level(100), early), source('b', level(120), { handles: ['Timeout'] }),
    source('c', level(0.01), early), source('d', level(100), { memory, handles: [] })]);
  expect(a.warnings).to.deep.equal([{ code: 'interrupted' }]);
  expect(b.warnings).to.deep.equal([{ code: 'handles-left', handles: ['Timeout'] }]);
  expect(codes(c)).to.deep.equal(['below-resolution', 'interrupted']);
  expect(d.warnings).to.deep.equal([{ code: 'memory-unsure', reason: 'noisy' }]);
  expect(d.memory).to.equal(memory.figures);
  expect(b.verdict).to.equal('slower');
});

describe('suite-summary: results', () => {
  it('are operations per second, seconds and calls', () => {
    const { results, calls, rounds, cycles, kind } =
      summarize([source('a', range(40, (i) => (i % 4 === 1 ? 80 : i % 4 === 3 ? 125 : 100)))])[0];
    expect(results.avg).to.be.closeTo(1e7, 1e-3);
    expect(results.min).to.be.closeTo(8e6, 1e-3);
    expect(results.max).to.be.closeTo(1.25e7, 1e-3);
    // 10 x (80 + 125 + 2 x 100) ns x 1000 calls
    expect(results.elapsed).to.be.closeTo(4.05e-3, 1e-12);
    expect(results).to.include({ count: 40000, runs: 40, duration: 4.5, nloops: 1000 });
    expect({ calls, rounds, kind }).to.deep.equal({ calls: 40000, rounds: 40, kind: 'sync' });
    expect(cycles).to.be.closeTo(300, 1e-6);
    expect(results.stats[1].count).to.equal(1000);
    expect(results.stats[1].elapsed).to.be.closeTo(8e-5, 1e-15);
  });

  it('have at most 250 runs of joined rounds', () => {
    for (const [rounds, runs, each] of [[1, 1, 1], [250, 250, 1], [251, 125, 2], [501, 167, 3], [6000, 250, 24]]) {
      const { results } = summarize([source('a', range(rounds, (i) => 100 + i % 10))])[0];
      expect(results).to.include({ runs, nloops: 1000 * each, count: 1000 * rounds });
      expect(results.stats.map(({ count }) => count)).to.deep.equal(Array(runs).fill(1000 * each));
      const elapsed = results.stats.reduce((sum, run) => sum + run.elapsed, 0);
      if (rounds === runs * each) expect(elapsed).to.be.closeTo(results.elapsed, 1e-9 * elapsed);
      else expect(elapsed).to.be.below(results.elapsed); // The remaining rounds are in no run.
      expect(results.avg).to.be.within(results.min, results.max);
    }
    expect(summarize([source('a', [round(100, 0, { calls: 17 })], { nloops: 99 })])[0].results.nloops).to.equal(17);
  });

  it('have no time, and no speed, for runs of a negative time', () => {
    const { results, verdict } =
      summarize([source('a', range(40, (i) => round(i % 8 ? 5 : -1, i, { referenceNs: 3 })))])[0];
    expect(verdict).to.equal('baseline');
    expect(results.stats[0].elapsed).to.equal(0);
    expect(results.max).to.be.closeTo(2e8, 1);
    expect(results.min).to.be.closeTo(2e8, 1);
  });
});

describe('suite-summary: with random rounds', () => {
  const uniform = mulberry32(4711);
  const normal = gaussian(uniform);
  const pick = (...values) => values[Math.floor(uniform() * values.length)];

  function anySource(name) {
    const state = uniform();
    if (state < 0.05) return source(name, null);
    if (state < 0.1) return failed(name, pick(null, level(5)));
    const n = pick(1, 2, 5, 6, 11, 12, 40, 251, 600);
    const scale = pick(0, 0.05, 0.2, 1, 30, 1e3, 1e6, 5e9);
    const spread = pick(0, 0.001, 0.1, 2);
    const calls = pick(1, 10, 1000);
    const first = pick(0, 0, 0, 5, 100);
    const every = pick(1, 1, 2, 8);
    const copies = pick(1, 1, 8, 24);
    const odd = pick(0, 0, 0.02, 0.3);
    const rounds = range(n, (i) => {
      const one = round(scale * (1 + spread * normal()), first + i * every, {
        calls, copy: i % copies, referenceNs: pick(0, 0.4, 0.4, 3), mhz: pick(3000, 3000, 2500),
        phase: i < n / 20 ? 'warm-up' : 'measured',
      });
      if (uniform() >= odd) return one;
      return { ...one,
        ...pick({ ns: 0 }, { ns: -1e6 }, { ns: 1e12 }, { mhz: NaN }, { cpuNs: 0 }, { ns: 2e9, cpuNs: 100 }) };
    });
    rounds[n - 1].phase = 'measured';
    const allocation = pick(null, null, {
      bytesPerCall: pick(0, 64), callsPerCollection: pick(null, 1, 800, 1e6), share: pick(null, 0, 0.3),
      keptShare: pick(0, 0.5),
    });
    return source(name, rounds, {
      ops: pick(null, 1, 1000, 0.5), bytes: pick(null, 64), items: pick(null, 3), collects: uniform() < 0.3,
      durationNs: pick(0, 1e7, 4e9),
      isTwin: name === 'twin', early: pick(null, null, 'interrupted'),
      samples: {
        kind: pick('sync', 'callback', 'promise'), allocation, clockGrainNs: pick(20, 1e6),
        stopped: pick(null, null, null, { usedBytes: 8e8, limitBytes: 1e9 }),
      },
    });
  }

  const suites = range(300, (i) => {
    const sources = range(1 + i % 6, (k) => anySource(`test ${k}`));
    if (uniform() < 0.7) sources.push({ ...anySource('twin'), isTwin: true });
    const plan = { ...PLAN, timeGoal: pick(0, 0.01, 4), opsPerTest: pick(1, 100), baselineAvg: pick(false, false, 1e7),
      margin: pick(0, 0.002, 0.5) };
    return { sources, plan, rows: summarizeSuite(sources, plan) };
  });

  it('rows are plain JSON without NaN, Infinity or negative figures, except for a drift', () => {
    for (const { rows } of suites) {
      expect(JSON.parse(JSON.stringify(rows))).to.deep.equal(rows);
      const isRight = ([path, value]) => Number.isFinite(value) && (value >= 0 || path.endsWith('.drift'));
      expect(numbersIn(rows).filter((one) => !isRight(one))).to.deep.equal([]);
    }
  });

  it('there is one row for each test, in order, with the rank in its interval, and at most one baseline', () => {
    for (const { sources, rows, plan } of suites) {
      expect(rows.map((row) => row.name)).to.deep.equal(sources.filter((one) => !one.isTwin).map((one) => one.name));
      const withSpeed = rows.filter((row) => row.results.avg !== null && row.verdict !== 'failed');
      expect(rows.filter((row) => row.verdict === 'baseline'))
        .to.deep.equal(plan.baselineAvg ? [] : withSpeed.slice(0, 1));
      for (const { rank, rankLow, rankHigh } of rows.filter((row) => row.rankLow !== null)) {
        expect(rankLow).to.be.at.most(rank * (1 + 1e-12));
        expect(rankHigh === null ? Infinity : rankHigh).to.be.at.least(rank * (1 - 1e-12));
      }
    }
  });

  it('the samples stay unchanged, and give the same rows again', () => {
    for (const { sources, plan, rows } of suites.slice(0, 40)) {
      const before = JSON.stringify(sources);
      expect(summarizeSuite(sources, plan)).to.deep.equal(rows);
      expect(JSON.stringify(sources)).to.equal(before);
    }
  });
});
