'use strict';

/*
 * Bun: JavaScriptCore with Node's own modules on top. What it tells in the words of V8 is made up or slow (0.9 to 6 ms
 * for a reading of v8.getHeapStatistics()), so that it is asked in its own.
 */

const readings = require('./process-clock');
const { processEngine } = require('./process-engine');

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
  // That of `new Socket({ fd })` is closed from the beginning.
  socketOf: (fd) => new (require('net').Socket)().connect({ fd }),
  readsPipesBlocking: process.platform !== 'win32',
  socketTakesDescriptor: false,
  permits: () => true,
  env: () => process.env,
  startOptions: (options) => options,
  get uncaught() { return require('./bun-errors'); },
  lacks: {
    tiers: 'JavaScriptCore does not tell its optimising compilers apart',
    counts: 'JavaScriptCore cannot be had to compile the same in each process, as counting has V8 do in Node.js',
    memory: 'JavaScriptCore counts what is on its heap when it collects, and not before',
  },
});
