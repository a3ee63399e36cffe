'use strict';

/* The plots of a comparison: the change of every test, and the processes of one. */

const { markup, nameOf, shown } = require('../chart/markup');
const { figure, labelOf } = require('./parts');
const { verdictTag, wordsOf, toneOf, shapeOf } = require('./verdicts');
const { time, percent, ratioText, ratioInterval, quantity, plural } = require('../chart/figures');
const { timeTicks, amountTicks, ratioTicks } = require('../chart/ticks');
const { createScale, spanOf, robustRange } = require('../chart/scale');
const { intervalRow, dotRow, rowList } = require('../chart/rows');
const { estimateOf } = require('../../stats/process-contrast');

const { max, min } = Math;

const LOG_FROM = 20;

/** Each change of each test that has a ratio, in order; an interval has both ends or none. */
const changesOf = ({ tests }) => tests.flatMap((test) => test.changes.map((change, i) => {
  const hasInterval = change.low > 0 && change.high > 0;
  return { ...change, test, side: i + 1, low: hasInterval ? change.low : null, high: hasInterval ? change.high : null };
})).filter(({ ratio }) => ratio > 0);

function changeRow({ test, side, ratio, low, high, margin, verdict }, { scale, ticks, sides, lines }) {
  const name = labelOf(sides, side);
  const many = sides.length > 2;
  const interval = low === null ? '' : ` (${ratioInterval(low, high, ratio)})`;
  const whose = many ? `${shown(test.name)}, ${name}` : shown(test.name);
  return {
    name: [nameOf(test.name), many && markup` <span class="side"><bdi>${name}</bdi></span>`],
    row: intervalRow({
      scale, ticks, label: `${whose}: ${ratioText(ratio, low, high)}${interval}, ${wordsOf(verdict)}`,
      centre: ratio, low, high, band: margin > 0 ? { low: 1 / (1 + margin), high: 1 + margin } : null,
      lines, shape: shapeOf(verdict), tone: toneOf(verdict),
    }),
    value: ratioText(ratio, low, high),
    more: verdictTag(verdict),
  };
}

/**
 * @param {Array<{ title: string, tests: object[] }>} groups tests of one file and suite
 * @param {object[]} sides
 * @param {number | null} maxRegression share
 * @returns {object | null} null where nothing could be compared
 */
function changeFigure(groups, sides, maxRegression) {
  const changes = groups.flatMap(changesOf);
  if (changes.length === 0) return null;
  const limits = maxRegression > 0 ? [{ value: 1 + maxRegression, kind: 'limit' }] : [];
  const lines = [{ value: 1, kind: 'unity' }, ...limits];
  const widest = max(0, ...changes.map(({ margin }) => margin));
  const margins = [1 / (1 + widest), 1 + widest];
  const ratios = [...margins, ...limits.map(({ value }) => value), ...changes.map(({ ratio }) => ratio)];
  const scale = createScale({ ...spanOf(ratios, changes.flatMap(({ low, high }) => [low, high])), isLog: true });
  const ticks = ratioTicks(scale);
  const items = groups.flatMap((group) => {
    const own = changesOf(group).map((one) => changeRow(one, { scale, ticks, sides, lines }));
    return groups.length > 1 && own.length > 0 ? [{ title: markup`<bdi>${group.title}</bdi>` }, ...own] : own;
  });
  return figure({
    kind: 'plot ratios',
    title: 'Change of the time per call',
    text: markup`against <bdi>${labelOf(sides, 0)}</bdi>; slower is to the right`,
    body: rowList(items, ticks),
    key: [
      changes.some(({ low }) => low !== null) &&
        ['interval', 'interval, at the level that makes all of them hold together'],
      widest > 0 && ['band', 'the margin: within, two times count as the same'],
      limits.length > 0 && ['limit', `the regression that is let pass, ${percent(maxRegression)}`],
    ],
  });
}

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

module.exports = { changeFigure, processFigure };
