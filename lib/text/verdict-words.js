'use strict';

/* A test has no speed or rank if it failed, is optimized away or too fast, or its interval exceeds its figure. */

// In the order of reports.
const UNTOLD = {
  __proto__: null, hoisted: 'hoisted', folded: 'folded', 'below-resolution': 'too fast to tell',
  'too-noisy': 'too noisy to tell',
};

/** '' for a test with a speed */
const untoldWords = ({ verdict }) => UNTOLD[verdict] || '';

const isUntold = ({ verdict }) => UNTOLD[verdict] !== undefined;
const hasSpeed = ({ verdict }) => verdict !== 'failed' && UNTOLD[verdict] === undefined;

/** The most frequent verdict of processes without a speed; below-resolution in a tie. */
function untoldVerdictOf(verdicts) {
  const countOf = (one) => verdicts.filter((verdict) => verdict === one).length;
  return Object.keys(UNTOLD).reduce((most, one) => (countOf(one) > countOf(most) ? one : most), 'below-resolution');
}

module.exports = { UNTOLD, hasSpeed, isUntold, untoldWords, untoldVerdictOf };
