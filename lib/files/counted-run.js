'use strict';

/*
 * Facts about a process whose instructions are counted: whether others work for it, and, in the trial before, whether
 * it allocates between start() and end().
 */

const { heap } = require('#engine');
const { watchHelpers } = require('../host/process-probes');

// Captured at load: a benchmark may replace it. Bun and Deno can lack it.
const { getActiveResourcesInfo = () => [] } = process;

// Of an operation. The process itself allocates less than that.
const LEAST_BYTES = 4;

/** @returns {{ start, end, found }} found(operations): { threads, hasProcesses, collects } */
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
