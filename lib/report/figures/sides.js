'use strict';

/* The sides of a comparison: their times or rates, the changes between them, and the values of each process. */

const { changeInterval, changeText, counted, percent, perSecond, time } = require('../../text/numbers');
const { shown } = require('../chart/markup');
const { createScale, robustRange, spanOf } = require('../chart/scale');
const { rateTicks, ratioTicks, timeTicks } = require('../chart/ticks');
const { nsOfCycle } = require('../estimates');
const { isOfRates } = require('../report');
const { wordsOf, toneOf, shapeOf } = require('../verdicts');

const { max, min } = Math;

const estimateOf = (side) => side && side.nsPerCall > 0 ? {
  value: side.nsPerCall, ...(side.nsLow > 0 && side.nsHigh > 0 ? { low: side.nsLow, high: side.nsHigh }
    : { low: null, high: null }),
} : null;

const inverse = (value, size = 1) => (value > 0 ? size / value : null);

function rateOf(side) {
  const found = estimateOf(side);
  return found && { value: 1e9 / found.value, low: inverse(found.high, 1e9), high: inverse(found.low, 1e9) };
}

/** Times of processes in ns; none if they were measured in cycles and the clock rate is unknown. */
function timesOf({ sides, unit }, side) {
  const ns = unit === 'cycles' ? nsOfCycle(sides) : 1;
  return ns === null ? [] : side.values.filter((value) => value > 0).map((value) => value * ns);
}

/**
 * @typedef {object} SideFigures words and values of sides and changes, the same in all reports
 * @property {boolean} isOfRates
 * @property {string} title of the estimate of a side; change, way, singles, single: further words
 * @property {function(object): object|null} estimateOf a side: { value, low, high }
 * @property {function(object): string} textOf such an estimate
 * @property {function(object, object): number[]} valuesOf a test and one of its sides: one for each process or run
 * @property {function(object): object} changeOf the { ratio, low, high } of a change
 * @property {function(number): number} limitOf the ratio at which a regression of this share begins
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

const figuresOf = (document) => (isOfRates(document) ? OF_RATES : OF_TIMES);

const labelOf = (sides, i) => shown(sides[i].label || `side ${i + 1}`);

/** The changes with a ratio; an interval has both ends or none. */
const changesOf = ({ tests }, figures) => tests.flatMap((test) => test.changes.map((change, i) => {
  const { ratio, low, high } = figures.changeOf(change);
  const hasInterval = low > 0 && high > 0;
  return { ...change, test, side: i + 1, ratio, low: hasInterval ? low : null, high: hasInterval ? high : null };
})).filter(({ ratio }) => ratio > 0);

function itemOf({ test, side, ratio, low, high, margin, verdict }, sides) {
  const many = sides.length > 2;
  const name = labelOf(sides, side);
  const interval = low === null ? '' : ` (${changeInterval(low, high, ratio)})`;
  const words = `${changeText(ratio, low, high)}${interval}, ${wordsOf(verdict)}`;
  return {
    name: test.name, side: many ? name : '', label: `${shown(test.name)}${many ? `, ${name}` : ''}: ${words}`,
    centre: ratio, low, high, band: margin > 0 ? { low: 1 / (1 + margin), high: 1 + margin } : null,
    shape: shapeOf(verdict), tone: toneOf(verdict), value: changeText(ratio, low, high),
    verdict, more: wordsOf(verdict),
  };
}

/**
 * @param {Array<{ title: string, tests: object[] }>} groups tests of one file and suite
 * @param {object} document a Comparison
 * @returns {import('../report').Figure|null} null without changes
 */
function changeFigure(groups, document) {
  const { sides, maxRegression } = document;
  const figures = figuresOf(document);
  const changes = groups.flatMap((group) => changesOf(group, figures));
  if (changes.length === 0) return null;
  const limits = maxRegression > 0 ? [{ value: figures.limitOf(maxRegression), kind: 'limit' }] : [];
  const widest = max(0, ...changes.map(({ margin }) => margin || 0));
  const margins = [1 / (1 + widest), 1 + widest];
  const ratios = [...margins, ...limits.map(({ value }) => value), ...changes.map(({ ratio }) => ratio)];
  const scale = createScale({ ...spanOf(ratios, changes.flatMap(({ low, high }) => [low, high])), isLog: true });
  const items = groups.flatMap((group) => {
    const own = changesOf(group, figures).map((change) => itemOf(change, sides));
    return groups.length > 1 && own.length > 0 ? [{ heading: group.title }, ...own] : own;
  });
  return {
    draw: 'rows', row: 'interval', kind: 'plot ratios', title: figures.change,
    text: ['against ', { name: labelOf(sides, 0) }, `; ${figures.way}`],
    scale, ticks: ratioTicks(scale), lines: [{ value: 1, kind: 'unity' }, ...limits], items,
    key: [
      changes.some(({ low }) => low !== null) &&
        ['interval', 'interval, at the level that makes all of them hold together'],
      widest > 0 && ['band', figures.same],
      limits.length > 0 && ['limit', `the regression that is let pass, ${percent(maxRegression)}`],
    ],
  };
}

const LOG_FROM = 20;

// The interval of few close values is wide.
const STRETCH = 0.5;

/** An axis for most values and all estimates; it follows their intervals for half of its length. */
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

/** A row of dots for each side; null if no side has a value. */
function processFigure(test, sides, figures) {
  const columns = test.sides.map((side) => (side === null ? [] : figures.valuesOf(test, side)));
  if (columns.every((values) => values.length === 0)) return null;
  const estimates = test.sides.map((side, i) => (columns[i].length > 0 ? figures.estimateOf(side) : null));
  const scale = scaleOf(columns, estimates);
  const { ticks, text } = figures.ticksOf(scale);
  const items = columns.map((values, i) => {
    const estimate = estimates[i];
    if (estimate === null) return null;
    const { value: centre, low, high } = estimate;
    const singles = counted(values.length, figures.single);
    const beyond = values.filter((value) => scale.side(value) !== 0);
    const far = figures.textOf({ value: max(...values), low: null, high: null });
    const away = beyond.length > 0 ? `, ${beyond.length} beyond the axis, up to ${far}` : '';
    const name = labelOf(sides, i);
    const value = figures.textOf(estimate);
    return {
      name, label: `${name}: ${singles}, ${value}${away}`, values, centre, low, high, tone: i === 0 ? 'base' : 'plain',
      value, more: singles + away,
    };
  });
  const isMany = columns.some((values) => values.length > 1);
  return {
    draw: 'rows', row: 'dots', kind: 'plot processes', title: figures.singles,
    text: scale.isLog ? `${text}, on a log axis` : text, scale, ticks, items: items.filter(Boolean),
    key: [
      ['value', `a ${figures.single}`], ['estimate', isMany ? 'their trimmed mean' : 'estimate'],
      estimates.some((one) => one && one.low !== null) && ['interval', '95 % interval'],
    ],
  };
}

module.exports = { figuresOf, changeFigure, processFigure };
