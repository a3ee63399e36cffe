'use strict';

/* Compares processes by Yuen's test (1974) with the agreement of a rank test, chosen by `node benchmark/judges.js`. */

const { contrastByT, logs, meanAndError, trimmedAndError, yuenTest } = require('./comparison');
const { lnChoose, tWithin, NORMAL_DF } = require('./distributions');
const { mannWhitney } = require('./ranks');
const { moderated } = require('./shared-variance');
const { TRIMMED_SHARE, maxOf, median, minOf, toSorted } = require('./sample');

const { abs, exp, floor, log, max, min, sqrt, LN2 } = Math;

const ALPHA = 0.05; // error level of all comparisons of a suite or of a command together

// Looks at the values if a pilot plans their number: after the pilot and at the end, each with its part of ALPHA.
const PLANNED_LOOKS = 2;

const FARTHEST = 3; // in log ratios: by ranks alone, the interval could reach 0

const FEWEST_TRIMMED = 8; // pairs below which none is trimmed

const ofLogs = (values) => trimmedAndError(logs(values));

/** Estimate of one list of times with its 95 % interval, null for one value. Ratios of estimates match contrasts. */
function estimateWithInterval(values) {
  const { centre, error, df } = ofLogs(values);
  if (values.length < 2) return { estimate: values[0], low: null, high: null };
  const half = tWithin(0.95, df) * sqrt(error);
  return { estimate: exp(centre), low: exp(centre - half), high: exp(centre + half) };
}

// A process is an outlier beyond this factor from the median of all, and this number of normal deviations.
const OUTLIER_FACTOR = 1.5;
const OUTLIER_DEVIATIONS = 6;
const MAD_TO_DEVIATION = 1.4826;
const FEWEST_FOR_OUTLIERS = 3;
const MOST_OUTLIERS_SHARE = 1 / 5; // more are a second state of the test, which the interval has to show

/**
 * Which times are outliers, for example of a process that started cold or lost its processor, by the median absolute
 * deviation (Hampel 1974). A single one of four would move a mean by half of its logarithm.
 *
 * @param {number[]} times above 0, of one test
 * @returns {boolean[]}
 */
function findOutliers(times) {
  if (times.length < FEWEST_FOR_OUTLIERS) return times.map(() => false);
  const values = times.map((time) => log(time));
  const centre = median(values);
  const deviation = MAD_TO_DEVIATION * median(values.map((value) => abs(value - centre)));
  const most = max(log(OUTLIER_FACTOR), OUTLIER_DEVIATIONS * deviation);
  const found = values.map((value) => abs(value - centre) > most);
  const count = found.filter(Boolean).length;
  return count <= max(1, floor(times.length * MOST_OUTLIERS_SHARE)) ? found : times.map(() => false);
}

/** Extends an interval to the nearest time on each side, so that it never excludes all that was measured. */
function includeNearest({ low, high }, times) {
  if (low === null || high === null || times.some((time) => time >= low && time <= high)) return { low, high };
  const below = times.filter((time) => time < low);
  const above = times.filter((time) => time > high);
  return {
    low: below.length > 0 ? maxOf(below) : low, high: above.length > 0 ? minOf(above) : high,
  };
}

const smallestRankP = (n, m) => exp(LN2 - lnChoose(n + m, n));

/** Smallest sufficient number, if all larger ones suffice as well; `most` if none does. */
function fewest(areEnough, least, most) {
  let low = least;
  let high = most;
  while (low < high) {
    const middle = floor((low + high) / 2);
    if (areEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Values per side that the ranks need to find a difference at this level. */
const fewestRanked = (level) => fewest((count) => smallestRankP(count, count) <= level, 1, 1000);

/** If ranks find less, the end nearer to 1 is where the interval of a normal value with the p of the ranks ends. */
function withRanks({ ratio, low, high }, rankP, confidence) {
  const isDifferent = low > 1 || high < 1;
  if (!isDifferent || rankP <= 1 - confidence) return { ratio, low, high };
  const reach = ratio ** min(FARTHEST, tWithin(confidence, NORMAL_DF) / tWithin(1 - rankP, NORMAL_DF));
  return ratio > 1 ? { ratio, low: ratio / reach, high } : { ratio, low, high: ratio / reach };
}

/** A contrast with the agreement of a rank test. rankP: 0 if ranks do not count */
function withRankP(contrast, rankP) {
  if (contrast.p === null) return contrast;
  return {
    ...contrast, p: max(contrast.p, rankP),
    interval: (confidence) => withRanks(contrast.interval(confidence), rankP, confidence),
  };
}

/**
 * @returns {function(number): Contrast & { difference: number, error: number|null, df: number|null }} of first over
 *   second, given the lowest level that p will be compared with: ranks do not count if this number of values cannot
 *   reach it. difference: log ratio; error: its standard error
 */
function contrastAtLevel(first, second) {
  const [one, other] = [toSorted(first), toSorted(second)];
  const contrast = yuenTest(one, other);
  const { p: rankP } = mannWhitney(one, other);
  const smallest = smallestRankP(one.length, other.length);
  return (strictest) => withRankP(contrast, smallest <= strictest ? rankP : 0);
}

const computeContrast = (first, second, strictest = ALPHA) => contrastAtLevel(first, second)(strictest);

/**
 * Two lists whose values are pairs, each of one restart. With at least eight pairs it is the trimmed mean of their
 * logarithms with the interval of Tukey and McLaughlin (1963), below that Student's: trimming few values costs more
 * degrees of freedom than outliers do. Chosen from recorded restarts by `node benchmark/restarts.js`.
 *
 * @param {ArrayLike<number>} differences logarithms of the ratios of pairs, at least one
 * @param {object|null} [usual] see usualVariance() in shared-variance.js
 * @returns {Contrast & { difference: number, error: number|null, df: number|null }}
 */
function contrastOfPairs(differences, usual = null) {
  const count = differences.length;
  const isShort = count < FEWEST_TRIMMED;
  const { centre, ...own } = isShort ? meanAndError(differences) : trimmedAndError(differences);
  const found = { variance: own.error * count, df: own.df };
  const { variance, df } = isShort ? moderated(found, usual) : found;
  return contrastByT({ difference: centre, error: count > 1 ? sqrt(variance / count) : null, df });
}

/** Variance of few pairs, for usualVariance(); null for more, which need no other pairs. */
function varianceOfPairs(differences) {
  const count = differences.length;
  if (count < 2 || count >= FEWEST_TRIMMED) return null;
  const { error, df } = meanAndError(differences);
  return { variance: error * count, df };
}

const degreesOfTrimmed = (count) => count - 2 * floor(count * TRIMMED_SHARE) - 1;

const degreesOfPairs = (count) => (count < FEWEST_TRIMMED ? count - 1 : degreesOfTrimmed(count));

function contrastWithTime(values, time) {
  const { centre, error, df } = ofLogs(values);
  const isKnown = values.length > 1 && error > 0;
  return contrastByT({ difference: centre - log(time), error: isKnown ? sqrt(error) : null, df });
}

/**
 * Holm's step-down procedure (1979): all verdicts together are right in a share 1 - alpha of cases.
 *
 * @returns {{ adjusted: number|null, confidence: number }[]} adjusted: to be compared with alpha; confidence: of the
 *   interval that excludes no difference exactly if Holm's procedure finds one: 1 - alpha / k at a step with k
 *   comparisons left; steps after the first not rejected use its confidence
 */
function holm(ps, alpha = ALPHA) {
  const order = ps.map((p, i) => i).filter((i) => ps[i] !== null).sort((a, b) => ps[a] - ps[b]);
  const results = ps.map(() => ({ adjusted: null, confidence: 1 - alpha / max(1, order.length) }));
  let highest = 0;
  let level = alpha;
  for (let k = 0; k < order.length; k++) {
    const left = order.length - k;
    const rejectedSoFar = highest <= alpha;
    highest = max(highest, min(1, left * ps[order[k]]));
    if (rejectedSoFar) level = alpha / left;
    results[order[k]] = { adjusted: highest, confidence: 1 - level };
  }
  return results;
}

/**
 * Judges contrasts together. With two looks, one has a p below x in up to 2 x of cases, so p doubles. The interval
 * excludes 1 exactly if adjustedP is at most ALPHA.
 */
function judgeTogether(contrasts, looks = 1) {
  const levels = holm(contrasts.map(({ p }) => p), ALPHA / looks);
  return contrasts.map(({ p, interval }, i) => {
    const { adjusted, confidence } = levels[i];
    return { ...interval(confidence), confidence, p, adjustedP: adjusted === null ? null : min(1, looks * adjusted) };
  });
}

module.exports = {
  estimateWithInterval, findOutliers, includeNearest, computeContrast, contrastAtLevel, contrastOfPairs,
  varianceOfPairs, contrastWithTime, degreesOfPairs, degreesOfTrimmed, holm, judgeTogether, fewest, fewestRanked,
  smallestRankP, withRankP, ALPHA, PLANNED_LOOKS,
};
