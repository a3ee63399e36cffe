'use strict';

/* How far a test is from itself, here and now: within that no difference between two tests is believed. */

const { trimmedAndError } = require('./comparison');
const { tQuantile } = require('./distributions');

const { abs, expm1, max, sqrt } = Math;

const UNKNOWN = { floor: null, low: null, high: null };

/**
 * The root mean square of what a test differs from itself: sqrt(m^2 + e^2) on the log scale, m being the difference
 * that was found and e its standard error. So a twin that comes out equal by chance leaves at least what its comparison
 * does not know. The interval is that of |m|: |m| -+ t e, from 0 on.
 *
 * @param {{ difference: number, error: number|null, df: number|null }} comparison logarithm of the ratio of a test to
 *   itself, its standard error and the degrees of freedom of that
 * @returns {{ floor: number|null, low: number|null, high: number|null }} shares, 0.01 being 1 %: `floor` lies within
 *   its 95 % interval, since t is above 1. All null without an error.
 */
function floorOf({ difference, error, df }) {
  if (error === null) return UNKNOWN;
  const reach = error > 0 ? tQuantile(0.975, df) * error : 0;
  return {
    floor: expm1(sqrt(difference ** 2 + error ** 2)),
    low: expm1(max(0, abs(difference) - reach)),
    high: expm1(abs(difference) + reach),
  };
}

/**
 * The same of several differences: m is their mean, from five on without a fifth at each end, as in a comparison of
 * processes.
 *
 * @param {{ differences: ArrayLike<number> }} found logarithms of the ratios of a test to itself, one of each part of a
 *   run; what is not finite does not count
 * @returns {{ floor: number|null, low: number|null, high: number|null }} all null under two differences
 */
function noiseFloor({ differences }) {
  const known = Array.from(differences).filter(Number.isFinite);
  if (known.length < 2) return UNKNOWN;
  const { centre, error, df } = trimmedAndError(known);
  return floorOf({ difference: centre, error: sqrt(error), df });
}

/**
 * The share that a difference has to exceed: all of the interval if the test certainly differs from itself.
 *
 * @param {{ floor: number|null, low: number|null, high: number|null }} noise
 * @param {number} margin
 */
const decisiveFloor = ({ floor, low, high }, margin) => (low > margin ? high : floor || 0);

module.exports = { noiseFloor, floorOf, decisiveFloor };
