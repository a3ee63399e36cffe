'use strict';

const { logs, welch } = require('../../lib/stats/comparison');

/** Welch's test on the logarithms: the ratio of the geometric means of two lists that are not paired. */
function welchLog(a, b, confidence) {
  const { difference, low, high, t, df, p } = welch(logs(a), logs(b), confidence);
  return { ratio: Math.exp(difference), low: Math.exp(low), high: Math.exp(high), t, df, p };
}

module.exports = { welchLog };
