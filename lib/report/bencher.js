'use strict';

/* Bencher Metric Format: latency (ns), throughput (1/s), and counts under the names of other Bencher adapters. */

const { estimatesOf } = require('./estimates');
const { fullName, uniqueNames } = require('./test-names');

const NS_PER_SECOND = 1e9;

/** Bounds are optional, but Bencher does not accept null as a number. */
function metric(value, low, high) {
  const found = { value };
  if (low !== null) found.lower_value = low;
  if (high !== null) found.upper_value = high;
  return found;
}

const countedMetric = ({ value, error }) => metric(value, value - error, value + error);

const rate = (ns) => (ns > 0 ? NS_PER_SECOND / ns : null);

/**
 * @param {object} document Results, or a Comparison, whose last side counts
 * @returns {string} JSON: { name: { latency: { value, lower_value, upper_value }, throughput, instructions,
 *   'estimated-cycles' } } with known measures only
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
