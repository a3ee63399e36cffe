'use strict';

/*
 * Whether a test has a speed. One that failed has none; of one that was measured none can be told where it is no
 * longer than an empty function, or where its interval is wider than its figure. No rank is made of these.
 */

const UNTOLD = { __proto__: null, 'below-resolution': 'too fast to tell', 'too-noisy': 'too noisy to tell' };

/** @returns {string} 'too fast to tell', 'too noisy to tell', '' for all other verdicts */
const untoldWords = ({ verdict }) => UNTOLD[verdict] || '';

/** Whether the test was measured, and its speed cannot be told. */
const isUntold = ({ verdict }) => UNTOLD[verdict] !== undefined;

const hasSpeed = ({ verdict }) => verdict !== 'failed' && UNTOLD[verdict] === undefined;

module.exports = { hasSpeed, isUntold, untoldWords };
