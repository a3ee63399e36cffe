'use strict';

/*
 * Two tests of a suite that took turns, by the rounds of both: what slows the machine down slows both and cancels. Pure
 * functions over measurements as suite-summary.js makes them.
 */

const { pairedRatio, clusterMedians } = require('../stats/comparison');
const { tWithin } = require('../stats/distributions');
const { mean, median, NORMAL_95 } = require('../stats/sample');
const { noiseFloor } = require('../stats/verdict');

const { abs, exp, floor, log, max, min, sqrt } = Math;

// Rounds of two tests this many turns apart still saw the same machine: some 20 ms, and its clock rate stays for
// seconds.
const NEAREST_TURNS = 16;

// Parts of a run that each tell how far a test is from itself, and loops around it that do.
const PARTS = 8;

// Pairs are believed before the two estimates by themselves, unless these know it so much better.
const WORTH = 2;

const MANY = 1e6;

/**
 * The rounds of two tests as pairs: those of the same turn, and where one of these was interrupted the nearest that has
 * no partner.
 *
 * @returns {{ first: number[], second: number[], clusters: number[] }} ns per operation; clusters: the loop that ran,
 *   of the test that has more of them
 */
function pairsOf(a, b) {
  const pairs = { first: [], second: [], loopsOfFirst: [], loopsOfSecond: [] };
  let waitingOfA = -1;
  let waitingOfB = -1;
  /** Whether the two are near to each other; they are a pair then. */
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

// The mean where either needs it.
const statisticOf = (a, b) => (a.row.statistic === 'mean' || b.row.statistic === 'mean' ? 'mean' : 'median');

/** Two tests by what each says of itself. */
function ratioOfEstimates(a, b, confidence) {
  const ratio = a.nsPerCall / a.ops / (b.nsPerCall / b.ops);
  if (!(a.nsLow > 0) || !(b.nsLow > 0)) return { ratio, low: null, high: null };
  const error = sqrt(log(a.nsHigh / a.nsLow) ** 2 + log(b.nsHigh / b.nsLow) ** 2) / 2 / NORMAL_95;
  const half = tWithin(confidence, MANY) * error;
  return { ratio, low: ratio * exp(-half), high: ratio * exp(half) };
}

const widthOf = ({ low, high }) => (low > 0 ? log(high / low) : Infinity);

/**
 * The ratio of two tests from the rounds that both took part in; where too few of these were left alone, from the
 * estimates of each.
 *
 * @param {{ row: object, nets: object, collects: boolean }} a
 * @param {object} b
 * @param {number} confidence
 * @returns {{ ratio: number|null, low: number|null, high: number|null }} time of an operation of a over that of b
 */
function compareTests(a, b, confidence) {
  const { first, second, clusters } = pairsOf(a.nets, b.nets);
  // Where garbage is collected, rounds that share a loop share its luck. The times of other tests have a
  // sharp peak, which the median of all rounds finds best, and one bad loop of many does not move it.
  const areClustered = a.collects || b.collects;
  const options = { confidence, statistic: statisticOf(a, b), clusters: areClustered ? clusters : undefined };
  const paired = pairedRatio(first, second, options);
  const single = ratioOfEstimates(a.row, b.row, confidence);
  return widthOf(paired) > WORTH * widthOf(single) ? single : paired;
}

/** How far a test is from its second run, in parts of the run, or by the loops around it. */
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
 * The noise floor of a suite: how far its first test is from itself, and never less than the narrowest interval of a
 * ratio says can be told.
 *
 * @param {{ floor: number|null, low: number|null, high: number|null }} twin
 * @param {{ low: number|null, high: number|null }[]} comparisons
 * @returns {{ floor, low, high, twin }} shares; twin: as far as it is from itself, which more time does not change
 */
function floorOfSuite({ floor: found, low, high }, comparisons) {
  if (found === null) return { floor: null, low, high, twin: null };
  const narrowest = comparisons.reduce((least, comparison) => min(least, widthOf(comparison) / 2), Infinity);
  const least = narrowest < Infinity ? exp(narrowest) - 1 : 0;
  return { floor: max(found, least), low, high: max(high, least), twin: found };
}

/**
 * Gives a test the speed that its ratio to the baseline says: its rounds and those of the baseline were not all in the
 * same moments, and two figures of the same row would contradict each other else.
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

module.exports = { compareTests, floorOfTwin, floorOfSuite, alignWith };
