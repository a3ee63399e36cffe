'use strict';

/*
 * A sum of independent estimates, each with a weight: the mean of some, the difference of two, how far one lies from
 * the mean of all. How well it is known follows from how well each is, however far they lie apart.
 */

const { tTwoSidedP, tWithin } = require('./distributions');

const { sqrt } = Math;

/**
 * @param {{ weight: number, centre: number, error: number, df: number }[]} terms error: squared standard error,
 *   known with df degrees of freedom, 0 of which is not at all
 * @param {number} [confidence]
 * @returns {{ value: number, low: number|null, high: number|null, p: number|null }} by Student's t with the degrees of
 *   freedom of Welch (1947) and Satterthwaite (1946); p: two-sided, that the sum is 0. null where the error of any
 *   term is not known or too large for a number; p is null, too, for a sum without any error, unless it is 0
 */
function weightedSum(terms, confidence = 0.95) {
  let value = 0;
  let error = 0;
  let errors = 0; // of the error
  let isKnown = true;
  for (const { weight, centre, error: own, df } of terms) {
    if (weight === 0) continue;
    value += weight * centre;
    if (!(df > 0)) isKnown = false;
    error += weight ** 2 * own;
    if (own > 0) errors += (weight ** 2 * own) ** 2 / df;
  }
  if (!isKnown || !(error < Infinity)) return { value, low: null, high: null, p: null };
  if (!(error > 0)) return { value, low: value, high: value, p: value === 0 ? 1 : null };
  const df = error ** 2 / errors;
  const half = tWithin(confidence, df) * sqrt(error);
  return { value, low: value - half, high: value + half, p: tTwoSidedP(value / sqrt(error), df) };
}

module.exports = { weightedSum };
