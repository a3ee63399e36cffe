'use strict';

/*
 * The heap's own account of itself: 0.2 to 1 microsecond a reading, and the only one that a synchronous
 * test leaves. Entries of a PerformanceObserver come after a turn of the event loop, and v8.GCProfiler
 * slows what it watches by 20 %.
 */

const { getHeapStatistics, getHeapSpaceStatistics } = require('v8');

const { max } = Math;
// Captured at load, because a measured test may replace them.
const { process } = globalThis;
const { memoryUsage } = process;

const YOUNG_LIMIT_BYTES = 192 * 2 ** 20;

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
  options += process.env.NODE_OPTIONS || '';
  const given = /--max[-_]old[-_]space[-_]size[= ](\d+)/.exec(options);
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

/** As Node 18.0 tells it: together with the resident memory, which takes longer, and which a system may hide. */
function outsideBytes() {
  try {
    return memoryUsage().external;
  } catch (_) {
    return 0;
  }
}

/**
 * @returns {{ heapBytes: number, externalBytes: number }} in use: on the heap, and outside of it (what buffers hold)
 */
function inUse() {
  const { used_heap_size: heapBytes, external_memory: externalBytes = outsideBytes() } = getHeapStatistics();
  return { heapBytes, externalBytes };
}

module.exports = { usedBytes, limitBytes, youngBytes, oldBytes, inUse, ...require('./heap-collections') };
