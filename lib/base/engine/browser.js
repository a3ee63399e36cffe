'use strict';

/* Engine of a page: features of all browsers, so without tiers, processor time, or other processes. */

const {
  browserOf, nextTurn, compile, compiles, uncaught, program, places, inspect, isNativeError,
} = require('./page-platform');

// Captured at load: a test may replace or fake them.
const { performance, navigator } = globalThis;
const wallMs = Date.now;
const { apply } = Reflect;
const { now } = performance;
const Words = Uint8Array;
const { fill, indexOf } = Words.prototype;

// performance.now() returns milliseconds, in steps of 5 microseconds to 1 ms.
const nowNs = () => apply(now, performance, []) * 1e6;
const unknown = () => NaN;

const EVICTED_BYTES = 64 * 2 ** 20; // more than the caches of most processors; a page does not know their size

function createEvictor() {
  let words = apply(fill, new Words(EVICTED_BYTES), [1]);
  return { bytes: EVICTED_BYTES, evict: () => apply(indexOf, words, [2]), free() { words = null; } };
}

// Constant, because performance.memory of Chromium is some minutes old.
const heap = {
  changesAtCollections: true, usedBytes: () => 0, externalBytes: () => 0, bufferBytes: () => 0,
  freeBytes: () => Infinity,
  limitBytes: () => Infinity, largestBytes: Infinity, large: { keptBytes: 0 }, largeBytes: () => 0,
  youngBytes: unknown, oldBytes: unknown,
  inUse: () => ({ heapBytes: NaN, externalBytes: NaN }), watch: () => false, watched: () => [], settle() {},
  collectAll: () => false, createLiveWatch: () => null,
};

const { name, version: versionHere } = browserOf(navigator);
const version = () => versionHere;
const jit = () => null;
const readings = { nowNs, cpuNs: unknown, preemptions: unknown, queuedNs: unknown, wallMs };
const clockWords = 'performance.now() must keep advancing';
const hasProcesses = false;
const natives = () => null;
const permits = () => false;
const env = () => ({});
const builtins = { behindAccessors: [], holders: () => [], outputs: () => [] };
const activeResources = () => [];
const lacks = {
  tiers: 'a page cannot select a compiler', memory: 'a page cannot read the size of its heap',
  coldCache: 'a page cannot read the size of the caches',
};

/** @type {import('./here').Engine} without the members for processes */
module.exports = {
  name, version, jit, readings, clockWords, hasProcesses, nextTurn, compile, compiles, heap, natives, permits, env,
  inspect, isNativeError, places, program, builtins, activeResources, createEvictor, uncaught, lacks,
};
