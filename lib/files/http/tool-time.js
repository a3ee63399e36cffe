'use strict';

const MS = { us: 1e-3, ms: 1, s: 1e3, m: 6e4, h: 3.6e6 };

/**
 * A time as wrk and h2load print it: `114.00us`, `4.50ms`, `1.10s`.
 *
 * @param {string} text
 * @returns {number} in ms, NaN where it is no such time
 */
function toMs(text) {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(us|ms|s|m|h)$/.exec(text) || [];
  return digits === undefined ? NaN : Number(digits) * MS[unit];
}

module.exports = { toMs };
