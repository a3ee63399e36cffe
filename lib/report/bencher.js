'use strict';

/*
 * Bencher Metric Format, with the two measures that every project of Bencher has: latency (ns), throughput (1/s). What
 * was counted has the names that its other adapters give such measures.
 */

const { estimatesOf } = require('./estimates');
const { fullName, uniqueNames } = require('./test-names');

const NS_PER_SECOND = 1e9;

/** Its bounds are optional; null is not a number to it. */
function metric(value, low, high) {
  const found = { value };
  if (low !== null) found.lower_value = low;
  if (high !== null) found.upper_value = high;
  return found;
}

const countedMetric = ({ value, error }) => metric(value, value - error, value + error);

const rate = (ns) => (ns > 0 ? NS_PER_SECOND / ns : null);

/**
 * @param {object} document Results, or a Comparison, of which the last side is taken
 * @returns {string} JSON: { name: { latency: { value, lower_value, upper_value }, throughput, instructions,
 *   'estimated-cycles' } }, each where it is known, with an end of line
 */
function toBencher(document) {
  const estimates = estimatesOf(document);
  const names = uniqueNames(estimates, fullName);
  const metrics = estimates.map(({ ns, nsLow, nsHigh, instructions, estimatedCycles }, i) => [names[i], {
    ...(ns !== null && {
      latency: metric(ns, nsLow, nsHigh), throughput: metric(rate(ns), rate(nsHigh), rate(nsLow)),
    }),
    ...(instructions && { instructions: countedMetric(instructions) }),
    ...(estimatedCycles && { 'estimated-cycles': countedMetric(estimatedCycles) }),
  }]);
  return `${JSON.stringify(Object.fromEntries(metrics), null, 2)}\n`;
}

module.exports = { toBencher };
