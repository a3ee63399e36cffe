'use strict';

/*
 * What the levels of a variable do to a value that other things change, too: effects in logarithms, and the share of
 * the variance that they explain.
 */

const { weightedSum } = require('./weighted-sum');

const { abs, exp } = Math;

// A table of more is not read by anybody, and the equations grow with their third power.
const MOST_LEVELS = 200;

// What a sum leaves where it ought to be 0: a cell that tells nothing of a level must not take its interval away.
const ROUNDING = 1e-12;

/**
 * eta squared: of all variance within groups that which lies between the levels in each.
 *
 * @param {{ level: any, value: number }[][]} groups
 * @returns {number|null} null where nothing varies
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

/** The inverse of a symmetric matrix by Gauss and Jordan, null where there is none. */
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

/** Cells of one stratum each, those with something to be compared. */
function strataOf(cells) {
  const strata = new Map();
  for (const cell of cells) {
    if (!strata.has(cell.stratum)) strata.set(cell.stratum, []);
    strata.get(cell.stratum).push(cell);
  }
  return [...strata.values()].filter((own) => own.length > 1);
}

/**
 * Least squares of stratum + level, each cell counting the same. Where every stratum has every level that is, for each
 * level, the mean of its distances from the stratum's mean; where some are missing, those there are get compared
 * through what they share.
 *
 * @param {{ stratum: string, level: number, centre: number, error: number, df: number }[]} cells one for each level of
 *   a stratum: all else is the same there. level: from 0 on; centre: a logarithm; error and df as in `weightedSum`
 * @param {number} count of levels
 * @returns {{ ratio: number|null, low: number|null, high: number|null }[]} of each level, over the geometric mean of
 *   all; null where levels have no stratum in common, not even through others. The interval is of the cells' errors
 *   alone: strata are those there are, and not drawn from more of them.
 */
function levelRatios(cells, count) {
  const nothing = Array.from({ length: count }, () => ({ ratio: null, low: null, high: null }));
  if (count > MOST_LEVELS) return nothing;
  const strata = strataOf(cells);
  // The effects add up to 0: 1 / count everywhere takes that in, and leaves the rest of the solution as it is.
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

module.exports = { shareOfLevels, levelRatios, MOST_LEVELS };
