'use strict';

/* Finds the function (times a constant) that describes best how a time grows with a size. */

const { mean } = require('./sample');

const { exp, expm1, log, log1p, log2, sqrt } = Math;

// With 3 % of noise, every class is clear at sizes of 10, 100, 1000 and 10 000, and in 82 of 100 cases at 8, 16, 32 and
// 64. A wrong one is clear in under 1 of 100 cases at any noise. Times with a constant (5 us + n) fit no class.
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

/** Least squares of logarithms, so that relative errors count. */
function fit(sizes, times) {
  if (!sizes.every((size) => size > 0 && size < Infinity)) return { coefficient: 0, error: Infinity };
  const distances = times.map((time, i) => log(time) - log(sizes[i]));
  const centre = mean(distances);
  return { coefficient: exp(centre), error: expm1(sqrt(mean(distances.map((distance) => (distance - centre) ** 2)))) };
}

/** The sort is stable: of equally good fits, the simpler comes first. */
const byError = (fits) => fits.sort((a, b) => (a.error > b.error) - (b.error > a.error));

/** Fits, the best first. `coefficient` is in units of t, and `error` is the typical error as a share. */
const complexity = (x, t) => byError(CLASSES.map(({ name, of }) => ({ name, ...fit(x.map(of), t) })));

/** Least squares of relative errors for constant + coefficient * size; null if either would be negative. */
function fitWithConstant(sizes, times) {
  // Weights 1 / time^2: the normal equations of two unknowns.
  const sumOf = (valueOf) => times.reduce((sum, time, i) => sum + valueOf(sizes[i], time) / time ** 2, 0);
  const ones = sumOf(() => 1);
  const firsts = sumOf((size) => size);
  const squares = sumOf((size) => size ** 2);
  const left = sumOf((size, time) => time);
  const right = sumOf((size, time) => size * time);
  const determinant = ones * squares - firsts ** 2;
  const constant = (left * squares - right * firsts) / determinant;
  const coefficient = (ones * right - firsts * left) / determinant;
  if (!(constant > 0) || !(coefficient > 0)) return null;
  const distances = times.map((time, i) => log(time / (constant + coefficient * sizes[i])));
  return { constant, coefficient, error: expm1(sqrt(mean(distances.map((distance) => distance ** 2)))) };
}

/** Adds a constant (50 ns + 0.6 ns * n); needs four sizes, because nearly every function fits three. */
function complexitiesWithConstant(x, t) {
  const growing = CLASSES.filter(({ name }) => name !== '1');
  const fits = growing.map(({ name, of }) => ({ name, ...fitWithConstant(x.map(of), t) }));
  return byError(fits.filter(({ error }) => error < Infinity));
}

function isClear([best, runnerUp]) {
  return best.error <= CLEAR_ERROR && log1p(runnerUp.error) >= CLEAR_FACTOR * log1p(best.error);
}

module.exports = { complexity, complexitiesWithConstant, isClear };
