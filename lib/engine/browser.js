'use strict';

/* The engine of a page: what any browser has. Nothing in it tells tiers, processor time, or what else ran. */

const { inspect, isNativeError } = require('./page-values');
const { compile, compiles } = require('./page-compile');
const { nextTurn } = require('./page-turns');
const { browserOf } = require('./page-browser');
const places = require('./page-places');
const program = require('./page-program');
const uncaught = require('./page-errors');

// Captured at load: a test may replace or fake them.
const { performance, navigator } = globalThis;
const wallMs = Date.now;
const { apply } = Reflect;
const { now } = performance;
const Words = Uint8Array;
const { fill, indexOf } = Words.prototype;

// Of a page's clock, which counts milliseconds in steps of 5 microseconds to 1 ms.
const nowNs = () => apply(now, performance, []) * 1e6;
const untold = () => NaN;

// Where nobody tells the size of the caches: more than most processors have.
const EVICTED_BYTES = 64 * 2 ** 20;

const NOT_TOLD = 'a page is not told';

function createEvictor() {
  let words = apply(fill, new Words(EVICTED_BYTES), [1]);
  return { bytes: EVICTED_BYTES, evict: () => apply(indexOf, words, [2]), free() { words = null; } };
}

// As of a heap that never changes: performance.memory of Chromium is a reading of some minutes ago.
const heap = {
  changesAtCollections: true, usedBytes: () => 0, limitBytes: () => Infinity, youngBytes: untold, oldBytes: untold,
  inUse: () => ({ heapBytes: NaN, externalBytes: NaN }), watch: () => false, watched: () => [], settle() {},
  collectAll: () => false,
};

const { name, version: versionHere } = browserOf(navigator);
const version = () => versionHere;
// Its compiler has a version of its own, which no page is told.
const jit = () => null;
const readings = { nowNs, cpuNs: untold, preemptions: untold, queuedNs: untold, wallMs };
const clockWords = 'performance.now() has to go on';
const hasProcesses = false;
const natives = () => null;
const permits = () => false;
const env = () => ({});
const builtins = { behindAccessors: [], holders: () => [], outputs: () => [] };
const activeResources = () => [];
const lacks = { tiers: NOT_TOLD, memory: `${NOT_TOLD} what its heap holds` };

/** @type {import('./node').Engine} without what only processes have */
module.exports = {
  name, version, jit, readings, clockWords, hasProcesses, nextTurn, compile, compiles, heap, natives, permits, env,
  inspect, isNativeError, places, program, builtins, activeResources, createEvictor, uncaught, lacks,
};
