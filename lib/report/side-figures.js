'use strict';

/*
 * What the sides of a comparison have come to: of tests the times of a call, of benchmark files with parameters their
 * rates. Wherever a test is told, it has this one pair of figures, and this change.
 */

const { timeTicks, rateTicks } = require('./chart/ticks');
const { nsOfCycle } = require('./estimates');
const { isOfRates } = require('./report');
const { perSecond, time } = require('../text/numbers');

const estimateOf = (side) => side && side.nsPerCall > 0 ? {
  value: side.nsPerCall, ...(side.nsLow > 0 && side.nsHigh > 0 ? { low: side.nsLow, high: side.nsHigh }
    : { low: null, high: null }),
} : null;

const inverse = (value, size = 1) => (value > 0 ? size / value : null);

function rateOf(side) {
  const time = estimateOf(side);
  return time && { value: 1e9 / time.value, low: inverse(time.high, 1e9), high: inverse(time.low, 1e9) };
}

/** Times of processes, in ns; none of those measured in cycles where no clock rate is known. */
function timesOf({ sides, unit }, side) {
  const ns = unit === 'cycles' ? nsOfCycle(sides) : 1;
  return ns === null ? [] : side.values.filter((value) => value > 0).map((value) => value * ns);
}

/**
 * @typedef {object} SideFigures
 * @property {boolean} isOfRates
 * @property {string} title of what a side has come to, and so change, way, singles, single
 * @property {function(object): object|null} estimateOf { value, low, high } of a side, null where it has none
 * @property {function(object): string} textOf such an estimate
 * @property {function(object, object): number[]} valuesOf a test and one of its sides: one of each process or run
 * @property {function(object): object} changeOf the { ratio, low, high } of a change
 * @property {function(number): number} limitOf the ratio that a share of regression is
 */

/** @type {SideFigures} */
const OF_TIMES = {
  isOfRates: false, title: 'time per call', change: 'Change of the time per call', way: 'slower is to the right',
  singles: 'Process by process', single: 'process',
  same: 'the margin: within, two times count as the same',
  estimateOf, textOf: ({ value, low, high }) => time(value, low, high), valuesOf: timesOf,
  changeOf: ({ ratio, low, high }) => ({ ratio, low, high }),
  limitOf: (share) => 1 + share,
  ticksOf: (scale) => {
    const { ticks, unit } = timeTicks(scale);
    return { ticks, text: unit ? `${unit} per call` : 'time per call' };
  },
};

/** @type {SideFigures} */
const OF_RATES = {
  isOfRates: true, title: 'rate', change: 'Change of the rate', way: 'faster is to the right',
  singles: 'Run by run', single: 'run',
  same: 'the margin: within, two rates count as the same',
  estimateOf: rateOf, textOf: ({ value }) => perSecond(value),
  valuesOf: (_, { rates }) => (rates || []).filter((rate) => rate > 0),
  changeOf: ({ ratio, low, high }) => ({ ratio: inverse(ratio), low: inverse(high), high: inverse(low) }),
  limitOf: (share) => 1 / (1 + share),
  ticksOf: (scale) => ({ ticks: rateTicks(scale), text: 'operations per second' }),
};

/**
 * @param {object} document a Comparison
 * @returns {SideFigures}
 */
const figuresOf = (document) => (isOfRates(document) ? OF_RATES : OF_TIMES);

module.exports = { figuresOf };
