'use strict';

/*
 * Units over shards: the longest first, each to the shard that has least so far (LPT; Graham 1969, Bounds on
 * multiprocessing timing anomalies: at most 4/3 of the best split).
 */

/** Whether shard a comes before b: the one with less, of equal ones the first. */
const isBefore = (a, b) => a.seconds < b.seconds || (a.seconds === b.seconds && a.index < b.index);

/** The first of a heap has got longer. */
function siftDown(heap) {
  const moved = heap[0];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
    if (!isBefore(heap[child], moved)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = moved;
}

/**
 * @param {number[]} seconds that each unit takes
 * @param {number} count of shards
 * @returns {number[]} of each unit the shard, from 1; the same for the same numbers
 */
function splitUnits(seconds, count) {
  const heap = Array.from({ length: count }, (_, i) => ({ index: i + 1, seconds: 0 }));
  const shards = new Array(seconds.length);
  const longestFirst = seconds.map((_, place) => place).sort((a, b) => seconds[b] - seconds[a] || a - b);
  for (const place of longestFirst) {
    shards[place] = heap[0].index;
    heap[0].seconds += seconds[place];
    siftDown(heap);
  }
  return shards;
}

module.exports = { splitUnits };
