'use strict';

/* What compare has planned after its pilot, in words; and the plan itself for benchmark files with --precision. */

const { createRunPlan, comparisonsOf } = require('../compare/plan-runs');
const { counted, shareText, shortPercent, timeLeft } = require('../text/numbers');

const { ceil, max } = Math;

// The spread of a pilot is an estimate.
const MISSED = 1.05;

// A longer time is no advice.
const MOST_SECONDS = 3600;

/**
 * @param {object} rates the document, with runs, and precision where runs are planned
 * @param {object[]} configurations all that there are, those that other machines measure as well: what is said of all
 *   of them is to be right together
 * @param {{ maxRegression: number|undefined }} options of the command line
 * @returns {object|null} see compare/plan-runs.js; null where all are made
 */
function planRuns({ runs, precision }, configurations, { maxRegression = null }) {
  if (precision === undefined) return null;
  return createRunPlan({ precision, most: runs, maxRegression, comparisons: comparisonsOf(configurations) });
}

/**
 * @param {object[]} plans of configurations that have had their pilot
 * @param {{ runs: number, seconds: number, isAtMost: boolean }} left seconds: 0 where nobody knows
 * @param {object} planned see compare/plan-runs.js
 * @returns {string|null} 'done after 6 runs of each side: 3 of 5 configurations; then about 2 min more'; null where the
 *   pilot is all that there may be
 */
function plannedWords(plans, { runs, seconds, isAtMost }, { pilot, most, precision }) {
  if (pilot === most) return null;
  if (runs === 0) return 'the pilot was enough';
  const done = plans.filter((plan) => plan.runs === pilot).length;
  const time = seconds > 0 ? `; then ${isAtMost ? 'at most' : 'about'} ${timeLeft(seconds)} more` : '';
  const worst = max(...plans.map(({ expected }) => expected || 0));
  const short = worst > precision * MISSED
    ? `, for +- ${(worst * 100).toFixed(1)} % at worst (--runs allows no more)` : '';
  return `done after ${pilot} runs of each side: ${done} of ${counted(plans.length, 'configuration')}${time}${short}`;
}

/**
 * @param {number} seconds that are left of what is planned
 * @param {{ expected: number, neededSeconds: number, spentSeconds: number }[]} units that are compared, see
 *   compare/measure-sides.js
 * @param {number} precision
 * @param {function(): number|null} countSeconds only called if the precision is out of reach; null if nothing counts
 * @returns {string[]} lines: 'then about 39 s more', and whether that is too short
 */
function restartLines(seconds, units, precision, countSeconds) {
  if (units.length === 0) return [];
  const worst = max(...units.map(({ expected }) => expected));
  const isShort = worst > precision * MISSED;
  if (!isShort) return [seconds > 0 ? `then about ${timeLeft(seconds)} more` : 'the pilot was enough'];
  const short = `+- ${shareText(worst)} at worst (--time allows no more)`;
  const more = units.reduce((sum, { neededSeconds, spentSeconds }) => sum + max(0, neededSeconds - spentSeconds), 0);
  const time = ceil(max(...units.map(({ neededSeconds }) => neededSeconds)));
  const wait = more > MOST_SECONDS ? 'hours' : `about ${timeLeft(more)} more (--time ${time})`;
  const countingSeconds = countSeconds();
  const others = countingSeconds ? `; --count compares instructions in about ${timeLeft(countingSeconds)}` : '';
  return [
    seconds > 0 ? `then about ${timeLeft(seconds)} more, for ${short}` : `the pilot took all the time, for ${short}`,
    `note: this machine is too noisy for +- ${shortPercent(precision)} in that time: it would take ${wait}${others}`,
  ];
}

module.exports = { planRuns, plannedWords, restartLines };
