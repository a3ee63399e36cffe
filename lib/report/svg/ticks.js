'use strict';

/*
 * Round values along an axis. As few as fit a plot on a telephone, where a label takes about a fifth of
 * the width; a wide plot has the same ones.
 */

// Captured at load, because a measured test may change them.
const { ceil, floor, log10, max } = Math;

const MOST = 5;
const LEAST_GAP = 0.17;
const STEPS = [1, 2, 5, 10];
const DECADES = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]];

// 3 * 0.1 is 0.30000000000000004
const clean = (value) => +value.toPrecision(12);

/**
 * @param {number} low
 * @param {number} high above low
 * @param {number} [most] of them
 * @returns {{ values: number[], decimals: number }} multiples of 1, 2 or 5 times a power of ten; so many decimals tell them apart
 */
function linearTicks(low, high, most = MOST) {
  const power = 10 ** floor(log10((high - low) / most));
  for (let i = 0; ; i++) {
    const step = STEPS[i % STEPS.length] * power * 10 ** floor(i / STEPS.length);
    const first = ceil(low / step - 1e-9);
    const last = floor(high / step + 1e-9);
    if (last - first >= most) continue;
    const values = [];
    for (let k = first; k <= last; k++) values[values.length] = clean(k * step) || 0;
    return { values, decimals: max(0, -floor(log10(step) + 1e-9)) };
  }
}

function multiples(low, high, digits, everyDecade) {
  const values = [];
  for (let decade = floor(log10(low)); decade <= log10(high); decade++) {
    if (decade % everyDecade !== 0) continue;
    for (let i = 0; i < digits.length; i++) {
      const value = clean(digits[i] * 10 ** decade);
      if (value >= low && value <= high) values[values.length] = value;
    }
  }
  return values;
}

function areApart(values, low, high) {
  for (let i = 1; i < values.length; i++) {
    if (log10(values[i] / values[i - 1]) / log10(high / low) < LEAST_GAP) return false;
  }
  return true;
}

/**
 * @param {number} low above 0
 * @param {number} high above low
 * @returns {{ values: number[], decimals: number | null }} the densest of 1, 1.5, 2, 3, 5, 7 / 1, 2, 5 / 1, 3 / powers of ten
 *   that leaves room for labels, with as many decimals as each needs (null); on a short axis as linearTicks
 */
function logTicks(low, high) {
  for (let i = 0; i < DECADES.length; i++) {
    const values = multiples(low, high, DECADES[i], 1);
    if (values.length < 3) break;
    if (areApart(values, low, high)) return { values, decimals: null };
  }
  if (high / low < 10) return linearTicks(low, high);
  for (let every = 1; ; every++) {
    const values = multiples(low, high, [1], every);
    if (areApart(values, low, high)) return { values, decimals: null };
  }
}

module.exports = { linearTicks, logTicks };
