'use strict';

/* Compares two interleaved tests of a suite by the rounds of both: a slow machine affects both, and cancels. */

const { pairedRatio, clusterMedians } = require('../../base/stats/comparison');
const { normalTwoSidedP, tWithin, NORMAL_DF } = require('../../base/stats/distributions');
const { mean, median, NORMAL_95 } = require('../../base/stats/sample');
const { noiseFloor } = require('../../base/stats/verdict');

const { abs, exp, floor, log, max, min, sqrt } = Math;

// Rounds at most this many turns (about 20 ms) apart saw the same machine: its clock rate changes within seconds.
const NEAREST_TURNS = 16;

const PARTS = 8; // parts of a run, or loops; each compares a test with its twin

// Pairs are preferred to two separate estimates, unless these have an interval narrower by this factor.
const WORTH = 2;

/** The place after the rounds of the turn that begins at this one */
function endOfTurn({ turns }, from) {
  let end = from;
  while (turns[end] === turns[from]) end++;
  return end;
}

/**
 * Pairs rounds of the same turn, or near. If one test has more rounds in a turn, all of them have partners, because the
 * first ones are slower. ns are per operation; `clusters` are loops of the test with more.
 */
function pairsOf(a, b) {
  const pairs = [];
  let waitingOfA = -1;
  let waitingOfB = -1;
  function pair(i, j) {
    if (i < 0 || j < 0 || abs(a.turns[i] - b.turns[j]) > NEAREST_TURNS) return false;
    return pairs.push([i, j]) > 0;
  }
  for (let i = 0, j = 0; i < a.turns.length || j < b.turns.length;) {
    const ahead = i === a.turns.length ? 1 : j === b.turns.length ? -1 : a.turns[i] - b.turns[j];
    if (ahead === 0) {
      const [ofA, ofB] = [endOfTurn(a, i) - i, endOfTurn(b, j) - j];
      const count = max(ofA, ofB);
      for (let k = 0; k < count; k++) pair(i + floor(k * ofA / count), j + floor(k * ofB / count));
      i += ofA;
      j += ofB;
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
  const [loopsOfA, loopsOfB] = [pairs.map(([i]) => a.copies[i]), pairs.map(([, j]) => b.copies[j])];
  return {
    first: pairs.map(([i]) => a.ns[i]), second: pairs.map(([, j]) => b.ns[j]),
    clusters: distinct(loopsOfA) > distinct(loopsOfB) ? loopsOfA : loopsOfB,
  };
}

const distinct = (values) => new Set(values).size;
const statisticOf = (a, b) => (a.row.statistic === 'mean' || b.row.statistic === 'mean' ? 'mean' : 'median');

function contrastOfEstimates(ratio, one, other) {
  if (!(one.nsLow > 0) || !(other.nsLow > 0)) {
    return { ratio, p: null, interval: () => ({ ratio, low: null, high: null }) };
  }
  const error = sqrt(log(one.nsHigh / one.nsLow) ** 2 + log(other.nsHigh / other.nsLow) ** 2) / 2 / NORMAL_95;
  return {
    ratio, p: error > 0 ? normalTwoSidedP(abs(log(ratio)) / error) : ratio === 1 ? 1 : null,
    interval(confidence) {
      const half = tWithin(confidence, NORMAL_DF) * error;
      return { ratio, low: ratio * exp(-half), high: ratio * exp(half) };
    },
  };
}

const ratioOfRows = (a, b) => a.nsPerCall / a.ops / (b.nsPerCall / b.ops);
const widthOf = ({ low, high }) => (low > 0 ? log(high / low) : Infinity);

/** Time per operation of a over b by common rounds, or by both estimates if too many rounds were interrupted. */
function compareTests(a, b, confidence) {
  const { first, second, clusters } = pairsOf(a.nets, b.nets);
  // With collections, the rounds of a loop are correlated. Other times have a sharp peak, which all rounds find best.
  const areClustered = a.collects || b.collects;
  const options = { confidence, statistic: statisticOf(a, b), clusters: areClustered ? clusters : undefined };
  const paired = pairedRatio(first, second, options);
  const single = contrastOfEstimates(ratioOfRows(a.row, b.row), a.row, b.row).interval(confidence);
  return widthOf(paired) > WORTH * widthOf(single) ? single : paired;
}

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

/** `twin` in the result is the floor of the twin alone, which more time does not change. */
function floorOfSuite({ floor: found, low, high }, comparisons) {
  if (found === null) return { floor: null, low, high, twin: null };
  const narrowest = comparisons.reduce((least, comparison) => min(least, widthOf(comparison) / 2), Infinity);
  const least = narrowest < Infinity ? exp(narrowest) - 1 : 0;
  return { floor: max(found, least), low, high: max(high, least), twin: found };
}

/**
 * Makes times agree with the ratio: some rounds of the two tests come from different moments. A test keeps a time that
 * would otherwise be outside of all that its rounds or processes measured.
 */
function alignWith(row, baseline, ratio) {
  const nsPerCall = baseline.nsPerCall / baseline.ops * ratio * row.ops;
  const perSecond = row.ops * 1e9 / nsPerCall;
  if (perSecond < row.results.min || (row.results.max > 0 && perSecond > row.results.max)) return;
  const factor = nsPerCall / row.nsPerCall;
  row.nsPerCall = nsPerCall;
  if (row.nsLow !== null) {
    row.nsLow *= factor;
    row.nsHigh *= factor;
  }
  for (const field of ['bytesPerSecond', 'itemsPerSecond']) if (row[field] !== null) row[field] /= factor;
  for (const field of ['avg', 'min', 'max']) if (row.results[field] > 0) row.results[field] /= factor;
}

// Standard deviation of ln(time) between processes, fitted by `node benchmark/process-variance.js`.
const COMPUTING = 0.001;
const UNKNOWN = 0.02;
const ALLOCATING = 0.05;

function chooseDeviation({ kind, collections: { bytesPerCall } }) {
  if (bytesPerCall === null) return UNKNOWN;
  return kind === 'sync' && bytesPerCall < 1 ? COMPUTING : ALLOCATING;
}

/** Widens the interval of one process by the variance between processes; `deviation` is of the log ratio. */
function coverProcesses({ ratio, low, high }, deviation, confidence) {
  if (!(ratio > 0) || low === null || high === null) return { ratio, low, high };
  const reach = tWithin(confidence, NORMAL_DF) * deviation;
  const widened = (distance) => exp(sqrt(distance ** 2 + reach ** 2));
  return { ratio, low: low > 0 ? ratio / widened(log(ratio / low)) : low, high: ratio * widened(log(high / ratio)) };
}

module.exports = {
  compareTests, contrastOfEstimates, floorOfTwin, floorOfSuite, alignWith, chooseDeviation, coverProcesses,
};
