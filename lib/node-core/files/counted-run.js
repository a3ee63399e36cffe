'use strict';

/* Detects helper threads and processes of a counted run, and in the trial allocations between start() and end(). */

const { heap } = require('#engine');
const { watchHelpers } = require('../../base/host/process-probes');

// Captured at load: a benchmark may replace it. Bun and Deno may lack it.
const { getActiveResourcesInfo = () => [] } = process;

const LEAST_BYTES = 4; // bytes per operation. The process allocates less than that without the benchmark

function watchRun({ isTrial }) {
  const helpers = watchHelpers();
  let bytes = 0;

  return {
    start() {
      if (!isTrial) return;
      heap.watch();
      bytes = -heap.usedBytes();
    },
    end() {
      if (!isTrial) return;
      bytes += heap.usedBytes();
      for (const { heapBytes } of heap.watched()) bytes += heapBytes;
    },
    found(operations) {
      const { threads, hasProcesses } = helpers.found();
      const isAlive = getActiveResourcesInfo.call(process).includes('ProcessWrap');
      return { threads, hasProcesses: hasProcesses || isAlive, collects: bytes >= LEAST_BYTES * operations };
    },
  };
}

module.exports = { watchRun };
