'use strict';

/*
 * The heap's own account of itself: 0.2 to 1 microsecond a reading, and the only one that a synchronous
 * test leaves. Entries of a PerformanceObserver come after a turn of the event loop, and v8.GCProfiler
 * slows what it watches by 20 %.
 */

const v8 = require('v8');

// Captured at load, because a measured test may replace them.
const { getHeapStatistics, getHeapSpaceStatistics } = v8;
const { max } = Math;
const { process } = globalThis;
const { wait } = Atomics;
const Buffers = ArrayBuffer;
const { apply } = Reflect;
const { exec } = RegExp.prototype;
const lock = new Int32Array(new SharedArrayBuffer(4));

const YOUNG_LIMIT_BYTES = 192 * 2 ** 20;

const KINDS = { Scavenge: 'young', MinorMarkSweep: 'young', MinorMarkCompact: 'young', MarkSweepCompact: 'old' };

// A sweeper of another thread gives back the bytes of dead buffers, and is done within this time.
const SWEEPER_MS = 1;

/** @returns {number} bytes in use, garbage included */
function usedBytes() {
  return getHeapStatistics().used_heap_size;
}

/**
 * Bytes that the old generation may grow to before V8 ends the process. V8 tells its own limit only
 * together with the young generation's, 48 to 192 MB, which is too much beside a small limit; one that
 * was set by option is known.
 */
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

/** @returns {number} bytes of new objects between two collections of the young generation */
function youngBytes() {
  const { space_used_size: used, space_available_size: available } = space('new_space');
  return used + available;
}

/** @returns {number} bytes in use by objects that survived */
function oldBytes() {
  return space('old_space').space_used_size;
}

/**
 * @returns {{ heapBytes: number, externalBytes: number }} in use: on the heap, and outside of it (what buffers hold)
 */
function inUse() {
  const { used_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics();
  return { heapBytes, externalBytes };
}

/*
 * The collections of the heap as V8 reports them (v8.GCProfiler): each with what was in use before and
 * after it, so that what is allocated while collections run can be told to the byte. It slows the collections that it
 * watches by a fifth: no time is measured beside it.
 */

let profiler = null;
let collector;

/** Begins to watch collections. */
function watch() {
  profiler = new v8.GCProfiler();
  profiler.start();
}

/**
 * Ends it; does nothing where nobody watches.
 *
 * @returns {{ kind: 'young'|'old'|'other', ns: number, heapBytes: number, externalBytes: number }[]} the bytes that
 *   each gave back
 */
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

/**
 * Waits for the sweeper, and has V8 take the bytes that it gave back off its account, which is done with the next
 * buffer.
 */
function settle() {
  wait(lock, 0, 0, SWEEPER_MS);
  return new Buffers(8).byteLength;
}

/**
 * Full collections, at once: 5 ms for a small heap, 1 ms more for each MB in use.
 *
 * @returns {boolean} whether there was one
 */
function collectAll() {
  if (collector === undefined) collector = findCollector();
  if (!collector) return false;
  collector();
  // Twice: the first may only end one that was under way, which spares what was allocated meanwhile; and its buffers
  // are given back on another thread, for which the next one waits.
  collector();
  settle();
  return true;
}

function findCollector() {
  if (typeof globalThis.gc === 'function') return globalThis.gc;
  try {
    v8.setFlagsFromString('--expose-gc');
    try {
      const gc = require('vm').runInNewContext('gc');
      return typeof gc === 'function' ? gc : null;
    } finally {
      v8.setFlagsFromString('--no-expose-gc');
    }
  } catch {
    return null;
  }
}

module.exports = {
  changesAtCollections: false, usedBytes, limitBytes, youngBytes, oldBytes, inUse, watch, watched, settle, collectAll,
};
