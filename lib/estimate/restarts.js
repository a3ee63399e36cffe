'use strict';

/* What the processes of one restart say of each other, see session/interleaved.js. Pure functions. */

const { compareTests } = require('./suite-comparison');
const { hasSpeed } = require('../text/verdict-words');

const { log } = Math;

/**
 * @typedef {object} Measured what one process of a restart has found
 * @property {object} row
 * @property {{ nets: object, collects: boolean }|null} rounds of a process that took turns, as measurementOf() has them
 */

const isKnown = ({ row }) => hasSpeed(row) && row.nsPerCall > 0;

/**
 * Time of an operation of one process over that of another one of the same restart, from the turns that both took part
 * in; without turns from their times.
 *
 * @param {Measured} one
 * @param {Measured} other
 * @returns {number|null} null if either has no speed
 */
function ratioInRestart(one, other) {
  if (!isKnown(one) || !isKnown(other)) return null;
  if (one.rounds && other.rounds) {
    const { ratio } = compareTests({ row: one.row, ...one.rounds }, { row: other.row, ...other.rounds }, 0.95);
    if (ratio > 0) return ratio;
  }
  const [a, b] = one.row.cycles > 0 && other.row.cycles > 0 ? [one.row.cycles, other.row.cycles]
    : [one.row.nsPerCall, other.row.nsPerCall];
  return a / one.row.ops / (b / other.row.ops);
}

/**
 * The times of the processes of one restart, brought to what their ratios to the first one say: two lists of such times
 * are pairs.
 *
 * @param {Measured[]} measured
 * @returns {{ nsPerCall, nsLow, nsHigh, cycles }[]|null} null if one has no speed
 */
function samplesOfRestart(measured) {
  const [first] = measured;
  const ratios = measured.map((one) => ratioInRestart(one, first));
  if (ratios.includes(null)) return null;
  return measured.map(({ row: { ops, nsPerCall, nsLow, nsHigh, cycles } }, i) => {
    const ns = first.row.nsPerCall / first.row.ops * ratios[i] * ops;
    const scaled = (value) => (value === null ? null : value * (ns / nsPerCall));
    const areCycles = cycles > 0 && first.row.cycles > 0;
    return {
      nsPerCall: ns, nsLow: scaled(nsLow), nsHigh: scaled(nsHigh),
      cycles: areCycles ? first.row.cycles / first.row.ops * ratios[i] * ops : null,
    };
  });
}

/** Logarithms of the ratios of two tests, of the restarts that both took part in. */
function logRatios(one, other) {
  const differences = [];
  for (const [number, measured] of one) {
    const ratio = other.has(number) ? ratioInRestart(measured, other.get(number)) : null;
    if (ratio !== null) differences.push(log(ratio));
  }
  return differences;
}

module.exports = { samplesOfRestart, ratioInRestart, logRatios };
