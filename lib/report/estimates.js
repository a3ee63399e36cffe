'use strict';

/*
 * The estimates of a document as programs that keep a history take them: one per test, in ns for one operation, and
 * what was counted of it. Tests without either (failed, not run yet, too fast or too noisy to tell) are left out:
 * those programs have no way to say so, and a 0 would count as a gain.
 */

const { isNumber } = require('../text/numbers');
const { isCounted, eventOf } = require('./count-cells');
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

/** What was counted of a row: [{ value, error }|null, ...] for one operation */
function countedOf(row, ops) {
  const perOperationOf = (one) => one && { value: one.value / ops, error: one.error / ops };
  const { counts } = row;
  const instructions = isCounted(row) ? { value: counts.instructions, error: counts.error } : null;
  // Without weights it is the processor that has counted them.
  const estimatedCycles = instructions && counts.weights ? eventOf(row, 'cycles') : null;
  return { instructions: perOperationOf(instructions), estimatedCycles: perOperationOf(estimatedCycles) };
}

/**
 * @param {{ file, suite, name, ops }} test
 * @param {object} found its row, or one of its sides
 */
function estimateOf({ file, suite, name, ops: given }, found) {
  const ops = opsOf({ ops: given });
  const timed = (value) => (hasEstimate(found) ? perOperation(value, ops) : null);
  return {
    file, suite, name,
    ns: timed(found.nsPerCall), nsLow: timed(found.nsLow), nsHigh: timed(found.nsHigh), cycles: timed(found.cycles),
    processes: numberOr(found.processes, 0), bytesPerSecond: numberOr(found.bytesPerSecond, null),
    ...countedOf(found, ops),
  };
}

/** All rows of a document of results, each with its file and suite. */
const rowsOf = ({ suites }) => suites.flatMap(({ file, suite, tests }) => (
  tests.map((row) => ({ ...row, file, suite }))));

/**
 * @param {object} document Results, or a Comparison, of which the last side is taken
 * @returns {Array<{ file, suite, name, ns, nsLow, nsHigh, cycles, processes, bytesPerSecond, instructions,
 *   estimatedCycles }>} all but the first three null where they are not known: ns where the test has no estimate and
 *   was counted; nsLow and nsHigh: 95 % interval; the last two { value, error }
 */
function estimatesOf(document) {
  if (document.qtimeit !== 'comparison') {
    return rowsOf(document).filter((row) => hasEstimate(row) || isCounted(row)).map((row) => estimateOf(row, row));
  }
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
