'use strict';

/*
 * A value's place on an axis, in per cent of its length: plots are as wide as the page lets them be, and
 * only what is given in per cent moves with it.
 */

// Captured at load, because a measured test may change them.
const { abs, exp, log, max, min, round } = Math;

// Labels of an axis that shows less than this share of its values need more than six digits.
const LEAST_SHARE = 0.002;

/**
 * @param {object} range
 * @param {number} range.low
 * @param {number} range.high
 * @param {boolean} [range.isLog] both are above 0 then
 * @param {number} [range.padding] share of the length added at both ends, 0.04 unless given
 * @param {boolean} [range.fromZero] the axis starts at 0, unless something lies below
 * @returns {{ low: number, high: number, isLog: boolean, at: function(number): number, side: function(number): number }}
 *   at(value): 0..100, values beyond an end are drawn in to it; side(value): -1 below the axis, 1 above, 0 on it
 */
function createScale({ low, high, isLog = false, padding = 0.04, fromZero = false }) {
  const forth = isLog ? log : (value) => value;
  const back = isLog ? exp : (value) => value;
  const least = isLog ? LEAST_SHARE : LEAST_SHARE * max(abs(low), abs(high)) || 1;
  let from = forth(fromZero ? min(0, low) : low);
  let to = forth(high);
  const missing = max(0, least - (to - from)) / 2;
  from -= missing;
  to += missing;
  const padded = (to - from) * padding;
  if (!fromZero || low < 0) from -= padded;
  to += padded;

  const side = (value) => (isLog && value <= 0 || forth(value) < from ? -1 : forth(value) > to ? 1 : 0);
  const at = (value) => {
    if (side(value)) return side(value) < 0 ? 0 : 100;
    return round((forth(value) - from) / (to - from) * 1e4) / 100;
  };
  return { low: back(from), high: back(to), isLog, at, side };
}

module.exports = { createScale };
