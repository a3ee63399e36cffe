'use strict';

// 1 microsecond a reading, and the only account of the heap that a synchronous test leaves: entries of
// a PerformanceObserver come after a turn of the event loop, and v8.GCProfiler slows what it watches by 20 %.
const { getHeapStatistics } = require('v8');

/** @returns {number} bytes in use on the heap of V8, garbage included */
function usedBytes() {
  return getHeapStatistics().used_heap_size;
}

/** @returns {number} bytes that the heap may grow to before V8 ends the process */
function limitBytes() {
  return getHeapStatistics().heap_size_limit;
}

module.exports = { usedBytes, limitBytes };
