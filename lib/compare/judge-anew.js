'use strict';

/*
 * A comparison whose tests were measured in parts: its verdicts are to hold together, and those of a part hold for that
 * part alone. So all are judged once more, by what is saved of their processes.
 */

const { addCounts } = require('./count-changes');
const { gateOf } = require('./gate');
const { judgeSummarised } = require('../estimate/judge');
const { isUntold } = require('../text/verdict-words');

/** Seconds that one process of a side took, 0 where nobody knows. */
function secondsEachOf({ sides, seconds = 0 }) {
  const processes = sides.reduce((sum, side) => sum + (side ? side.processes : 0), 0);
  return processes > 0 && seconds > 0 ? seconds / processes : 0;
}

/** What the judge is told of a test; a verdict that is no comparison is what it was. */
function summarised(test) {
  const { verdict = 'below-resolution' } = test.changes.find(isUntold) || {};
  return { test, secondsEach: secondsEachOf(test), untoldVerdict: verdict };
}

const isCounted = (test) => test.sides.some((side) => side && side.counts !== undefined);

const countedOf = ({ sides }) => sides.map((side) => (
  side && side.counts !== undefined ? { counts: side.counts, reason: side.notCounted || null } : null));

/**
 * @param {object} comparison its tests get other changes
 * @param {object} plan
 * @param {number} plan.margin share within which two are the same
 * @param {number|null} plan.maxRegression share
 * @param {number|null} plan.countPrecision share within which instructions are the same, null for the usual
 * @param {number} [plan.limitSeconds] that each test may have taken
 * @returns {object} the same with its verdicts and its gate
 */
function judgeAnew(comparison, { margin, maxRegression, countPrecision, limitSeconds }) {
  const { sides, tests: before } = comparison;
  const tests = judgeSummarised(before.map(summarised), {
    margin, floor: 0, isSaved: false, isComparable: true, maxRegression,
  });
  const counting = { sides, precision: countPrecision, maxRegression };
  if (tests.some(isCounted)) addCounts(tests, tests.map(countedOf), counting);
  const judged = { ...comparison, maxRegression, tests };
  return { ...judged, gate: gateOf(judged, { secondsEach: before.map(secondsEachOf), limitSeconds }) };
}

module.exports = { judgeAnew };
