'use strict';

/*
 * Compares two interleaved tests of a suite by the rounds of both: a slow machine slows both, and cancels. Pure
 * functions over measurements as suite-summary.js makes them.
 */

const { pairedRatio, clusterMedians } = require('../stats/comparison');
const { normalTwoSidedP, tWithin } = require('../stats/distributions');
const { mean, median, NORMAL_95 } = require('../stats/sample');
const { noiseFloor } = require('../stats/verdict');

const { abs, exp, floor, log, max, min, sqrt } = Math;

// Rounds so many turns apart, some 20 ms, saw the same machine: its clock rate changes within seconds.
const NEAREST_TURNS = 16;

// Parts of a run that each give the difference of a test from itself, or loops around it.
const PARTS = 8;

// Pairs are preferred to the two separate estimates, unless these have an interval so many times narrower.
const WORTH = 2;

const MANY = 1e6;

/**
 * The rounds of two tests as pairs: those of the same turn, and if one of these was interrupted the nearest one without
 * a partner.
 *
 * @returns {{ first: number[], second: number[], clusters: number[] }} ns per operation; clusters: the loop that ran,
 *   of the test that has more of them
 */
function pairsOf(a, b) {
  const pairs = { first: [], second: [], loopsOfFirst: [], loopsOfSecond: [] };
  let waitingOfA = -1;
  let waitingOfB = -1;
  /** Makes a pair of two rounds that are near to each other; returns whether they are. */
  function pair(i, j) {
    if (i < 0 || j < 0 || abs(a.turns[i] - b.turns[j]) > NEAREST_TURNS) return false;
    pairs.first.push(a.ns[i]);
    pairs.second.push(b.ns[j]);
    pairs.loopsOfFirst.push(a.copies[i]);
    pairs.loopsOfSecond.push(b.copies[j]);
    return true;
  }
  for (let i = 0, j = 0; i < a.turns.length || j < b.turns.length;) {
    const ahead = i === a.turns.length ? 1 : j === b.turns.length ? -1 : a.turns[i] - b.turns[j];
    if (ahead === 0) {
      pair(i++, j++);
    } else if (ahead < 0) {
      if (pair(i, waitingOfB)) waitingOfB = -1;
      else waitingOfA = i;
      i++;
    } else {
      if (pair(waitingOfA, j)) waitingOfA = -1;
      else waitingOfB = j;
      j++;
    }
  }
  const { first, second, loopsOfFirst, loopsOfSecond } = pairs;
  return { first, second, clusters: distinct(loopsOfFirst) > distinct(loopsOfSecond) ? loopsOfFirst : loopsOfSecond };
}

const distinct = (values) => new Set(values).size;

// The mean if either needs it.
const statisticOf = (a, b) => (a.row.statistic === 'mean' || b.row.statistic === 'mean' ? 'mean' : 'median');

/** The contrast of two estimates by their intervals of 95 %, which are independent. */
function contrastOfEstimates(ratio, one, other) {
  if (!(one.nsLow > 0) || !(other.nsLow > 0)) {
    return { ratio, p: null, interval: () => ({ ratio, low: null, high: null }) };
  }
  const error = sqrt(log(one.nsHigh / one.nsLow) ** 2 + log(other.nsHigh / other.nsLow) ** 2) / 2 / NORMAL_95;
  return {
    ratio, p: error > 0 ? normalTwoSidedP(abs(log(ratio)) / error) : ratio === 1 ? 1 : null,
    interval(confidence) {
      const half = tWithin(confidence, MANY) * error;
      return { ratio, low: ratio * exp(-half), high: ratio * exp(half) };
    },
  };
}

const ratioOfRows = (a, b) => a.nsPerCall / a.ops / (b.nsPerCall / b.ops);

const widthOf = ({ low, high }) => (low > 0 ? log(high / low) : Infinity);

/**
 * The ratio of two tests from the rounds of both; from their estimates if too many of these were interrupted.
 *
 * @param {{ row: object, nets: object, collects: boolean }} a
 * @returns {{ ratio: number|null, low: number|null, high: number|null }} time of an operation of a over that of b
 */
function compareTests(a, b, confidence) {
  const { first, second, clusters } = pairsOf(a.nets, b.nets);
  // With garbage collections, rounds that share a loop share its luck. The times of other tests have a sharp peak: the
  // median of all rounds finds it best, and one bad loop of many does not move it.
  const areClustered = a.collects || b.collects;
  const options = { confidence, statistic: statisticOf(a, b), clusters: areClustered ? clusters : undefined };
  const paired = pairedRatio(first, second, options);
  const single = contrastOfEstimates(ratioOfRows(a.row, b.row), a.row, b.row).interval(confidence);
  return widthOf(paired) > WORTH * widthOf(single) ? single : paired;
}

/** The noise floor from a test and its twin, by parts of the run, or by the loops around them. */
function floorOfTwin(twin, baseline) {
  const { first, second, clusters } = pairsOf(twin.nets, baseline.nets);
  const count = first.length;
  if (statisticOf(twin, baseline) === 'median' && (twin.collects || baseline.collects) && distinct(clusters) >= PARTS) {
    return noiseFloor(clusterMedians(first.map((ns, i) => log(ns / second[i])), clusters));
  }
  const centre = statisticOf(twin, baseline) === 'mean' ? mean : median;
  const parts = min(PARTS, count);
  const placeOf = (part) => floor(part * count / parts);
  const partOf = (values, part) => centre(values.slice(placeOf(part), placeOf(part + 1)));
  const differenceOf = (_, part) => log(partOf(first, part) / partOf(second, part));
  return noiseFloor(Array.from({ length: parts }, differenceOf));
}

/**
 * The noise floor of a suite: that of its twin, but at least half the width of the narrowest interval.
 *
 * @param {{ floor: number|null, low: number|null, high: number|null }} twin
 * @param {{ low: number|null, high: number|null }[]} comparisons
 * @returns {{ floor, low, high, twin }} shares; twin: the floor of the twin, which more time does not change
 */
function floorOfSuite({ floor: found, low, high }, comparisons) {
  if (found === null) return { floor: null, low, high, twin: null };
  const narrowest = comparisons.reduce((least, comparison) => min(least, widthOf(comparison) / 2), Infinity);
  const least = narrowest < Infinity ? exp(narrowest) - 1 : 0;
  return { floor: max(found, least), low, high: max(high, least), twin: found };
}

/**
 * Sets the time of a test to the baseline's time its ratio. Not all rounds of the two come from the same moments, and
 * otherwise two figures of the row could contradict each other.
 */
function alignWith(row, baseline, ratio) {
  const nsPerCall = baseline.nsPerCall / baseline.ops * ratio * row.ops;
  const factor = nsPerCall / row.nsPerCall;
  row.nsPerCall = nsPerCall;
  if (row.nsLow !== null) {
    row.nsLow *= factor;
    row.nsHigh *= factor;
  }
  for (const field of ['bytesPerSecond', 'itemsPerSecond']) if (row[field] !== null) row[field] /= factor;
  for (const field of ['avg', 'min', 'max']) if (row.results[field] > 0) row.results[field] /= factor;
}

// Standard deviation of ln(time) between processes, because code and heap have other addresses in each: for tests that
// allocate nothing, for those that do, and if that is unknown (slow tests, and engines that do not report their heap).
// `node benchmark/process-variance.js` fits these figures.
const COMPUTING = 0.001;
const UNKNOWN = 0.02;
const ALLOCATING = 0.05;

/**
 * @returns {number} standard deviation of the logarithm of its time between processes
 */
function deviationOf({ kind, collections: { bytesPerCall } }) {
  if (bytesPerCall === null) return UNKNOWN;
  return kind === 'sync' && bytesPerCall < 1 ? COMPUTING : ALLOCATING;
}

/**
 * An interval that also covers the variance between processes.
 *
 * @param {{ ratio: number|null, low: number|null, high: number|null }} comparison within one process
 * @param {number} deviation of the logarithm of the ratio between processes
 * @param {number} confidence of the interval
 */
function coverProcesses({ ratio, low, high, ...more }, deviation, confidence) {
  if (!(ratio > 0) || low === null || high === null) return { ratio, low, high, ...more };
  const reach = tWithin(confidence, MANY) * deviation;
  const widened = (distance) => exp(sqrt(distance ** 2 + reach ** 2));
  return {
    ...more, ratio,
    low: low > 0 ? ratio / widened(log(ratio / low)) : low, high: ratio * widened(log(high / ratio)),
  };
}

module.exports = {
  compareTests, contrastOfEstimates, floorOfTwin, floorOfSuite, alignWith, deviationOf, coverProcesses,
};
