'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { pairedRatio } = require('../../lib/stats/comparison');
const { noiseFloor } = require('../../lib/stats/verdict');
const { mean, median } = require('../../lib/stats/sample');
const { timesLonger } = require('../../lib/stats/verdict');
const { rowError } = require('../../lib/text/row-error');
const { summarizeSuite } = require('../../lib/estimate/suite-summary');

const COST = 20;
const REFERENCE = 0.4;
const PLAN = Object.freeze({ timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002 });

/** Not Array.from(), which takes several times as long. */
function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

/** A round as task.js makes it, of calls with a body of `net` ns each. */
function round(net, turn, more = {}) {
  const { calls = 1000, referenceNs = REFERENCE } = more;
  const ns = calls * (net + referenceNs) + COST;
  return { phase: 'measured', turn, copy: 0, calls, ns, referenceNs, mhz: 3000, cpuNs: ns, heapBytes: 0, ...more };
}

const ERROR = rowError('threw', 'Error: no', { at: 'x.js:1:2', calls: '7', stack: 'Error: no\n    at x.js:1:2' });

/**
 * What summarizeSuite takes of a test whose calls took so long, in turns 0, 1, 2 ...
 *
 * @param {Array<number|object>} nets ns, or whole rounds
 */
function source(name, nets, more = {}) {
  const { samples, ...rest } = more;
  const rounds = nets && nets.map((net, i) => (typeof net === 'number' ? round(net, i) : net));
  return {
    name, ops: null, bytes: null, items: null, failure: null, durationNs: 4.5e9, nloops: 1000, isTwin: false,
    collects: false, early: null,
    samples: rounds &&
      { kind: 'sync', rounds, stopped: null, allocation: null, clockCostNs: COST, clockGrainNs: 20, ops: 1,
        ...samples },
    ...rest,
  };
}
const failed = (name, nets = null) => source(name, nets, { failure: ERROR });
const level = (net, n = 40) => range(n, () => net);
/** Now `share` above, now below, half of the rounds each. */
const wavering = (net, share, n = 40) => range(n, (i) => net * (i % 2 ? 1 + share : 1 - share));
const noisy = (net, share, seed, n = 40) => {
  const normal = gaussian(mulberry32(seed));
  return range(n, () => net * (1 + share * normal()));
};

const summarize = (sources, plan) => summarizeSuite(sources, { ...PLAN, ...plan });
/** The rows by name. */
const named = (sources, plan) => Object.fromEntries(summarize(sources, plan).map((row) => [row.name, row]));
const ranks = ({ rank, rankLow, rankHigh }) => ({ rank, rankLow, rankHigh });
const codes = (row) => row.warnings.map((one) => one.code);

/** The ranks of a ratio of times and its interval. */
const ranksOf = ({ ratio, low, high }) => ({ rank: 1000 / ratio, rankLow: 1000 / high, rankHigh: 1000 / low });
function expectRanks(row, expected, what = row.name) {
  for (const name of ['rank', 'rankLow', 'rankHigh']) {
    expect(row[name], `${what}: ${name}`).to.be.closeTo(expected[name], 1e-9 * Math.abs(expected[name]));
  }
}

/** Every number in a value, with its path. */
function numbersIn(value, path = '', found = []) {
  if (typeof value === 'number') found.push([path, value]);
  else if (value && typeof value === 'object') for (const key of Object.keys(value)) numbersIn(
    value[key], `${path}.${key}`, found);
  return found;
}

describe('suite-summary: the rank', () => {
  it('is 1000 times the baseline\'s time over the test\'s', () => {
    const rows = named([source('a', level(100)), source('half', level(200)), source('twice', level(50)),
      source('same', level(100))]);
    expect(ranks(rows.a)).to.deep.equal({ rank: 1000, rankLow: 1000, rankHigh: 1000 });
    expectRanks(rows.half, { rank: 500, rankLow: 500, rankHigh: 500 });
    expectRanks(rows.twice, { rank: 2000, rankLow: 2000, rankHigh: 2000 });
    expectRanks(rows.same, { rank: 1000, rankLow: 1000, rankHigh: 1000 });
  });

  it('stays 1000 where both tests become 30 % slower in step', () => {
    const slowing = range(60, (i) => 100 * (1 + 0.3 * i / 59));
    const rows = named([source('a', slowing), source('b', slowing), source('c', slowing.map((net) => 3 * net))]);
    expect(rows.b.rank).to.be.closeTo(1000, 1e-6);
    expect(rows.b.verdict).to.equal('same');
    expectRanks(rows.c, { rank: 1000 / 3, rankLow: 1000 / 3, rankHigh: 1000 / 3 });
    expect(codes(rows.a)).to.include('not-steady');
  });

  it('comes from the turns that both took part in, and not from the averages', () => {
    // Up to turn 40 the machine is fast, then half as fast. a is only there before, b mostly afterwards.
    const speed = (turn) => (turn < 40 ? 100 : 200);
    const part = (from, to, step = 1) =>
      range((to - from) / step, (i) => round(speed(from + i * step), from + i * step));
    const rows = named([source('a', part(0, 40)), source('b', part(24, 100)), source('every fourth', part(0, 80, 4))]);
    expect(rows.a.results.avg).to.be.closeTo(1e7, 1);
    expectRanks(rows.b, { rank: 1000, rankLow: 1000, rankHigh: 1000 });
    expectRanks(rows['every fourth'], { rank: 1000, rankLow: 1000, rankHigh: 1000 });
  });

  it('is that of the two estimates where few turns are near each other, or none', () => {
    for (const first of [100, 56, 53]) {
      const [a, b] = [noisy(100, 0.02, 30), noisy(200, 0.02, 31)];
      const rows = named([source('a', a), source('b', range(40, (i) => round(b[i], first + i)))]);
      const alone = named([source('b', b)]).b;
      expect(rows.b.rank).to.be.closeTo(1000 * rows.a.nsPerCall / alone.nsPerCall, 1e-9);
      // The errors of both, which are independent
      const wide = (row) => Math.log(row.nsHigh / row.nsLow);
      expect(Math.log(rows.b.rankHigh / rows.b.rankLow)).to.be.closeTo(Math.hypot(wide(rows.a), wide(alone)), 1e-6);
      expect(rows.b.rankHigh / rows.b.rank).to.be.closeTo(rows.b.rank / rows.b.rankLow, 1e-9);
      expect(rows.b.verdict).to.equal('slower');
    }
  });

  it('is null where no turn is near and the rounds are too few for an interval', () => {
    const rows = named([source('a', level(100, 5)), source('b', range(5, (i) => round(100, 100 + i)))]);
    expect(rows.b).to.include({ rank: null, rankLow: null, rankHigh: null, verdict: 'unresolved', moreSeconds: null });
  });

  it('leaves out the turns in which either was disturbed', () => {
    const nets = level(100).map((net, i) => round(net, i));
    // 2 s on the clock, of which the process ran for 0.1 ms
    nets[7] = round(100, 7, { ns: 2e9, cpuNs: 1e5 });
    const steps = range(40, (i) => (i === 7 ? 1e6 : 200));
    expectRanks(named([source('a', nets), source('b', steps)]).b, { rank: 500, rankLow: 500, rankHigh: 500 });
    expectRanks(named([source('b', steps), source('a', nets)]).a, { rank: 2000, rankLow: 2000, rankHigh: 2000 });
  });

  it('does not count the warm-up', () => {
    const cold = range(10, (i) => round(9000, i, { phase: 'warm-up' }));
    const rows = named([source('a', [...cold, ...range(40, (i) => round(100, 10 + i))]), source('b', level(200, 50))]);
    expectRanks(rows.b, { rank: 500, rankLow: 500, rankHigh: 500 });
    expect(rows.a).to.include({ calls: 40000, rounds: 40 });
  });

  it('is that of pairedRatio of the rounds', () => {
    const a = noisy(100, 0.02, 1);
    const b = noisy(110, 0.02, 2);
    expectRanks(named([source('a', a), source('b', b)]).b, ranksOf(pairedRatio(b, a)));
  });
});

describe('suite-summary: operations per call', () => {
  it('of a test are its own, or those of the plan', () => {
    const sources = [source('one', level(100)), source('ten', level(1000), { ops: 10 }), source('plan', level(500))];
    const rows = named(sources, { opsPerTest: 5 });
    expect([rows.one.ops, rows.ten.ops, rows.plan.ops]).to.deep.equal([5, 10, 5]);
    // 5 in 100 ns, 10 in 1000 ns, 5 in 500 ns
    expect(rows.one.results.avg).to.be.closeTo(5e7, 1);
    expect(rows.ten.results.avg).to.be.closeTo(1e7, 1);
    expect(rows.plan.results.avg).to.be.closeTo(1e7, 1);
    expectRanks(rows.ten, { rank: 200, rankLow: 200, rankHigh: 200 });
    expectRanks(rows.plan, { rank: 200, rankLow: 200, rankHigh: 200 });
    // The rest is per call.
    expect(rows.ten.nsPerCall).to.be.closeTo(1000, 1e-6);
    expect(rows.ten.results).to.include({ count: 40000, nloops: 1000 });
  });

  it('make bytes and items per second', () => {
    const [a, b, none] = summarize(
      [source('a', level(100), { bytes: 64, items: 3 }), source('b', level(1000), { bytes: 1e6, ops: 10 }),
        source('c', level(10))]);
    // 64 bytes and 3 items in 100 ns; 1 MB in 1000 ns: of a call, and not of an operation
    expect(a.bytesPerSecond).to.be.closeTo(6.4e8, 1);
    expect(a.itemsPerSecond).to.be.closeTo(3e7, 1);
    expect(b.bytesPerSecond).to.be.closeTo(1e12, 1);
    expect(b.itemsPerSecond).to.equal(null);
    expect(none).to.include({ bytesPerSecond: null, itemsPerSecond: null });
  });

  it('make neither where nothing can be told', () => {
    const [row] = summarize([source('a', level(0.01), { bytes: 64, items: 3 })]);
    expect(row).to.include({ verdict: 'below-resolution', bytesPerSecond: null, itemsPerSecond: null });
  });
});

describe('suite-summary: the baseline', () => {
  const cases = [
    ['the first', [source('a', level(100)), source('b', level(200))], 'a'],
    ['the second where the first failed', [failed('a'), source('b', level(200)), source('c', level(100))], 'b'],
    ['the second where the first failed after a while',
      [failed('a', level(5)), source('b', level(200)), source('c', level(100))], 'b'],
    ['the second where the first cannot be told from nothing',
      [source('a', level(0.05)), source('b', level(200)), source('c', level(100))], 'b'],
    ['the second where the first has not begun', [source('a', null), source('b', level(200)), source('c', level(100))],
      'b'],
    ['the only one', [source('a', level(100))], 'a'],
    ['nobody where all failed', [failed('a'), failed('b')], undefined],
    ['nobody where nothing can be told', [source('a', level(0.01)), source('b', level(0.02))], undefined],
  ];
  for (const [what, sources, expected] of cases) {
    it(`is ${what}`, () => {
      const rows = summarize(sources);
      const baselines = rows.filter((row) => row.verdict === 'baseline');
      expect(baselines.map((row) => row.name)).to.deep.equal(expected ? [expected] : []);
      for (const row of baselines) expect(ranks(row)).to.deep.equal({ rank: 1000, rankLow: 1000, rankHigh: 1000 });
      if (!expected) {
        for (const row of rows) expect(ranks(row)).to.deep.equal({ rank: null, rankLow: null, rankHigh: null });
      }
      expect(rows.map((row) => row.name)).to.deep.equal(sources.map((one) => one.name));
    });
  }

  it('is no test where a number of operations per second is given', () => {
    const rows = named([source('a', level(100)), source('b', level(50)), source('c', level(200), { ops: 4 })],
      { baselineAvg: 2e7 });
    // 1e7, 2e7 and 2e7 operations per second over 2e7
    // The place of its loop is in the interval of a test: 0.6 %
    expectRanks(rows.a, { rank: 500, rankLow: 500 / 1.006, rankHigh: 500 / 0.994 });
    expectRanks(rows.b, { rank: 1000, rankLow: 1000 / 1.006, rankHigh: 1000 / 0.994 });
    expectRanks(rows.c, { rank: 1000, rankLow: 1000 / 1.006, rankHigh: 1000 / 0.994 });
    expect([rows.a.verdict, rows.b.verdict, rows.c.verdict]).to.deep.equal(['slower', 'unresolved', 'unresolved']);
  });

  it('that is a number is compared with the speed of each test alone', () => {
    const rows = named([source('a', noisy(100, 0.02, 3)), failed('b'), source('c', level(0.01))], { baselineAvg: 1e7 });
    const { nsPerCall, nsLow, nsHigh } = rows.a;
    expect(nsLow).to.be.below(nsHigh);
    expectRanks(rows.a, ranksOf({ ratio: nsPerCall / 100, low: nsLow / 100, high: nsHigh / 100 }));
    expect(rows.b).to.include({ rank: null, verdict: 'failed' });
    expect(rows.c).to.include({ rank: null, verdict: 'below-resolution' });
  });
});

describe('suite-summary: the verdict', () => {
  const base = source('a', level(100));
  // The intervals of the wavering ones are as wide as what they waver by.
  const cases = [
    ['baseline', base, 'itself'],
    ['same', source('b', level(100)), 'equal'],
    ['same', source('b', level(100.1)), 'certainly 0.1 % slower, which is too little to matter'],
    ['slower', source('b', level(101)), '1 % slower'],
    ['faster', source('b', level(99)), '1 % faster'],
    ['slower', source('b', wavering(110, 0.05)), '5 to 15 % slower'],
    ['faster', source('b', wavering(90, 0.05)), '5 to 15 % faster'],
    ['unresolved', source('b', wavering(101, 0.05)), 'between 4 % faster and 6 % slower'],
    ['unresolved', source('b', level(200, 5)), 'with too few rounds for an interval'],
    ['below-resolution', source('b', level(0.05)), 'with a body of 0.05 ns'],
    ['failed', failed('b'), 'that failed'],
    ['failed', failed('b', level(100)), 'that failed in the end'],
    [null, source('b', null), 'that has not begun'],
  ];
  for (const [verdict, test, what] of cases) {
    it(`is ${verdict} for a test ${what}`, () => {
      const rows = summarize(test === base ? [base] : [base, test]);
      expect(rows[rows.length - 1].verdict).to.equal(verdict);
      expect(rows[rows.length - 1].margin).to.equal(0.002);
    });
  }

  it('is on a difference that the margin does not cover', () => {
    const test = () => [source('a', level(100)), source('b', level(103))];
    expect(named(test(), { margin: 0.02 }).b).to.include({ verdict: 'slower', margin: 0.02 });
    expect(named(test(), { margin: 0.04 }).b).to.include({ verdict: 'same', margin: 0.04 });
    expect(named([source('a', level(100)), source('b', level(100))], { margin: 0 }).b)
      .to.include({ verdict: 'unresolved', margin: 0 });
  });

  it('is never a rank for what cannot be told from nothing, however fast it looks', () => {
    for (const net of [0.09, 1e-6, 0, -5]) {
      for (const sources of [[source('a', level(1e6)), source('b', level(net))],
          [source('b', level(net)), source('a', level(1e6))]]) {
        const { b } = named(sources);
        expect(b, `${net}`).to.include(
          { verdict: 'below-resolution', rank: null, rankLow: null, rankHigh: null, moreSeconds: null });
        expect(b.results).to.include({ avg: null, min: null, max: null, count: 40000 });
        expect(b.resolutionNs).to.be.closeTo(0.1, 1e-9);
      }
    }
  });
});

describe('suite-summary: a test that is too noisy to tell', () => {
  // 15 rounds of 5 ns, 10 of 100 ns, 15 of 2000 ns, strewn: a median of 100 between 5 and 2000.
  const wild = () =>
    source('b', range(40, (i) => [5, 100, 2000][i * 7 % 40 < 15 ? 0 : i * 7 % 40 < 25 ? 1 : 2]), { bytes: 100 });

  it('has its time, and neither speed nor rank, wherever it stands', () => {
    for (const sources of [[source('a', level(100)), wild()], [wild(), source('a', level(100))]]) {
      const { a, b } = named(sources);
      expect(b).to.include(
        { verdict: 'too-noisy', rank: null, rankLow: null, rankHigh: null, moreSeconds: null, bytesPerSecond: null });
      expect(b.nsPerCall).to.be.closeTo(100, 1e-9);
      expect(b.resolutionNs).to.be.above(100);
      expect(b.results).to.include({ avg: null, min: null, max: null, count: 40000 });
      expect(a.verdict).to.equal('baseline');
    }
  });
});

describe('suite-summary: the joint error', () => {
  const baseNets = noisy(100, 0.02, 10);
  const testNets = noisy(103, 0.02, 11);
  const others = range(7, (i) => source(`other ${i}`, noisy(100, 0.02, 20 + i)));
  const rankOf = (confidence) => ranksOf(pairedRatio(testNets, baseNets, { confidence }));

  for (let m = 1; m <= 8; m++) {
    it(`of ${m} comparison${m > 1 ? 's is 5 % together' : ' is 5 %'}`, () => {
      const rows = named([source('a', baseNets), source('b', testNets), ...others.slice(0, m - 1)]);
      expectRanks(rows.b, rankOf(1 - 0.05 / m));
    });
  }

  it('does not count tests that are not compared, nor the twin', () => {
    const rest =
      [failed('c'), source('d', level(0.01)), source('e', null), source('a', noisy(100, 0.02, 12), { isTwin: true })];
    expectRanks(named([source('a', baseNets), source('b', testNets), ...rest]).b, rankOf(0.95));
  });
});

describe('suite-summary: the noise floor', () => {
  const twin = (nets, more) => source('a', nets, { isTwin: true, ...more });
  const base = source('a', level(100));
  const other = source('b', level(150));
  const floorOf = (nets, plan) => summarize([base, other, twin(nets)], plan)[0].noiseFloor;

  it('leaves no verdict within its interval if the test certainly differs from itself', () => {
    const apart = level(100).map((one, i) => round(100 * Math.exp(i % 40 < 20 ? 0.4 : 0.5), i));
    const rowsFor = (net) => summarize([base, source('b', level(net)), twin(apart)]);
    const { noiseFloor: floor, noiseFloorLow: low, noiseFloorHigh: high } = rowsFor(100)[0];
    expect([low > 0.2, high > floor * 1.05], `${low} ${floor} ${high}`).to.deep.equal([true, true]);
    const [above, within] = [1.05 * (1 + high), 1 + (floor + high) / 2];
    expect(rowsFor(100 * above)[1].verdict).to.equal('slower');
    expect(rowsFor(100 * within)[1].verdict).to.equal('unresolved');
    expect(rowsFor(100 / within)[1].verdict).to.equal('unresolved');
    expect(rowsFor(100 / above)[1].verdict).to.equal('faster');
  });

  it('is how far the twin is away, to either side, be it certain or not, within the margin or not', () => {
    expect(floorOf(level(100))).to.equal(0);
    for (const net of [80, 99.9, 100.1, 125]) {
      const apart = Math.max(net / 100, 100 / net) - 1;
      for (const margin of [0, 0.002, 0.5]) expect(floorOf(level(net), { margin })).to.be.closeTo(apart, 1e-9);
    }
  });

  it('is made of eight parts of the run, of which each tells how far the twin is away', () => {
    // Of five rounds each: now three of them 4 % above and two 2 % below, now the other way round
    for (const [first, second] of [[104, 98], [96, 102]]) {
      const differences = range(8, (i) => Math.log((i % 2 ? first : second) / 100));
      const { floor, low, high } = noiseFloor(differences);
      const [row] = summarize([base, other, twin(range(40, (i) => (i % 2 ? first : second)))]);
      expect(row.noiseFloor).to.be.closeTo(floor, 1e-9);
      expect(row.noiseFloorLow).to.be.closeTo(low, 1e-9);
      expect(row.noiseFloorHigh).to.be.closeTo(high, 1e-9);
    }
  });

  it('is never below the narrowest interval of a rank, as half of its width', () => {
    const halfOf = (ratio) => Math.sqrt(ratio.high / ratio.low) - 1;
    const [narrow, wide] = [wavering(150, 0.01), wavering(150, 0.05)];
    const half = (nets, confidence) => halfOf(pairedRatio(nets, level(100), { confidence }));
    const rows = (...tests) => summarize([base, ...tests, twin(level(100.01))]);
    const [one] = rows(source('b', wide));
    expect(one.noiseFloor).to.be.closeTo(half(wide, 0.95), 1e-9).and.above(0.04);
    expect(one.noiseFloorHigh).to.be.closeTo(one.noiseFloor, 1e-9);
    expect(one.noiseFloorLow).to.be.closeTo(0.0001, 1e-9);
    const [two] = rows(source('b', wide), source('c', narrow));
    expect(two.noiseFloor).to.be.closeTo(half(narrow, 0.975), 1e-9).and.below(0.02);
    // and without any interval what the twin says
    expect(rows(source('b', level(200, 5)))[0].noiseFloor).to.be.closeTo(0.0001, 1e-9);
  });

  it('is made of the loops around the first test, where garbage is collected and these are many', () => {
    const copied = (nets) => nets.map((net, i) => round(net, i, { copy: i % 10 }));
    const nets = noisy(100, 0.03, 17, 60);
    const collects = { collects: true };
    const differences =
      range(10, (copy) => median(nets.filter((_, i) => i % 10 === copy).map((net) => Math.log(net / 100))));
    const [row] = summarize(
      [source('a', copied(level(100, 60)), collects), source('b', level(150, 60)), twin(copied(nets), collects)]);
    expect(row.noiseFloor).to.be.closeTo(noiseFloor(differences).floor, 1e-9);
  });

  it('is made of means where collections are rare', () => {
    const rare = { samples: { allocation: { bytesPerCall: 100, callsPerCollection: 5000, share: 0.1, keptShare: 0 } } };
    const nets = range(40, (i) => (i % 5 === 2 ? 300 : 100) + i % 7);
    const differences = range(8, (part) => Math.log(mean(nets.slice(5 * part, 5 * part + 5)) / 100));
    const [row] = summarize([base, other, twin(nets, rare)]);
    expect(row.noiseFloor).to.be.closeTo(noiseFloor(differences).floor, 1e-9);
  });

  it('stands in all rows, and the twin has none', () => {
    const sources = [base, twin(level(101)), other, failed('c'), source('d', level(0.01)), source('e', null)];
    const rows = summarize(sources);
    expect(rows.map((row) => row.name)).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    for (const row of rows) {
      for (const field of ['noiseFloor', 'noiseFloorLow', 'noiseFloorHigh']) {
        expect(row[field], `${row.name}: ${field}`).to.be.closeTo(0.01, 1e-9);
      }
    }
    expect(rows[0].results.count).to.equal(40000);
  });

  it('is not known without a twin that worked', () => {
    for (const sources of [[base, other], [base, other, failed('a')], [failed('a'), twin(level(100)), failed('b')]]) {
      if (sources.length === 3 && sources[0] === base) sources[2].isTwin = true;
      for (const row of summarize(sources)) {
        expect(row).to.include({ noiseFloor: null, noiseFloorLow: null, noiseFloorHigh: null });
      }
    }
    expect(floorOf(level(0.01))).to.equal(null);
    expect(summarize([base, other, source('a', null, { isTwin: true })])[0].noiseFloor).to.equal(null);
    // The first test failed after all: its twin is no twin of the next
    expect(summarize(
      [failed('a'), source('b', level(200)), source('c', level(240)), source('a', level(100), { isTwin: true })])[
        1].noiseFloor).to.equal(null);
    // No turn in common
    expect(floorOf(range(40, (i) => round(100, 1000 + i)))).to.equal(null);
  });

  it('is what a difference has to be beyond', () => {
    const rows = (net) => named([base, source('b', level(net)), twin(level(103))]).b;
    for (const net of [102, 98, 100]) expect(rows(net).verdict).to.equal('unresolved');
    expect(rows(104).verdict).to.equal('slower');
    expect(rows(96).verdict).to.equal('faster');
  });

  it('says nothing of the ranks', () => {
    const alone = named([base, source('b', noisy(102, 0.01, 5))]).b;
    const twinned = named([base, source('b', noisy(102, 0.01, 5)), twin(level(120))]).b;
    expect(ranks(twinned)).to.deep.equal(ranks(alone));
  });
});

describe('suite-summary: how much longer it would take', () => {
  const unresolved = () => [source('a', level(100)), source('b', wavering(101, 0.05))];

  it('is what the interval lacks, of the time that was spent', () => {
    const { b } = named(unresolved());
    const times = timesLonger(pairedRatio(wavering(101, 0.05), level(100)), { margin: 0.002, floor: 0 });
    expect(times).to.be.above(2);
    expect(b.moreSeconds).to.be.closeTo((times - 1) * 4, 1e-6);
    for (const timeGoal of [0.01, 1, 60]) {
      expect(named(unresolved(), { timeGoal }).b.moreSeconds).to.be.closeTo((times - 1) * timeGoal, 1e-6);
    }
    expect(named(unresolved(), { timeGoal: 0 }).b.moreSeconds).to.equal(0);
  });

  it('heeds the noise floor', () => {
    // A third test is known so well that the floor is that of the twin.
    const { b } = named([...unresolved(), source('c', level(150)), source('a', level(100.5), { isTwin: true })]);
    const times =
      timesLonger(pairedRatio(wavering(101, 0.05), level(100), { confidence: 0.975 }), { margin: 0.002, floor: 0.005 });
    expect(times).to.be.above(2);
    expect(b.moreSeconds).to.be.closeTo((times - 1) * 4, 1e-6);
  });

  it('is told of unresolved ones only', () => {
    const sources =
      [source('a', level(100)), source('same', level(100)), source('slower', level(120)), failed('failed'),
        source('nothing', level(0)), source('later', null)];
    for (const row of summarize(sources)) expect(row.moreSeconds, row.name).to.equal(null);
  });
});

describe('suite-summary: tests that collect garbage', () => {
  const rare = { allocation: { bytesPerCall: 100, callsPerCollection: 5000, share: 0.1, keptShare: 0 } };
  const often = { allocation: { bytesPerCall: 100, callsPerCollection: 50, share: 0.1, keptShare: 0 } };
  // In each fifth round of 1000 calls a collection, which triples it.
  const collecting = range(60, (i) => (i % 5 === 2 ? 300 : 100) + (i % 7) / 10);
  const steady = noisy(100, 0.005, 6, 60);

  it('are compared by their means where it comes in few of the rounds', () => {
    const byMean = pairedRatio(collecting, steady, { statistic: 'mean' });
    const rows = named([source('a', steady), source('b', collecting, { samples: rare })]);
    expect(rows.b.statistic).to.equal('mean');
    expectRanks(rows.b, ranksOf(byMean));
    expect(byMean.ratio).to.be.closeTo(1.4, 0.01);
    // Whichever of the two collects.
    const turned = named([source('b', collecting, { samples: rare }), source('a', steady)]);
    expectRanks(turned.a, ranksOf(pairedRatio(steady, collecting, { statistic: 'mean' })));
  });

  it('are compared by their medians where each round holds its share', () => {
    const rows = named([source('a', steady), source('b', collecting, { samples: often })]);
    expect(rows.b.statistic).to.equal('median');
    expectRanks(rows.b, ranksOf(pairedRatio(collecting, steady)));
  });

  it('tell of it', () => {
    const { b } = named([source('a', steady), source('b', collecting, { samples: often })]);
    expect(b.collections).to.include({ count: 1200, share: 0.1, bytesPerCall: 100 });
    expect(b.collections.seconds).to.be.closeTo(0.1 * b.results.elapsed, 1e-15);
    expect(named([source('a', steady)]).a.collections)
      .to.deep.equal({ count: null, share: null, seconds: null, bytesPerCall: null });
  });

  const copied = (nets, copies) => nets.map((net, i) => round(net, i, { copy: i % copies }));
  const a = noisy(100, 0.02, 7, 60);
  const b = noisy(102, 0.02, 8, 60);
  const clustered = (first, second, copies) =>
    ranksOf(pairedRatio(first, second, { clusters: range(60, (i) => i % copies) }));

  it('are compared loop by loop, of the test that has more of them', () => {
    const collects = { collects: true };
    expectRanks(named([source('a', copied(a, 1)), source('b', copied(b, 12), collects)]).b, clustered(b, a, 12));
    expectRanks(named([source('a', copied(a, 12), collects), source('b', copied(b, 1))]).b, clustered(b, a, 12));
    expectRanks(named([source('a', copied(a, 10), collects), source('b', copied(b, 15), collects)]).b,
      clustered(b, a, 15));
    expectRanks(named([source('a', copied(a, 15), collects), source('b', copied(b, 10), collects)]).b,
      clustered(b, a, 15));
    expect(clustered(b, a, 15)).to.not.deep.equal(clustered(b, a, 10));
  });

  it('are compared round by round under eight loops', () => {
    expectRanks(named([source('a', copied(a, 7), { collects: true }), source('b', copied(b, 7))]).b,
      ranksOf(pairedRatio(b, a)));
  });

  it('alone have loops that matter', () => {
    expectRanks(named([source('a', copied(a, 12)), source('b', copied(b, 12))]).b, ranksOf(pairedRatio(b, a)));
  });
});

describe('suite-summary: combinations of parameters', () => {
  const at = (size, test) => (
    { variant: { test, params: { size }, tier: null, isCold: false, group: [10, 100, 1000].indexOf(size) } });
  const suite = () => [10, 100, 1000].flatMap(
    (size) => [source(`a ${size}`, level(size), at(size, 'a')), source(`b ${size}`, level(2 * size), at(size, 'b'))]);

  it('have a baseline each, of which the others have their rank', () => {
    expect(summarize(suite()).map(({ name, rank, verdict }) => [name, Math.round(rank), verdict])).to.deep.equal([
      ['a 10', 1000, 'baseline'], ['b 10', 500, 'slower'], ['a 100', 1000, 'baseline'], ['b 100', 500, 'slower'],
      ['a 1000', 1000, 'baseline'], ['b 1000', 500, 'slower'],
    ]);
  });

  it('have the second test as baseline where the first has no speed, in that combination alone', () => {
    const sources = suite();
    sources[2] = { ...sources[2], samples: null, failure: ERROR };
    expect(summarize(sources).map(({ verdict }) => verdict))
      .to.deep.equal(['baseline', 'slower', 'failed', 'baseline', 'baseline', 'slower']);
  });

  it('are told in rows, with the growth over all of them', () => {
    const rows = summarize(suite());
    expect(rows[3]).to.deep.include({ test: 'b', params: { size: 100 } });
    expect(rows[0].growth[0].best.name).to.equal('n');
    expect(rows[0].growth[0]).to.equal(rows[4].growth[0]).and.not.to.equal(rows[1].growth[0]);
  });

  it('share one error: intervals of three comparisons are those of three tests beside one baseline', () => {
    const nets = (seed) => noisy(100, 0.02, seed);
    const pairs = [0, 1, 2].flatMap((group) =>
      [source(`a${group}`, nets(1), { variant: { group } }), source(`b${group}`, nets(2), { variant: { group } })]);
    const alone = summarize([source('a', nets(1)), source('b', nets(2)), source('c', nets(2)), source('d', nets(2))]);
    expectRanks(summarize(pairs)[5], ranks(alone[1]));
  });

  it('have the noise floor of the very first test, all of them', () => {
    const rows = summarize([...suite(), source('a 10', level(10.1), { ...at(10, 'a'), isTwin: true })]);
    for (const { noiseFloor } of rows) expect(noiseFloor).to.be.closeTo(0.01, 1e-6);
  });
});

describe('suite-summary: rows without figures', () => {
  const NOTHING = {
    rank: null, rankLow: null, rankHigh: null, moreSeconds: null, margin: 0.002, noiseFloor: null, noiseFloorLow: null,
    noiseFloorHigh: null,
    cycles: null, nsPerCall: null, nsLow: null, nsHigh: null, statistic: null, intervalBasis: null, kind: null,
    ops: 1, calls: 0, rounds: 0, processes: 0, resolutionNs: null, overheadNs: null,
    collections: { count: null, share: null, seconds: null, bytesPerCall: null },
    bytesPerSecond: null, itemsPerSecond: null, warnings: [],
    group: null, params: null, tier: null, isCold: false, growth: null, cpuNsPerCall: null, memory: null,
    coldCache: null, counts: null, stream: null, endedEarly: null,
    results: { avg: null, min: null, max: null, count: 0, elapsed: 0, runs: 0, duration: 0, nloops: 0, stats: [] },
  };

  it('have all fields: of a test that failed at once', () => {
    expect(summarize([failed('a')]))
      .to.deep.equal([{ name: 'a', test: 'a', verdict: 'failed', error: ERROR, ...NOTHING }]);
  });

  it('keep what was measured of a test that failed in the end, without a rank, and say so', () => {
    const [row, other] = summarize([failed('b', level(5)), source('c', level(5))]);
    expect(row).to.include(
      { verdict: 'failed', error: ERROR, rank: null, nsPerCall: other.nsPerCall, calls: other.calls,
        rounds: other.rounds });
    expect(row.warnings).to.deep.equal([{ code: 'interrupted' }]);
    expect(other.verdict).to.equal('baseline');
  });

  it('have all fields: of a test that has not begun', () => {
    expect(summarize([source('a', null, { ops: 3 })]))
      .to.deep.equal([{ name: 'a', test: 'a', verdict: null, error: null, ...NOTHING, ops: 3 }]);
  });

  it('leave the others alone', () => {
    const alone = summarize([source('a', level(100)), source('b', level(120))]);
    const among = summarize(
      [failed('x'), source('a', level(100)), failed('y', level(7)), source('b', level(120)), source('z', null)]);
    expect([among[1], among[3]]).to.deep.equal(alone);
  });

  it('are not made from a suite without tests', () => {
    expect(summarize([])).to.deep.equal([]);
  });
});

describe('suite-summary: a suite that was interrupted', () => {
  it('says so of each test that has figures', () => {
    const early = { early: 'interrupted' };
    const rows = named([source('a', level(100), early), source('b', level(120), early), source('c', level(0.01), early),
      failed('d')]);
    expect(rows.a.warnings).to.deep.equal([{ code: 'interrupted' }]);
    expect(rows.b.warnings).to.deep.equal([{ code: 'interrupted' }]);
    expect(codes(rows.c)).to.deep.equal(['below-resolution', 'interrupted']);
    expect(rows.d.warnings).to.deep.equal([]);
    expect(rows.b.verdict).to.equal('slower');
  });
});

describe('suite-summary: results as the original has them', () => {
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
    expect(results.stats).to.have.length(40);
    expect(results.stats[1].count).to.equal(1000);
    expect(results.stats[1].elapsed).to.be.closeTo(8e-5, 1e-15);
  });

  for (const [rounds, runs, each] of [
      [1, 1, 1], [249, 249, 1], [250, 250, 1], [251, 125, 2], [500, 250, 2], [501, 167, 3], [6000, 250, 24]]) {
    it(`have ${runs} run${runs > 1 ? 's' : ''} of ${rounds} round${rounds > 1 ? 's' : ''}`, () => {
      const { results } = summarize([source('a', range(rounds, (i) => 100 + i % 10))])[0];
      expect(results.runs).to.equal(runs);
      expect(results.stats).to.have.length(runs);
      expect(results.nloops).to.equal(1000 * each);
      let count = 0;
      let elapsed = 0;
      for (const run of results.stats) {
        expect(run.count).to.equal(1000 * each);
        count += run.count;
        elapsed += run.elapsed;
      }
      // What is left over makes no run.
      expect(results.count).to.equal(1000 * rounds);
      expect(results.count - count).to.be.at.least(0).and.below(1000 * each);
      if (results.count === count) expect(elapsed).to.be.closeTo(results.elapsed, 1e-9 * elapsed);
      else expect(elapsed).to.be.below(results.elapsed);
      expect(results.min).to.be.at.most(results.avg);
      expect(results.max).to.be.at.least(results.avg);
    });
  }

  it('have the length of a slice where no round was left', () => {
    expect(summarize([source('a', [round(100, 0, { calls: 17 })], { nloops: 99 })])[0].results)
      .to.include({ runs: 1, nloops: 17 });
  });

  it('have runs of no time, and no speed of them, where a body took less than none', () => {
    const { results, verdict } =
      summarize([source('a', range(40, (i) => round(i % 8 ? 5 : -1, i, { referenceNs: 3 })))])[0];
    expect(verdict).to.equal('baseline');
    expect(results.stats[0].elapsed).to.equal(0);
    expect(results.max).to.be.closeTo(2e8, 1);
    expect(results.min).to.be.closeTo(2e8, 1);
  });
});

describe('suite-summary: whatever the rounds were', () => {
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

  it('rows are plain JSON: no NaN, no Infinity, nothing lost', () => {
    for (const { rows } of suites) {
      expect(JSON.parse(JSON.stringify(rows))).to.deep.equal(rows);
      expect(numbersIn(rows).filter(([, value]) => !Number.isFinite(value))).to.deep.equal([]);
    }
  });

  it('no figure is negative, but for a drift', () => {
    for (const { rows } of suites) {
      expect(numbersIn(rows).filter(([path, value]) => !path.endsWith('.drift') && !(value >= 0))).to.deep.equal([]);
    }
  });

  it('the rank lies in its interval', () => {
    for (const { rows } of suites) {
      for (const { rank, rankLow, rankHigh } of rows) {
        if (rankLow === null) continue;
        expect(rankLow).to.be.at.most(rank * (1 + 1e-12));
        expect(rankHigh === null ? Infinity : rankHigh).to.be.at.least(rank * (1 - 1e-12));
      }
    }
  });

  it('there is one row for each test, in order, and at most one baseline', () => {
    for (const { sources, rows, plan } of suites) {
      expect(rows.map((row) => row.name)).to.deep.equal(sources.filter((one) => !one.isTwin).map((one) => one.name));
      const baselines = rows.filter((row) => row.verdict === 'baseline');
      const told = rows.filter((row) => row.results.avg !== null && row.verdict !== 'failed');
      expect(baselines).to.deep.equal(plan.baselineAvg ? [] : told.slice(0, 1));
    }
  });

  it('the samples are left as they are, and give the same rows again', () => {
    for (const { sources, plan, rows } of suites.slice(0, 40)) {
      const before = JSON.stringify(sources);
      expect(summarizeSuite(sources, plan)).to.deep.equal(rows);
      expect(JSON.stringify(sources)).to.equal(before);
    }
  });
});
