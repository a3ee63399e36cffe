'use strict';

/*
 * Which of many rounds are drawn. Of neighbours the fastest, the slowest and the one in the middle: all
 * are rounds that were measured, and neither a spike nor a second level gets lost.
 */

// Captured at load, because a measured test may change them.
const { floor } = Math;

/**
 * @param {ArrayLike<number>} values in the order they ran
 * @param {number} most to draw, at least 3
 * @returns {{ indices: number[], isMiddle: boolean[], every: number }} indices in rising order; isMiddle beside each, true for all
 *   where nothing had to be left out; one group of three stands for `every` values, 1: all are there
 */
function thin(values, most) {
  const n = values.length;
  const indices = [];
  const isMiddle = [];
  const add = (index, middle) => {
    indices[indices.length] = index;
    isMiddle[isMiddle.length] = middle;
  };
  if (n <= most) {
    for (let i = 0; i < n; i++) add(i, true);
    return { indices, isMiddle, every: 1 };
  }
  const groups = floor(most / 3);
  for (let g = 0; g < groups; g++) {
    const members = [];
    for (let i = floor(g * n / groups); i < floor((g + 1) * n / groups); i++) members[members.length] = i;
    const ordered = [...members].sort((a, b) => values[a] - values[b] || a - b);
    const middle = ordered[(ordered.length - 1) >> 1];
    const chosen = new Set([ordered[0], middle, ordered[ordered.length - 1]]);
    for (const index of members) if (chosen.has(index)) add(index, index === middle);
  }
  return { indices, isMiddle, every: n / groups };
}

module.exports = { thin };
