'use strict';

/* Makes sides of a test from the times of their processes, as input of judge(). */

/** Six times around a centre; their logarithms differ from its logarithm by up to 1.5 * spread. */
const around = (centre, spread = 0.001) =>
  [-1.5, -1, -0.5, 0.5, 1, 1.5].map((step) => centre * Math.exp(step * spread));

const inNs = (values) => ({
  samples: values.map((nsPerCall) => ({ nsPerCall, nsLow: null, nsHigh: null, cycles: null })), error: null });

const inCycles = (values, ghz) => ({
  samples: values.map((cycles) => ({ nsPerCall: cycles / ghz, nsLow: null, nsHigh: null, cycles })), error: null });

module.exports = { around, inNs, inCycles };
