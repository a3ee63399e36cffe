'use strict';

/* What is reachable: used heap and external memory (the bytes of buffers) after full collections. */

const v8 = require('v8');
const vm = require('vm');

// Captured at load: a contender may replace it.
const { memoryUsage } = process;

let collect = null;

/** V8's own function, without an option of node: each new context has it while the flag is on. */
function collector() {
  if (typeof globalThis.gc === 'function') return globalThis.gc;
  v8.setFlagsFromString('--expose-gc');
  const found = vm.runInNewContext('gc');
  v8.setFlagsFromString('--no-expose-gc');
  return found;
}

/** @returns {Promise<number>} bytes */
async function keptBytes({ nextTurn }) {
  if (!collect) collect = collector();
  collect();
  // What a first one has found to be garbage can be closed by callbacks, and is only then free.
  await new Promise((resolve) => { nextTurn(resolve); });
  collect();
  const { heapUsed, external } = memoryUsage();
  return heapUsed + external;
}

module.exports = { keptBytes };
