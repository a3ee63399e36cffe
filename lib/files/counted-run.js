'use strict';

/*
 * What the process of a configuration tells of itself where its instructions are counted: who else works for it, and in
 * the trial before, which nothing counts, whether what it does between start() and end() allocates.
 */

const { heap } = require('#engine');
const { watchHelpers } = require('../host/process-probes');

// Captured at load: a benchmark may replace it. Node 17.3 and later have it.
const { getActiveResourcesInfo = () => [] } = process;

// Of an operation. Less are those of the process around it.
const LEAST_BYTES = 4;

/**
 * @param {{ isTrial: boolean }} job
 * @returns {{ start: function(), end: function(), found: function(number): object }} start() and end(): of what is
 *   measured; found(operations): { threads, hasProcesses, collects }
 */
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
