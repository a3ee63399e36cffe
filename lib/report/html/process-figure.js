'use strict';

/* The values that the sides of one test have come to, process by process, or run by run. */

const { markup } = require('../chart/markup');
const { labelOf } = require('../change-figure');
const { figure } = require('./parts');
const { counted } = require('../../text/numbers');
const { createScale, robustRange } = require('../chart/scale');
const { dotRow, rowList } = require('../chart/rows');

const { max, min } = Math;

const LOG_FROM = 20;

// Of few values, that lie close, an interval is wide.
const STRETCH = 0.5;

/** An axis that most values share, the estimates in any case, and their intervals for a while. */
function scaleOf(columns, estimates) {
  const ranges = columns.filter((values) => values.length > 0).map(robustRange);
  const told = estimates.filter(Boolean);
  const middles = told.map(({ value }) => value);
  const lowest = min(...middles, ...ranges.map((range) => range.low));
  const highest = max(...middles, ...ranges.map((range) => range.high));
  const reach = STRETCH * (highest - lowest);
  const ends = told.flatMap((one) => [one.low, one.high]).filter((end) => end !== null);
  const low = max(lowest - reach, min(lowest, ...ends));
  const high = min(highest + reach, max(highest, ...ends));
  return createScale({ low, high, isLog: low > 0 && high > LOG_FROM * low });
}

/**
 * The values of one test, a row of dots for each side, with the figure of the side as it stands everywhere else.
 * @param {object} test of a Comparison
 * @param {object[]} sides
 * @param {import('../side-figures').SideFigures} figures
 * @returns {object | null} null where no side has a value
 */
function processFigure(test, sides, figures) {
  const columns = test.sides.map((side) => (side === null ? [] : figures.valuesOf(test, side)));
  if (columns.every((values) => values.length === 0)) return null;
  const estimates = test.sides.map((side, i) => (columns[i].length > 0 ? figures.estimateOf(side) : null));
  const texts = estimates.map((one) => one && figures.textOf(one));
  const scale = scaleOf(columns, estimates);
  const { ticks, text } = figures.ticksOf(scale);
  const items = columns.map((values, i) => {
    const estimate = estimates[i];
    if (estimate === null) return null;
    const name = labelOf(sides, i);
    const singles = counted(values.length, figures.single);
    const beyond = values.filter((value) => scale.side(value) !== 0);
    const far = figures.textOf({ value: max(...values), low: null, high: null });
    const away = beyond.length > 0 ? `, ${beyond.length} beyond the axis, up to ${far}` : '';
    return {
      name: markup`<bdi>${name}</bdi>`,
      row: dotRow({
        values, scale, ticks, centre: estimate.value, low: estimate.low, high: estimate.high,
        tone: i === 0 ? 'base' : 'plain', label: `${name}: ${singles}, ${texts[i]}${away}`,
      }),
      value: texts[i],
      more: singles + away,
    };
  });
  const isMany = columns.some((values) => values.length > 1);
  return figure({
    kind: 'plot processes',
    title: figures.singles,
    text: scale.isLog ? `${text}, on a log axis` : text,
    body: rowList(items.filter(Boolean), ticks),
    key: [
      ['value', `a ${figures.single}`], ['estimate', isMany ? 'their trimmed mean' : 'estimate'],
      estimates.some((one) => one && one.low !== null) && ['interval', '95 % interval'],
    ],
  });
}

module.exports = { processFigure };
