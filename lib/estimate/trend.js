'use strict';

/* Whether the time of a call depends on the number of earlier calls, as for a list that grows. */

const { disturbedRounds, testWaits } = require('./rounds');
const { filter, isTop, map, netNs, sum } = require('../samples/round');
const { mean, meanInterval, median } = require('../stats/sample');

const { floor, log, sign } = Math;

// The latest rounds, over which the calls increase fivefold: they include the end of the warm-up. Earlier code is cold.
const RANGE = log(5);
const BINS = 8;
const FEWEST_IN_BIN = 2;
const FEWEST_BINS = 3;
const LEAST_NS = 2e4; // of a slice; shorter ones are measured with cold caches

// Exponents of steady tests were -0.53 to 0.25 (means of four processes, on a busy machine), because code gets faster
// and caches are cold when a process gets its turn. A list that grows had 0.8 to 1.2.
const GROWS = 0.3;
const SHRINKS = -0.7;
const CERTAIN = 0.05; // least distance of the interval from 0
const CONFIDENCE = 0.98;
const FEWEST_PROCESSES = 3;
const GROWS_ALONE = 0.5;
const AGREEMENT = 0.8;

/** Logarithms of the number of earlier calls and of the time per call, of rounds in the top tier. */
function pointsOf({ rounds, clockCostNs, clockGrainNs }) {
  const disturbed = disturbedRounds(rounds, testWaits(rounds), clockGrainNs);
  const isUsed = (round, i) => i > 0 && isTop(round) && !disturbed[i] && round.ns >= LEAST_NS && round.before > 0;
  const points = map(filter(rounds, isUsed), (round) => (
    { x: log(round.before + round.calls / 2), y: log(netNs(round, clockCostNs)) }));
  return filter(points, ({ y }) => y > -Infinity);
}

function binsOf(points) {
  const end = points.length > 0 ? points[points.length - 1].x : 0;
  const bins = [];
  for (let i = 0; i < points.length; i++) {
    const bin = floor((end - points[i].x) / RANGE * BINS);
    if (bin >= BINS) continue;
    bins[bin] = bins[bin] || [];
    bins[bin][bins[bin].length] = points[i];
  }
  const filled = filter(bins, (bin) => bin !== undefined && bin.length >= FEWEST_IN_BIN);
  return map(filled, (bin) => ({ x: median(map(bin, ({ x }) => x)), y: median(map(bin, ({ y }) => y)) }));
}

/**
 * The time per call as a power of the number of calls, null if unknown. exponent: the median slope of pairs of bins,
 * weighted by their distance (Theil 1950, Sen 1968); agreement: share of pairs that rise minus those that fall.
 */
function trendOf(samples) {
  const bins = binsOf(pointsOf(samples));
  if (bins.length < FEWEST_BINS) return null;
  const pairs = [];
  let total = 0;
  let rising = 0;
  for (let i = 0; i < bins.length; i++) {
    for (let k = i + 1; k < bins.length; k++) {
      const weight = bins[i].x - bins[k].x;
      const slope = (bins[i].y - bins[k].y) / weight;
      // Not push: a measured test may have replaced it.
      pairs[pairs.length] = { slope, weight };
      total += weight;
      rising += sign(slope);
    }
  }
  return { exponent: weightedMedian(pairs, total), agreement: rising / pairs.length };
}

function weightedMedian(pairs, total) {
  let found = NaN;
  let below = Infinity;
  for (let i = 0; i < pairs.length; i++) {
    const { slope } = pairs[i];
    const upTo = sum(filter(pairs, (one) => one.slope <= slope), ({ weight }) => weight);
    if (upTo * 2 >= total && upTo < below) {
      found = slope;
      below = upTo;
    }
  }
  return found;
}

/** Relative change of the time if the number of calls doubles. */
const changeOf = (exponent) => 2 ** exponent - 1;

/** For the exponents of several processes; null if they do not agree on a change. */
function changeInProcesses(exponents) {
  if (exponents.length < FEWEST_PROCESSES) return null;
  const { low, high } = meanInterval(exponents, CONFIDENCE);
  const centre = mean(exponents);
  const grows = centre > GROWS && low > CERTAIN;
  const shrinks = centre < SHRINKS && high < -CERTAIN;
  return grows || shrinks ? changeOf(centre) : null;
}

/** For one process, whose rounds may all be disturbed in the same way. Cold code also gets faster. */
function changeInProcess(samples) {
  const { exponent, agreement } = trendOf(samples) || {};
  return exponent > GROWS_ALONE && agreement >= AGREEMENT ? changeOf(exponent) : null;
}

module.exports = { trendOf, changeInProcess, changeInProcesses };
