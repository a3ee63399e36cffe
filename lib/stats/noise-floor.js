'use strict';

/* How far a test is from itself, here and now: within that no difference between two tests is believed. */

const { trimmedAndError } = require('./comparison');
const { tQuantile } = require('./distributions');

// Captured at load, because a measured test may change them.
const { abs, expm1, max, sqrt } = Math;

const isFinite = Number.isFinite;

/**
 * The root mean square of what a test differs from itself: sqrt(m^2 + e^2) on the log scale, m being the mean of the
 * differences and e its standard error. So a twin that comes out equal by chance leaves at least what its comparison
 * does not know. The interval is that of |m|: |m| -+ t e, from 0 on.
 * From five differences on a fifth of them is left out at each end, as in a comparison of processes.
 *
 * @param {{ differences: ArrayLike<number> }} found logarithms of the ratios of a test to itself, one of each part of a run or of
 *   each pair of processes; what is not finite does not count
 * @returns {{ floor: number|null, low: number|null, high: number|null }} shares, 0.01 being 1 %: `floor` lies within its 95 %
 *   interval, since t is above 1. All null under two differences.
 */
function noiseFloor({ differences }) {
  const known = [];
  for (let i = 0; i < differences.length; i++) if (isFinite(differences[i])) known[known.length] = differences[i];
  if (known.length < 2) return { floor: null, low: null, high: null };
  const { centre, error, df } = trimmedAndError(known);
  const reach = tQuantile(0.975, df) * sqrt(error);
  return {
    floor: expm1(sqrt(centre ** 2 + error)),
    low: expm1(max(0, abs(centre) - reach)),
    high: expm1(abs(centre) + reach),
  };
}

module.exports = { noiseFloor };
