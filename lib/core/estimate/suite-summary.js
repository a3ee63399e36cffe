'use strict';

/* Converts the samples of a suite to rows (docs/results.md), with the ratio of each test to the baseline. */

const { affordable, decisiveFloor, decideVerdict, timesLonger } = require('../../base/stats/verdict');
const {
  compareTests, floorOfTwin, floorOfSuite, alignWith, coverProcesses, chooseDeviation,
} = require('./suite-comparison');
const { includeUnshared } = require('./rounds');
const { measurementOf, setBaseline } = require('./test-rows');
const { hasSpeed } = require('../../base/text/verdict-words');

const { hypot, max } = Math;

const JOINT_ERROR = 0.05;

function compareWithNumber({ row: { ops, nsPerCall, nsLow, nsHigh } }, baselineAvg) {
  const [ratio, low, high] = [nsPerCall, nsLow, nsHigh].map((ns) => (ns > 0 ? ns / (ops * 1e9 / baselineAvg) : null));
  return { ratio, low, high };
}

/** The setting, or the duration of a number of calls */
const spentSeconds = ({ results }, { calls, timeGoal }) => (calls ? results.duration : timeGoal);

/** `comparison` is over the baseline, `twinFloor` the floor of the twin alone; seconds: spent on the test */
function setVerdict(row, comparison, limits, seconds) {
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
  row.moreSeconds = times === null ? null : affordable(max(0, times - 1) * seconds);
}

/** Number of the parameter combination of a test. Tests are ranked within it. */
const groupOf = ({ variant }) => (variant && variant.group) || 0;

function noiseOfSuite(working, twin, comparisons) {
  const isComparable = twin && twin.nets && working.length > 0 && working[0].row.name === twin.row.name;
  return isComparable ? floorOfSuite(floorOfTwin(twin, working[0]), comparisons)
    : { floor: null, low: null, high: null, twin: null };
}

/**
 * @param {object[]} sources as for measurementOf(), with the twin; `variant`: see round-strategy.js
 * @param {object} plan { timeGoal, opsPerTest, baselineAvg, margin, coversProcesses } coversProcesses: whether
 *   intervals and verdicts include the variance between processes
 * @param {object} [level] error: of all verdicts together; comparisons: their number, if sources are only a part
 * @returns {object[]} one row per test
 */
function summarizeSuite(sources, plan, { error = JOINT_ERROR, comparisons = 0 } = {}) {
  const { margin, baselineAvg, coversProcesses } = plan;
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
      setVerdict(row, coverProcesses(comparison, deviation, confidence), limits, spentSeconds(row, plan));
      // If the rounds alone settle the comparison, more time does not help.
      if (deviation > 0 && decideVerdict(comparison, limits) !== 'unresolved') row.moreSeconds = null;
      if (!baselineAvg && comparison.ratio > 0) alignWith(row, baselines.get(group).row, comparison.ratio);
    } else if (measurement.nets) {
      setBaseline(row);
    }
  }
  const rows = measurements.map(({ row }) => row);
  if (coversProcesses) rows.forEach(coverTime);
  rows.forEach(includeUnshared);
  return rows.some(({ params }) => params) ? require('./growth').putGrowth(rows) : rows;
}

function coverTime(row) {
  if (!hasSpeed(row) || row.nsLow === null) return;
  const own = { ratio: row.nsPerCall, low: row.nsLow, high: row.nsHigh };
  const { low, high } = coverProcesses(own, chooseDeviation(row), 0.95);
  Object.assign(row, { nsLow: low, nsHigh: high, intervalBasis: 'model' });
}

/** The first working test of each group: in reverse order, it is set last. */
const findBaselines = (working) => new Map(working.map((one) => [one.group, one]).reverse());

module.exports = { summarizeSuite, groupOf, findBaselines, setVerdict, spentSeconds };
