'use strict';

const { max, min } = Math;

// Beside three endless loops two processes have 0.8 of two processors, and six 1.3. Each takes 270 MB under valgrind.
const PER_PROCESSOR = 3;
const MOST_AT_A_TIME = 16;

/**
 * How many processes count at a time. More than there are processors: they do not disturb each other's counts, one that
 * waits for a processor counts nothing, and on a busy machine each has its share.
 *
 * @param {import('../host/host')} host
 * @param {number} [sides] that are counted at the same time, of which each has its part
 */
const lanesOf = (host, sides = 1) => max(1, min(MOST_AT_A_TIME, PER_PROCESSOR * host.cpus().length) / sides | 0);

/**
 * So many actions at a time.
 *
 * @param {number} count
 * @returns {function(function(): Promise): Promise} runs an action once there is room for it
 */
function createLanes(count) {
  const waiting = [];
  let free = count;

  return async function within(action) {
    if (free > 0) free--;
    else await new Promise((resolve) => { waiting.push(resolve); });
    try {
      return await action();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

module.exports = { createLanes, lanesOf };
