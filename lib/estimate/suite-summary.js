'use strict';

/*
 * From the samples of a suite to its rows: each test's own estimate, and its ratio to the baseline from
 * the rounds that both took part in. Pure functions; the rows are what docs/results.md describes.
 */

const { sortOut } = require('./rounds');
const { netNs } = require('../samples/round');
const { affordable, verdictOf, timesLonger } = require('../stats/verdict');
const { putGrowth } = require('./growth');
const { compareTests, floorOfTwin, floorOfSuite, alignWith } = require('./suite-comparison');
const { summarize } = require('./summary');
const { hasSpeed, isUntold } = require('../text/verdict-words');
const { emptyRow, describeVariant } = require('./row');

// Captured at load, because a measured test may change them.
const { max, min, ceil } = Math;

// A suite makes up to 6000 rounds.
const MOST_RUNS = 250;

// Together, over all comparisons of a suite.
const JOINT_ERROR = 0.05;

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
  if (!samples) return { row: { ...emptyRow(name, ops), verdict: failure ? 'failed' : null, error: failure }, nets: null };

  const goal = { seconds: plan.timeGoal || Number.MIN_VALUE };
  const result = summarize(samples, goal, source.durationNs);
  const { used } = sortOut(samples, goal);
  const { clockCostNs } = samples;
  const turns = [];
  const copies = [];
  const ns = [];
  for (let i = 0; i < used.length; i++) {
    const net = netNs(used[i], clockCostNs);
    turns[i] = used[i].turn;
    copies[i] = used[i].copy;
    ns[i] = net / ops;
  }
  const { stats, fastest, slowest } = runsOf(used, clockCostNs);
  const verdict = verdictAlone(result);
  const told = hasSpeed({ verdict });
  const perSecond = (nsPerCall) => (told && nsPerCall > 0 && nsPerCall < Infinity ? ops * 1e9 / nsPerCall : null);
  const throughput = (amount) => (amount && told ? amount * 1e9 / result.nsPerCall : null);
  const { nsPerCall, nsLow, nsHigh, statistic, kind, cpuNsPerCall, resolutionNs, overheadNs, collections, warnings } = result;
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
    warnings,
    results: {
      avg: perSecond(nsPerCall), min: perSecond(slowest), max: perSecond(fastest),
      count: result.count, elapsed: result.elapsed, runs: stats.length, duration, nloops: stats.length ? stats[0].count : nloops, stats,
    },
  };
  row.coldCache = source.coldCache || null;
  if (source.memory) {
    row.memory = source.memory.figures;
    const { reason } = source.memory;
    if (reason !== null) warnings[warnings.length] = { code: 'memory-unsure', reason };
  }
  if (failure) {
    row.verdict = 'failed';
    row.error = failure;
  }
  return {
    row, nets: told && !failure ? { turns, copies, ns } : null, early: failure ? 'interrupted' : source.early,
    collects: source.collects, handles: source.handles,
  };
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
    for (let k = i; k < i + together; k++) {
      count += rounds[k].calls;
      elapsedNs += netNs(rounds[k], clockCostNs) * rounds[k].calls;
    }
    stats[stats.length] = { count, elapsed: max(0, elapsedNs) / 1e9 };
    if (elapsedNs <= 0) continue;
    fastest = min(fastest, elapsedNs / count);
    slowest = max(slowest, elapsedNs / count);
  }
  return { stats, fastest, slowest };
}

/** The verdict before any comparison: why the test has no speed, or that it is open. */
function verdictAlone({ warnings }) {
  for (let i = 0; i < warnings.length; i++) if (isUntold({ verdict: warnings[i].code })) return warnings[i].code;
  return 'unresolved';
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
 * @param {object[]} sources as for measurementOf, with their variant, see variants.js, where they have one; twin included
 * @param {object} plan { timeGoal, opsPerTest, baselineAvg, margin }
 * @returns {object[]} one row for each test, in their order
 */
function summarizeSuite(sources, plan) {
  const measurements = [];
  let twin = null;
  for (let i = 0; i < sources.length; i++) {
    const measurement = measurementOf(sources[i], plan);
    if (sources[i].isTwin) twin = measurement;
    else measurements[measurements.length] = measurement;
    measurement.group = groupOf(sources[i]);
    if (sources[i].variant) describeVariant(measurement.row, sources[i].variant);
  }
  // Of each combination of parameters: the first test that has a speed.
  const baselines = [];
  let baseline = null;
  let comparisons = 0;
  for (let i = 0; i < measurements.length; i++) {
    if (!measurements[i].nets) continue;
    const { group } = measurements[i];
    if (!baseline) baseline = measurements[i];
    if (!baselines[group]) baselines[group] = measurements[i];
    else comparisons++;
    if (plan.baselineAvg && baselines[group] === measurements[i]) comparisons++;
  }
  const confidence = 1 - JOINT_ERROR / max(1, comparisons);
  const found = [];
  const told = [];
  for (let i = 0; i < measurements.length; i++) {
    const measurement = measurements[i];
    const base = baselines[measurement.group];
    if (!measurement.nets) found[i] = null;
    else if (plan.baselineAvg) found[i] = compareWithNumber(measurement, plan.baselineAvg);
    else found[i] = measurement === base ? null : compareTests(measurement, base, confidence);
    if (found[i]) told[told.length] = found[i];
  }
  const isComparable = twin && twin.nets && baseline && baseline.row.name === twin.row.name;
  const noise = isComparable ? floorOfSuite(floorOfTwin(twin, baseline), told) : { floor: null, low: null, high: null, twin: null };
  const limits = { margin: plan.margin, floor: noise.floor || 0, twinFloor: noise.twin || 0 };

  const rows = [];
  for (let i = 0; i < measurements.length; i++) {
    const measurement = measurements[i];
    const { row } = measurement;
    rows[i] = row;
    row.margin = plan.margin;
    row.noiseFloor = noise.floor;
    row.noiseFloorLow = noise.low;
    row.noiseFloorHigh = noise.high;
    const { handles } = measurement;
    if (handles && handles.length) row.warnings[row.warnings.length] = { code: 'handles-left', handles };
    if (measurement.early) row.warnings[row.warnings.length] = { code: measurement.early };
    if (found[i]) {
      judge(row, found[i], limits, plan.timeGoal);
      if (!plan.baselineAvg && found[i].ratio > 0) alignWith(row, baselines[measurement.group].row, found[i].ratio);
    } else if (measurement.nets) {
      setBaseline(row);
    }
  }
  return putGrowth(rows);
}

function setBaseline(row) {
  row.rank = 1000;
  row.rankLow = 1000;
  row.rankHigh = 1000;
  row.verdict = 'baseline';
}

module.exports = { summarizeSuite, groupOf, judge, setBaseline };
