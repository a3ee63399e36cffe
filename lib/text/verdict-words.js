'use strict';

/*
 * Whether a test has a speed. A test that failed has none, nor has one whose work V8 does not do in each call, that
 * takes no longer than an empty function, or whose interval is wider than its figure. Such a test gets no rank.
 */

// In the order in which reports list them.
const UNTOLD = {
  __proto__: null, hoisted: 'hoisted', folded: 'folded', 'below-resolution': 'too fast to tell',
  'too-noisy': 'too noisy to tell',
};

/** @returns {string} such as 'too fast to tell', '' for a verdict of a test with a speed */
const untoldWords = ({ verdict }) => UNTOLD[verdict] || '';

/** Whether the test was measured, and its speed cannot be told. */
const isUntold = ({ verdict }) => UNTOLD[verdict] !== undefined;

const hasSpeed = ({ verdict }) => verdict !== 'failed' && UNTOLD[verdict] === undefined;

/** Why a test has no speed: what most of its processes without one say; below-resolution if as many say so. */
function untoldVerdictOf(verdicts) {
  const countOf = (one) => verdicts.filter((verdict) => verdict === one).length;
  return Object.keys(UNTOLD).reduce(
    (most, one) => (countOf(one) > countOf(most) ? one : most), 'below-resolution');
}

module.exports = { UNTOLD, hasSpeed, isUntold, untoldWords, untoldVerdictOf };
