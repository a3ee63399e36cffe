'use strict';

/* What watches the heap: `#heap`, but in a page, which is told nothing of it. */

const { observeAllocation } = require('./allocation');
const { createHeapGuard } = require('./heap-guard');

module.exports = { observeAllocation, createHeapGuard };
