'use strict';

/*
 * Dots side by side where they would hide each other: each keeps its place along the axis and goes up
 * by so many steps as are taken.
 */

/**
 * @param {number[]} places in per cent
 * @param {number} gap in per cent: two dots closer than this cover each other
 * @returns {{ levels: number[], height: number }} the level of each, from 0, in the order given; how many levels there are
 */
function stack(places, gap) {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b] || a - b);
  const levels = [];
  const lastOf = [];
  for (const index of order) {
    let level = 0;
    while (level < lastOf.length && places[index] - lastOf[level] < gap) level++;
    lastOf[level] = places[index];
    levels[index] = level;
  }
  return { levels, height: lastOf.length };
}

module.exports = { stack };
