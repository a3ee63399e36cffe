'use strict';

/*
 * How much higher the mean of new rates is than that of old ones, as tables of R have it: Welch's test on the rates
 * themselves, and how far off the difference may be, over the old mean as if that were known.
 */

const { difference, meanAndError } = require('./comparison');
const { tQuantile } = require('./distributions');
const { mean } = require('./sample');

const { abs, max } = Math;

const LEVELS = [0.05, 0.01, 0.001];

// What rounding leaves of equal values; R stops at the same share.
const LEAST_ERROR = 10 * Number.EPSILON;

function starsOf(p) {
  if (p === null) return '';
  return '*'.repeat(LEVELS.filter((level) => p < level).length);
}

/**
 * @param {number[]} old rates, higher is better; any numbers
 * @param {number[]} fresh
 * @returns {{ improvement: number|null, p: number|null, stars: string, accuracy: number[]|null, skipped: string|null }}
 *   improvement: share of the old mean, null where that is 0 or not known; p: two-sided, 1 for equal values without
 *   any variance and null for different ones; accuracy: half the interval's width as a share of the old mean, at
 *   95, 99 and 99.9 %; skipped: why some of it is null, 'too-few' (under two on a side), 'no-variance',
 *   'old-is-zero', or 'not-finite' (a value that is no number, or too large for its square)
 */
function improvementOf(old, fresh) {
  const nothing = { improvement: null, p: null, stars: '', accuracy: null };
  if (old.length === 0 || fresh.length === 0) return { ...nothing, skipped: 'too-few' };
  const oldMean = mean(old);
  const freshMean = mean(fresh);
  // A null among numbers counts as 0 in a sum.
  const isKnown = (values, centre) => Number.isFinite(centre) && values.every(Number.isFinite);
  if (!isKnown(old, oldMean) || !isKnown(fresh, freshMean)) return { ...nothing, skipped: 'not-finite' };
  const improvement = oldMean === 0 ? null : (freshMean - oldMean) / oldMean;
  if (old.length < 2 || fresh.length < 2) return { ...nothing, improvement, skipped: 'too-few' };
  const { difference: distance, error, df, p } = difference(fresh, old, meanAndError);
  if (!Number.isFinite(error)) return { ...nothing, improvement, skipped: 'not-finite' };
  if (error <= LEAST_ERROR * max(abs(oldMean), abs(freshMean))) {
    return { ...nothing, improvement, p: distance === 0 ? 1 : null, skipped: 'no-variance' };
  }
  if (oldMean === 0) return { ...nothing, p, stars: starsOf(p), skipped: 'old-is-zero' };
  const accuracy = LEVELS.map((level) => tQuantile(1 - level / 2, df) * error / abs(oldMean));
  return { improvement, p, stars: starsOf(p), accuracy, skipped: null };
}

module.exports = { improvementOf };
