'use strict';

/* The box plot of Tukey (1977), with quartiles of type 7 of Hyndman and Fan, the default of R. */

const { toSorted, quantileSorted, mean, meanInterval } = require('../../base/stats/sample');

const REACH = 1.5;

/** values: rising; low, high: the last values within 1.5 box lengths; interval: 95 % of the mean, null for one value */
function summarizeBox(values) {
  const ordered = Array.from(toSorted(values));
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((p) => quantileSorted(ordered, p));
  const reach = REACH * (q3 - q1);
  const isNear = (value) => value >= q1 - reach && value <= q3 + reach;
  const first = ordered.findIndex(isNear);
  const last = ordered.findLastIndex(isNear);
  return {
    values: ordered, count: ordered.length, median, q1, q3,
    // An interpolated quartile can lie beyond the last value within reach: the box has no whisker then.
    low: Math.min(q1, ordered[first]), high: Math.max(q3, ordered[last]),
    outliers: [...ordered.slice(0, first), ...ordered.slice(last + 1)], mean: mean(ordered),
    interval: meanInterval(ordered),
  };
}

module.exports = { summarizeBox };
