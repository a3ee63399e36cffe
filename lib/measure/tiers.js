'use strict';

/* What asks V8 for its tiers, and has it reach the top one: `#tiers`, but in a page, where nothing tells them. */

const { createOptimizer } = require('./optimizer');
const { watchTopTier, forceTop } = require('./top-tier');

module.exports = { createOptimizer, watchTopTier, forceTop };
