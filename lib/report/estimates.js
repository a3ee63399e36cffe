'use strict';

/*
 * The estimates of a document as programs that keep a history take them: one per test, in ns for one operation.
 * Tests without an estimate (failed, not run yet, too fast or too noisy to tell) are left out:
 * those programs have no way to say so, and a 0 would count as a gain.
 */

const { isNumber } = require('../text/numbers');
const { hasSpeed } = require('../text/verdict-words');

const numberOr = (value, otherwise) => (isNumber(value) ? value : otherwise);

const hasTime = (one) => Boolean(one) && !one.error && numberOr(one.nsPerCall, 0) > 0;

/** Whether a row of Results has an estimate that means something. */
const hasEstimate = (row) => hasSpeed(row) && hasTime(row);

/** How many operations one call does. */
const opsOf = ({ ops }) => (numberOr(ops, 0) > 0 ? ops : 1);

/** ns of a cycle, the same for all sides: the ratios stay those of the cycles. null where no side tells. */
function nsOfCycle(sides) {
  const known = sides.find((side) => hasTime(side) && side.cycles > 0);
  return known ? known.nsPerCall / known.cycles : null;
}

const perOperation = (value, ops) => (isNumber(value) ? value / ops : null);

/**
 * @param {{ file, suite, name, ops }} test
 * @param {object} found its row, or one of its sides
 */
function estimateOf({ file, suite, name, ops: given }, found) {
  const ops = opsOf({ ops: given });
  return {
    file, suite, name,
    ns: found.nsPerCall / ops, nsLow: perOperation(found.nsLow, ops), nsHigh: perOperation(found.nsHigh, ops),
    cycles: perOperation(found.cycles, ops), processes: numberOr(found.processes, 0),
    bytesPerSecond: numberOr(found.bytesPerSecond, null),
  };
}

/** All rows of a document of results, each with its file and suite. */
const rowsOf = ({ suites }) => suites.flatMap(({ file, suite, tests }) => (
  tests.map((row) => ({ ...row, file, suite }))));

/**
 * @param {object} document Results, or a Comparison, of which the last side is taken
 * @returns {Array<{ file, suite, name, ns, nsLow, nsHigh, cycles, processes, bytesPerSecond }>} nsLow, nsHigh (95 %
 *   interval), cycles and bytesPerSecond null where they are not known
 */
function estimatesOf(document) {
  if (document.qtimeit !== 'comparison') return rowsOf(document).filter(hasEstimate).map((row) => estimateOf(row, row));
  const { sides, tests } = document;
  return tests.filter((test) => hasTime(test.sides[sides.length - 1]))
    .map((test) => estimateOf(test, test.sides[sides.length - 1]));
}

/** The environment that those estimates come from, or null. */
function environmentOf(document) {
  const { environment } = document.qtimeit === 'comparison' ? document.sides[document.sides.length - 1] : document;
  return environment || null;
}

module.exports = { estimatesOf, environmentOf, rowsOf, hasEstimate, hasTime, nsOfCycle, opsOf };
