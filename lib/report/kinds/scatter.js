'use strict';

/* The report of a scatter: the rate of a benchmark file over one of its parameters. */

const { pointsFigure } = require('../figures/lines');
const { plotLines } = require('../scatter-plot');
const words = require('../scatter-words');
const { MANY } = require('../report');
const { plusMinus, rate, sorted } = require('../values');
const { counted, ends, perSecond, shortRate } = require('../../text/numbers');
const { label } = require('../../text/display');
const { environmentSection } = require('./environment');

const { max } = Math;

/** The distance from the mean to the farther end of its 95 % interval, as a share; null without an interval. */
function reachOf({ mean, low, high }) {
  return mean > 0 && low !== null && high !== null ? max(mean - low, high - mean) / mean : null;
}

const rowOf = (point) => ({
  cells: {
    x: typeof point.x === 'number' ? sorted(words.valueText(point.x), point.x) : words.valueText(point.x),
    samples: sorted(`${point.samples}`, point.samples), mean: rate(point.mean), reach: plusMinus(reachOf(point)),
    skewed: point.isSkewed ? '(!)' : '', median: rate(point.median),
    between: ends(point.medianLow, point.medianHigh, shortRate),
  },
});

const pointsTable = ({ points, xaxis, category }) => ({
  type: 'table', label: `Rates over ${label(xaxis)}`, isLong: points.length > MANY,
  columns: [
    { key: 'x', title: words.valueText(xaxis), isNumber: points.every(({ x }) => typeof x === 'number') },
    { key: 'samples', title: 'samples', isNumber: true, drop: 11 }, { key: 'mean', title: 'mean', isNumber: true },
    { key: 'reach', title: '± (95 %)', isNumber: true, drop: 14 },
    { key: 'skewed', title: '', wideTitle: 'skewed', drop: 13 },
    { key: 'median', title: 'median', isNumber: true, drop: 12 },
    { key: 'between', title: '(95 %)', isNumber: true, isSoft: true, drop: 10 },
  ],
  rows: [...words.categoriesOf(points)].flatMap(([value, own]) => [
    ...(category === null ? [] : [{ heading: words.categoryHeading(category, value) }]), ...own.map(rowOf),
  ]),
});

function answerOf(document) {
  const lines = words.growthLines(document);
  if (lines.length > 0) return lines;
  const rates = document.points.filter(({ mean }) => mean > 0).sort((a, b) => b.mean - a.mean);
  if (rates.length < 2) return [];
  const placeOf = ({ x, category }) => [
    `${words.valueText(document.xaxis)} ${words.valueText(x)}`,
    document.category !== null && words.categoryHeading(document.category, category),
  ].filter(Boolean).join(' and ');
  const textOf = (point) => `${perSecond(point.mean)} with ${placeOf(point)}`;
  return [`${textOf(rates[0])}, down to ${textOf(rates[rates.length - 1])}`];
}

const notes = (texts, title) => ({
  type: 'notes', title, items: texts.map((text) => ({ text: text.trim(), isBelow: text.startsWith(' ') })),
});

function scatterReport(document) {
  const { file, points, environment } = document;
  return {
    title: label(file), lead: [{ text: counted(points.length, 'point') }],
    origin: { complete: true, command: [], version: '', savedAt: '', ...document },
    sections: [
      {
        id: 'rates', title: `Rate over ${label(document.xaxis)}`, heading: words.titleOf(document),
        head: () => [words.titleOf(document)], settings: words.titleOf(document), answer: answerOf(document),
        blocks: [
          points.length > 0 ? pointsTable(document) : { type: 'remark', text: 'no rates', tone: 'empty' },
          { type: 'figure', figures: (options) => pointsFigure(document, options) },
          { type: 'lines', only: 'terminal', isTable: true, linesFor: (columns) => plotLines(document, columns) },
          notes(words.aggregatedLines(document), 'Other parameters'),
          notes(words.stepLines(document), 'From one value to the next'),
          notes(words.noteLines(document)), words.failedPoints(document),
        ],
      },
      ...(environment ? [environmentSection(environment)] : []),
    ],
  };
}

module.exports = { scatterReport };
