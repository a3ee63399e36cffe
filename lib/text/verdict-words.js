'use strict';

/*
 * Whether a test has a speed. It has none, and gets no rank, if it failed, if V8 does not do its work in each call, if
 * it takes no longer than an empty function, or if its interval is wider than its figure.
 */

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
  return Object.keys(UNTOLD).reduce(
    (most, one) => (countOf(one) > countOf(most) ? one : most), 'below-resolution');
}

module.exports = { UNTOLD, hasSpeed, isUntold, untoldWords, untoldVerdictOf };
