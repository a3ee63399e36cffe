'use strict';

/*
 * Few processes determine the variance of a test badly: with three, Student's 95 % interval is 4.3 standard errors wide
 * on each side. The variances of many tests show which values are usual, and that is information on each of them (G. K.
 * Smyth, Linear models and empirical Bayes methods for assessing differential expression, 2004, sections 4 and 6.2).
 */

const { abs, exp, log, max, min } = Math;

const FEWEST_TESTS = 8; // the distribution of fewer variances is hardly known

// The usual variance counts as much as this number of processes at most. A suite has tests of several kinds, and one
// that varies more than the others must not get their interval.
const MOST_DF = 2;

const ASYMPTOTIC = 20; // argument above which the series below have an error of less than 1e-12

/** Digamma and trigamma functions of x > 0 (Abramowitz and Stegun, Handbook of mathematical functions, 6.3 and 6.4). */
function polygammas(x) {
  let [digamma, trigamma] = [0, 0];
  let at = x;
  for (; at < ASYMPTOTIC; at++) {
    digamma -= 1 / at;
    trigamma += 1 / at ** 2;
  }
  const square = 1 / at ** 2;
  digamma += log(at) - 1 / (2 * at) - square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)));
  trigamma += 1 / at + square / 2 + square / at * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square / 30)));
  return { digamma, trigamma };
}

/** The x whose trigamma function has this value, by Newton's method for its reciprocal, which is nearly linear. */
function inverseTrigamma(value) {
  let x = 0.5 + 1 / value;
  for (let i = 0; i < 50; i++) {
    const step = 1e-6 * x;
    const reciprocal = 1 / polygammas(x).trigamma;
    const slope = (1 / polygammas(x + step).trigamma - reciprocal) / step;
    const next = max(x / 2, x - (reciprocal - 1 / value) / slope);
    if (abs(next - x) < 1e-10 * x) return next;
    x = next;
  }
  return x;
}

/**
 * @param {{ variance: number, df: number }[]} variances of the tests of a suite; those that are 0 do not count
 * @returns {{ variance: number, df: number }|null} the usual variance, and the degrees of freedom that it is worth;
 *   null for too few tests
 */
function usualVariance(variances) {
  const known = variances.filter(({ variance, df }) => variance > 0 && df > 0);
  if (known.length < FEWEST_TESTS) return null;
  const centred = known.map(({ variance, df }) => log(variance) - polygammas(df / 2).digamma + log(df / 2));
  const mean = centred.reduce((sum, one) => sum + one, 0) / known.length;
  const spread = centred.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (known.length - 1);
  const expected = known.reduce((sum, { df }) => sum + polygammas(df / 2).trigamma, 0) / known.length;
  const df = spread > expected ? 2 * inverseTrigamma(spread - expected) : Infinity;
  const shift = df < Infinity ? polygammas(df / 2).digamma - log(df / 2) : 0;
  return { variance: exp(mean + shift), df: min(df, MOST_DF) };
}

/** The variance of one test, with the usual one. */
function moderated({ variance, df }, usual) {
  if (usual === null || !(variance > 0)) return { variance, df };
  return { variance: (df * variance + usual.df * usual.variance) / (df + usual.df), df: df + usual.df };
}

module.exports = { moderated, polygammas, usualVariance };
