'use strict';

/* The values that the sides of one test have come to, process by process. */

const { markup } = require('../chart/markup');
const { labelOf } = require('../change-figure');
const { figure } = require('./parts');
const { time, quantity, plural } = require('../chart/figures');
const { timeTicks, amountTicks } = require('../chart/ticks');
const { createScale, robustRange } = require('../chart/scale');
const { dotRow, rowList } = require('../chart/rows');
const { estimateOf } = require('../../stats/process-contrast');

const { max, min } = Math;

const LOG_FROM = 20;

function scaleOf(columns) {
  const ranges = columns.filter((values) => values.length > 0).map(robustRange);
  const low = min(...ranges.map((range) => range.low));
  const high = max(...ranges.map((range) => range.high));
  return createScale({ low, high, isLog: low > 0 && high > LOG_FROM * low });
}

/**
 * The values of one test, a row of dots for each side.
 * @param {object} test of a Comparison
 * @param {object[]} sides
 * @returns {object | null} null where no side has a value
 */
function processFigure(test, sides) {
  const columns = test.sides.map((side) => (side === null ? [] : side.values.filter((value) => value > 0)));
  if (columns.every((values) => values.length === 0)) return null;
  const scale = scaleOf(columns);
  const inCycles = test.unit === 'cycles';
  const { ticks, unit } = inCycles ? { ticks: amountTicks(scale), unit: 'cycles' } : timeTicks(scale);
  const words = (value, low, high) => (inCycles ? `${quantity(value, low, high)} cycles` : time(value, low, high));
  const items = columns.map((values, i) => {
    if (values.length === 0) return null;
    const name = labelOf(sides, i);
    const { estimate, low, high } = estimateOf(values);
    const processes = plural(values.length, 'process');
    const mean = words(estimate, low, high);
    const beyond = values.filter((value) => scale.side(value) !== 0);
    const away = beyond.length > 0 ? `, ${beyond.length} beyond the axis, up to ${words(max(...values))}` : '';
    return {
      name: markup`<bdi>${name}</bdi>`,
      row: dotRow({
        values, scale, ticks, centre: estimate, low, high, tone: i === 0 ? 'base' : 'plain',
        label: `${name}: ${processes}, mean ${mean}${away}`,
      }),
      value: mean,
      more: processes + away,
    };
  });
  return figure({
    kind: 'plot processes',
    title: 'Process by process',
    text: scale.isLog ? 'on a log axis' : `${unit} per call`,
    body: rowList(items.filter(Boolean), ticks),
    key: [
      ['value', 'a process'], ['estimate', 'their trimmed mean'],
      columns.some((values) => values.length > 1) && ['interval', '95 % interval of the mean'],
    ],
  });
}

module.exports = { processFigure };
