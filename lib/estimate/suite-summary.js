'use strict';

/*
 * From the samples of a suite to its rows: each test's own estimate, and its ratio to the baseline from
 * the rounds that both took part in. Pure functions; the rows are what docs/results.md describes.
 */

const { sortOut } = require('./rounds');
const { netNs } = require('../samples/round');
const { turnCyclesOf } = require('../samples/shared-core');
const { affordable, decisiveFloor, verdictOf, timesLonger } = require('../stats/verdict');
const { coverProcesses, deviationOf } = require('./process-variance');
const { putGrowth } = require('./growth');
const { compareTests, floorOfTwin, floorOfSuite, alignWith } = require('./suite-comparison');
const { summarize } = require('./summary');
const { hasSpeed, isUntold } = require('../text/verdict-words');
const { emptyRow, describeVariant } = require('./row');

const { ceil, hypot, max, min } = Math;

// A suite makes up to 6000 rounds.
const MOST_RUNS = 250;

// Together, over all comparisons of a suite.
const JOINT_ERROR = 0.05;

const NO_NOISE = { floor: null, low: null, high: null, twin: null };

/**
 * What one test's samples say of it alone.
 *
 * @param {object} source { name, samples, ops, bytes, items, failure (a row's error, or null), durationNs,
 *   nloops, isTwin, collects (whether it has the long slices of a test that makes garbage), early (code of a warning,
 *   or null), handles (left open), memory, coldCache (of their passes, null where there were none) }
 * @param {object} plan { timeGoal (seconds), opsPerTest }
 * @returns {{ row: object, nets: object|null }} nets: { turns, copies, ns } of the
 *   measured rounds, ns per operation
 */
function measurementOf(source, plan) {
  const { name, samples, bytes, items, failure, nloops } = source;
  const ops = source.ops || plan.opsPerTest;
  const duration = source.durationNs / 1e9;
  const empty = { ...emptyRow(name, ops), verdict: failure ? 'failed' : null, error: failure };
  if (!samples) return { row: empty, nets: null };

  const goal = { seconds: plan.timeGoal || Number.MIN_VALUE };
  const result = summarize(samples, goal, source.durationNs);
  const { used } = sortOut(samples, goal);
  const { clockCostNs } = samples;
  const nets = netsOf(used, clockCostNs, ops);
  const { stats, fastest, slowest } = runsOf(used, clockCostNs);
  const verdict = verdictAlone(result);
  const told = hasSpeed({ verdict });
  const perSecond = (nsPerCall) => (told && nsPerCall > 0 && nsPerCall < Infinity ? ops * 1e9 / nsPerCall : null);
  const throughput = (amount) => (amount && told ? amount * 1e9 / result.nsPerCall : null);
  const { nsPerCall, nsLow, nsHigh, statistic, kind, cpuNsPerCall, resolutionNs, overheadNs, collections } = result;
  const row = {
    ...emptyRow(name, ops),
    verdict,
    cycles: result.cyclesPerCall,
    nsPerCall, nsLow, nsHigh, statistic, kind, cpuNsPerCall,
    calls: result.count,
    rounds: result.rounds,
    resolutionNs, overheadNs,
    collections: { ...collections, seconds: collections.share === null ? null : collections.share * result.elapsed },
    bytesPerSecond: throughput(bytes),
    itemsPerSecond: throughput(items),
    warnings: result.warnings,
    results: {
      avg: perSecond(nsPerCall), min: perSecond(slowest), max: perSecond(fastest),
      count: result.count, elapsed: result.elapsed, runs: stats.length, duration,
      nloops: stats.length ? stats[0].count : nloops, stats,
    },
    coldCache: source.coldCache || null,
    endedEarly: source.endedEarly || null,
  };
  if (source.memory) {
    row.memory = source.memory.figures;
    const { reason } = source.memory;
    if (reason !== null) row.warnings.push({ code: 'memory-unsure', reason });
  }
  if (failure) {
    row.verdict = 'failed';
    row.error = failure;
  }
  return {
    row, nets: told && !failure ? nets : null, early: failure ? 'interrupted' : source.early,
    collects: source.collects, handles: source.handles,
  };
}

const netsOf = (rounds, clockCostNs, ops) => ({
  turns: rounds.map(({ turn }) => turn), copies: rounds.map(({ copy }) => copy),
  ns: rounds.map((round) => netNs(round, clockCostNs) / ops),
});

/**
 * What a process that was measured in turns hands over of its rounds, see restarts.js: also of those that shared the
 * core, because only all restarts together show which did.
 *
 * @param {object} source as for measurementOf, with samples
 * @param {object} plan
 * @returns {{ turns, copies, ns, cycles }} nets as those of measurementOf, with cycles of turnCyclesOf
 */
function roundsForPairs({ samples, ops }, plan) {
  const { candidates } = sortOut(samples, { seconds: plan.timeGoal || Number.MIN_VALUE });
  const nets = netsOf(candidates, samples.clockCostNs, ops || plan.opsPerTest);
  return { ...nets, cycles: turnCyclesOf(candidates) };
}

/** Rounds as runs of some more calls, so that no result is too long to be stored; rates in ns per call. */
function runsOf(rounds, clockCostNs) {
  const together = ceil(rounds.length / MOST_RUNS);
  const stats = [];
  let fastest = Infinity;
  let slowest = 0;
  for (let i = 0; i + together <= rounds.length; i += together) {
    let count = 0;
    let elapsedNs = 0;
    for (const round of rounds.slice(i, i + together)) {
      count += round.calls;
      elapsedNs += netNs(round, clockCostNs) * round.calls;
    }
    stats.push({ count, elapsed: max(0, elapsedNs) / 1e9 });
    if (elapsedNs <= 0) continue;
    fastest = min(fastest, elapsedNs / count);
    slowest = max(slowest, elapsedNs / count);
  }
  return { stats, fastest, slowest };
}

/** The verdict before any comparison: why the test has no speed, or that it is open. */
function verdictAlone({ warnings }) {
  const untold = warnings.find(({ code }) => isUntold({ verdict: code }));
  return untold ? untold.code : 'unresolved';
}

/** A test's own speed against a number of operations per second. */
function compareWithNumber({ row }, baselineAvg) {
  const baseNs = row.ops * 1e9 / baselineAvg;
  const over = (ns) => (ns > 0 ? ns / baseNs : null);
  return { ratio: over(row.nsPerCall), low: over(row.nsLow), high: over(row.nsHigh) };
}

/**
 * Puts rank and verdict into a row.
 *
 * @param {object} row
 * @param {{ ratio, low, high }} comparison time over the baseline's
 * @param {{ margin: number, floor: number, twinFloor: number }} limits twinFloor: as far as the twin alone says
 * @param {number} spentSeconds timeGoal of this run, of which more would be needed
 */
function judge(row, comparison, limits, spentSeconds) {
  const { ratio, low, high } = comparison;
  const rank = (time) => (time > 0 ? 1000 / time : null);
  row.rank = rank(ratio);
  row.rankLow = rank(high);
  row.rankHigh = rank(low);
  row.verdict = verdictOf(comparison, limits);
  if (row.verdict !== 'unresolved') return;
  // The narrowest interval, too, gets narrower with time.
  const { margin, floor, twinFloor = floor } = limits;
  const times = timesLonger(comparison, { margin, floor: twinFloor });
  row.moreSeconds = times === null ? null : affordable(max(0, times - 1) * spentSeconds);
}

/** Number of the combination of parameters that a test belongs to: tests are ranked among their own. */
function groupOf({ variant }) {
  return variant && variant.group ? variant.group : 0;
}

/**
 * @param {object[]} sources as for measurementOf, with their variant, see variants.js, where they have one; twin
 *   included
 * @param {object} plan { timeGoal, opsPerTest, baselineAvg, margin, coversProcesses } the last one: whether intervals
 *   and verdicts include the variance between processes, see process-variance.js
 * @param {object} [level]
 * @param {number} [level.error] that all verdicts may have together
 * @param {number} [level.comparisons] of which these are some; those of the sources unless given
 * @returns {object[]} one row for each test, in their order
 */
function summarizeSuite(sources, plan, { error = JOINT_ERROR, comparisons = 0 } = {}) {
  const all = sources.map((source) => {
    const measurement = measurementOf(source, plan);
    describeVariant(measurement.row, source.variant);
    return { ...measurement, group: groupOf(source), isTwin: source.isTwin };
  });
  const measurements = all.filter(({ isTwin }) => !isTwin);
  const twin = all.find(({ isTwin }) => isTwin);
  const working = measurements.filter(({ nets }) => nets);
  const baselines = baselinesOf(working);
  const compared = plan.baselineAvg ? working : working.filter((one) => one !== baselines.get(one.group));
  const confidence = 1 - error / max(1, compared.length, comparisons);
  const found = new Map(compared.map((one) => [one, plan.baselineAvg ? compareWithNumber(one, plan.baselineAvg)
    : compareTests(one, baselines.get(one.group), confidence)]));
  const isComparable = twin && twin.nets && working.length > 0 && working[0].row.name === twin.row.name;
  const noise = isComparable ? floorOfSuite(floorOfTwin(twin, working[0]), [...found.values()]) : NO_NOISE;
  const { margin } = plan;
  const twinFloor = decisiveFloor({ ...noise, floor: noise.twin }, margin);
  const limits = { margin, floor: decisiveFloor(noise, margin), twinFloor };

  // By its rounds alone, which more time would settle.
  const isSettled = (comparison) => verdictOf(comparison, limits) !== 'unresolved';

  for (const measurement of measurements) {
    const { row, handles, early, group } = measurement;
    const { floor, low, high } = noise;
    Object.assign(row, { margin, noiseFloor: floor, noiseFloorLow: low, noiseFloorHigh: high });
    if (handles && handles.length) row.warnings.push({ code: 'handles-left', handles });
    if (early) row.warnings.push({ code: early });
    const comparison = found.get(measurement);
    if (comparison) {
      const others = plan.baselineAvg ? [] : [baselines.get(group).row];
      const deviation = plan.coversProcesses ? hypot(...[row, ...others].map(deviationOf)) : 0;
      judge(row, coverProcesses(comparison, deviation, confidence), limits, plan.timeGoal);
      if (deviation > 0 && isSettled(comparison)) row.moreSeconds = null;
      if (!plan.baselineAvg && comparison.ratio > 0) alignWith(row, baselines.get(group).row, comparison.ratio);
    } else if (measurement.nets) {
      setBaseline(row);
    }
  }
  const rows = measurements.map(({ row }) => row);
  if (plan.coversProcesses) rows.forEach(coverTime);
  return putGrowth(rows);
}

/** Widens the interval of the time, too. */
function coverTime(row) {
  const { nsPerCall: ratio, nsLow: low, nsHigh: high } = row;
  if (!hasSpeed(row) || low === null) return;
  const covered = coverProcesses({ ratio, low, high }, deviationOf(row), 0.95);
  Object.assign(row, { nsLow: covered.low, nsHigh: covered.high, intervalBasis: 'model' });
}

/** Of each combination of parameters: the first test that has a speed. */
const baselinesOf = (working) => new Map(working.slice().reverse().map((one) => [one.group, one]));

function setBaseline(row) {
  Object.assign(row, { rank: 1000, rankLow: 1000, rankHigh: 1000, verdict: 'baseline' });
}

module.exports = { roundsForPairs, summarizeSuite, groupOf, baselinesOf, judge, setBaseline };
