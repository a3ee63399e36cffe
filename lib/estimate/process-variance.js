'use strict';

/*
 * What one process cannot know: how far the same test is off in the next process, where code and heap are laid out in
 * another way. Intervals of suites that are measured in one process are widened by what is usual. The figures are
 * fitted by `node benchmark/process-variance.js`.
 */

const { tWithin } = require('../stats/distributions');

const { exp, log, sqrt } = Math;

// Standard deviation of ln(time) between processes: of tests whose calls allocate nothing, of those that do, and of
// tests of which that is unknown (slow ones, and in engines that do not report their heap).
const COMPUTING = 0.001;
const UNKNOWN = 0.02;
const ALLOCATING = 0.05;

const MANY = 1e6;

/**
 * @param {object} row
 * @returns {number} standard deviation of the logarithm of its time between processes
 */
function deviationOf({ kind, collections: { bytesPerCall } }) {
  if (bytesPerCall === null) return UNKNOWN;
  return kind === 'sync' && bytesPerCall < 1 ? COMPUTING : ALLOCATING;
}

/**
 * An interval that also covers the variance between processes.
 *
 * @param {{ ratio: number|null, low: number|null, high: number|null }} comparison within one process
 * @param {number} deviation of the logarithm of the ratio between processes
 * @param {number} confidence of the interval
 */
function coverProcesses({ ratio, low, high, ...more }, deviation, confidence) {
  if (!(ratio > 0) || low === null || high === null) return { ratio, low, high, ...more };
  const reach = tWithin(confidence, MANY) * deviation;
  const widened = (distance) => exp(sqrt(distance ** 2 + reach ** 2));
  return {
    ...more, ratio,
    low: low > 0 ? ratio / widened(log(ratio / low)) : low, high: ratio * widened(log(high / ratio)),
  };
}

module.exports = { deviationOf, coverProcesses };
