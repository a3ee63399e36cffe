'use strict';

/*
 * Times of several processes at a common clock rate. Cycles take the changes of that rate off, but nobody thinks in
 * them: brought to ns at the rate that all processes had in the mean, times have the ratios of the cycles.
 */

const { mean } = require('../stats/sample');

const { exp, log } = Math;

/** Whether all of these know their cycles. */
const haveCycles = (samples) => samples.every(({ cycles }) => cycles > 0);

/**
 * @param {{ cycles: number, nsPerCall: number }[]} samples of processes, with a speed and with cycles
 * @returns {number} cycles per ns, the geometric mean; 1 of none
 */
function commonRate(samples) {
  return samples.length ? exp(mean(samples.map(({ cycles, nsPerCall }) => log(cycles / nsPerCall)))) : 1;
}

module.exports = { haveCycles, commonRate };
