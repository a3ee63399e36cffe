'use strict';

/*
 * Numbers as text. Fixed point, as the original prints it, but with two significant digits at the
 * least: 0.56 ns is 0.00000056 ms and not 0.000001.
 */

// Captured at load, because a measured test may change them.
const { abs, floor, log10, min, max } = Math;

/** Fixed point with `decimals` digits, more where a small value would lose its first two. */
function fixed(value, decimals) {
  if (!(abs(value) > 0) || abs(value) === Infinity) return (value || 0).toFixed(decimals);
  // Beyond this toFixed falls back to an exponent.
  if (abs(value) >= 1e21) return `${BigInt(value)}.${'0'.repeat(decimals)}`;
  const leading = -floor(log10(abs(value)));
  return value.toFixed(min(20, max(decimals, leading + 1)));
}

module.exports = { fixed };
