'use strict';

/* The runs of configurations as box plots, and how their rates depend on their parameters. */

const { nameOf, markup, shown } = require('../chart/markup');
const { counted, percent, shortRate } = require('../../text/numbers');
const { boxOf } = require('../chart/box');
const { boxRow } = require('../chart/box-row');
const { rowList } = require('../chart/rows');
const { LARGEST, createScale, scaleFor } = require('../chart/scale');
const { rateTicks } = require('../chart/ticks');
const { seriesClass } = require('../chart/theme');
const { figure } = require('./parts');
const { lineFigure } = require('./line-figure');
const { panelsOf, rangeOf } = require('../rate-panels');
const { categoriesOf, valueText } = require('../scatter-words');
const { paramsText, varying } = require('../row-groups');
const { medianInterval, median } = require('../../stats/sample');

// More would be the same rates once more, each time over a parameter that says less.
const MOST_PARAMETERS = 3;

/** Rates that an axis can hold. */
const ratesOf = (side) => (side ? side.rates.filter((rate) => rate >= 0 && rate <= LARGEST) : []);

const perSecond = (rate) => `${shortRate(rate)}/s`;

function labelOf(name, { count, median: middle, q1, q3, outliers }) {
  const parts = [
    counted(count, 'run'), `median ${perSecond(middle)}`,
    count > 1 && `middle half ${shortRate(q1)} to ${shortRate(q3)}`, outliers.length > 0 && `${outliers.length} beyond`,
  ];
  return `${name}: ${parts.filter(Boolean).join(', ')}`;
}

/** One axis of rows. */
function panelFigure(rows, { sides, title, hasKey }) {
  const scale = createScale(rangeOf(rows));
  const ticks = rateTicks(scale);
  const items = rows.flatMap((row) => row.sides.map(({ box }, i) => box && {
    name: [
      nameOf(row.label), sides.length > 1 && markup` <span class="side"><bdi>${shown(sides[i].label)}</bdi></span>`,
    ],
    row: boxRow({
      scale, ticks, box, tone: seriesClass(i),
      label: labelOf(sides.length > 1 ? `${shown(row.label)}, ${shown(sides[i].label)}` : shown(row.label), box),
    }),
    value: perSecond(box.median),
  })).filter(Boolean);
  const boxes = rows.flatMap((row) => row.sides.map(({ box }) => box)).filter(Boolean);
  const isMany = boxes.some(({ count }) => count > 1);
  return figure({
    kind: 'plot rates', title,
    text: `operations per second, higher is better${scale.low > 0 ? '; the axis does not start at 0' : ''}`,
    body: rowList(items, ticks),
    key: hasKey && isMany ? [
      ['box-median', 'median'], ['box', 'the middle half of the runs'],
      ['box-line', 'to the last run within 1.5 times its length'],
      boxes.some(({ outliers }) => outliers.length > 0) && ['value', 'runs beyond'],
    ] : [],
  });
}

/**
 * @param {Array<{ label: string, sides: Array<object|null> }>} entries configurations of one file
 * @param {object[]} sides of the document
 * @returns {Array} figures, on as many axes as their scales need
 */
function rateFigures(entries, sides) {
  const rows = entries.map(({ label, sides: own }) => ({
    label, sides: own.map((side) => {
      const values = ratesOf(side);
      return { box: values.length > 0 ? boxOf(values) : null };
    }),
  })).filter((row) => row.sides.some(({ box }) => box));
  if (rows.length === 0) return [];
  const panels = panelsOf(rows, 'box');
  return panels.map((own, i) => panelFigure(own, {
    sides, title: panels.length > 1 ? `Rates, axis ${i + 1} of ${panels.length}` : 'Rates',
    hasKey: i === panels.length - 1,
  }));
}

/** Names of parameters that have two numbers at least, those with the most first. */
function numericParameters(entries) {
  const names = [...new Set(entries.flatMap(({ parameters }) => Object.keys(parameters)))];
  const valuesOf = (name) => new Set(entries.map(({ parameters }) => parameters[name]));
  const isNumeric = (name) => [...valuesOf(name)].every((value) => typeof value === 'number');
  return names.filter((name) => isNumeric(name) && valuesOf(name).size > 1)
    .sort((a, b) => valuesOf(b).size - valuesOf(a).size);
}

const without = (params, name) => Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));

/** A line for each combination of the other parameters, and of each side. */
function linesOver(entries, name, sides) {
  const varies = varying(entries.map(({ parameters }) => ({ params: without(parameters, name) })));
  const lines = new Map();
  for (const { parameters, sides: own } of entries) {
    own.forEach((side, i) => {
      const rates = ratesOf(side);
      if (rates.length === 0 || !(median(rates) > 0)) return;
      const text = paramsText(without(parameters, name), varies);
      const line = [text, sides.length > 1 && shown(sides[i].label)].filter(Boolean).join(', ');
      const { low, high } = medianInterval(rates) || { low: null, high: null };
      lines.set(line, [...(lines.get(line) || []), { x: parameters[name], value: median(rates), low, high }]);
    });
  }
  return [...lines].filter(([, points]) => points.length > 1)
    .map(([line, points]) => ({ name: line, points: points.sort((a, b) => a.x - b.x) }));
}

function rateLines({ lines, parameter, text, isLog }) {
  const points = lines.flatMap((line) => line.points);
  const positive = points.filter(({ value }) => value > 0);
  if (positive.length === 0) return null;
  const scale = scaleFor(positive.map(({ value }) => value), positive.flatMap(({ low, high }) => [low, high]));
  return lineFigure({ title: 'Rate', parameter, lines, scale, ticks: rateTicks(scale), words: perSecond, text, isLog });
}

/**
 * @param {Array<{ parameters: object|null, sides: Array<object|null> }>} entries configurations of one file
 * @param {object[]} sides of the document
 * @returns {Array} a figure for each parameter that has several numbers
 */
function parameterFigures(entries, sides) {
  const told = entries.filter(({ parameters }) => parameters);
  return numericParameters(told).slice(0, MOST_PARAMETERS).map((parameter) => {
    const lines = linesOver(told, parameter, sides);
    const hasInterval = lines.some(({ points }) => points.some(({ low }) => low !== null));
    return rateLines({ lines, parameter, text: [`medians${hasInterval ? ' with their 95 % intervals' : ''}`] });
  }).filter(Boolean);
}

/** How the rate depends on the parameter of a scatter. */
function pointsFigure({ points, xaxis, category, isLog, aggregated }) {
  const lines = [...categoriesOf(points.filter(({ x, mean }) => x !== null && mean > 0))].map(([value, own]) => {
    const isNumeric = own.every(({ x }) => typeof x === 'number');
    const placed = own.map(({ x, mean, low, high }) => ({ x, value: mean, low, high }));
    return {
      name: category === null ? '' : valueText(value),
      points: isNumeric ? placed.sort((a, b) => a.x - b.x) : placed,
    };
  });
  const over = aggregated.map(({ name, share }) =>
    shown(name) + (share > 0 ? ` (${percent(share)} of the spread)` : ''));
  const counts = [...new Set(points.map(({ samples }) => samples))];
  const text = [
    `means of ${counts.length === 1 ? counted(counts[0], 'run') : 'runs'} with their 95 % intervals`,
    over.length > 0 && `aggregated over ${over.join(', ')}`, 'higher is better',
  ].filter(Boolean);
  return rateLines({ lines, parameter: xaxis, text, isLog });
}

module.exports = { rateFigures, parameterFigures, pointsFigure };
