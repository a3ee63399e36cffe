'use strict';

/* The rates of benchmark files as box plots, or as bars for their means. */

const { maxOf, minOf } = require('../../base/stats/sample');
const { changeText, counted, perSecond, shortRate } = require('../../base/text/numbers');
const { summarizeBox } = require('../chart/box');
const { shown, visible } = require('../chart/markup');
const { LARGEST, axisWords, createScale, rateTicks } = require('../chart/axes');
const { seriesClass } = require('../chart/theme');

const { max, min } = Math;

// One axis for all rates, as in Node's core, would press the slow ones flat.
const MOST_RATIO = 5; // rates with a larger ratio get separate axes
const LEAST_SHARE = 0.03; // of its axis, for each box: 16 of 540 pixels

// Outliers lengthen an axis by up to the length between its whiskers. Arrows at the edge represent farther ones.
const OUTLIER_REACH = 1;

const centreOf = (box, kind) => (kind === 'bars' ? box.mean : box.median);
const boxesOf = ({ sides }) => sides.filter(({ box }) => box !== null).map(({ box }) => box);

/** Whether no box becomes too short on an axis for all of them. A row of no length cannot. */
function areLong(rows) {
  const lengthOf = (boxes, from, to) => maxOf(boxes.map((box) => box[to])) - minOf(boxes.map((box) => box[from]));
  const least = LEAST_SHARE * lengthOf(rows.flatMap(boxesOf), 'low', 'high');
  return rows.map((row) => lengthOf(boxesOf(row), 'q1', 'q3')).every((size) => size === 0 || size >= least);
}

/** Rows of one file that share an axis, in their order; a row without rates follows the row before it. */
function splitPanels(rows, kind) {
  const extents = rows.filter((row) => boxesOf(row).length > 0).map((row) => {
    const centres = boxesOf(row).map((box) => centreOf(box, kind));
    return { row, low: minOf(centres), high: maxOf(centres) };
  });
  const groups = [];
  for (const { row, low, high } of extents.sort((a, b) => a.low - b.low || a.high - b.high)) {
    const last = groups.at(-1);
    const isNear = last && high <= MOST_RATIO * last.low;
    if (isNear && (kind === 'bars' || areLong([...last.rows, row]))) last.rows.push(row);
    else groups.push({ low, rows: [row] });
  }
  const groupOf = (row) => groups.find((group) => group.rows.includes(row));
  let group = groupOf(rows.find(groupOf));
  const panels = new Map();
  for (const row of rows) {
    group = groupOf(row) || group;
    if (!panels.has(group)) panels.set(group, []);
    panels.get(group).push(row);
  }
  return [...panels.values()];
}

/** The ends of an axis: whiskers and near outliers; for bars, 0 and intervals up to twice the mean. */
function findRange(rows, kind) {
  const boxes = rows.flatMap(boxesOf);
  if (boxes.length === 0) return null;
  if (kind === 'bars') {
    const endOf = ({ mean, interval }) => (interval ? max(mean, min(interval.high, 2 * mean)) : mean);
    return { low: 0, high: maxOf(boxes.map(endOf)) };
  }
  const low = minOf(boxes.map((box) => box.low));
  const high = maxOf(boxes.map((box) => box.high));
  const reach = OUTLIER_REACH * (high - low);
  const near = boxes.flatMap(({ outliers }) =>
    outliers.filter((value) => value >= low - reach && value <= high + reach));
  return { low: minOf(near, low), high: maxOf(near, high) };
}

function failureOf({ error, errors }) {
  const { message = '' } = error || errors[0] || {};
  const first = message.split(/[\r\n]/).find((one) => one.trim());
  return first ? visible(first) : 'failed';
}

const selectDrawableRates = (side) => side.rates.filter((rate) => rate >= 0 && rate <= LARGEST);

/** @returns {{ box: object|null, empty: string }} empty: reason for a missing box */
function sideOf(side) {
  if (side === null) return { box: null, empty: 'no such configuration' };
  const rates = selectDrawableRates(side);
  return rates.length > 0 ? { box: summarizeBox(rates), empty: '' } : { box: null, empty: failureOf(side) };
}

const BOX = {
  row: 'box',
  itemOf: (box) => ({ box }),
  words: ({ count, median, q1, q3, outliers }) => [
    counted(count, 'run'), `median ${perSecond(median)}`,
    count > 1 && `middle half ${shortRate(q1)} to ${shortRate(q3)}`,
    outliers.length > 0 && counted(outliers.length, 'outlier'),
  ],
  key: (boxes) => (boxes.some(({ count }) => count > 1) ? [
    ['box-median', 'median'], ['box', 'the middle half of the runs'],
    ['box-line', 'farthest run within 1.5 box lengths'],
    boxes.some(({ outliers }) => outliers.length > 0) && ['dot', 'outliers'],
  ] : []),
};

const BARS = {
  row: 'bar',
  itemOf: ({ mean, interval }) => ({ parts: [{ value: mean, kind: 'of-side' }], interval }),
  words: ({ count, mean, interval }) => [
    counted(count, 'run'), `mean ${perSecond(mean)}`,
    interval && `95 % interval ${shortRate(interval.low)} to ${shortRate(interval.high)}`,
  ],
  key: (boxes) => [
    ['bar mean', 'mean of the runs'], boxes.some(({ interval }) => interval) && ['whisker', '95 % interval'],
  ],
};

const STARS = '*, **, ***: significant at 5 %, 1 %, 0.1 % (Welch\'s t test, uncorrected)';

function changesKey(items, first) {
  const changed = items.filter(({ more }) => more);
  const stars = changed.some(({ more }) => more.includes('*')) ? `; ${STARS}` : '';
  return changed.length > 0 &&
    ['none', `right: change in the mean relative to ${visible(first.label)}${stars}`];
}

/** '+16.7 % ***' */
function changeWords({ improvement, stars, accuracy }) {
  if (typeof improvement !== 'number') return '';
  const [low, high] = accuracy ? [-1, 1].map((sign) => 1 + improvement + sign * accuracy[0]) : [null, null];
  return [changeText(1 + improvement, low, high, true), stars].filter(Boolean).join(' ');
}

function panelFigure(rows, { sides, title, kind, isLast, shared }) {
  const { row, itemOf, words, key } = kind === 'bars' ? BARS : BOX;
  const range = findRange(rows, kind);
  const scale = range && createScale({ ...range, fromZero: kind === 'bars' });
  const items = rows.flatMap(({ label, sides: own, changes = [] }) => own.map(({ box, empty }, i) => {
    const side = sides.length > 1 ? shown(sides[i].label) : '';
    const name = [shown(label), side].filter(Boolean).join(', ');
    if (!box) return { name: label, side, empty, label: `${name}: ${empty}`, value: '' };
    return {
      name: label, side, label: `${name}: ${words(box).filter(Boolean).join(', ')}`, ...itemOf(box),
      tone: seriesClass(i), value: perSecond(centreOf(box, kind)),
      more: changes[i - 1] ? changeWords(changes[i - 1]) : '',
    };
  }));
  const boxes = rows.flatMap(boxesOf);
  return {
    draw: 'rows', row, title, scale, items, ticks: scale ? rateTicks(scale) : [],
    text: `operations per second, higher is better${scale ? axisWords(scale) : ''}` +
      (shared && `; all with ${shared}`),
    key: isLast ? [...key(boxes), changesKey(items, sides[0])] : [],
  };
}

/** A figure for each scale. entries: { label, sides, changes }; shared: common parameters */
function rateFigures(entries, sides, { plotKind: kind = 'box' } = {}, shared = '') {
  const rows = entries.map((entry) => ({ ...entry, sides: entry.sides.map(sideOf) }));
  const panels = splitPanels(rows, kind);
  return panels.map((own, i) => panelFigure(own, {
    sides, kind, shared, isLast: i === panels.length - 1,
    title: panels.length > 1 ? `Rates, axis ${i + 1} of ${panels.length}` : 'Rates',
  }));
}

module.exports = { selectDrawableRates, rateFigures, splitPanels, findRange };
