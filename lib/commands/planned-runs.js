'use strict';

/* compare --precision of benchmark files: what is planned of their runs, and what is said of that. */

const { createRunPlan, comparisonsOf } = require('../compare/plan-runs');
const { counted, timeLeft } = require('../text/numbers');

const { max } = Math;

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
  const short = worst > precision * 1.05
    ? `, for +- ${(worst * 100).toFixed(1)} % at worst (--runs allows no more)` : '';
  return `done after ${pilot} runs of each side: ${done} of ${counted(plans.length, 'configuration')}${time}${short}`;
}

module.exports = { planRuns, plannedWords };
