'use strict';

/*
 * The estimates of a document as programs that keep a history take them: one per test, in ns for one operation.
 * Tests without an estimate (failed, not run yet, too fast or too noisy to tell) are left out:
 * those programs have no way to say so, and a 0 would count as a gain.
 */

const { hasSpeed } = require('./verdict-words');

// Captured at load, because a measured test may change it.
const { isFinite } = Number;

const numberOr = (value, otherwise) => (typeof value === 'number' && isFinite(value) ? value : otherwise);

const hasTime = (one) => one !== null && one !== undefined && !one.error && numberOr(one.nsPerCall, 0) > 0;

/** Whether a row of Results has an estimate that means something. */
const hasEstimate = (row) => hasSpeed(row) && hasTime(row);

/** How many operations one call does. */
const opsOf = ({ ops }) => (numberOr(ops, 0) > 0 ? ops : 1);

function perOperation(value, ops) {
  const known = numberOr(value, null);
  return known === null ? null : known / ops;
}

function estimateOf({ file, suite, name }, { nsPerCall, nsLow, nsHigh, cycles, processes, bytesPerSecond }, ops) {
  return {
    file, suite, name,
    ns: nsPerCall / ops, nsLow: perOperation(nsLow, ops), nsHigh: perOperation(nsHigh, ops), cycles: perOperation(cycles, ops),
    processes: numberOr(processes, 0), bytesPerSecond: numberOr(bytesPerSecond, null),
  };
}

/**
 * @param {object} document Results, or a Comparison, of which the last side is taken
 * @returns {Array<{ file, suite, name, ns, nsLow, nsHigh, cycles, processes, bytesPerSecond }>} nsLow, nsHigh (95 % interval),
 *   cycles and bytesPerSecond null where they are not known
 */
function estimatesOf(document) {
  const estimates = [];
  if (document.qtimeit === 'comparison') {
    for (let i = 0; i < document.tests.length; i++) {
      const test = document.tests[i];
      const side = test.sides[document.sides.length - 1];
      if (hasTime(side)) estimates[estimates.length] = estimateOf(test, side, opsOf(test));
    }
    return estimates;
  }
  for (let i = 0; i < document.suites.length; i++) {
    const { file, suite, tests } = document.suites[i];
    for (let k = 0; k < tests.length; k++) {
      const row = tests[k];
      if (hasEstimate(row)) estimates[estimates.length] = estimateOf({ file, suite, name: row.name }, row, opsOf(row));
    }
  }
  return estimates;
}

/** The environment that those estimates come from, or null. */
function environmentOf(document) {
  const { environment } = document.qtimeit === 'comparison' ? document.sides[document.sides.length - 1] : document;
  return environment || null;
}

module.exports = { estimatesOf, environmentOf, hasEstimate, hasTime, opsOf };
