'use strict';

const { expect } = require('chai');
const { judge } = require('../../lib/estimate/judge');
const { summarizeForks, mergeMemory, mergeColdCache } = require('../../lib/estimate/process-summary');
const { emptyRow } = require('../../lib/estimate/row');
const { contrastOfPairs } = require('../../lib/stats/process-contrast');
const { mulberry32, gaussian } = require('../helpers/random');

const PLAN = { timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002 };

/** What one process reports of a test that takes so many ns per call. */
function rowOf(nsPerCall, given = {}) {
  const { results, collections, ops = 1, ...more } = given;
  return {
    ...emptyRow('told', ops),
    verdict: 'unresolved', nsPerCall, nsLow: nsPerCall * 0.99, nsHigh: nsPerCall * 1.01, statistic: 'median',
    kind: 'sync',
    calls: 1000, rounds: 40, resolutionNs: 0.1, overheadNs: 0.5,
    ...more,
    collections: { count: 0, share: 0, seconds: 0, bytesPerCall: 0, ...collections },
    results: {
      avg: ops * 1e9 / nsPerCall, min: ops * 0.98e9 / nsPerCall, max: ops * 1.02e9 / nsPerCall, count: 1000,
      elapsed: nsPerCall / 1e6,
      runs: 40, duration: 0.5, nloops: 25, stats: [{ count: 25, elapsed: nsPerCall / 4e7 }], ...results,
    },
  };
}

const source = (name, rows, more) => ({ name, ops: null, rows, error: null, isTwin: false, ...more });
const ofTimes = (name, times, more) => source(name, times.map((ns) => rowOf(ns)), more);
const tooFast = () => rowOf(0, { verdict: 'below-resolution', nsLow: null, nsHigh: null,
  warnings: [{ code: 'below-resolution', resolutionNs: 0.1 }], results: { avg: null, min: null, max: null } });
const around = (ns, share = 0.001) =>
  [1 - 3 * share, 1 - share, 1, 1 + share, 1 + 2 * share, 1 + 3 * share].map((times) => ns * times);
// Processes of the same restart are pairs: in this order their ratios to those of around() differ, with a mean of 1.
const reversed = (ns, share) => around(ns, share).reverse();
const summarize = (sources, plan, level) => summarizeForks(sources, { ...PLAN, ...plan }, level);

describe('the processes of combinations of parameters', () => {
  it('are compared within a combination', () => {
    const at = (group, params) => ({ variant: { test: 't', params, tier: null, isCold: false, group } });
    const rows = summarize([
      ofTimes('a', around(100), at(0, { size: 10 })), ofTimes('b', reversed(200), at(0, { size: 10 })),
      ofTimes('c', around(1000), at(1, { size: 20 })), ofTimes('d', reversed(4000), at(1, { size: 20 })),
    ]);
    expect(rows.map(({ rank, verdict }) => [Math.round(rank), verdict]))
      .to.deep.equal([[1000, 'baseline'], [500, 'slower'], [1000, 'baseline'], [250, 'slower']]);
    expect(rows[3]).to.deep.include({ name: 'd', test: 't', params: { size: 20 } });
  });
});

describe('the processes of first calls', () => {
  const cold = { variant: { test: 'a', params: null, tier: null, isCold: true, group: 0 } };
  const times = [10, 11, 10.5, 10.2, 10.8, 10.4, 10.6, 10.3, 10.7, 10.1];

  it('make one row: the trimmed mean, with its interval, which one process that was kept waiting does not move', () => {
    const [row] = summarize([ofTimes('a', times, cold)]);
    const [late] = summarize([ofTimes('a', [...times.slice(1), 300].concat(), cold)]);
    expect(row).to.include({ statistic: 'trimmed-mean', isCold: true, processes: 10, calls: 10000 });
    // Of ten the two lowest and the two highest are left out.
    expect(row.nsPerCall).to.be.closeTo((10.2 * 10.3 * 10.4 * 10.5 * 10.6 * 10.7) ** (1 / 6), 1e-9);
    expect(row.nsLow).to.be.within(10.1, 10.4);
    expect(row.nsHigh).to.be.within(10.6, 10.9);
    expect(late.nsPerCall / row.nsPerCall).to.be.within(1, 1.01);
    expect(late.nsHigh).to.be.below(11.1);
    expect(row.collections).to.deep.equal({ count: null, share: null, seconds: null, bytesPerCall: null });
  });

  it('are no matter of time where they are not resolved', () => {
    const [, row] =
      summarize([ofTimes('a', times, cold), ofTimes('b', times.map((ns, i) => ns * (i % 2 ? 1.02 : 0.99)), cold)]);
    expect(row).to.include({ verdict: 'unresolved', moreSeconds: null });
  });

  it('are compared without the restarts of the lowest and the highest fifth', () => {
    const slower = times.slice().reverse().map((ns) => ns * 1.5);
    slower[3] = 4000;
    const [, row] = summarize([ofTimes('a', times, cold), ofTimes('b', slower, cold)]);
    expect(row.verdict).to.equal('slower');
    expect(row.rank).to.be.within(600, 700);
  });
});

describe('the processes of one test', () => {
  it('make one row: the mean of the logarithms, and Student\'s interval, of so few', () => {
    const [row] = summarize([ofTimes('a', [100, 110, 121])]);
    expect(row.nsPerCall).to.be.closeTo(110, 1e-10);
    // 110 * exp(-+ 4.30265 * ln 1.1 / sqrt 3)
    expect(row.nsLow).to.be.closeTo(86.80955999795191, 1e-6);
    expect(row.nsHigh).to.be.closeTo(139.38556997968283, 1e-6);
    expect(row).to.include(
      { name: 'a', statistic: 'trimmed-mean', kind: 'sync', processes: 3, verdict: 'baseline', rank: 1000,
        rankLow: 1000, rankHigh: 1000, cycles: null, error: null });
    expect(row.results.avg).to.be.closeTo(1e9 / 110, 1e-3);
  });

  it('have no interval where there is one', () => {
    const [row] = summarize([ofTimes('a', [100])]);
    expect(row).to.include({ nsLow: null, nsHigh: null, processes: 1 });
    expect(row.nsPerCall).to.be.closeTo(100, 1e-9);
  });

  it('have a speed per operation', () => {
    const [own, all] = summarize([
      source('own', [rowOf(100, { ops: 10 }), rowOf(100, { ops: 10 })], { ops: 10 }),
      source('of the suite', [rowOf(100, { ops: 5 }), rowOf(100, { ops: 5 })]),
    ], { opsPerTest: 5 });
    expect([own.ops, all.ops]).to.deep.equal([10, 5]);
    expect(own.results.avg).to.be.closeTo(1e8, 1e-5);
    expect(all.results.avg).to.be.closeTo(5e7, 1e-5);
    expect(all.rank).to.be.closeTo(500, 1e-9);
  });

  it('add up', () => {
    const [row] = summarize([source('a', [
      rowOf(100,
        { calls: 1000, rounds: 40, resolutionNs: 0.1, overheadNs: 0.5,
          collections: { count: 3, share: 0.02, seconds: 0.001, bytesPerCall: 40 }, bytesPerSecond: 1e6,
          itemsPerSecond: 4e3 }),
      rowOf(110, { calls: 1200, rounds: 41, resolutionNs: 0.3, overheadNs: 0.6,
        collections: { count: 5, share: 0.04, seconds: 0.003, bytesPerCall: 48 }, bytesPerSecond: 4e6,
        itemsPerSecond: 1e3,
        results: { count: 1200, elapsed: 0.5, duration: 0.7, nloops: 30, min: 1, max: 1e12 } }),
      rowOf(121,
        { calls: 1400, rounds: 42, resolutionNs: 0.2, overheadNs: 0.4,
          collections: { count: null, share: null, seconds: null, bytesPerCall: null }, bytesPerSecond: 2e6,
          itemsPerSecond: 2e3 }),
    ])]);
    expect(row).to.include({ calls: 3600, rounds: 123, resolutionNs: 0.2, overheadNs: 0.5 });
    expect(row.collections).to.deep.equal({ count: 8, share: 0.03, seconds: 0.004, bytesPerCall: 44 });
    // 1e6 * 100, 4e6 * 110, 2e6 * 121 of each call: the median of them in 110 ns.
    expect(row.bytesPerSecond).to.be.closeTo(2.2e6, 1e-6);
    expect(row.itemsPerSecond).to.be.closeTo(2.2e3, 1e-9);
    const { results } = row;
    // A process is a run.
    expect(results).to.include({ count: 3200, runs: 3, nloops: 1000, min: 1e9 / 121, max: 1e9 / 100 });
    expect(results.elapsed).to.be.closeTo(100 / 1e6 + 0.5 + 121 / 1e6, 1e-12);
    expect(results.duration).to.be.closeTo(0.5 + 0.7 + 0.5, 1e-12);
    expect(results.stats).to.deep.equal(
      [{ count: 1000, elapsed: 1e-4 }, { count: 1200, elapsed: 0.5 }, { count: 1000, elapsed: 1.21e-4 }]);
  });

  it('know nothing of collections where none does', () => {
    const none = { count: null, share: null, seconds: null, bytesPerCall: null };
    const [row] = summarize([source('a', [rowOf(100, { collections: none }), rowOf(100, { collections: none })])]);
    expect(row.collections).to.deep.equal({ count: 0, share: null, seconds: null, bytesPerCall: null });
    expect(row).to.include({ bytesPerSecond: null, itemsPerSecond: null });
  });

  it('warn once of each kind, in the words of the first', () => {
    const [row] = summarize([source('a', [
      rowOf(100, { warnings: [{ code: 'few-samples', rounds: 8 }] }),
      rowOf(100, { warnings: [{ code: 'not-steady', drift: 0.06 }, { code: 'few-samples', rounds: 7 }] }),
      rowOf(100, { warnings: [{ code: 'not-steady', drift: 0.5 }, { code: 'hung-at-exit' }] }),
    ])]);
    expect(row.warnings).to.deep.equal(
      [{ code: 'few-samples', rounds: 8 }, { code: 'not-steady', drift: 0.06 }, { code: 'hung-at-exit' }]);
  });

  it('are as many as there are, where one failed', () => {
    const error = { code: 'killed', message: 'its process was killed by SIGKILL', at: null, calls: null, stack: null,
      output: ['last words'] };
    const rows =
      summarize([ofTimes('bad', [100, 110], { error }), ofTimes('none', [], { error }), ofTimes('good', around(100))]);
    expect(rows[0]).to.deep.equal({ ...emptyRow('bad', 1), verdict: 'failed', error, processes: 2, margin: 0.002 });
    expect(rows[1]).to.deep.equal({ ...emptyRow('none', 1), verdict: 'failed', error, processes: 0, margin: 0.002 });
    expect(rows[2]).to.include({ verdict: 'baseline', rank: 1000 });
  });

  it('are nothing yet at first', () => {
    expect(summarize([ofTimes('a', [])])).to.deep.equal([{ ...emptyRow('a', 1), margin: 0.002 }]);
  });
});

describe('processes below the resolution', () => {
  it('are left out where they are few', () => {
    const [row] = summarize([source('a', [rowOf(100), tooFast(), rowOf(121)])]);
    expect(row).to.include({ verdict: 'baseline', processes: 3, statistic: 'trimmed-mean' });
    expect(row.nsPerCall).to.be.closeTo(110, 1e-10);
    expect(row.warnings).to.deep.equal([]);
    expect(row.results.stats).to.have.length(3);
  });

  it('leave what most of them doubt, and what concerns one of them alone', () => {
    const rowWith = (...codes) => ({ ...rowOf(100), warnings: codes.map((code) => ({ code })) });
    const [row] = summarize(
      [source('a', [rowWith('busy', 'heap-limit'), rowWith('not-optimized', 'busy'), rowWith('collections')])]);
    expect(row.warnings.map(({ code }) => code)).to.deep.equal(['busy', 'heap-limit', 'collections']);
  });

  for (const [what, rows] of [
      ['half', [rowOf(100), tooFast()]], ['all', [tooFast(), tooFast()]], ['most', [tooFast(), rowOf(3), tooFast()]]]) {
    it(`decide where they are ${what} of them`, () => {
      const [row, other] = summarize([source('a', rows), ofTimes('b', around(100))]);
      expect(row).to.include(
        { verdict: 'below-resolution', rank: null, rankLow: null, rankHigh: null, nsLow: null, nsHigh: null,
          statistic: 'median', cycles: null, bytesPerSecond: null });
      expect(row.results).to.include({ avg: null, min: null, max: null, runs: rows.length });
      expect(row.nsPerCall).to.be.at.least(0);
      expect(other).to.include({ verdict: 'baseline', rank: 1000 });
    });
  }
});

describe('processes without a time', () => {
  it('are left out', () => {
    // NaN is null in JSON.
    const rows = summarize([ofTimes('a', around(100)), source('c', [rowOf(0)]),
      source('b', [...reversed(100).map((ns) => rowOf(ns)), rowOf(0, { nsPerCall: null })])]);
    expect(rows.map(({ verdict }) => verdict)).to.deep.equal(['baseline', 'below-resolution', 'unresolved']);
    expect(rows[2].rank).to.be.closeTo(1000, 1e-9);
  });
});

describe('processes whose intervals are wider than their figures', () => {
  const noisy = () => rowOf(50, { verdict: 'too-noisy', nsLow: -100, nsHigh: 200 });

  it('are left out where they are few, and decide where they are most', () => {
    const [few, most] = summarize(
      [source('a', [rowOf(100), noisy(), rowOf(121)]), source('b', [noisy(), noisy(), tooFast(), rowOf(100)])]);
    expect(few.nsPerCall).to.be.closeTo(110, 1e-10);
    expect(most).to.include({ verdict: 'too-noisy', rank: null, nsLow: null });
    expect(summarize([source('b', [noisy(), tooFast()])])[0].verdict).to.equal('below-resolution');
  });
});

describe('tests compared by their processes', () => {
  const step = Math.log(1.1);
  const times = (ns) => [ns, ns * Math.exp(step), ns * Math.exp(2 * step)];
  // Two steps more, none, and two less: the standard error of their mean is 2 / sqrt(3) steps.
  const others = (ns) => times(ns).reverse();
  const error = 2 * step / Math.sqrt(3);

  it('have Student\'s interval of the logarithms of their ratios, if they are few', () => {
    const [, row] = summarize([ofTimes('a', times(100)), ofTimes('b', others(200))]);
    expect(row.rank).to.be.closeTo(500, 1e-9);
    // t(0.975, 2)
    expect(row.rankLow).to.be.closeTo(500 * Math.exp(-4.302652729749464 * error), 1e-6);
    expect(row.rankHigh).to.be.closeTo(500 * Math.exp(4.302652729749464 * error), 1e-6);
    expect(row).to.include({ verdict: 'slower', moreSeconds: null });
  });

  it('share an error of 5 % between all of them, by Holm', () => {
    const rows = summarize([ofTimes('a', times(100)), ofTimes('b', others(200)), ofTimes('c', others(100))]);
    // t(0.9875, 2)
    expect(rows[1].rankLow).to.be.closeTo(500 * Math.exp(-6.205346816570345 * error), 1e-6);
    expect(rows[1].rankHigh).to.be.closeTo(500 * Math.exp(6.205346816570345 * error), 1e-6);
    // The second step has one comparison left.
    expect(rows[2].rankHigh).to.be.closeTo(1000 * Math.exp(4.302652729749464 * error), 1e-6);
    expect(rows[2].verdict).to.equal('unresolved');
    const failed =
      summarize([ofTimes('a', times(100)), ofTimes('b', others(200)), ofTimes('c', [], { error: { code: 'killed' } })]);
    expect(failed[1].rankLow).to.be.closeTo(500 * Math.exp(-4.302652729749464 * error), 1e-6);
  });

  it('have wider intervals, and fewer verdicts, if all verdicts together may have a smaller error', () => {
    const sources = [ofTimes('a', times(100)), ofTimes('b', others(200))];
    const [, row] = summarize(sources, {}, { error: 0.005 });
    // t(0.9975, 2)
    expect(row.rankLow).to.be.closeTo(500 * Math.exp(-14.089047275555295 * error), 1e-6);
    expect(row.verdict).to.equal('unresolved');
  });

  it('are paired by the number of their restart: how fast the machine was in each does not matter', () => {
    const speeds = [1, 1.4, 0.7, 1.2, 2, 0.9, 1.1, 1.3];
    const of = (name, ns, wobble, numbers) => {
      const restarts = numbers.map((number) => (
        [number, { row: rowOf(ns * speeds[number] * (1 + wobble * (-1) ** number)), rounds: null }]));
      return { ...source(name, restarts.map(([, { row }]) => row)), restarts: new Map(restarts) };
    };
    // b was not there in the first two, and a not in the last; the order in which they are kept is another one.
    const [a, b] = summarize([
      of('a', 100, 0.0001, [0, 1, 2, 3, 4, 5, 6]), of('b', 103, -0.0001, [7, 6, 5, 4, 3, 2])]);
    expect(b.verdict).to.equal('slower');
    expect(b.rank).to.be.closeTo(1000 / 1.03, 0.1);
    expect(b.rankHigh).to.be.below(1000 / 1.0295);
    expect(b.nsPerCall / a.nsPerCall).to.be.closeTo(1000 / b.rank, 1e-9);
    // Of the five that both took part in.
    const pairs = [2, 3, 4, 5, 6].map((number) => (
      Math.log(1.03 * (1 - 0.0001 * (-1) ** number) / (1 + 0.0001 * (-1) ** number))));
    expect(Math.log(1000 / b.rank)).to.be.closeTo(pairs.reduce((sum, one) => sum + one) / 5, 1e-12);
  });

  it('are compared by the rounds of their turns if there are some', () => {
    const restartOf = (ns, wobble) => ({
      row: rowOf(ns),
      rounds: {
        turns: [...Array(20).keys()], copies: Array(20).fill(0), cycles: Array(20).fill(null),
        ns: Array.from({ length: 20 }, (_, i) => (ns * (1 + wobble) * (1 + i / 10))),
      },
    });
    const of = (name, ns, restarts) => ({
      ...ofTimes(name, Array(6).fill(ns)), restarts: new Map(restarts.map((one, i) => [i, one])) });
    const wobbles = [1, -1, 2, -2, 3, -3].map((share) => share * 1e-4);
    const [, b] = summarize([
      of('a', 100, wobbles.map(() => restartOf(100, 0))), of('b', 150, wobbles.map((share) => restartOf(110, share)))]);
    expect(b.rank).to.be.closeTo(1000 / 1.1, 0.01);
    expect(b.verdict).to.equal('slower');
    // Its time is aligned with the rank.
    expect(b.nsPerCall).to.be.closeTo(110, 0.01);
  });

  it('have no rank if no restart has both', () => {
    const restarts = (from) => new Map(around(100).map((ns, i) => [from + i, { row: rowOf(ns), rounds: null }]));
    const [, b, c] = summarize([
      ofTimes('a', around(100), { restarts: restarts(0) }), ofTimes('b', around(200), { restarts: restarts(6) }),
      ofTimes('c', reversed(200)),
    ]);
    expect(b).to.include({ verdict: 'unresolved', rank: null, rankLow: null, rankHigh: null });
    // It is no comparison, and takes no part of the error.
    const { rankLow, rankHigh } = summarize([ofTimes('a', around(100)), ofTimes('c', reversed(200))])[1];
    expect(c).to.include({ verdict: 'slower', rankLow, rankHigh });
  });

  it('say how much longer would settle it, up to an hour', () => {
    const rowFor = (timeGoal) =>
      summarize([ofTimes('a', around(100, 0.01)), ofTimes('b', reversed(101, 0.01))], { timeGoal })[1];
    const { rank, rankHigh, verdict, moreSeconds } = rowFor(4);
    expect(verdict).to.equal('unresolved');
    // Times as long as bring the end of the interval that is next to 1000 there.
    const times = (Math.log(rankHigh / rank) / Math.log(1000 / rank)) ** 2;
    expect(times).to.be.within(10, 30);
    expect(moreSeconds).to.be.closeTo((times - 1) * 4, 1e-9);
    expect(rowFor(40).moreSeconds / moreSeconds).to.be.closeTo(10, 1e-6);
    expect(rowFor(4000).moreSeconds).to.equal(null);
  });

  it('are judged as the sides of a comparison are', () => {
    const draw = gaussian(mulberry32(5));
    const uniform = mulberry32(6);
    const list = (centre) => Array.from(
      { length: 8 }, () => centre * Math.exp(0.01 * draw()) * (uniform() < 0.15 ? 1 + 0.2 * uniform() : 1));
    const sideOf = (values) => (
      { samples: values.map((nsPerCall) => ({ nsPerCall, nsLow: null, nsHigh: null, cycles: null })), error: null });
    for (let pair = 0; pair < 300; pair++) {
      const [a, b] = [list(100), list(pair % 3 ? 102 : 100)];
      const [first, row] = summarize([ofTimes('a', a), ofTimes('b', b)], { margin: 0.01 });
      const [{ sides, changes: [change] }] =
        judge([{ file: null, suite: 1, name: 'b', paired: true, sides: [sideOf(a), sideOf(b)], secondsEach: 0.1 }], {
        margin: 0.01, floor: 0, isSaved: false, isComparable: true, maxRegression: null,
      });
      expect(row.verdict).to.equal(change.verdict);
      for (const [rank, ratio] of [[row.rank, change.ratio], [row.rankHigh, change.low], [row.rankLow, change.high]]) {
        expect(rank * ratio).to.be.closeTo(1000, 1e-9);
      }
      const { nsPerCall, nsLow, nsHigh } = first;
      expect(sides[0]).to.include({ nsPerCall, nsLow, nsHigh });
      expect(sides[1].nsPerCall).to.be.closeTo(row.nsPerCall, 1e-9);
    }
  });

  it('have ranks that are the ratio of their times, and lie in their intervals, with and without cycles', () => {
    const draw = gaussian(mulberry32(15));
    const uniform = mulberry32(16);
    const rowsAt = (ns, knows) => Array.from({ length: 9 }, () => {
      const own = ns * Math.exp(0.02 * draw());
      // The clock rate moves in steps of 14 %.
      const mhz = uniform() < 0.4 ? 3100 : 3600;
      return rowOf(own * 3600 / mhz, { cycles: knows ? own * 3.6 : null });
    });
    for (let suite = 0; suite < 60; suite++) {
      const rows = summarize([source('a', rowsAt(100, suite % 5)), source('b', rowsAt(102, true)),
        source('c', rowsAt(97, suite % 3), { ops: 2 })]);
      for (const { rank, rankLow, rankHigh, ops, nsPerCall, nsLow, nsHigh, results } of rows) {
        expect(nsPerCall).to.be.within(nsLow, nsHigh);
        expect(rank).to.be.within(rankLow, rankHigh);
        expect(rank / 1000).to.be.closeTo(results.avg / rows[0].results.avg, 1e-9);
        expect(rank / 1000).to.be.closeTo(rows[0].nsPerCall / (nsPerCall / ops), 1e-9);
        expect(results.avg).to.be.within(results.min, results.max);
      }
    }
  });

  it('are told apart, or the same', () => {
    const rows = summarize([
      ofTimes('a', around(100, 1e-5)), ofTimes('slower', reversed(120, 1e-5)), ofTimes('faster', reversed(80, 1e-5)),
      ofTimes('same', reversed(100.05, 1e-5)),
      ofTimes('unresolved', reversed(100.2, 3e-3)),
    ]);
    expect(rows.map(({ name, verdict }) => [name, verdict])).to.deep.equal([
      ['a', 'baseline'], ['slower', 'slower'], ['faster', 'faster'], ['same', 'same'], ['unresolved', 'unresolved'],
    ]);
    for (const { rank, rankLow, rankHigh, margin, noiseFloor } of rows) {
      expect(rank).to.be.within(rankLow, rankHigh);
      expect([margin, noiseFloor]).to.deep.equal([0.002, null]);
    }
  });

  it('have the first that works as baseline', () => {
    const rows = summarize(
      [source('too fast', [tooFast()]), ofTimes('failed', [100], { error: { code: 'killed' } }), ofTimes('none', []),
        ofTimes('b', around(100)), ofTimes('c', reversed(200))]);
    expect(rows.map(({ verdict }) => verdict))
      .to.deep.equal(['below-resolution', 'failed', null, 'baseline', 'slower']);
  });

  it('are compared in processor cycles where all processes have them', () => {
    const withCycles = (name, ns, cycles) =>
      source(name, around(ns).map((one, i) => rowOf(one, { cycles: around(cycles)[i] })));
    const [a, b] = summarize([withCycles('a', 100, 300), withCycles('b', 300, 600)]);
    expect(b.rank).to.be.closeTo(500, 0.01);
    expect(a.cycles).to.be.closeTo(300, 0.2);
    expect(b.cycles).to.be.closeTo(600, 0.4);
    // At the rate that both had in the mean, the root of 3 * 2 cycles per ns.
    expect(a.nsPerCall).to.be.closeTo(300 / Math.sqrt(6), 0.1);
    expect(b.nsPerCall).to.be.closeTo(600 / Math.sqrt(6), 0.2);
    // of a whole test, per operation
    const many = source('b', around(300).map((one, i) => rowOf(one, { ops: 2, cycles: around(600)[i] })), { ops: 2 });
    expect(summarize([withCycles('a', 100, 300), many])[1].rank).to.be.closeTo(1000, 0.01);
  });

  it('show no cycles if one process has none', () => {
    const a = source('a', around(100).map((ns) => rowOf(ns, { cycles: 3 * ns })));
    const b = source('b', reversed(300).map((ns, i) => rowOf(ns, { cycles: i === 2 ? null : 3 * ns })));
    const rows = summarize([a, b]);
    expect(rows[1].rank).to.be.closeTo(1000 / 3, 0.1);
    expect(rows[1].cycles).to.equal(null);
    expect(rows[0].cycles).to.be.closeTo(300, 0.2);
  });

  it('do not mind a process without a speed that has no cycles', () => {
    const rows = summarize([source('a', [...around(100).map((ns) => rowOf(ns, { cycles: 300 })), tooFast()]),
      source('b', around(300).map((ns) => rowOf(ns, { cycles: 600 })))]);
    expect(rows[1].rank).to.be.closeTo(500, 1e-9);
  });

  it('are left open by one process each', () => {
    const [, row] = summarize([ofTimes('a', [100]), ofTimes('b', [200])]);
    expect(row.rank).to.be.closeTo(500, 1e-9);
    expect(row).to.include({ rankLow: null, rankHigh: null, verdict: 'unresolved', moreSeconds: null });
  });
});

describe('a second run of the first test in processes', () => {
  it('is no row, and shows its standard error as noise floor if it is as fast as the first', () => {
    const rows = summarize([
      ofTimes('a', around(100)), ofTimes('b', reversed(110)), ofTimes('a', reversed(100), { isTwin: true })]);
    expect(rows.map(({ name, verdict }) => [name, verdict])).to.deep.equal([['a', 'baseline'], ['b', 'slower']]);
    const { error } = contrastOfPairs(reversed(100).map((ns, i) => Math.log(ns / around(100)[i])));
    for (const { noiseFloor, noiseFloorLow, noiseFloorHigh } of rows) {
      expect(noiseFloorLow).to.equal(0);
      // t(0.975, 5)
      expect(Math.log(1 + noiseFloorHigh)).to.be.closeTo(2.5705818356363155 * error, 1e-12);
      expect(Math.log(1 + noiseFloor)).to.be.closeTo(error, 1e-12);
    }
    const equal =
      summarize([ofTimes('a', [100, 100]), ofTimes('b', around(110)), ofTimes('a', [100, 100], { isTwin: true })]);
    expect(equal[0]).to.include({ noiseFloor: 0, noiseFloorLow: 0, noiseFloorHigh: 0 });
  });

  it('shows a floor under which nothing is believed, and nothing is the same where it is above the margin', () => {
    const sources =
      [ofTimes('a', around(100, 1e-5)), ofTimes('near', reversed(103, 1e-5)), ofTimes('far', reversed(110, 1e-5)),
        ofTimes('a', reversed(105, 1e-5), { isTwin: true })];
    const rows = summarize(sources);
    for (const { noiseFloor, noiseFloorLow, noiseFloorHigh } of rows) {
      expect(noiseFloor).to.be.closeTo(0.05, 1e-6);
      expect(noiseFloor).to.be.within(noiseFloorLow, noiseFloorHigh);
    }
    expect(rows.map(({ verdict }) => verdict)).to.deep.equal(['baseline', 'unresolved', 'slower']);
    expect(summarize(sources, { margin: 0.06 }).map(({ verdict }) => verdict))
      .to.deep.equal(['baseline', 'same', 'slower']);
  });

  it('of one process shows none', () => {
    const rows = summarize([ofTimes('a', [100]), ofTimes('b', [110]), ofTimes('a', [105], { isTwin: true })]);
    expect(rows[0]).to.include({ noiseFloor: null, noiseFloorLow: null, noiseFloorHigh: null });
  });

  it('tells nothing where it or the first failed', () => {
    const error = { code: 'killed' };
    const twin = (more) => ofTimes('a', around(105), { isTwin: true, ...more });
    expect(summarize([ofTimes('a', around(100)), ofTimes('b', around(110)), twin({ error })])[0].noiseFloor)
      .to.equal(null);
    expect(summarize([ofTimes('a', around(100)), ofTimes('b', around(110)), twin({ rows: [] })])[0].noiseFloor)
      .to.equal(null);
    const rows =
      summarize([ofTimes('a', around(100), { error }), ofTimes('b', around(110)), ofTimes('c', around(110)), twin()]);
    expect(rows.map(({ noiseFloor }) => noiseFloor)).to.deep.equal([null, null, null]);
  });
});

describe('processes against a number of operations per second', () => {
  it('are judged one by one', () => {
    const rows = summarize([ofTimes('a', around(100, 1e-5)), ofTimes('b', around(200, 1e-5)), ofTimes('one', [100]),
      source('too fast', [tooFast()])], { baselineAvg: 1e7 });
    expect(rows.map(({ verdict }) => verdict)).to.deep.equal(['same', 'slower', 'unresolved', 'below-resolution']);
    expect(rows[0].rank).to.be.closeTo(1000, 0.1);
    expect(rows[1].rank).to.be.closeTo(500, 0.1);
    expect(rows[1].rankLow).to.be.below(rows[1].rank);
    expect(rows[1].rankHigh).to.be.above(rows[1].rank);
    expect(rows[2]).to.include({ rankLow: null, rankHigh: null });
    // Two of them can be compared, and share the error: 200 / 100 * exp(+- t(0.9875, 3) * error), as Holm's first step
    // asks.
    const alone = summarize([ofTimes('b', around(200, 1e-3))], { baselineAvg: 1e7 })[0];
    const among = summarize([ofTimes('b', around(200, 1e-3)), ofTimes('c', around(100, 1e-3))], { baselineAvg: 1e7 })[
      0];
    expect(Math.log(among.rankHigh / among.rank) / Math.log(alone.rankHigh / alone.rank))
      .to.be.closeTo(4.176534846041 / 3.182446305284, 1e-6);
  });
});

describe('rows of processes', () => {
  it('are JSON, whatever is in them', () => {
    const sources = [
      ofTimes('__proto__', around(100)), source('b', [tooFast()]), ofTimes('c', [7]), ofTimes('d', []),
      ofTimes('e', [], { error: { code: 'killed', message: 'x' } }),
      ofTimes('f', [5, 5, 5, 5]), ofTimes('a', around(100), { isTwin: true }),
    ];
    for (const plan of [{}, { baselineAvg: 1e6 }]) {
      const rows = summarize(sources, plan);
      expect(JSON.parse(JSON.stringify(rows))).to.deep.equal(rows);
      for (const row of rows) expect(Object.keys(row)).to.deep.equal(Object.keys(emptyRow('', 1)));
    }
  });

  it('leave what they are made from alone', () => {
    const sources = [ofTimes('a', around(100)), ofTimes('b', around(110))];
    sources[0].rows[0].warnings.push({ code: 'not-steady', drift: 1 });
    const before = JSON.stringify(sources);
    summarize(sources);
    expect(JSON.stringify(sources)).to.equal(before);
  });
});

describe('process-summary: passes', () => {
  const memory = (bytesPerCall, more = {}) => ({
    bytesPerCall, bytesLow: bytesPerCall - 1, bytesHigh: bytesPerCall + 1, heapBytesPerCall: bytesPerCall - 8,
    externalBytesPerCall: 8, keptBytesPerCall: 0, calls: 1000,
    collections: { count: 4, young: 3, old: 1, seconds: 0.01, share: 0.1, callsPerCollection: 250 }, ...more,
  });
  const coldCache = (nsPerCall) =>
    ({ nsPerCall, nsLow: nsPerCall - 5, nsHigh: nsPerCall + 5, samples: 30, evictedBytes: 1e6, resolutionNs: 10 });
  const rows = (list, field = 'memory') => list.map((one) => ({ memory: null, coldCache: null, [field]: one }));

  describe('memory of several processes', () => {
    it('is the median of bytes, and the sum of what was seen', () => {
      const merged = mergeMemory(rows([memory(64), memory(72), memory(56)]));
      expect(merged.collections.share).to.be.closeTo(0.1, 1e-12);
      merged.collections.share = 0.1;
      expect(merged).to.deep.equal({
        bytesPerCall: 64, bytesLow: 56, bytesHigh: 72, heapBytesPerCall: 56, externalBytesPerCall: 8,
        keptBytesPerCall: 0, calls: 3000,
        collections: { count: 12, young: 9, old: 3, seconds: 0.03, share: 0.1, callsPerCollection: 250 },
      });
    });

    it('has the intervals of the processes where there are fewer than three', () => {
      expect(mergeMemory(rows([memory(64)]))).to.deep.equal(memory(64));
      expect(mergeMemory(rows([memory(64), memory(66)]))).to.include({ bytesPerCall: 65, bytesLow: 64, bytesHigh: 66 });
    });

    it('has an interval of 95 % where there are many', () => {
      const merged = mergeMemory(rows(Array.from({ length: 20 }, (_, i) => memory(100 + i))));
      expect(merged.bytesLow).to.be.within(104, 107);
      expect(merged.bytesHigh).to.be.within(112, 115);
    });

    it('leaves out what a process could not tell', () => {
      const none = { count: null, young: null, old: null, seconds: null, share: null, callsPerCollection: null };
      const unknown = memory(64, { keptBytesPerCall: null, bytesLow: null, bytesHigh: null });
      const told = mergeMemory(rows([null, unknown, memory(64, { keptBytesPerCall: 4, collections: none })]));
      expect(told).to.include({ keptBytesPerCall: 4, calls: 2000, bytesLow: 63 });
      expect(told.collections).to.include({ count: 4, share: 0.1, callsPerCollection: 500 });
      expect(mergeMemory(rows([memory(64, { collections: none })])).collections).to.deep.equal(none);
    });

    it('is nothing where there was no pass', () => {
      expect(mergeMemory(rows([null, null]))).to.equal(null);
      expect(mergeColdCache(rows([null], 'coldCache'))).to.equal(null);
    });
  });

  describe('cold caches of several processes', () => {
    it('are the median, and the sum of samples', () => {
      expect(mergeColdCache(rows([coldCache(100), coldCache(90), coldCache(120)], 'coldCache'))).to.deep.equal(
        { nsPerCall: 100, nsLow: 90, nsHigh: 120, samples: 90, evictedBytes: 1e6, resolutionNs: 10 });
      expect(mergeColdCache(rows([coldCache(100)], 'coldCache'))).to.deep.equal(coldCache(100));
    });
  });
});
