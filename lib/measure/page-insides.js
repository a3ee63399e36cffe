'use strict';

/* In place of insides.js where nothing is told of tiers and of the heap, as in a page. */

const { passesFor } = require('./page-passes');

const UNKNOWN = { after: () => null, isReached: () => true, isLate: () => false, isTestLate: () => false };

const watchTopTier = () => UNKNOWN;

function* forceTop() {}

const createOptimizer = () => ({
  forceLoop: forceTop, forceTest: forceTop, isTestOptimized: () => true, hasten: forceTop,
  finishCompiling() {}, isOptimized: () => true, codes: () => [],
});

const GUARD = { refusal: () => null, callsWithin: (wanted) => wanted, after: () => null };

/** As that of heap-guard.js, of a heap that is never full. */
const createHeapGuard = () => GUARD;

/** As that of allocation.js: without a slice, for none would tell. */
function* observeAllocation() {
  return null;
}

module.exports = {
  UNKNOWN, observeAllocation, createHeapGuard, createOptimizer, watchTopTier, forceTop, passesFor,
};
