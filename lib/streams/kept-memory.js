'use strict';

/* What is reachable: used heap and external memory (the bytes of buffers) after full collections. */

const { collectAll } = require('../heap-collections');

// Captured at load: a contender may replace it.
const { memoryUsage } = process;

/** @returns {Promise<number|null>} bytes; null where there are no full collections to be had */
async function keptBytes({ nextTurn }) {
  if (!collectAll()) return null;
  // What a first one has found to be garbage can be closed by callbacks, and is only then free.
  await new Promise((resolve) => { nextTurn(resolve); });
  collectAll();
  const { heapUsed, external } = memoryUsage();
  return heapUsed + external;
}

module.exports = { keptBytes };
