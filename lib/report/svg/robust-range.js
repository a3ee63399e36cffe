'use strict';

/*
 * The part of an axis that most values share: one round of 3 ms among thousands of 100 ns would press
 * all others into one line. What lies beyond is drawn at the edge, and counted.
 */

const { sorted } = require('../../stats/sample');

// Captured at load, because a measured test may change them.
const { abs, ceil, floor, max, min } = Math;

// Of the values, left out at each end before the axis is made; a mode of this share keeps its place.
const TAIL = 0.05;

// Below this many, one in twenty is less than one.
const FEW = 5;

// The axis goes this far beyond the middle, in its lengths, before anything is cut off.
const REACH = 1;
const LEAST_REACH = 0.002;

/**
 * @param {ArrayLike<number>} values
 * @returns {{ low: number, high: number, below: number, above: number, lowest: number, highest: number } | null}
 *   low..high holds all values but `below` and `above` so many; null for none
 */
function robustRange(values) {
  const n = values.length;
  if (n === 0) return null;
  const ordered = sorted(values);
  const lowest = ordered[0];
  const highest = ordered[n - 1];
  if (n < FEW) return { low: lowest, high: highest, below: 0, above: 0, lowest, highest };
  const from = ordered[ceil(TAIL * (n - 1))];
  const to = ordered[floor((1 - TAIL) * (n - 1))];
  const reach = max(REACH * (to - from), LEAST_REACH * max(abs(from), abs(to)));
  const low = max(lowest, from - reach);
  const high = min(highest, to + reach);
  let below = 0;
  let above = 0;
  for (let i = 0; i < n; i++) {
    if (ordered[i] < low) below++;
    else if (ordered[i] > high) above++;
  }
  return { low, high, below, above, lowest, highest };
}

module.exports = { robustRange };
