'use strict';

/*
 * The effects of the levels of a variable on a value that other variables change, too: ratios, and the share of the
 * variance that they explain.
 */

const { tTwoSidedP, tWithin } = require('./distributions');

const { abs, exp, sqrt } = Math;

// Nobody reads a longer table, and the time of the equations grows with the third power.
const MOST_LEVELS = 200;

// A sum that should be 0 leaves this much: a cell without information must not take away the interval of a level.
const ROUNDING = 1e-12;

/**
 * A sum of independent estimates, each with a weight. Its error follows from the errors of these, however far apart
 * they lie.
 *
 * @param {{ weight: number, centre: number, error: number, df: number }[]} terms error: squared standard error
 *   with df degrees of freedom, 0 for an unknown one
 * @param {number} [confidence]
 * @returns {{ value: number, low: number|null, high: number|null, p: number|null }} by Student's t with the degrees of
 *   freedom of Welch (1947) and Satterthwaite (1946); p: two-sided, that the sum is 0. null if the error of a term
 *   is unknown or too large for a number; p is null, too, for a sum without any error, unless the sum is 0
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

/**
 * eta squared: the share of the variance within groups that lies between the levels in each.
 *
 * @param {{ level: any, value: number }[][]} groups
 * @returns {number|null} null if nothing varies
 */
function shareOfLevels(groups) {
  let explained = 0;
  let all = 0;
  for (const group of groups) {
    let total = 0;
    for (const { value } of group) total += value;
    const centre = total / group.length;
    const levels = new Map();
    for (const { level, value } of group) {
      all += (value - centre) ** 2;
      if (!levels.has(level)) levels.set(level, { sum: 0, count: 0 });
      const own = levels.get(level);
      own.sum += value;
      own.count++;
    }
    for (const { sum, count } of levels.values()) explained += count * (sum / count - centre) ** 2;
  }
  return all > 0 ? explained / all : null;
}

/** The inverse of a symmetric matrix by Gauss and Jordan, null for a singular one. */
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

function strataOf(cells) {
  const strata = new Map();
  for (const cell of cells) {
    if (!strata.has(cell.stratum)) strata.set(cell.stratum, []);
    strata.get(cell.stratum).push(cell);
  }
  return [...strata.values()].filter((own) => own.length > 1);
}

/**
 * Least squares of stratum + level, each cell with the same weight. If every stratum has every level, the effect of a
 * level is the mean of its distances from the means of the strata; otherwise levels are compared through the strata
 * that they share.
 *
 * @param {{ stratum: string, level: number, centre: number, error: number, df: number }[]} cells one for each level of
 *   a stratum, in which everything else is the same. level: from 0; centre: a logarithm; error and df as of weightedSum
 * @param {number} count of levels
 * @returns {{ ratio: number|null, low: number|null, high: number|null }[]} of each level, over the geometric mean of
 *   all; null if levels have no stratum in common, not even through other levels. The interval covers the cells' errors
 *   alone: the strata are fixed, not a sample.
 */
function levelRatios(cells, count) {
  const nothing = Array.from({ length: count }, () => ({ ratio: null, low: null, high: null }));
  if (count > MOST_LEVELS) return nothing;
  const strata = strataOf(cells);
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
