'use strict';

/*
 * Tests with a loop of the file, see adopt/suite.js: { [key]: { count, ops } }, with the iterations and the operations
 * of each call, without those that have the most. Chosen once and sent to all processes, whose rows are merged.
 */
const ownLoops = {};

/** Adds the loops of another version of the file. Both versions make the calls of the slower one. */
function addOwnLoops(known, more) {
  for (const [key, loop] of Object.entries(more)) {
    if (!known[key] || loop.count < known[key].count) known[key] = loop;
  }
}

module.exports = { ownLoops, addOwnLoops };
