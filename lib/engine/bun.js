'use strict';

/*
 * Bun: JavaScriptCore with Node's own modules on top. Its imitation of V8's interfaces is made up or slow (0.9 to 6 ms
 * for v8.getHeapStatistics()), so this file uses Bun's interfaces.
 */

const { processEngine, readings } = require('./process-engine');

// Bun.nanoseconds() and performance.now() take 2 and 33 microseconds at times, process.hrtime() allocates; this 0.07.
const { bigint } = process.hrtime;
const originNs = bigint();

module.exports = processEngine({
  name: 'bun',
  version: () => process.versions.bun,
  jit: () => `JavaScriptCore ${process.versions.webkit.slice(0, 8)}`,
  readings: { ...readings, nowNs: () => Number(bigint() - originNs) },
  get heap() { return require('./jsc-heap'); },
  natives: () => null,
  // `new Socket({ fd })` would be closed from the beginning.
  socketOf: (fd) => new (require('net').Socket)().connect({ fd }),
  readsPipesBlocking: process.platform !== 'win32',
  socketTakesDescriptor: false,
  get uncaught() { return require('./process-errors').ofBun; },
  lacks: {
    tiers: 'JavaScriptCore does not tell its optimising compilers apart',
    counts: 'JavaScriptCore cannot be had to compile the same in each process, as counting has V8 do in Node.js',
    memory: 'JavaScriptCore counts what is on its heap when it collects, and not before',
  },
});
