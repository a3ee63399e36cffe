'use strict';

/*
 * A comparison whose tests were measured in parts: its verdicts are to hold together, and those of a part hold for that
 * part alone. So all are judged once more, by what is saved of their processes.
 */

const { blockTestsOf } = require('./block-tests');
const { addCounts } = require('./count-changes');
const { gateOf } = require('./gate');
const { contrastsWithFirst, judge, judgeSummarised } = require('../estimate/judge');
const { PLANNED_LOOKS } = require('../stats/process-contrast');
const { findMachineOutliers } = require('../estimate/machine-outliers');
const { groupedBy } = require('../text/grouped-by');
const { isUntold } = require('../text/verdict-words');

/** Seconds that one process of a side took, 0 where nobody knows. */
function secondsEachOf({ sides, seconds = 0 }) {
  const processes = sides.reduce((sum, side) => sum + (side ? side.processes : 0), 0);
  return processes > 0 && seconds > 0 ? seconds / processes : 0;
}

/** What the judge is told of a test; a verdict that is no comparison is what it was. */
function summarised(test) {
  const { verdict = 'below-resolution' } = test.changes.find(isUntold) || {};
  return {
    test, secondsEach: secondsEachOf(test), untoldVerdict: verdict,
    contrasts: contrastsWithFirst(test.sides, test.paired),
  };
}

/** What of a test that several machines have measured is not in its verdicts. */
function withFacts(test, own) {
  const seconds = own.reduce((sum, one) => sum + (one.seconds || 0), 0);
  const sides = test.sides.map((side, at) => {
    const told = own.map((one) => one.sides[at]).filter(Boolean);
    const { counts, notCounted, memory, warnings } = told.find((one) => one.counts) || told[0] || {};
    return side && { ...side, ...(counts !== undefined && { counts, notCounted }), ...(memory && { memory }),
      ...(warnings && { warnings }) };
  });
  return { ...test, sides, seconds, ...(own.length === 1 && { machine: own[0].machine }) };
}

/** Each test once: with what each machine says of it, where several have measured it. */
function judgeBlocks(tests, plan) {
  const groups = [...groupedBy(tests, ({ file, suite, name }) => JSON.stringify([file, suite, name])).values()];
  const blockTests = blockTestsOf(tests);
  return {
    tests: judge(blockTests, plan).map((test, i) => withFacts(test, groups[i])),
    oddMachines: findMachineOutliers(blockTests),
  };
}

const isCounted = (test) => test.sides.some((side) => side && side.counts !== undefined);

const countedOf = ({ sides }) => sides.map((side) => (
  side && side.counts !== undefined ? { counts: side.counts, reason: side.notCounted || null } : null));

/**
 * @param {object} comparison its tests get other changes; each test once, or once for each machine
 * @param {object} plan
 * @param {number} plan.margin share within which two are the same
 * @param {number|null} plan.maxRegression share
 * @param {number|null} plan.countPrecision share within which instructions are the same, null for the usual
 * @param {number} [plan.limitSeconds] that each test may have taken
 * @param {boolean} plan.hasBlocks whether several machines may have measured a test
 * @returns {object} the same with its verdicts and its gate
 */
function judgeAnew(comparison, { margin, maxRegression, countPrecision, limitSeconds, hasBlocks }) {
  const { sides, tests: before } = comparison;
  // Processes of sides whose number was planned after a pilot.
  const looks = before.some(({ paired }) => paired) ? PLANNED_LOOKS : 1;
  const plan = { margin, floor: 0, isSaved: false, isComparable: true, maxRegression, looks };
  const found = hasBlocks ? judgeBlocks(before, plan) : { tests: judgeSummarised(before.map(summarised), plan) };
  const { tests } = found;
  const counting = { sides, precision: countPrecision, maxRegression };
  if (tests.some(isCounted)) addCounts(tests, tests.map(countedOf), counting);
  const judged = { ...comparison, maxRegression, ...found };
  return { ...judged, gate: gateOf(judged, { secondsEach: tests.map(secondsEachOf), limitSeconds }) };
}

module.exports = { judgeAnew };
