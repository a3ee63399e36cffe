'use strict';

/* What engines tell of their insides, tiers and the heap: `#insides`, but in a page, which is told nothing of them. */

const { observeAllocation } = require('./allocation');
const { createHeapGuard } = require('./heap-guard');
const { createOptimizer } = require('./optimizer');
const { watchTopTier, forceTop } = require('./top-tier');

/** What runs passes; few suites have any. */
const passesFor = () => require('./passes').runPasses;

module.exports = { observeAllocation, createHeapGuard, createOptimizer, watchTopTier, forceTop, passesFor };
