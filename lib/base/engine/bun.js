'use strict';

/* Bun: JavaScriptCore with Node's modules. Its imitation of V8's interfaces is invented or slow (0.9 to 6 ms). */

const { once, processEngine, readings } = require('./process-engine');

// A reading takes 0.07 us. Bun.nanoseconds() can take 2 us, performance.now() 33 us; process.hrtime() allocates.
const { bigint } = process.hrtime;
const originNs = bigint();
const { memoryUsage } = process;

const SHARE_OF_MEMORY = 0.5; // JavaScriptCore has no limit

/** heapSize() takes 1 us. It returns the size after the latest collection plus large objects. */
const heap = once(() => {
  const { heapSize, fullGC } = require('bun:jsc');
  return {
    changesAtCollections: true, usedBytes: heapSize,
    limitBytes: () => require('os').totalmem() * SHARE_OF_MEMORY,
    externalBytes: () => 0, bufferBytes: () => 0, freeBytes: () => Infinity,
    largestBytes: Infinity, large: { keptBytes: 0 }, largeBytes: () => 0,
    youngBytes: () => NaN, oldBytes: () => NaN, watch: () => false, watched: () => [], settle() {}, keepSmall() {},
    createLiveWatch: () => null,
    inUse: () => ({ heapBytes: heapSize(), externalBytes: memoryUsage().external }),
    collectAll() {
      fullGC();
      return true;
    },
  };
});

module.exports = processEngine({
  name: 'bun',
  version: () => process.versions.bun,
  jit: () => `JavaScriptCore ${process.versions.webkit.slice(0, 8)}`,
  readings: { ...readings, nowNs: () => Number(bigint() - originNs) },
  get heap() { return heap(); },
  natives: () => null,
  // `new Socket({ fd })` would be closed immediately.
  socketOf: (fd) => new (require('net').Socket)().connect({ fd }),
  get uncaught() { return require('./process-program').uncaughtInBun; },
  lacks: {
    tiers: 'JavaScriptCore does not report which of its optimizing compilers compiled a function',
    counts: 'JavaScriptCore cannot guarantee identical compilation in each process, which counting requires',
    memory: 'JavaScriptCore updates the size of its heap only when it collects garbage',
  },
});
