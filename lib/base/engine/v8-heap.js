'use strict';

/* Heap statistics of V8: 0.2 to 1 us per reading. v8.GCProfiler slows down code by 20 %. */

const { freemem } = require('os');
const v8 = require('v8');

const { getHeapStatistics, getHeapSpaceStatistics } = v8;
const { max } = Math;
const { process } = globalThis;
const { memoryUsage } = process;
const { wait } = Atomics;
const Buffers = ArrayBuffer;
const { apply } = Reflect;
const { exec } = RegExp.prototype;
const lock = new Int32Array(new SharedArrayBuffer(4));

const YOUNG_LIMIT_BYTES = 192 * 2 ** 20;
const KINDS = { Scavenge: 'young', MinorMarkSweep: 'young', MinorMarkCompact: 'young', MarkSweepCompact: 'old' };

const SWEEPER_MS = 1; // within this time a sweeper on another thread frees the bytes of dead buffers

// V8 enlarges a full array by half, and ends the process ("invalid size error") if it then exceeds 2^27 elements.
const MOST_ELEMENTS = 2 ** 27;
const isCompressed = () => Boolean(process.config && process.config.variables.v8_enable_pointer_compression);
const largestBytes = MOST_ELEMENTS / 1.5 * (isCompressed() ? 4 : 8);

// Bytes of large objects that the latest collection of all garbage left, for the guard in measure/round-runner.js.
const large = { keptBytes: 0 };

let latestExternal = 0;

function usedBytes() {
  const statistics = getHeapStatistics();
  latestExternal = statistics.external_memory;
  return statistics.used_heap_size;
}

/** Bytes of buffers and other memory outside the heap, at the latest call of usedBytes(). */
const externalBytes = () => latestExternal;

/**
 * Bytes of buffers, including SharedArrayBuffers, which the external memory of V8 does not contain. Takes 20 us.
 * Returns 0 without /proc, which memoryUsage() reads.
 */
function bufferBytes() {
  try {
    return memoryUsage().arrayBuffers;
  } catch {
    return 0;
  }
}

/** Bytes that the system can give to this process. */
const freeBytes = process.availableMemory || freemem;

/** Size of the old generation at which V8 ends the process. V8 reports it only with the young one (48 to 192 MB). */
function limitBytes() {
  let options = '';
  // Not join: a measured test may have replaced it.
  for (let i = 0; i < process.execArgv.length; i++) options += `${process.execArgv[i]} `;
  try {
    options += process.env.NODE_OPTIONS || '';
  } catch (_) {
    // Deno may not be permitted to read it.
  }
  const given = apply(exec, /--max[-_]old[-_]space[-_]size[= ](\d+)/, [options]);
  if (given) return given[1] * 2 ** 20;
  const limit = getHeapStatistics().heap_size_limit;
  return max(limit / 2, limit - YOUNG_LIMIT_BYTES);
}

function space(name) {
  const spaces = getHeapSpaceStatistics();
  for (let i = 0; i < spaces.length; i++) if (spaces[i].space_name === name) return spaces[i];
  return { space_used_size: 0, space_available_size: 0 };
}

/** Bytes of new objects between two collections of the young generation. */
function youngBytes() {
  const { space_used_size: used, space_available_size: available } = space('new_space');
  return used + available;
}

/** Bytes of objects over 128 kB, mostly arrays; includes garbage. Takes 50 us. */
const largeBytes = () => space('large_object_space').space_used_size + space('new_large_object_space').space_used_size;

const oldBytes = () => space('old_space').space_used_size;

function inUse() {
  const { used_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics();
  return { heapBytes, externalBytes };
}

let profiler = null;
let collector;

/** v8.GCProfiler slows collections by a fifth, so nothing is timed while it runs. */
function watch() {
  profiler = new v8.GCProfiler();
  profiler.start();
}

/** Stops watching. heapBytes, externalBytes: freed by the collection */
function watched() {
  if (!profiler) return [];
  const { statistics } = profiler.stop() || { statistics: [] };
  profiler = null;
  const collections = [];
  for (let i = 0; i < statistics.length; i++) {
    const { gcType, cost, beforeGC: { heapStatistics: before }, afterGC: { heapStatistics: after } } = statistics[i];
    collections[i] = {
      kind: KINDS[gcType] || 'other',
      ns: cost * 1000,
      heapBytes: before.usedHeapSize - after.usedHeapSize,
      externalBytes: before.externalMemory - after.externalMemory,
    };
  }
  return collections;
}

/** Waits for the sweeper, and makes a buffer, because that updates V8's statistics. */
function settle() {
  wait(lock, 0, 0, SWEEPER_MS);
  return new Buffers(8).byteLength;
}

/** Full collections take 5 ms for a small heap, and 1 ms more for each MB in use. Returns false if unsupported. */
function collectAll() {
  if (!collectOnce()) return false;
  // Twice: the first call may only finish a running collection, which spares newer objects. Another thread frees the
  // buffers, and the second call waits for it.
  collector();
  settle();
  return true;
}

function findCollector() {
  if (typeof globalThis.gc === 'function') return globalThis.gc;
  try {
    v8.setFlagsFromString('--expose-gc');
    try {
      return require('vm').runInNewContext('gc');
    } finally {
      v8.setFlagsFromString('--no-expose-gc');
    }
  } catch {
    return null;
  }
}

function collectOnce() {
  if (collector === undefined) collector = findCollector();
  if (collector) collector();
  return collector !== null;
}

/** See live-memory.js, which is loaded before a test can replace built-ins. */
const createLiveWatch = () => require('./live-memory').createLiveWatch({ collectOnce, collectAll, inUse });

/**
 * For processes that read large documents and measure nothing: V8 collects old objects before they have doubled. Peaks
 * fall from 1.6 to 0.9 GB, for a tenth more time.
 */
const keepSmall = () => v8.setFlagsFromString('--heap-growing-percent=10');

module.exports = {
  changesAtCollections: false, usedBytes, externalBytes, bufferBytes, freeBytes, limitBytes, largestBytes, large,
  largeBytes, youngBytes, oldBytes, inUse, watch, watched, settle, collectAll, createLiveWatch, keepSmall,
};
