'use strict';

/* The sides of a comparison: their times or rates, the changes between them, and the values of each process. */

const { changeInterval, changeText, counted, percent, perSecond, time } = require('../../text/numbers');
const { shown } = require('../chart/markup');
const { LOG_FROM, createScale, robustRange, rateTicks, timeTicks } = require('../chart/axes');
const { nsOfCycle } = require('../estimates');
const { isOfRates } = require('../report');
const { wordsOf } = require('../verdicts');
const { bandOf, headed, judgedItem, ratiosFigure } = require('./intervals');

const { max, min } = Math;

const bothOrNone = (low, high) => (low > 0 && high > 0 ? { low, high } : { low: null, high: null });

const estimateOf = (side) => (side && side.nsPerCall > 0
  ? { value: side.nsPerCall, ...bothOrNone(side.nsLow, side.nsHigh) } : null);

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

/* estimateOf: { value, low, high } of a side; valuesOf: of its processes or runs; limitOf: where a regression begins */
const OF_TIMES = {
  isOfRates: false, change: 'Change of the time per call', way: 'slower is to the right',
  singles: 'Process by process', single: 'process', same: 'the margin: within, two times count as the same',
  estimateOf, textOf: ({ value, low, high }) => time(value, low, high), valuesOf: timesOf,
  changeOf: ({ ratio, low, high }) => ({ ratio, low, high }),
  limitOf: (share) => 1 + share,
  ticksOf: (scale) => {
    const { ticks, unit } = timeTicks(scale);
    return { ticks, text: unit ? `${unit} per call` : 'time per call' };
  },
};

const OF_RATES = {
  isOfRates: true, change: 'Change of the rate', way: 'faster is to the right',
  singles: 'Run by run', single: 'run', same: 'the margin: within, two rates count as the same',
  estimateOf: rateOf, textOf: ({ value }) => perSecond(value),
  valuesOf: (_, { rates }) => (rates || []).filter((rate) => rate > 0),
  changeOf: ({ ratio, low, high }) => ({ ratio: inverse(ratio), low: inverse(high), high: inverse(low) }),
  limitOf: (share) => 1 / (1 + share),
  ticksOf: (scale) => ({ ticks: rateTicks(scale), text: 'operations per second' }),
};

const figuresOf = (document) => (isOfRates(document) ? OF_RATES : OF_TIMES);
const labelOf = (sides, i) => shown(sides[i].label || `side ${i + 1}`);

const itemsOf = ({ name, changes }, sides, figures) => changes.flatMap((change, i) => {
  const { ratio, ...ends } = figures.changeOf(change);
  if (!(ratio > 0)) return [];
  const { low, high } = bothOrNone(ends.low, ends.high);
  const text = changeText(ratio, low, high, figures.isOfRates);
  const words = `${text}${low === null ? '' : ` (${changeInterval(low, high, ratio)})`}, ${wordsOf(change.verdict)}`;
  const side = sides.length > 2 ? labelOf(sides, i + 1) : '';
  const item = judgedItem({ name, side, verdict: change.verdict }, words, { centre: ratio, low, high }, text);
  return [{ ...item, band: bandOf(change.margin) }];
});

/** groups: { title, tests } of one file and suite */
function changeFigure(groups, document) {
  const { sides, maxRegression } = document;
  const figures = figuresOf(document);
  const items = groups.flatMap(({ title, tests }) =>
    headed(groups.length > 1 ? title : null, tests.flatMap((test) => itemsOf(test, sides, figures))));
  if (items.length === 0) return null;
  const limits = maxRegression > 0 ? [{ value: figures.limitOf(maxRegression), kind: 'limit' }] : [];
  return ratiosFigure(items, {
    title: figures.change, text: ['against ', { name: labelOf(sides, 0) }, `; ${figures.way}`],
    bandWords: figures.same, intervalWords: 'interval, at the level that makes all of them hold together', limits,
    key: [limits.length > 0 && ['limit', `the regression that is let pass, ${percent(maxRegression)}`]],
  });
}

const STRETCH = 0.5; // the interval of few close values is wide

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

function processFigure(test, sides, figures) {
  const columns = test.sides.map((side) => (side === null ? [] : figures.valuesOf(test, side)));
  if (columns.every((values) => values.length === 0)) return null;
  const estimates = test.sides.map((side, i) => (columns[i].length > 0 ? figures.estimateOf(side) : null));
  const scale = scaleOf(columns, estimates);
  const { ticks, text } = figures.ticksOf(scale);
  const items = columns.flatMap((values, i) => {
    if (estimates[i] === null) return [];
    const { value: centre, low, high } = estimates[i];
    const [name, value] = [labelOf(sides, i), figures.textOf(estimates[i])];
    const singles = counted(values.length, figures.single);
    const beyond = values.filter((one) => scale.side(one) !== 0).length;
    const far = figures.textOf({ value: max(...values), low: null, high: null });
    const away = beyond > 0 ? `, ${beyond} beyond the axis, up to ${far}` : '';
    return [{
      name, label: `${name}: ${singles}, ${value}${away}`, values, centre, low, high, tone: i === 0 ? 'base' : 'plain',
      value, more: singles + away,
    }];
  });
  return {
    draw: 'rows', row: 'dots', kind: 'plot processes', title: figures.singles,
    text: scale.isLog ? `${text}, on a log axis` : text, scale, ticks, items,
    key: [
      ['value', `a ${figures.single}`],
      ['estimate', columns.some((values) => values.length > 1) ? 'their trimmed mean' : 'estimate'],
      items.some(({ low }) => low !== null) && ['interval', '95 % interval'],
    ],
  };
}

module.exports = { figuresOf, changeFigure, processFigure };
