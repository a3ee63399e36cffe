'use strict';

const { expect } = require('chai');
const { judge } = require('#lib/core/estimate/judge');
const { summarizeForks, mergeMemory, mergeColdCache } = require('#lib/core/estimate/process-summary');
const { createEmptyRow } = require('#lib/core/estimate/row');
const { contrastOfPairs } = require('#lib/base/stats/process-contrast');
const { range } = require('../helpers/numbers');
const { rowOf, sourceOfRows: source, sourceOfTimes: ofTimes } = require('../helpers/process-rows');
const { mulberry32, gaussian } = require('../helpers/random');
const { inNs } = require('../helpers/sides-of-times');

const PLAN = { timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002 };
const ERROR = { code: 'killed', message: 'its process was killed by SIGKILL', at: null, calls: null, stack: null };

const tooFast = () => rowOf(0, { verdict: 'below-resolution', nsLow: null, nsHigh: null,
  warnings: [{ code: 'below-resolution', resolutionNs: 0.1 }], results: { avg: null, min: null, max: null } });
const tooNoisy = () => rowOf(50, { verdict: 'too-noisy', nsLow: -100, nsHigh: 200 });
const around = (ns, share = 0.001) =>
  [1 - 3 * share, 1 - share, 1, 1 + share, 1 + 2 * share, 1 + 3 * share].map((times) => ns * times);
// Processes of the same restart are pairs: in this order their ratios to those of around() differ, with a mean of 1.
const reversed = (ns, share) => around(ns, share).reverse();
const summarize = (sources, plan, level) => summarizeForks(sources, { ...PLAN, ...plan }, level);
const verdicts = (rows) => rows.map(({ verdict }) => verdict);

describe('process-summary: the row of one test', () => {
  it('has the mean of the logarithms, and the interval of Student, for few processes', () => {
    const [row] = summarize([ofTimes('a', [100, 110, 121])]);
    expect(row.nsPerCall).to.be.closeTo(110, 1e-10);
    // 110 * exp(-+ 4.30265 * ln 1.1 / sqrt 3)
    expect(row.nsLow).to.be.closeTo(86.80955999795191, 1e-6);
    expect(row.nsHigh).to.be.closeTo(139.38556997968283, 1e-6);
    expect(row).to.include(
      { name: 'a', statistic: 'trimmed-mean', intervalBasis: 'processes', kind: 'sync', processes: 3,
        verdict: 'baseline', rank: 1000, rankLow: 1000, rankHigh: 1000, cycles: null, error: null });
    expect(row.results.avg).to.be.closeTo(1e9 / 110, 1e-3);
    const [single] = summarize([ofTimes('a', [100])]);
    expect(single).to.include({ nsLow: null, nsHigh: null, processes: 1, intervalBasis: null });
    expect(single.nsPerCall).to.be.closeTo(100, 1e-9);
  });

  it('has the trimmed mean for first calls, which one delayed process does not move', () => {
    const cold = { variant: { test: 'a', params: null, tier: null, isCold: true, group: 0 } };
    const times = [10, 11, 10.5, 10.2, 10.8, 10.4, 10.6, 10.3, 10.7, 10.1];
    const [row, open] =
      summarize([ofTimes('a', times, cold), ofTimes('b', times.map((ns, i) => ns * (i % 2 ? 1.02 : 0.99)), cold)]);
    const [late] = summarize([ofTimes('a', [...times.slice(1), 300], cold)]);
    expect(row).to.include({ statistic: 'trimmed-mean', isCold: true, processes: 10, calls: 10000 });
    // Without the two lowest and the two highest of ten.
    expect(row.nsPerCall).to.be.closeTo((10.2 * 10.3 * 10.4 * 10.5 * 10.6 * 10.7) ** (1 / 6), 1e-9);
    expect(late.nsPerCall / row.nsPerCall).to.be.within(1, 1.01);
    expect(row.collections).to.deep.equal({ count: null, share: null, seconds: null, bytesPerCall: null });
    // More processes would settle it, but more time would not.
    expect(open).to.include({ verdict: 'unresolved', moreSeconds: null });
  });

  it('has the reason for a missing time, which only some processes have', () => {
    const removed = (warning) => (
      rowOf(0, { verdict: warning.code, warnings: [warning], results: { avg: null, min: null, max: null } }));
    const hoisted = removed({ code: 'hoisted', notInlinedNs: 28, inputs: [] });
    const [row] = summarize([source('a', [hoisted, hoisted, removed({ code: 'folded', inputs: [] }), tooFast()])]);
    expect(row).to.deep.include({ verdict: 'hoisted', warnings: hoisted.warnings });
  });

  it('has no speed if its interval exceeds its time, unless the comparison is clear', () => {
    const [base, noisy] = summarize([ofTimes('a', [10, 1000]), ofTimes('b', [900, 12])]);
    expect(base).to.include({ verdict: 'baseline', rank: 1000 });
    const halfWidthNs = (noisy.nsHigh - noisy.nsLow) / 2;
    expect(halfWidthNs).to.be.above(noisy.nsPerCall);
    expect(noisy).to.include({ verdict: 'too-noisy', rank: null, rankHigh: null, resolutionNs: halfWidthNs });
    expect(noisy.warnings).to.deep.include({ code: 'too-noisy', resolutionNs: halfWidthNs });
    expect(noisy.results).to.include({ avg: null, min: null, max: null, runs: 2 });
    const [, command] = summarize([ofTimes('a', [10, 1000]), ofTimes('b', [900, 12])], { areCommands: true });
    expect(command.verdict).to.equal('unresolved');
    // Both are slow in the same restarts.
    const [, slower] = summarize([ofTimes('a', [10, 100, 1000]), ofTimes('b', [20, 201, 2000])]);
    expect(slower.nsHigh).to.be.above(3 * slower.nsPerCall);
    expect(slower.verdict).to.equal('slower');
  });

  it('has a speed per operation', () => {
    const [own, all] = summarize([
      source('own', [rowOf(100, { ops: 10 }), rowOf(100, { ops: 10 })], { ops: 10 }),
      source('of the suite', [rowOf(100, { ops: 5 }), rowOf(100, { ops: 5 })]),
    ], { opsPerTest: 5 });
    expect({ own: own.ops, all: all.ops }).to.deep.equal({ own: 10, all: 5 });
    expect(own.results.avg).to.be.closeTo(1e8, 1e-5);
    expect(all.results.avg).to.be.closeTo(5e7, 1e-5);
    expect(all.rank).to.be.closeTo(500, 1e-9);
  });

  it('adds up counts and times, and has medians of other figures', () => {
    const none = { count: null, share: null, seconds: null, bytesPerCall: null };
    const [row, unknown] = summarize([source('a', [
      rowOf(100, { collections: { count: 3, share: 0.02, seconds: 0.001, bytesPerCall: 40 }, bytesPerSecond: 1e6,
        itemsPerSecond: 4e3, cpuNsPerCall: 120 }),
      rowOf(110, { calls: 1200, rounds: 41, resolutionNs: 0.3, overheadNs: 0.6, bytesPerSecond: 4e6,
        itemsPerSecond: 1e3, collections: { count: 5, share: 0.04, seconds: 0.003, bytesPerCall: 48 },
        results: { count: 1200, elapsed: 0.5, duration: 0.7, nloops: 30, min: 1, max: 1e12 } }),
      rowOf(121, { calls: 1400, rounds: 42, resolutionNs: 0.2, overheadNs: 0.4, collections: none,
        bytesPerSecond: 2e6, itemsPerSecond: 2e3, cpuNsPerCall: 140 }),
    ]), source('b', [rowOf(100, { collections: none }), rowOf(100, { collections: none })])]);
    expect(row).to.include({ calls: 3600, rounds: 123, resolutionNs: 0.2, overheadNs: 0.5, cpuNsPerCall: 130 });
    expect(row.collections).to.deep.equal({ count: 8, share: 0.03, seconds: 0.004, bytesPerCall: 44 });
    // 1e6 * 100, 4e6 * 110, 2e6 * 121 per call: their median in 110 ns.
    expect(row.bytesPerSecond).to.be.closeTo(2.2e6, 1e-6);
    expect(row.itemsPerSecond).to.be.closeTo(2.2e3, 1e-9);
    // A process is a run.
    const { results } = row;
    expect(Object.keys(results)).to.deep.equal(Object.keys(createEmptyRow('', 1).results));
    expect(results).to.include({ count: 3200, runs: 3, nloops: 1000, min: 1e9 / 121, max: 1e9 / 100 });
    expect(results.elapsed).to.be.closeTo(100 / 1e6 + 0.5 + 121 / 1e6, 1e-12);
    expect(results.duration).to.be.closeTo(0.5 + 0.7 + 0.5, 1e-12);
    expect(results.stats).to.deep.equal(
      [{ count: 1000, elapsed: 1e-4 }, { count: 1200, elapsed: 0.5 }, { count: 1000, elapsed: 1.21e-4 }]);
    expect(unknown.collections).to.deep.equal({ ...none, count: 0 });
    expect(unknown).to.include({ bytesPerSecond: null, itemsPerSecond: null });
  });

  it('has the first warning of each code, and some only if most processes have them', () => {
    const rowWith = (...warnings) => rowOf(100, { warnings });
    const [row, of3] = summarize([source('a', [
      rowWith({ code: 'few-samples', rounds: 8 }),
      rowWith({ code: 'not-steady', drift: 0.06 }, { code: 'few-samples', rounds: 7 }),
      rowWith({ code: 'not-steady', drift: 0.5 }, { code: 'hung-at-exit' }),
    ]), source('b', [['busy', 'heap-limit'], ['not-optimized', 'busy'], ['collections']].map(
      (codes) => rowWith(...codes.map((code) => ({ code })))))]);
    expect(row.warnings).to.deep.equal(
      [{ code: 'few-samples', rounds: 8 }, { code: 'not-steady', drift: 0.06 }, { code: 'hung-at-exit' }]);
    expect(of3.warnings.map(({ code }) => code)).to.deep.equal(['busy', 'heap-limit', 'collections']);
  });

  it('extends the interval of a test to its time on an unshared core, if most processes shared it', () => {
    const rowWith = (ns, cycles) => (
      rowOf(ns, cycles && { warnings: [{ code: 'shared-core', leastCycles: 1, usualCycles: cycles }] }));
    const rowsOf = (...cycles) => summarizeForks([
      source('a', [98, 100, 102].map((ns, i) => rowWith(ns, cycles[i]))),
      source('b', [50, 51, 52].map((ns) => rowOf(ns))),
    ], PLAN);
    const [usual, ofOne, ofTwo, ofAll] = [rowsOf(), rowsOf(1.5), rowsOf(1.5, 1.5), rowsOf(2, 1.6, 1.1)];
    expect(ofOne[0].nsLow).to.equal(usual[0].nsLow);
    expect(ofTwo[0].nsLow).to.be.closeTo(usual[0].nsLow / 1.5, 1e-9);
    expect(ofAll[0].nsLow).to.be.closeTo(usual[0].nsLow / 1.6, 1e-9);
    expect(ofAll[0].nsHigh).to.equal(usual[0].nsHigh);
    expect(ofAll[1]).to.deep.include({ nsLow: usual[1].nsLow, rankLow: usual[1].rankLow });
  });

  it('includes a process that is up to 2.5 times as fast as the others, if these had to share their core', () => {
    const shared = { warnings: [{ code: 'shared-core', leastCycles: 1, usualCycles: 1.5 }] };
    const rowWith = (given, last) => summarizeForks(
      [source('a', [...[12.8, 12.9, 13.1].map((ns) => rowOf(ns, given)), rowOf(last)])], PLAN)[0];
    for (const [given, last, isOutlier] of [
      [shared, 6, false], [shared, 5, true], [shared, 30, true], [{}, 6, true],
    ]) {
      const row = rowWith(given, last);
      expect(row.warnings.some(({ code }) => code === 'outliers'), `${last}`).to.equal(isOutlier);
      expect(row.nsLow <= last && row.nsHigh >= last, `${last}`).to.equal(!isOutlier);
    }
  });

  it('is not steady if most processes change in the same direction', () => {
    const ofDrifts = (...drifts) => source('a', drifts.map((drift) => (
      rowOf(100, { warnings: drift ? [{ code: 'not-steady', drift }] : [] }))));
    const [opposed, agreed] = summarize([ofDrifts(0.5, -0.5, 0.6, -0.6), ofDrifts(0, -0.5, -0.6, -0.7)]);
    expect(opposed.warnings).to.deep.equal([]);
    expect(agreed.warnings).to.deep.equal([{ code: 'not-steady', drift: -0.5 }]);
  });

  it('is not steady if its processes agree that the time depends on the number of calls', () => {
    const ofExponents = (name, exponents, warnings = []) => {
      const restarts = new Map(exponents.map((exponent, i) => [i, {
        row: rowOf(100, { warnings }), rounds: { turns: [], copies: [], ns: [], cycles: [], exponent },
      }]));
      return source(name, [...restarts.values()].map(({ row }) => row), { restarts });
    };
    const rows = summarize([
      ofExponents('steady', [0, 0.1, -0.1, 0]), ofExponents('grows', [1, 1, 1, null]),
      ofExponents('both', [1, 1, 1, 1], [{ code: 'not-steady', drift: 0.3 }]), ofExponents('older', [null, null]),
    ]);
    const byCalls = [{ code: 'not-steady', drift: 1, byCalls: true }];
    expect(rows.map(({ warnings }) => warnings)).to.deep.equal([[], byCalls, byCalls, []]);
  });

  it('has the error of a failed test, and nothing without processes', () => {
    const rows = summarize([ofTimes('bad', [100, 110], { error: ERROR }), ofTimes('none', [], { error: ERROR }),
      ofTimes('later', []), ofTimes('good', around(100))]);
    const failed = { verdict: 'failed', error: ERROR, margin: 0.002 };
    expect(rows.slice(0, 3)).to.deep.equal([
      { ...createEmptyRow('bad', 1), ...failed, processes: 2 }, { ...createEmptyRow('none', 1), ...failed },
      { ...createEmptyRow('later', 1), margin: 0.002 }]);
    expect(rows[3]).to.include({ verdict: 'baseline', rank: 1000 });
  });

  it('ignores processes without a speed if most have one, and otherwise has their verdict', () => {
    const [few] = summarize([source('a', [rowOf(100), tooFast(), rowOf(121), tooNoisy(), rowOf(110)])]);
    expect(few).to.include({ verdict: 'baseline', processes: 5, statistic: 'trimmed-mean' });
    expect(few.nsPerCall).to.be.closeTo(110, 1e-10);
    expect(few.warnings).to.deep.equal([]);
    expect(few.results.stats).to.have.length(5);
    for (const [rows, verdict] of [
      [[rowOf(100), tooFast()], 'below-resolution'], [[tooFast(), tooFast()], 'below-resolution'],
      [[tooNoisy(), tooNoisy(), tooFast(), rowOf(100)], 'too-noisy'], [[tooNoisy(), tooFast()], 'below-resolution'],
      [[rowOf(0)], 'below-resolution'],
    ]) {
      const [row, other] = summarize([source('a', rows), ofTimes('b', around(100))]);
      expect(row).to.include({ verdict, rank: null, rankLow: null, rankHigh: null, nsLow: null, nsHigh: null,
        statistic: 'median', cycles: null, bytesPerSecond: null });
      expect(row.results).to.include({ avg: null, min: null, max: null, runs: rows.length });
      expect(row.nsPerCall).to.be.at.least(0);
      expect(other).to.include({ verdict: 'baseline', rank: 1000 });
    }
    // NaN is null in JSON.
    const [, missing] = summarize([ofTimes('a', around(100)),
      source('b', [...reversed(100).map((ns) => rowOf(ns)), rowOf(0, { nsPerCall: null })])]);
    expect(missing.rank).to.be.closeTo(1000, 1e-9);
  });

  it('can be saved, and leaves the rows of the processes unchanged', () => {
    const sources = [
      ofTimes('__proto__', around(100)), source('b', [tooFast()]), ofTimes('c', [7]), ofTimes('d', []),
      ofTimes('e', [], { error: ERROR }), ofTimes('f', [5, 5, 5, 5]), ofTimes('a', around(100), { isTwin: true }),
    ];
    sources[0].rows[0].warnings.push({ code: 'not-steady', drift: 1 });
    const before = JSON.stringify(sources);
    for (const plan of [{}, { baselineAvg: 1e6 }]) {
      const rows = summarize(sources, plan);
      expect(JSON.parse(JSON.stringify(rows))).to.deep.equal(rows);
      for (const row of rows) expect(Object.keys(row)).to.deep.equal(Object.keys(createEmptyRow('', 1)));
    }
    expect(JSON.stringify(sources)).to.equal(before);
  });
});

describe('process-summary: comparisons', () => {
  const step = Math.log(1.1);
  const times = (ns) => [ns, ns * Math.exp(step), ns * Math.exp(2 * step)];
  // Two steps more, none, and two less: the standard error of their mean is 2 / sqrt(3) steps.
  const others = (ns) => times(ns).reverse();
  const error = 2 * step / Math.sqrt(3);
  const restarts = (all) => new Map(all.map(([number, row]) => [number, { row, rounds: null }]));

  it('share an error of 5 %, or less, by Holm', () => {
    const [a, b, c] = [ofTimes('a', times(100)), ofTimes('b', others(200)), ofTimes('c', others(100))];
    const failed = ofTimes('c', [], { error: ERROR });
    // t(0.975, 2), t(0.9875, 2), t(0.9975, 2)
    for (const [sources, level, t, verdict] of [
      [[a, b], {}, 4.302652729749464, 'slower'], [[a, b, failed], {}, 4.302652729749464, 'slower'],
      [[a, b, c], {}, 6.205346816570345, 'slower'], [[a, b], { error: 0.005 }, 14.089047275555295, 'unresolved'],
    ]) {
      const [, row] = summarize(sources, {}, level);
      expect(row.rank).to.be.closeTo(500, 1e-9);
      expect(row.rankLow).to.be.closeTo(500 * Math.exp(-t * error), 1e-6);
      expect(row.rankHigh).to.be.closeTo(500 * Math.exp(t * error), 1e-6);
      expect(row.verdict).to.equal(verdict);
    }
    // The second step has one comparison left.
    expect(summarize([a, b, c])[2].rankHigh).to.be.closeTo(1000 * Math.exp(4.302652729749464 * error), 1e-6);
  });

  it('pair processes by the number of their restart', () => {
    const speeds = [1, 1.4, 0.7, 1.2, 2, 0.9, 1.1, 1.3];
    const of = (name, ns, wobble, numbers) => {
      const all = numbers.map((number) => [number, rowOf(ns * speeds[number] * (1 + wobble * (-1) ** number))]);
      return source(name, all.map(([, row]) => row), { restarts: restarts(all) });
    };
    const [a, b] = summarize([of('a', 100, 0.0001, [0, 1, 2, 3, 4, 5, 6]), of('b', 103, -0.0001, [7, 6, 5, 4, 3, 2])]);
    expect(b.verdict).to.equal('slower');
    expect(b.rankHigh).to.be.below(1000 / 1.0295);
    expect(b.nsPerCall / a.nsPerCall).to.be.closeTo(1000 / b.rank, 1e-9);
    // The five common restarts.
    const pairs = [2, 3, 4, 5, 6].map((number) => (
      Math.log(1.03 * (1 - 0.0001 * (-1) ** number) / (1 + 0.0001 * (-1) ** number))));
    expect(Math.log(1000 / b.rank)).to.be.closeTo(pairs.reduce((sum, one) => sum + one) / 5, 1e-12);
  });

  it('need a common restart, and otherwise take no part of the error', () => {
    const numbered = (from) => ({ restarts: restarts(around(100).map((ns, i) => [from + i, rowOf(ns)])) });
    const [, b, c] = summarize([
      ofTimes('a', around(100), numbered(0)), ofTimes('b', around(200), numbered(6)), ofTimes('c', reversed(200))]);
    expect(b).to.include({ verdict: 'unresolved', rank: null, rankLow: null, rankHigh: null });
    const { rankLow, rankHigh } = summarize([ofTimes('a', around(100)), ofTimes('c', reversed(200))])[1];
    expect(c).to.include({ verdict: 'slower', rankLow, rankHigh });
  });

  it('use the rounds of turns, without rounds on a shared core', () => {
    const of = (name, ns, time, wobbles) => ofTimes(name, Array(6).fill(ns), {
      restarts: new Map(wobbles.map((share, i) => [i, { row: rowOf(ns), rounds: {
        turns: range(20, (turn) => turn), copies: Array(20).fill(0), cycles: range(20, (turn) => (turn > 14 ? 2 : 1)),
        ns: range(20, (turn) => time * (1 + share) * (1 + turn / 10) * (turn > 14 && name === 'b' ? 2 : 1)),
      } }])),
    });
    const [, b] = summarize([of('a', 100, 100, Array(6).fill(0)),
      of('b', 150, 110, [1, -1, 2, -2, 3, -3].map((share) => share * 1e-4))]);
    expect(b.rank).to.be.closeTo(1000 / 1.1, 0.01);
    expect(b.verdict).to.equal('slower');
  });

  it('report the additional time up to an hour', () => {
    const rowFor = (timeGoal) =>
      summarize([ofTimes('a', around(100, 0.01)), ofTimes('b', reversed(101, 0.01))], { timeGoal })[1];
    const { rank, rankHigh, verdict, moreSeconds } = rowFor(4);
    expect(verdict).to.equal('unresolved');
    const more = (Math.log(rankHigh / rank) / Math.log(1000 / rank)) ** 2;
    expect(more).to.be.within(10, 30);
    expect(moreSeconds).to.be.closeTo((more - 1) * 4, 1e-9);
    expect(rowFor(4000).moreSeconds).to.equal(null);
  });

  it('give the same figures as the sides of a comparison', () => {
    const draw = gaussian(mulberry32(5));
    const uniform = mulberry32(6);
    const list = (centre) => range(
      8, () => centre * Math.exp(0.01 * draw()) * (uniform() < 0.15 ? 1 + 0.2 * uniform() : 1));
    for (let pair = 0; pair < 100; pair++) {
      const [a, b] = [list(100), list(pair % 3 ? 102 : 100)];
      const [first, row] = summarize([ofTimes('a', a), ofTimes('b', b)], { margin: 0.01 });
      const [{ sides, changes: [change] }] =
        judge([{ file: null, suite: 1, name: 'b', paired: true, sides: [inNs(a), inNs(b)], secondsEach: 0.1 }], {
        margin: 0.01, floor: 0, isSaved: false, isComparable: true,
      });
      expect(row.verdict).to.equal(change.verdict);
      for (const [rank, ratio] of [[row.rank, change.ratio], [row.rankHigh, change.low], [row.rankLow, change.high]]) {
        expect(rank * ratio).to.be.closeTo(1000, 1e-9);
      }
      expect(row.rank / 1000).to.be.closeTo(row.results.avg / first.results.avg, 1e-9);
      expect(row.results.avg).to.be.within(row.results.min, row.results.max);
      const { nsPerCall, nsLow, nsHigh } = first;
      expect(sides[0]).to.include({ nsPerCall, nsLow, nsHigh });
      expect(sides[1].nsPerCall).to.be.closeTo(row.nsPerCall, 1e-9);
    }
  });

  it('have all verdicts, within each combination of parameters, over the first test with a speed', () => {
    const rows = summarize([
      ofTimes('a', around(100, 1e-5)), ofTimes('b', reversed(120, 1e-5)), ofTimes('c', reversed(80, 1e-5)),
      ofTimes('d', reversed(100.05, 1e-5)), ofTimes('e', reversed(100.2, 3e-3))]);
    expect(verdicts(rows)).to.deep.equal(['baseline', 'slower', 'faster', 'same', 'unresolved']);
    for (const row of rows) expect(row).to.include({ margin: 0.002, noiseFloor: null });
    expect(verdicts(summarize([source('too fast', [tooFast()]), ofTimes('failed', [100], { error: ERROR }),
      ofTimes('none', []), ofTimes('b', around(100)), ofTimes('c', reversed(200))])))
      .to.deep.equal(['below-resolution', 'failed', null, 'baseline', 'slower']);
    const at = (group, size) => ({ variant: { test: 't', params: { size }, tier: null, isCold: false, group } });
    const groups = summarize([
      ofTimes('a', around(100), at(0, 10)), ofTimes('b', reversed(200), at(0, 10)),
      ofTimes('c', around(1000), at(1, 20)), ofTimes('d', reversed(4000), at(1, 20))]);
    expect(groups.map(({ rank }) => Math.round(rank))).to.deep.equal([1000, 500, 1000, 250]);
    expect(groups[3]).to.deep.include({ name: 'd', test: 't', params: { size: 20 }, verdict: 'slower' });
  });

  it('use cycles if all processes have them', () => {
    const withCycles = (name, ns, cycles, more) =>
      source(name, around(ns).map((one, i) => rowOf(one, { cycles: around(cycles)[i], ...more })), more);
    const [a, b, many] = summarize(
      [withCycles('a', 100, 300), withCycles('b', 300, 600), withCycles('c', 300, 600, { ops: 2 })]);
    expect(b.rank).to.be.closeTo(500, 0.01);
    expect(many.rank).to.be.closeTo(1000, 0.01);
    expect(a.cycles).to.be.closeTo(300, 0.2);
    expect(b.cycles).to.be.closeTo(600, 0.4);
    // The common rate is the geometric mean of 3, 2 and 2 cycles per ns.
    expect(a.nsPerCall).to.be.closeTo(300 / 12 ** (1 / 3), 0.1);
    expect(b.nsPerCall).to.be.closeTo(600 / 12 ** (1 / 3), 0.2);
    // A process without a speed needs none.
    const fast = source('a', [...withCycles('a', 100, 300).rows, tooFast()]);
    expect(summarize([fast, withCycles('b', 300, 600)])[1].rank).to.be.closeTo(500, 0.01);
    const missing = source('b', reversed(300).map((ns, i) => rowOf(ns, { cycles: i === 2 ? null : 3 * ns })));
    const rows = summarize([withCycles('a', 100, 300), missing]);
    expect(rows[1].rank).to.be.closeTo(1000 / 3, 0.1);
    expect(rows[1].cycles).to.equal(null);
    expect(rows[0].cycles).to.be.closeTo(300, 0.2);
  });

  it('have intervals that contain a measured time, at the common clock rate and at their own', () => {
    const fast = source('fast', around(100).map((ns) => rowOf(ns, { cycles: 3 * ns })));
    const slow = (times) => source('slow', times.map((ns) => (
      rowOf(ns, { cycles: 2 * ns, nsLow: 0.999 * ns, nsHigh: 1.001 * ns }))));
    for (const times of [[1e9], around(1e9)]) {
      const [, row] = summarize([fast, slow(times)]);
      expect(row.nsPerCall).to.be.below(0.9e9);
      expect(row.nsHigh).to.be.at.least(Math.min(...times));
    }
  });

  it('are left open by one process each', () => {
    const [, row] = summarize([ofTimes('a', [100]), ofTimes('b', [200])]);
    expect(row.rank).to.be.closeTo(500, 1e-9);
    expect(row).to.include({ rankLow: null, rankHigh: null, verdict: 'unresolved', moreSeconds: null });
  });

  it('with a number of operations per second share the error, too', () => {
    const rows = summarize([ofTimes('a', around(100, 1e-5)), ofTimes('b', around(200, 1e-5)), ofTimes('one', [100]),
      source('too fast', [tooFast()])], { baselineAvg: 1e7 });
    expect(verdicts(rows)).to.deep.equal(['same', 'slower', 'unresolved', 'below-resolution']);
    expect(rows[0].rank).to.be.closeTo(1000, 0.1);
    expect(rows[1].rank).to.be.closeTo(500, 0.1);
    expect(rows[1].rank).to.be.within(rows[1].rankLow, rows[1].rankHigh);
    expect(rows[2]).to.include({ rankLow: null, rankHigh: null });
    const b = ofTimes('b', around(200, 1e-3));
    const [alone] = summarize([b], { baselineAvg: 1e7 });
    const [among] = summarize([b, ofTimes('c', around(100, 1e-3))], { baselineAvg: 1e7 });
    // t(0.9875, 3) over t(0.975, 3)
    expect(Math.log(among.rankHigh / among.rank) / Math.log(alone.rankHigh / alone.rank))
      .to.be.closeTo(4.176534846041 / 3.182446305284, 1e-6);
  });
});

describe('process-summary: few processes of many tests', () => {
  const timesOf = (ns, share) => [ns * (1 - share), ns, ns * (1 + share)];
  const widthOf = ({ rankLow, rankHigh }) => Math.log(rankHigh / rankLow);

  it('share their estimate of the variance, so that the intervals are narrower', () => {
    const base = ofTimes('base', [100, 100, 100]);
    const others = range(10, (i) => ofTimes(`t${i}`, timesOf(200 + 10 * i, 0.01)));
    const [, fewFirst] = summarize([base, ...others.slice(0, 5)]);
    const [, manyFirst] = summarize([base, ...others]);
    // t(0.995, 2) with five comparisons; with ten, t(0.9975, 4) and usual variances that are 1.89 times as great
    expect(widthOf(manyFirst)).to.be.below(widthOf(fewFirst));
    expect(manyFirst.rank).to.equal(fewFirst.rank);
  });
});

describe('process-summary: the noise floor', () => {
  const twin = (times, more) => ofTimes('a', times, { isTwin: true, ...more });

  it('is the standard error of a twin that is as fast as the first test', () => {
    const rows = summarize([ofTimes('a', around(100)), ofTimes('b', reversed(110)), twin(reversed(100))]);
    expect(verdicts(rows)).to.deep.equal(['baseline', 'slower']);
    const { error } = contrastOfPairs(reversed(100).map((ns, i) => Math.log(ns / around(100)[i])));
    for (const { noiseFloor, noiseFloorLow, noiseFloorHigh } of rows) {
      expect(noiseFloorLow).to.equal(0);
      // t(0.975, 5)
      expect(Math.log(1 + noiseFloorHigh)).to.be.closeTo(2.5705818356363155 * error, 1e-12);
      expect(Math.log(1 + noiseFloor)).to.be.closeTo(error, 1e-12);
    }
    const [equal] = summarize([ofTimes('a', [100, 100]), ofTimes('b', around(110)), twin([100, 100])]);
    expect(equal).to.include({ noiseFloor: 0, noiseFloorLow: 0, noiseFloorHigh: 0 });
  });

  it('hides smaller differences, and above the margin nothing is the same', () => {
    const sources = [ofTimes('a', around(100, 1e-5)), ofTimes('near', reversed(103, 1e-5)),
      ofTimes('far', reversed(110, 1e-5)), twin(reversed(105, 1e-5))];
    const rows = summarize(sources);
    for (const { noiseFloor, noiseFloorLow, noiseFloorHigh } of rows) {
      expect(noiseFloor).to.be.closeTo(0.05, 1e-6);
      expect(noiseFloor).to.be.within(noiseFloorLow, noiseFloorHigh);
    }
    expect(verdicts(rows)).to.deep.equal(['baseline', 'unresolved', 'slower']);
    expect(verdicts(summarize(sources, { margin: 0.06 }))).to.deep.equal(['baseline', 'same', 'slower']);
  });

  it('needs two processes of the first test and of its twin', () => {
    const [a, b] = [ofTimes('a', around(100)), ofTimes('b', around(110))];
    for (const sources of [
      [ofTimes('a', [100]), b, twin([105])], [a, b, twin(around(105), { error: ERROR })], [a, b, twin([])],
      [{ ...a, error: ERROR }, b, ofTimes('c', around(110)), twin(around(105))],
    ]) {
      for (const row of summarize(sources)) {
        expect(row).to.include({ noiseFloor: null, noiseFloorLow: null, noiseFloorHigh: null });
      }
    }
  });
});

describe('process-summary: passes', () => {
  const memory = (bytesPerCall, more = {}) => ({
    bytesPerCall, bytesLow: bytesPerCall - 1, bytesHigh: bytesPerCall + 1, heapBytesPerCall: bytesPerCall - 8,
    externalBytesPerCall: 8, keptBytesPerCall: 0, peakBytes: null, calls: 1000,
    collections: { count: 4, young: 3, old: 1, seconds: 0.01, share: 0.1, callsPerCollection: 250 }, ...more,
  });
  const coldCache = (nsPerCall) =>
    ({ nsPerCall, nsLow: nsPerCall - 5, nsHigh: nsPerCall + 5, samples: 30, evictedBytes: 1e6, resolutionNs: 10 });
  const rows = (list, field = 'memory') => list.map((one) => ({ memory: null, coldCache: null, [field]: one }));

  it('of memory have the median of bytes, and the sum of collections', () => {
    const merged = mergeMemory(rows([memory(64), memory(72), memory(56)]));
    expect(merged.collections.share).to.be.closeTo(0.1, 1e-12);
    merged.collections.share = 0.1;
    expect(merged).to.deep.equal({
      bytesPerCall: 64, bytesLow: 56, bytesHigh: 72, heapBytesPerCall: 56, externalBytesPerCall: 8,
      keptBytesPerCall: 0, peakBytes: null, calls: 3000,
      collections: { count: 12, young: 9, old: 3, seconds: 0.03, share: 0.1, callsPerCollection: 250 },
    });
    expect(mergeMemory(rows([memory(64)]))).to.deep.equal(memory(64));
    expect(mergeMemory(rows([memory(64), memory(66)]))).to.include({ bytesPerCall: 65, bytesLow: 64, bytesHigh: 66 });
    // Each call allocates what it has in use at once.
    const partial = [[10, 60], [70, 60], [0, null]].map(([bytes, peakBytes]) => ({ ...memory(bytes), peakBytes }));
    expect(mergeMemory(rows(partial))).to.include({ bytesPerCall: 60, bytesLow: 60, bytesHigh: 70, peakBytes: 60 });
    // An interval of 95 % for many processes.
    const many = mergeMemory(rows(range(20, (i) => memory(100 + i))));
    expect(many.bytesLow).to.be.within(104, 107);
    expect(many.bytesHigh).to.be.within(112, 115);
  });

  it('of memory leave out unknown figures', () => {
    const none = { count: null, young: null, old: null, seconds: null, share: null, callsPerCollection: null };
    const unknown = memory(64, { keptBytesPerCall: null, bytesLow: null, bytesHigh: null });
    const found = mergeMemory(rows([null, unknown, memory(64, { keptBytesPerCall: 4, collections: none })]));
    expect(found).to.include({ keptBytesPerCall: 4, calls: 2000, bytesLow: 63 });
    expect(found.collections).to.include({ count: 4, share: 0.1, callsPerCollection: 500 });
    expect(mergeMemory(rows([memory(64, { collections: none })])).collections).to.deep.equal(none);
    expect(mergeMemory(rows([null, null]))).to.equal(null);
  });

  it('of cold caches have the median, and the sum of samples', () => {
    expect(mergeColdCache(rows([coldCache(100), coldCache(90), coldCache(120)], 'coldCache'))).to.deep.equal(
      { nsPerCall: 100, nsLow: 90, nsHigh: 120, samples: 90, evictedBytes: 1e6, resolutionNs: 10 });
    expect(mergeColdCache(rows([coldCache(100)], 'coldCache'))).to.deep.equal(coldCache(100));
    expect(mergeColdCache(rows([null], 'coldCache'))).to.equal(null);
  });
});
