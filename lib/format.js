'use strict';

/*
 * Numbers as text. Fixed point, as the original prints it, but with two significant digits at the
 * least: 0.56 ns is 0.00000056 ms and not 0.000001.
 */

/** Fixed point with `decimals` digits, more where a small value would lose its first two. */
function fixed(value, decimals) {
  if (!(Math.abs(value) > 0) || value === Infinity) return (value || 0).toFixed(decimals);
  const leading = -Math.floor(Math.log10(Math.abs(value)));
  return value.toFixed(Math.min(20, Math.max(decimals, leading + 1)));
}

module.exports = { fixed };
