'use strict';

/* Goes on with a comparison that was cut short: what its document has is not measured again. */

const { keyOf } = require('../shards/expected');

/** The samples of a saved side, whose values are in the unit of its test. Only a single one has an interval. */
function samplesOf({ values, nsPerCall, nsLow = null, nsHigh = null, cycles }, unit) {
  const interval = values.length === 1 ? { nsLow, nsHigh } : { nsLow: null, nsHigh: null };
  const nsOfUnit = unit === 'ns' ? 1 : nsPerCall / cycles;
  return values.map((value) => ({ nsPerCall: value * nsOfUnit, ...interval, cycles: unit === 'ns' ? null : value }));
}

/** The parts of a row that a document has. */
const latestOf = ({ memory = null, warnings = [], nsPerCall }) => ({ memory, warnings, nsPerCall });

/**
 * Nothing is taken over of a test that failed, or whose pilot was not complete: a part of a pilot does not plan the
 * rest. The same goes for a test of an earlier version, whose sides were not measured in pairs.
 *
 * @param {object[]} units see measure-sides.js; filled in place
 * @param {object[]} tests of the document
 */
function takeOver(units, tests) {
  const known = new Map(tests.map((test) => [keyOf(test.file, test.suite, test.name), test]));
  for (const unit of units) {
    const test = known.get(keyOf(unit.file, unit.suite, unit.name));
    if (!test || !test.planned || !test.paired) continue;
    const { planned, seconds, sides, unit: measuredIn } = test;
    const isOther = (side, i) => (side === null) !== (unit.sides[i] === null) || (side !== null && side.error !== null);
    if (sides.some(isOther)) continue;
    Object.assign(unit, { planned, seconds: planned.seconds, wanted: planned.processes, spentSeconds: seconds });
    unit.sides.forEach((side, i) => {
      if (side === null) return;
      const { counts = null, notCounted = null } = sides[i];
      side.samples = samplesOf(sides[i], measuredIn);
      side.latest = latestOf(sides[i]);
      side.counted = counts === null && notCounted === null ? null : { counts, reason: notCounted };
    });
  }
}

module.exports = { takeOver, samplesOf };
