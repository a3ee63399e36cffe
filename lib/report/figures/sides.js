'use strict';

/* The sides of a comparison: their times or rates, the changes between them, and the values of each process. */

const { changeInterval, changeText, formatPercent, perSecond } = require('../../base/text/numbers');
const { shown } = require('../chart/markup');
const { rateTicks } = require('../chart/axes');
const { isOfRates, nsOfCycle } = require('../report');
const { verdictWords } = require('../verdicts');
const { createBand, headed, judgedItem, ratiosFigure } = require('./intervals');
const rounds = require('./rounds');

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
  isOfRates: false, change: 'Change in time per call', way: 'slower is to the right',
  ...rounds.OF_TIMES, title: 'Process by process', one: 'process',
  same: 'margin: times that differ by less are considered equal', estimateOf, valuesOf: timesOf,
  changeOf: ({ ratio, low, high }) => ({ ratio, low, high }),
  limitOf: (share) => 1 + share,
};

const OF_RATES = {
  isOfRates: true, change: 'Change in rate', way: 'faster is to the right',
  title: 'Run by run', one: 'run', same: 'margin: rates that differ by less are considered equal',
  estimateOf: rateOf, textOf: ({ value }) => perSecond(value),
  valuesOf: (_, { rates }) => (rates || []).filter((rate) => rate > 0),
  changeOf: ({ ratio, low, high }) => ({ ratio: inverse(ratio), low: inverse(high), high: inverse(low) }),
  limitOf: (share) => 1 / (1 + share),
  ticksOf: (scale) => ({ ticks: rateTicks(scale), text: 'operations per second' }),
};

const chooseFigures = (document) => (isOfRates(document) ? OF_RATES : OF_TIMES);
const labelOf = (sides, i) => shown(sides[i].label || `side ${i + 1}`);

const itemsOf = ({ name, changes }, sides, figures) => changes.flatMap((change, i) => {
  const { ratio, ...ends } = figures.changeOf(change);
  if (!(ratio > 0)) return [];
  const { low, high } = bothOrNone(ends.low, ends.high);
  const text = changeText(ratio, low, high, figures.isOfRates);
  const interval = low === null ? '' : ` (${changeInterval(low, high, ratio)})`;
  const words = `${text}${interval}, ${verdictWords(change.verdict)}`;
  const side = sides.length > 2 ? labelOf(sides, i + 1) : '';
  const item = judgedItem({ name, side, verdict: change.verdict }, words, { centre: ratio, low, high }, text);
  return [{ ...item, band: createBand(change.margin) }];
});

/** groups: { title, tests } of one file and suite */
function changeFigure(groups, document) {
  const { sides, maxRegression } = document;
  const figures = chooseFigures(document);
  const items = groups.flatMap(({ title, tests }) =>
    headed(groups.length > 1 ? title : null, tests.flatMap((test) => itemsOf(test, sides, figures))));
  if (items.length === 0) return null;
  const limits = maxRegression > 0 ? [{ value: figures.limitOf(maxRegression), kind: 'limit' }] : [];
  return ratiosFigure(items, {
    title: figures.change, text: `against ${labelOf(sides, 0)}; ${figures.way}`,
    bandWords: figures.same, intervalWords: 'interval, simultaneous for all changes', limits,
    key: [limits.length > 0 && ['limit', `allowed regression, ${formatPercent(maxRegression)}`]],
  });
}

function processFigure(test, sides, figures) {
  const rows = test.sides.flatMap((side, i) => {
    const values = side === null ? [] : figures.valuesOf(test, side);
    const estimate = values.length > 0 && figures.estimateOf(side);
    if (!estimate) return [];
    const { value: centre, low, high } = estimate;
    return [{ name: labelOf(sides, i), values, centre, low, high, tone: i === 0 ? 'base' : 'plain' }];
  });
  const statistic = rows.some(({ values }) => values.length > 1) ? 'trimmed mean' : 'estimate';
  return rounds.spreadFigure(rows, { ...figures, statistic });
}

module.exports = { chooseFigures, changeFigure, processFigure };
