'use strict';

/* Converts the samples of a suite to rows (docs/results.md), with the ratio of each test to the baseline. */

const { sortOut } = require('./rounds');
const { netNs } = require('../samples/round');
const { estimateTurnCycles } = require('../samples/shared-core');
const { affordable, decisiveFloor, decideVerdict, timesLonger } = require('../../base/stats/verdict');
const {
  compareTests, floorOfTwin, floorOfSuite, alignWith, coverProcesses, chooseDeviation,
} = require('./suite-comparison');
const { summarize } = require('./summary');
const { fitTrend } = require('./diagnostics');
const { hasSpeed, isUnmeasured } = require('../../base/text/verdict-words');
const { createEmptyRow, describeVariant } = require('./row');

const { ceil, hypot, max, min } = Math;

const MOST_RUNS = 250; // entries of results.stats: a suite makes up to 6000 rounds
const JOINT_ERROR = 0.05;

/**
 * The row of one test before any comparison.
 *
 * @param {object} source { name, samples, ops, bytes, items, failure (a row's error, or null), durationNs, nloops,
 *   isTwin, collects (whether slices are long, for garbage), early (code of a warning, or null), handles
 *   (left open), memory, coldCache (of their passes, or null) }
 * @param {object} plan { timeGoal (seconds), opsPerTest }
 * @returns {{ row: object, nets: object|null }} nets: { turns, copies, ns } of the measured rounds, ns per operation
 */
function measurementOf(source, plan) {
  const { name, samples, bytes, items, failure, nloops, collects, handles } = source;
  const ops = source.ops || plan.opsPerTest;
  const ofFailure = failure ? { verdict: 'failed', error: failure } : {};
  const empty = describeVariant(createEmptyRow(name, ops), source.variant);
  if (!samples) return { row: { ...empty, ...ofFailure }, nets: null };

  const { clockCostNs } = samples;
  const goal = goalOf(plan);
  const result = summarize(samples, goal, source.durationNs);
  const { used } = sortOut(samples, goal);
  const { stats, fastest, slowest } = runsOf(used, clockCostNs);
  const reason = result.warnings.find(({ code }) => isUnmeasured({ verdict: code }));
  const verdict = reason ? reason.code : 'unresolved';
  const isMeasured = hasSpeed({ verdict });
  const perSecond = (ns) => (isMeasured && ns > 0 && ns < Infinity ? ops * 1e9 / ns : null);
  const throughput = (amount) => (amount && isMeasured ? amount * 1e9 / result.nsPerCall : null);
  const { count, elapsed, cyclesPerCall, collections, ...ofRow } = result;
  delete ofRow.wallclock;
  const row = {
    ...empty, ...ofRow,
    verdict,
    cycles: cyclesPerCall,
    calls: count,
    collections: { ...collections, seconds: collections.share === null ? null : collections.share * elapsed },
    bytesPerSecond: throughput(bytes),
    itemsPerSecond: throughput(items),
    results: {
      avg: perSecond(result.nsPerCall), min: perSecond(slowest), max: perSecond(fastest), count, elapsed,
      runs: stats.length, duration: source.durationNs / 1e9, nloops: stats.length ? stats[0].count : nloops, stats,
    },
    coldCache: source.coldCache || null,
    endedEarly: source.endedEarly || null,
    ...ofFailure,
  };
  if (source.memory) {
    const { figures, reason: doubt } = source.memory;
    row.memory = figures;
    if (doubt !== null) row.warnings.push({ code: 'memory-unsure', reason: doubt });
  }
  if (handles && handles.length) row.warnings.push({ code: 'handles-left', handles });
  const early = failure ? 'interrupted' : source.early;
  if (early) row.warnings.push({ code: early });
  return { row, nets: isMeasured && !failure ? netsOf(used, clockCostNs, ops) : null, collects };
}

const goalOf = ({ timeGoal }) => ({ seconds: timeGoal || Number.MIN_VALUE });

const netsOf = (rounds, clockCostNs, ops) => ({
  turns: rounds.map(({ turn }) => turn), copies: rounds.map(({ copy }) => copy),
  ns: rounds.map((round) => netNs(round, clockCostNs) / ops),
});

/** For restart-comparison.js. Includes rounds with a shared core, because only all restarts together show them. */
function roundsForPairs({ samples, ops }, plan) {
  const { candidates } = sortOut(samples, goalOf(plan));
  const nets = netsOf(candidates, samples.clockCostNs, ops || plan.opsPerTest);
  const { exponent = null } = fitTrend(samples) || {};
  return { ...nets, cycles: estimateTurnCycles(candidates), exponent };
}

/** Joins rounds to limit the stored result; `fastest` and `slowest` are ns per call. */
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

function compareWithNumber({ row: { ops, nsPerCall, nsLow, nsHigh } }, baselineAvg) {
  const [ratio, low, high] = [nsPerCall, nsLow, nsHigh].map((ns) => (ns > 0 ? ns / (ops * 1e9 / baselineAvg) : null));
  return { ratio, low, high };
}

/** `comparison` is over the baseline, `twinFloor` the floor of the twin alone, `spentSeconds` the timeGoal. */
function setVerdict(row, comparison, limits, spentSeconds) {
  const { ratio, low, high } = comparison;
  const rank = (time) => (time > 0 ? 1000 / time : null);
  row.rank = rank(ratio);
  row.rankLow = rank(high);
  row.rankHigh = rank(low);
  row.verdict = decideVerdict(comparison, limits);
  if (row.verdict !== 'unresolved') return;
  // More time also narrows the narrowest interval, so only the floor of the twin counts.
  const { margin, floor, twinFloor = floor } = limits;
  const times = timesLonger(comparison, { margin, floor: twinFloor });
  row.moreSeconds = times === null ? null : affordable(max(0, times - 1) * spentSeconds);
}

/** Number of the parameter combination of a test. Tests are ranked within it. */
const groupOf = ({ variant }) => (variant && variant.group) || 0;

function noiseOfSuite(working, twin, comparisons) {
  const isComparable = twin && twin.nets && working.length > 0 && working[0].row.name === twin.row.name;
  return isComparable ? floorOfSuite(floorOfTwin(twin, working[0]), comparisons)
    : { floor: null, low: null, high: null, twin: null };
}

/**
 * @param {object[]} sources as for measurementOf(), with the twin; `variant`: see variants.js
 * @param {object} plan { timeGoal, opsPerTest, baselineAvg, margin, coversProcesses } coversProcesses: whether
 *   intervals and verdicts include the variance between processes
 * @param {object} [level] error: of all verdicts together; comparisons: their number, if sources are only a part
 * @returns {object[]} one row per test
 */
function summarizeSuite(sources, plan, { error = JOINT_ERROR, comparisons = 0 } = {}) {
  const { margin, baselineAvg, coversProcesses, timeGoal } = plan;
  const all = sources.map((source) => (
    { ...measurementOf(source, plan), group: groupOf(source), isTwin: source.isTwin }));
  const measurements = all.filter(({ isTwin }) => !isTwin);
  const working = measurements.filter(({ nets }) => nets);
  const baselines = findBaselines(working);
  const compared = baselineAvg ? working : working.filter((one) => one !== baselines.get(one.group));
  const confidence = 1 - error / max(1, compared.length, comparisons);
  const found = new Map(compared.map((one) => [one, baselineAvg ? compareWithNumber(one, baselineAvg)
    : compareTests(one, baselines.get(one.group), confidence)]));
  const noise = noiseOfSuite(working, all.find(({ isTwin }) => isTwin), [...found.values()]);
  const { floor, low, high } = noise;
  const twinFloor = decisiveFloor({ ...noise, floor: noise.twin }, margin);
  const limits = { margin, floor: decisiveFloor(noise, margin), twinFloor };

  for (const measurement of measurements) {
    const { row, group } = measurement;
    Object.assign(row, { margin, noiseFloor: floor, noiseFloorLow: low, noiseFloorHigh: high });
    const comparison = found.get(measurement);
    if (comparison) {
      const others = baselineAvg ? [] : [baselines.get(group).row];
      const deviation = coversProcesses ? hypot(...[row, ...others].map(chooseDeviation)) : 0;
      setVerdict(row, coverProcesses(comparison, deviation, confidence), limits, timeGoal);
      // If the rounds alone settle the comparison, more time does not help.
      if (deviation > 0 && decideVerdict(comparison, limits) !== 'unresolved') row.moreSeconds = null;
      if (!baselineAvg && comparison.ratio > 0) alignWith(row, baselines.get(group).row, comparison.ratio);
    } else if (measurement.nets) {
      setBaseline(row);
    }
  }
  const rows = measurements.map(({ row }) => row);
  if (coversProcesses) rows.forEach(coverTime);
  return rows.some(({ params }) => params) ? require('./growth').putGrowth(rows) : rows;
}

function coverTime(row) {
  if (!hasSpeed(row) || row.nsLow === null) return;
  const own = { ratio: row.nsPerCall, low: row.nsLow, high: row.nsHigh };
  const { low, high } = coverProcesses(own, chooseDeviation(row), 0.95);
  Object.assign(row, { nsLow: low, nsHigh: high, intervalBasis: 'model' });
}

const findBaselines = (working) => new Map(working.slice().reverse().map((one) => [one.group, one]));

function setBaseline(row) {
  Object.assign(row, { rank: 1000, rankLow: 1000, rankHigh: 1000, verdict: 'baseline' });
}

module.exports = { roundsForPairs, summarizeSuite, groupOf, findBaselines, setVerdict, setBaseline };
