'use strict';

/* The plots of a comparison: the change of every test, and the processes of one. */

const { markup, nameOf, shown } = require('./markup');
const { known, positive, list, object, numbers } = require('./known');
const { figure, labelOf } = require('./parts');
const { rows, spanOf } = require('./rows');
const { verdictTag, wordsOf, toneOf, shapeOf } = require('./verdicts');
const { time, percent, ratioText, ratioInterval, quantity, plural } = require('./figures');
const { timeTicks, numberTicks, ratioTicks } = require('./axes');
const { estimateOf } = require('../../stats/process-contrast');
const { createScale } = require('../svg/scale');
const { intervalRow } = require('../svg/interval-row');
const { dotRow } = require('../svg/dot-row');
const { robustRange } = require('../svg/robust-range');

// Captured at load, because a measured test may change them.
const { max, min } = Math;

const LOG_FROM = 20;

/** Each change of each test that has a ratio, in order. */
function changesOf(groups) {
  const found = [];
  for (const { tests } of groups) {
    for (const test of tests) {
      list(test.changes).map(object).forEach((change, i) => {
        if (positive(change.ratio) !== null) found.push({ test, change, side: i + 1 });
      });
    }
  }
  return found;
}

function changeRow({ test, change, side }, { scale, ticks, sides, lines }) {
  const { ratio, verdict } = change;
  const [low, high] = [positive(change.low), positive(change.high)];
  const hasInterval = low !== null && high !== null;
  const margin = known(change.margin) > 0 ? change.margin : 0;
  const name = labelOf(sides, side);
  const many = sides.length > 2;
  const words = `${shown(test.name)}${many ? `, ${name}` : ''}: ${ratioText(ratio, low, high)}` +
    `${hasInterval ? ` (${ratioInterval(low, high, ratio)})` : ''}, ${wordsOf(verdict)}`;
  return {
    name: many ? markup`${nameOf(test.name)} <span class="side"><bdi>${name}</bdi></span>` : nameOf(test.name),
    row: intervalRow({
      scale, ticks, label: words, centre: ratio, low: hasInterval ? low : null, high: hasInterval ? high : null,
      band: margin > 0 ? { low: 1 / (1 + margin), high: 1 + margin } : null, lines, shape: shapeOf(verdict), tone: toneOf(verdict),
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
  const changes = changesOf(groups);
  if (changes.length === 0) return null;
  const margins = changes.map(({ change }) => known(change.margin) || 0);
  const limit = known(maxRegression) > 0 ? 1 + maxRegression : null;
  const widest = max(...margins);
  const estimates = [1 / (1 + widest), 1 + widest, ...changes.map(({ change }) => change.ratio)];
  if (limit !== null) estimates.push(limit);
  const ends = changes.flatMap(({ change: { low, high } }) => (positive(low) === null || positive(high) === null ? [] : [low, high]));
  const scale = createScale({ ...spanOf(estimates, ends), isLog: true });
  const ticks = ratioTicks(scale);
  const lines = [{ value: 1, kind: 'unity' }];
  if (limit !== null) lines.push({ value: limit, kind: 'limit' });
  const items = groups.flatMap((group) => {
    const own = changesOf([group]).map((one) => changeRow(one, { scale, ticks, sides, lines }));
    return groups.length > 1 && own.length > 0 ? [{ title: markup`<bdi>${group.title}</bdi>` }, ...own] : own;
  });
  return figure({
    kind: 'plot ratios',
    title: 'Change of the time per call',
    text: markup`against <bdi>${labelOf(sides, 0)}</bdi>; slower is to the right`,
    body: rows(items, ticks),
    key: [
      ends.length > 0 && ['interval', 'interval, at the level that makes all of them hold together'],
      widest > 0 && ['band', 'the margin: within, two times count as the same'],
      limit !== null && ['limit', `the regression that is let pass, ${percent(maxRegression)}`],
    ],
  });
}

function scaleOf(columns) {
  const ranges = columns.filter((values) => values.length > 0).map((values) => robustRange(values));
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
  const columns = sides.map((_, i) => numbers(object(list(test.sides)[i]).values).filter((value) => value > 0));
  if (columns.every((values) => values.length === 0)) return null;
  const scale = scaleOf(columns);
  const inCycles = test.unit === 'cycles';
  const { ticks, unit } = inCycles ? { ticks: numberTicks(scale), unit: 'cycles' } : timeTicks(scale);
  const words = (value, low, high) => (inCycles ? `${quantity(value, low, high)} cycles` : time(value, low, high));
  const items = [];
  sides.forEach((_, i) => {
    const values = columns[i];
    const name = labelOf(sides, i);
    if (values.length === 0) return;
    const { estimate, low, high } = estimateOf(values);
    const processes = plural(values.length, 'process');
    const mean = words(estimate, low, high);
    const beyond = values.filter((value) => scale.side(value) !== 0);
    const away = beyond.length > 0 ? `, ${beyond.length} beyond the axis, up to ${words(max(...values))}` : '';
    items.push({
      name: markup`<bdi>${name}</bdi>`,
      row: dotRow({ values, scale, ticks, centre: estimate, low, high, tone: i === 0 ? 'base' : 'plain', label: `${name}: ${processes}, mean ${mean}${away}` }),
      value: mean,
      more: processes + away,
    });
  });
  return figure({
    kind: 'plot processes',
    title: 'Process by process',
    text: `${scale.isLog ? 'on a log axis' : unit} per call`.replace('axis per call', 'axis'),
    body: rows(items, ticks),
    key: [
      ['value', 'a process'], ['estimate', 'their trimmed mean'],
      columns.some((values) => values.length > 1) && ['interval', '95 % interval of the mean'],
    ],
  });
}

module.exports = { changeFigure, processFigure };
