'use strict';

/* What is reachable: used heap and external memory (the bytes of buffers) after full collections. */

const { inUse, collectAll } = require('../host/heap');

/** @returns {Promise<number|null>} bytes; null where there are no full collections to be had */
async function keptBytes({ nextTurn }) {
  if (!collectAll()) return null;
  // What a first one has found to be garbage can be closed by callbacks, and is only then free.
  await new Promise((resolve) => { nextTurn(resolve); });
  collectAll();
  const { heapBytes, externalBytes } = inUse();
  return heapBytes + externalBytes;
}

module.exports = { keptBytes };
