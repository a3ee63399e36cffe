'use strict';

/* Estimates and counts, per operation, for programs that keep a history. Tests without any are left out. */

const { isNumber } = require('../../base/text/numbers');
const { isCounted, readEvent } = require('../cells');
const { hasSpeed } = require('../../base/text/verdict-words');

const hasTime = (one) => Boolean(one) && !one.error && one.nsPerCall > 0;
const hasEstimate = (row) => hasSpeed(row) && hasTime(row);
const opsOf = ({ ops }) => (ops > 0 ? ops : 1);

/** Each { value, error } per operation, or null. */
function countedOf(row, ops) {
  const perOperationOf = (one) => one && { value: one.value / ops, error: one.error / ops };
  const { counts } = row;
  const instructions = isCounted(row) ? { value: counts.instructions, error: counts.error } : null;
  // Cycles without weights are counted by the processor, not estimated.
  const estimatedCycles = instructions && counts.weights ? readEvent(row, 'cycles') : null;
  return { instructions: perOperationOf(instructions), estimatedCycles: perOperationOf(estimatedCycles) };
}

function estimateOf({ file, suite, name, machine, ...test }, found) {
  const ops = opsOf(test);
  const timed = (value) => (hasEstimate(found) && isNumber(value) ? value / ops : null);
  return {
    file, suite, name, machine,
    ns: timed(found.nsPerCall), nsLow: timed(found.nsLow), nsHigh: timed(found.nsHigh), cycles: timed(found.cycles),
    processes: found.processes || 0, bytesPerSecond: found.bytesPerSecond ?? null,
    ...countedOf(found, ops),
  };
}

const listRows = ({ suites }) => suites.flatMap(({ file, suite, machine, tests }) => (
  tests.map((row) => ({ ...row, file, suite, machine }))));

/** Of Results, or of the last side of a Comparison. Unknown fields are null, also ns of a test that is only counted. */
function listEstimates(document) {
  if (document.qtimeit !== 'comparison') {
    return listRows(document).filter((row) => hasEstimate(row) || isCounted(row)).map((row) => estimateOf(row, row));
  }
  const { sides, tests } = document;
  return tests.filter((test) => hasTime(test.sides[sides.length - 1]))
    .map((test) => estimateOf(test, test.sides[sides.length - 1]));
}

/** Of each side. machine: of a test of a merged document; its sides have the engines of any machine */
function listEnvironments({ machines = [], sides, environment }, machine) {
  const own = (machines[machine] || {}).environment;
  if (!sides) return [own || environment || null];
  const { cpu, platform, arch } = own || {};
  return sides.map((side) => (own && side.environment ? { ...side.environment, cpu, platform, arch }
    : side.environment || null));
}

module.exports = { listEstimates, listEnvironments, listRows, hasEstimate, opsOf };
