'use strict';

/* In place of heap-account.js where nothing is told of the heap, as in a page: `#heap` there. */

const GUARD = { refusal: () => null, callsWithin: (wanted) => wanted, after: () => null };

/** As that of heap-guard.js, of a heap that is never full. */
const createHeapGuard = () => GUARD;

/** As that of allocation.js: without a slice, for none would tell. */
function* observeAllocation() {
  return null;
}

module.exports = { observeAllocation, createHeapGuard };
