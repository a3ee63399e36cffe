'use strict';

/*
 * Deno: V8 with Node's own modules on top. Its flags are fixed once it runs, so that V8 tells tiers only where Deno was
 * started with --v8-flags=--allow-natives-syntax.
 */

const { compileFunction } = require('vm');
const readings = require('./process-clock');

let natives;
let heap;

/** Its v8.GCProfiler tells nanoseconds, where that of Node tells microseconds. */
function watched() {
  const collections = require('./v8-heap').watched();
  for (let i = 0; i < collections.length; i++) collections[i].ns /= 1000;
  return collections;
}

module.exports = {
  name: 'deno',
  version: () => process.versions.deno,
  jit: () => `V8 ${process.versions.v8}`,
  readings,
  nextTurn: setImmediate,
  compile: (parameters, text) => compileFunction(text, parameters),
  get heap() {
    if (heap === undefined) heap = { ...require('./v8-heap'), watched };
    return heap;
  },
  natives() {
    if (natives === undefined) natives = require('./v8-natives').createNatives(false);
    return natives;
  },
  socketOf: (fd) => new (require('net').Socket)({ fd, readable: true, writable: true }),
  writesPipesAtOnce: process.platform !== 'win32',
  socketTakesDescriptor: true,
  get uncaught() { return require('./process-errors'); },
  get lacks() {
    const tiers = this.natives() === null ? 'start Deno with --v8-flags=--allow-natives-syntax, and V8 tells them' : null;
    return { tiers, memory: null, collections: null };
  },
};
