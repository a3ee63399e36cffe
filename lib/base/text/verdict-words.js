'use strict';

/* A test has no speed or rank if it failed, is optimized away or too fast, or its interval exceeds its figure. */

// In the order of reports.
const UNMEASURED = {
  __proto__: null, hoisted: 'hoisted', folded: 'folded', 'below-resolution': 'too fast to time',
  'too-noisy': 'too noisy to tell',
};

/** '' for a test with a speed */
const unmeasuredWords = ({ verdict }) => UNMEASURED[verdict] || '';

const isUnmeasured = ({ verdict }) => UNMEASURED[verdict] !== undefined;
const hasSpeed = ({ verdict }) => verdict !== 'failed' && UNMEASURED[verdict] === undefined;

/** The most frequent verdict of processes without a speed; below-resolution in a tie. */
function pickUnmeasuredVerdict(verdicts) {
  const countOf = (one) => verdicts.filter((verdict) => verdict === one).length;
  return Object.keys(UNMEASURED).reduce((most, one) => (countOf(one) > countOf(most) ? one : most), 'below-resolution');
}

/** The lower end of the interval of a row without its extension for a shared core, see estimate/rounds.js */
function lowWhileShared({ nsPerCall, nsLow, nsHigh, warnings = [] }) {
  const isShared = nsLow !== null && warnings.some(({ code }) => code === 'shared-core');
  return isShared ? Math.max(nsLow, nsPerCall ** 2 / nsHigh) : nsLow;
}

module.exports = { lowWhileShared, UNMEASURED, hasSpeed, isUnmeasured, unmeasuredWords, pickUnmeasuredVerdict };
