'use strict';

/* Resumes a comparison that was cut short from its document. */

const { keyOf } = require('../shards/expected');

/** The samples of a saved side, given the unit of its values. Only a single sample has an interval. */
function samplesOf({ values, nsPerCall, nsLow = null, nsHigh = null, cycles }, unit) {
  const interval = values.length === 1 ? { nsLow, nsHigh } : { nsLow: null, nsHigh: null };
  const nsOfUnit = unit === 'ns' ? 1 : nsPerCall / cycles;
  return values.map((value) => ({ nsPerCall: value * nsOfUnit, ...interval, cycles: unit === 'ns' ? null : value }));
}

/**
 * Fills the units with saved tests. Ignores tests that failed, tests without a complete pilot, because part of a pilot
 * plans nothing, and unpaired tests of earlier versions.
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
      const { counts = null, notCounted = null, memory = null, warnings = [], nsPerCall } = sides[i];
      const counted = counts === null && notCounted === null ? null : { counts, reason: notCounted };
      const samples = samplesOf(sides[i], measuredIn);
      Object.assign(side, { samples, latest: { memory, warnings, nsPerCall }, counted });
    });
  }
}

module.exports = { takeOver, samplesOf };
