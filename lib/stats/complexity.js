'use strict';

/*
 * How a time grows with a size: which of a few functions, times a constant, comes nearest to it.
 */

const { mean } = require('./sample');

const { exp, expm1, log, log1p, log2, sqrt } = Math;

/*
 * Of times with 3 % of noise at 10, 100, 1000 and 10 000 every class is then told, and at 8, 16, 32 and 64 in 82 of 100
 * cases; a wrong one in under 1 of 100, whatever the noise. What starts with a constant (5 us + n) is near no class.
 */
const CLEAR_ERROR = 0.1;
const CLEAR_FACTOR = 4;

const CLASSES = [
  { name: '1', of: () => 1 },
  { name: 'log n', of: (n) => log2(n) },
  { name: 'sqrt n', of: (n) => sqrt(n) },
  { name: 'n', of: (n) => n },
  { name: 'n log n', of: (n) => n * log2(n) },
  { name: 'n^2', of: (n) => n ** 2 },
  { name: 'n^3', of: (n) => n ** 3 },
];

/** Least squares through the origin; the error is the root of the mean square, over the mean time. */
function plainFit(sizes, times) {
  let products = 0;
  let squares = 0;
  for (let i = 0; i < times.length; i++) {
    products += times[i] * sizes[i];
    squares += sizes[i] ** 2;
  }
  const coefficient = products / squares;
  return { coefficient, error: sqrt(mean(times.map((time, i) => (time - coefficient * sizes[i]) ** 2))) / mean(times) };
}

/** Least squares of logarithms: each time counts by how many per cent it is off. */
function relativeFit(sizes, times) {
  // 0 times anything is no time.
  if (!sizes.every((size) => size > 0 && size < Infinity)) return { coefficient: 0, error: Infinity };
  const distances = times.map((time, i) => log(time) - log(sizes[i]));
  const centre = mean(distances);
  return { coefficient: exp(centre), error: expm1(sqrt(mean(distances.map((distance) => (distance - centre) ** 2)))) };
}

/** The best first; of equal ones the simpler. */
const byError = (fits) => fits.sort((a, b) => (a.error > b.error) - (b.error > a.error));

/**
 * @param {number[]} x sizes, above 0
 * @param {number[]} t times, above 0
 * @param {object} [options]
 * @param {boolean} [options.relative] by how many times they are off, and not by how much: over decades the
 *   largest size has nearly all of the time, and of 10, 100, 1000, 10 000 a plain fit sees the last alone
 * @returns {{ name: string, coefficient: number, error: number }[]} the best first; coefficient in units of t; error:
 *   share by which times are typically off, of the mean time or, where relative, of each by itself
 */
function complexity(x, t, { relative = false } = {}) {
  const fit = relative ? relativeFit : plainFit;
  return byError(CLASSES.map(({ name, of }) => ({ name, ...fit(x.map(of), t) })));
}

/** Least squares of relative errors for constant + coefficient * size; null where either would be negative. */
function fitWithConstant(sizes, times) {
  // Weights 1 / time^2: the normal equations of two unknowns.
  let ones = 0;
  let firsts = 0;
  let squares = 0;
  let left = 0;
  let right = 0;
  for (let i = 0; i < times.length; i++) {
    const weight = 1 / times[i] ** 2;
    ones += weight;
    firsts += weight * sizes[i];
    squares += weight * sizes[i] ** 2;
    left += weight * times[i];
    right += weight * sizes[i] * times[i];
  }
  const determinant = ones * squares - firsts ** 2;
  const constant = (left * squares - right * firsts) / determinant;
  const coefficient = (ones * right - firsts * left) / determinant;
  if (!(constant > 0) || !(coefficient > 0)) return null;
  const distances = times.map((time, i) => log(time / (constant + coefficient * sizes[i])));
  return { constant, coefficient, error: expm1(sqrt(mean(distances.map((distance) => distance ** 2)))) };
}

/**
 * The functions that come near when something that does not grow goes before them, as a call does: 50 ns + 0.6 ns * n.
 *
 * @param {number[]} x sizes above 0, four or more: with two unknowns three points are fitted by nearly everything
 * @param {number[]} t times, above 0
 * @returns {{ name: string, constant: number, coefficient: number, error: number }[]} as of complexity, without those
 *   that would need a negative time
 */
function complexitiesWithConstant(x, t) {
  const growing = CLASSES.filter(({ name }) => name !== '1');
  const fits = growing.map(({ name, of }) => ({ name, ...fitWithConstant(x.map(of), t) }));
  return byError(fits.filter(({ error }) => error < Infinity));
}

/** The nearest of them; null for none. */
function complexityWithConstant(x, t) {
  return complexitiesWithConstant(x, t)[0] || null;
}

/** Whether the best of relative fits is near to the times, and the next one much farther. */
function isClear(fits) {
  const best = fits[0];
  const runnerUp = fits[1];
  return best.error <= CLEAR_ERROR && log1p(runnerUp.error) >= CLEAR_FACTOR * log1p(best.error);
}

module.exports = { complexity, complexityWithConstant, complexitiesWithConstant, isClear };
