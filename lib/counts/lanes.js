'use strict';

/**
 * As many processes at a time as there are processors: they do not disturb each other's counts, and one that waits for
 * a processor counts nothing.
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

module.exports = { createLanes };
