'use strict';

const { contrastByT, difference, logs, meanAndError } = require('#lib/base/stats/comparison');
const { tWithin } = require('#lib/base/stats/distributions');

/** Welch's t test of two means, with the interval of their difference. */
function welch(a, b, confidence = 0.95) {
  const { difference: distance, error, df, p } = contrastByT(difference(a, b, meanAndError));
  const half = error > 0 ? tWithin(confidence, df) * error : 0;
  return { difference: distance, low: distance - half, high: distance + half, t: distance / error, df, p };
}

/** The same for logarithms: the ratio of the geometric means of two unpaired lists. */
function welchLog(a, b, confidence) {
  const { difference: distance, low, high, ...more } = welch(logs(a), logs(b), confidence);
  return { ratio: Math.exp(distance), low: Math.exp(low), high: Math.exp(high), ...more };
}

module.exports = { welch, welchLog };
