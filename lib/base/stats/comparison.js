'use strict';

/* Compares two lists of numbers. A ratio is the first list's time over the second's: above 1 the first is slower. */

const { tQuantile, tTwoSidedP, tWithin } = require('./distributions');
const { median, mean, variance, medianWithInterval, trimmedMean, independentBatches, winsorize } = require('./sample');

const { abs, exp, log, max, sqrt } = Math;

const isTime = (value) => value > 0 && value < Infinity;
const expOrNull = (value) => (value === null ? null : exp(value));

/** Takes a tenth of the time of Float64Array.from() with a function. */
function logs(values) {
  const found = new Float64Array(values.length);
  for (let i = 0; i < found.length; i++) found[i] = log(values[i]);
  return found;
}

const FEWEST_CLUSTERS = 8; // fewer medians make a useless interval

/** Only clusters are independent: the rounds within a cluster are correlated. */
function clusterMedians(values, clusters) {
  const groups = [];
  for (let i = 0; i < values.length; i++) (groups[clusters[i]] = groups[clusters[i]] || []).push(values[i]);
  return groups.filter(Boolean).map(median);
}

function ratioOfMedians(a, b, confidence, clusters) {
  const differences = logs(a).map((value, i) => value - log(b[i]));
  const medians = clusterMedians(differences, clusters);
  const { centre, low, high } = medians.length < FEWEST_CLUSTERS ? medianWithInterval(differences, confidence)
    : trimmedMean(medians, confidence);
  return { ratio: exp(centre), low: expOrNull(low), high: expOrNull(high) };
}

/** Delta method (Cochran, Sampling Techniques, 6.4): the error of R is the mean of a - R b over mean(b). */
function ratioOfMeans(a, b, confidence) {
  const centre = mean(a);
  const ratio = centre / mean(b);
  const batches = independentBatches(a.map((value, i) => value - ratio * b[i]));
  const n = batches.length;
  if (n < 2) return { ratio, low: null, high: null };
  const half = tWithin(confidence, n - 1) * sqrt(variance(batches) / n) / centre;
  return { ratio, low: ratio * exp(-half), high: ratio * exp(half) };
}

/**
 * Ratio of two interleaved tests from their common rounds with positive times. `statistic` is 'mean' for costs of few
 * rounds. Rounds of a cluster are correlated: with eight `clusters`, the ratio is the trimmed mean of their medians.
 *
 * @returns {{ ratio: number | null, low: number | null, high: number | null }} `low` and `high` are null for too few
 *   pairs (median: under 6 at 95 %; mean: under 2), `ratio` is null without pairs
 */
function pairedRatio(a, b, { confidence = 0.95, statistic = 'median', clusters = [] } = {}) {
  const first = [];
  const second = [];
  const kept = [];
  for (let i = 0; i < a.length; i++) {
    if (!isTime(a[i]) || !isTime(b[i])) continue;
    kept.push(clusters[i] || 0);
    first.push(a[i]);
    second.push(b[i]);
  }
  if (first.length === 0) return { ratio: null, low: null, high: null };
  if (statistic === 'mean') return ratioOfMeans(first, second, confidence);
  return ratioOfMedians(first, second, confidence, kept);
}

/** `error` is squared, and exactly 0 for equal values: the variance of ten times 0.1 is 1e-34. */
function meanAndError(values) {
  const df = values.length - 1;
  if (values.every((value) => value === values[0])) return { centre: values[0], error: 0, df };
  return { centre: mean(values), error: variance(values) / values.length, df };
}

/** Trimmed mean with its squared standard error (Yuen 1974); the mean for fewer than five values. */
function trimmedAndError(values) {
  const { kept, sum, ordered } = winsorize(values);
  const n = ordered.length;
  if (ordered[0] === ordered[n - 1]) return { centre: ordered[0], error: 0, df: kept - 1 };
  return { centre: sum / kept, error: (n - 1) * variance(ordered) / (kept * (kept - 1)), df: kept - 1 };
}

/**
 * Difference of two centres by meanAndError (Welch's t test) or trimmedAndError (Yuen's). `error` is the standard
 * error, `df` by Satterthwaite (1946). With one value on a side, only the difference is known.
 */
function difference(a, b, estimate) {
  const first = estimate(a);
  const second = estimate(b);
  const distance = first.centre - second.centre;
  if (a.length < 2 || b.length < 2) return { difference: distance, error: null, df: null };
  const error = sqrt(first.error + second.error);
  const share = first.error / (first.error + second.error);
  const df = error === 0 ? null : 1 / (share ** 2 / first.df + (1 - share) ** 2 / second.df);
  return { difference: distance, error, df };
}

/** Two-sided. Without any variance, 1 for no difference and otherwise null: equal values come from a clock's steps. */
function pByT({ difference: distance, error, df }) {
  if (error === null) return null;
  if (error === 0) return distance === 0 ? 1 : null;
  return tTwoSidedP(distance / error, df);
}

/**
 * @typedef {object} Contrast
 * @property {number} ratio
 * @property {number|null} p two-sided, at most 1 - confidence exactly if the interval excludes 1; null for too few
 *   values, and for a difference without any variance
 * @property {function(number): { ratio: number, low: number|null, high: number|null }} interval at a confidence
 */

/**
 * @param {{ difference: number, error: number|null, df: number|null }} estimate of a log ratio, with its standard
 *   error; null if that is unknown
 * @returns {Contrast & { difference: number, error: number|null, df: number|null }} by Student's t
 */
function contrastByT(estimate) {
  const { difference: distance, error, df } = estimate;
  const ratio = exp(distance);
  const p = pByT(estimate);
  return {
    ratio, p, difference: distance, error, df,
    interval(confidence) {
      if (p === null) return { ratio, low: null, high: null };
      const half = error > 0 ? tWithin(confidence, df) * error : 0;
      return { ratio, low: exp(distance - half), high: exp(distance + half) };
    },
  };
}

/**
 * Yuen's test (1974) on logarithms: the ratio of two unpaired lists of positive values, each without its lowest and
 * highest fifth; Welch's test under five values a side. Of 72 processes on a busy machine, the trimmed mean is known to
 * 0.83 %, the mean to 1.1 %. Pass one value per process: the rounds of a process are correlated, and would show a
 * difference between equals in 4 of 10 cases.
 */
const yuenTest = (a, b) => contrastByT(difference(logs(a), logs(b), trimmedAndError));

const LEVELS = [0.05, 0.01, 0.001];

const LEAST_ERROR = 10 * Number.EPSILON; // share that rounding leaves of equal values; R uses the same

/**
 * Improvement of the mean rate, as R reports it: by Welch's test, with the old mean as if it were exact.
 *
 * @returns {{ improvement: number|null, p: number|null, stars: string, accuracy: number[]|null, skipped: string|null }}
 *   improvement: share of the old mean; accuracy: half the interval's width as a share, at 95, 99 and 99.9 %; skipped:
 *   why some of it is null, 'too-few' (under two on a side), 'no-variance', 'old-is-zero', or 'not-finite' (also if the
 *   square is too large)
 */
function estimateImprovement(old, fresh) {
  const nothing = { improvement: null, p: null, stars: '', accuracy: null };
  if (old.length === 0 || fresh.length === 0) return { ...nothing, skipped: 'too-few' };
  const oldMean = mean(old);
  const freshMean = mean(fresh);
  // A null among numbers counts as 0 in a sum.
  if (![...old, ...fresh, oldMean, freshMean].every(Number.isFinite)) return { ...nothing, skipped: 'not-finite' };
  const improvement = oldMean === 0 ? null : (freshMean - oldMean) / oldMean;
  if (old.length < 2 || fresh.length < 2) return { ...nothing, improvement, skipped: 'too-few' };
  const found = difference(fresh, old, meanAndError);
  const { error, df } = found;
  if (!Number.isFinite(error)) return { ...nothing, improvement, skipped: 'not-finite' };
  if (error <= LEAST_ERROR * max(abs(oldMean), abs(freshMean))) {
    return { ...nothing, improvement, p: found.difference === 0 ? 1 : null, skipped: 'no-variance' };
  }
  const p = pByT(found);
  const stars = p === null ? '' : '*'.repeat(LEVELS.filter((level) => p < level).length);
  if (oldMean === 0) return { ...nothing, p, stars, skipped: 'old-is-zero' };
  const accuracy = LEVELS.map((level) => tQuantile(1 - level / 2, df) * error / abs(oldMean));
  return { improvement, p, stars, accuracy, skipped: null };
}

module.exports = {
  pairedRatio, clusterMedians, contrastByT, yuenTest, difference, meanAndError, trimmedAndError, logs,
  estimateImprovement,
};
