'use strict';

/* Effects of the levels of one variable on a value that other variables change, too. */

const { tTwoSidedP, tWithin } = require('./distributions');
const { mean } = require('./sample');
const { groupBy } = require('../text/grouped-by');

const { abs, exp, sqrt } = Math;

const MOST_LEVELS = 200; // the time of the equations grows with the third power

// Rounding error of a sum that should be 0: a cell without information must not remove the interval of a level.
const ROUNDING = 1e-12;

/**
 * Weighted sum with its interval by Student's t; df by Welch (1947) and Satterthwaite (1946). error: squared; df: 0 for
 * an unknown error. Results are null if an error is unknown or infinite; p also for a sum without error, except 0.
 */
function weightedSum(terms, confidence = 0.95) {
  let value = 0;
  let error = 0;
  let errors = 0; // squared error of `error`
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

const meanOf = (group) => mean(group.map(({ value }) => value));

/** eta squared: share of the variance within groups that lies between the levels in each; null if nothing varies. */
function shareOfLevels(groups) {
  let explained = 0;
  let all = 0;
  for (const group of groups) {
    const centre = meanOf(group);
    for (const { value } of group) all += (value - centre) ** 2;
    for (const own of groupBy(group, ({ level }) => level).values()) {
      explained += own.length * (meanOf(own) - centre) ** 2;
    }
  }
  return all > 0 ? explained / all : null;
}

/** Inverse of a symmetric matrix by Gauss and Jordan, null for a singular one. */
function inverseOf(matrix) {
  const n = matrix.length;
  const rows = matrix.map((row, i) => (
    Float64Array.from({ length: 2 * n }, (_, j) => (j < n ? row[j] : j - n === i ? 1 : 0))
  ));
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (abs(rows[i][k]) > abs(rows[pivot][k])) pivot = i;
    if (!(abs(rows[pivot][k]) > 1e-9)) return null;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    const scale = rows[k][k];
    for (let j = k; j < 2 * n; j++) rows[k][j] /= scale;
    for (let i = 0; i < n; i++) {
      const factor = rows[i][k];
      if (i === k || factor === 0) continue;
      for (let j = k; j < 2 * n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row) => row.subarray(n));
}

/**
 * Least squares of stratum + level with equal weights of cells, which compares levels through common strata.
 *
 * @param {{ stratum: string, level: number, centre: number, error: number, df: number }[]} cells one per level of a
 *   stratum. level: from 0; centre: a logarithm; error, df: see weightedSum()
 * @param {number} count of levels
 * @returns {{ ratio: number|null, low: number|null, high: number|null }[]} of each level over the geometric mean; null
 *   if strata do not connect the levels. The interval covers the cells' errors alone: the strata are not a sample.
 */
function levelRatios(cells, count) {
  const nothing = Array.from({ length: count }, () => ({ ratio: null, low: null, high: null }));
  if (count > MOST_LEVELS) return nothing;
  const strata = [...groupBy(cells, ({ stratum }) => stratum).values()].filter((own) => own.length > 1);
  // 1 / count everywhere adds the condition that the effects add up to 0, and does not change the solution.
  const matrix = Array.from({ length: count }, () => new Float64Array(count).fill(1 / count));
  for (const own of strata) {
    for (const { level } of own) {
      matrix[level][level] += 1;
      for (const other of own) matrix[level][other.level] -= 1 / own.length;
    }
  }
  const inverse = inverseOf(matrix);
  if (inverse === null) return nothing;
  return inverse.map((row) => {
    const terms = [];
    for (const own of strata) {
      const shared = own.reduce((sum, { level }) => sum + row[level], 0) / own.length;
      for (const { level, centre, error, df } of own) {
        const weight = row[level] - shared;
        if (abs(weight) > ROUNDING) terms.push({ weight, centre, error, df });
      }
    }
    const { value, low, high } = weightedSum(terms);
    return { ratio: exp(value), low: low === null ? null : exp(low), high: high === null ? null : exp(high) };
  });
}

module.exports = { weightedSum, shareOfLevels, levelRatios, MOST_LEVELS };
