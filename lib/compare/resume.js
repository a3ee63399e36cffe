'use strict';

/* What a comparison that was cut short has measured: gone on with, and not measured again. */

const { keyOf } = require('../shards/expected');

/** The processes of a side, as far as their estimates need them. */
function samplesOf({ values, nsPerCall, cycles }, unit) {
  const alone = { nsLow: null, nsHigh: null, cycles: null };
  if (unit === 'ns') return values.map((ns) => ({ ...alone, nsPerCall: ns }));
  return values.map((value) => ({ ...alone, nsPerCall: value * nsPerCall / cycles, cycles: value }));
}

/** What of a row is left in a document. */
const latestOf = ({ memory = null, warnings = [], nsPerCall }) => ({ memory, warnings, nsPerCall });

/**
 * Of a test whose pilot was not over, or that failed, nothing is taken over: how many processes it needs is planned
 * from a whole pilot, and not from what a part of it happened to be. Neither is anything of a test whose sides were not
 * measured in pairs, by an earlier version.
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

module.exports = { takeOver };
