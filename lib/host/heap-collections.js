'use strict';

/*
 * The collections of the heap as V8 tells of them (v8.GCProfiler, Node 18.15): each with what was in use before and
 * after it, so that what is allocated while collections run can be told to the byte. It slows the collections that it
 * watches by a fifth: no time is measured beside it.
 */

const v8 = require('v8');

const KINDS = { Scavenge: 'young', MinorMarkSweep: 'young', MinorMarkCompact: 'young', MarkSweepCompact: 'old' };

// A sweeper of another thread gives back the bytes of dead buffers, and is done within this time.
const SWEEPER_MS = 1;

// Captured at load, because a measured test may change them.
const { wait } = Atomics;
const Buffers = ArrayBuffer;
const lock = new Int32Array(new SharedArrayBuffer(4));

let profiler = null;
let collector;

/** Begins to watch collections. @returns {boolean} false where this Node.js cannot */
function watch() {
  if (!v8.GCProfiler) return false;
  profiler = new v8.GCProfiler();
  profiler.start();
  return true;
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
 * Full collections, at once: 5 ms for a small heap, 1 ms more for each MB in use. @returns {boolean} whether there was
 * one
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

module.exports = { watch, watched, settle, collectAll };
