'use strict';

/* How the rate depends on a parameter: a line with its points and their intervals for each category. */

const { counted, parameterText, percent, shortRate } = require('../../text/numbers');
const { visible } = require('../chart/markup');
const { level, upright, path, through, sign, words, group } = require('../chart/marks');
const { drawable, createScale } = require('../chart/scale');
const { rateTicks } = require('../chart/ticks');
const { textWidth, wrapped } = require('../chart/text-width');
const { SERIES, seriesClass } = require('../chart/theme');
const { figure, textBlock, spaceBlock, MARGIN } = require('./figure');
const { categoryLabels } = require('./category-labels');
const { parameterAxis, axisBelow } = require('./parameter-axis');

const { max, min } = Math;

const WIDTH = 640; // of the area, pixels
const HEIGHT = 380;
const LOG_FROM = 100;
const HEAD = 30; // for what the axes are called
const NAME_AT = 40; // of the category, beside the area
const NAME_MOST = 250;
const CAP = 3;
const DASHES = [null, '7 3', '2 3'];
const COLOURS = SERIES.light.length;

const nameOf = (value) => (typeof value === 'number' ? parameterText(value) : visible(value));

/** The values of a field, each once, in order of their first one. */
const distinct = (points, field) => [...new Set(points.map((point) => point[field]))];

function rateScale(points) {
  const means = points.map(({ mean }) => mean);
  const ends = points.flatMap(({ low, high }) => [low, high]).filter((value) => value !== null);
  const lowest = min(...means);
  const highest = max(...means);
  const near = (isNear) => ends.filter(isNear);
  if (lowest > 0 && highest > LOG_FROM * lowest) {
    const low = min(lowest, ...near((value) => value > lowest / 3));
    return createScale({ low, high: max(highest, ...near((value) => value < highest * 3)), isLog: true });
  }
  return createScale({ low: 0, high: max(highest, ...near((value) => value < 2 * highest)), fromZero: true });
}

/** 'the mean of 30 runs with its 95 % interval, over all values of n, which makes 83 % of the spread, and of chunk' */
function subtitleOf(points, aggregated) {
  const counts = distinct(points, 'samples');
  const runs = counts.length === 1 ? counted(counts[0], 'run') : `${min(...counts)} to ${max(...counts)} runs`;
  const over = aggregated.map(({ name, share }) =>
    visible(name) + (share > 0 ? ` (which explains ${percent(share)} of the variance within a point)` : ''));
  const interval = points.some(({ low }) => low !== null) ? ', with its 95 % interval' : '';
  return `Each point: the mean of ${runs}${interval}.${over.length > 0 ? ` Aggregated over ${over.join(', ')}.` : ''}`;
}

const categoryOf = (value) => (value === null ? '' : nameOf(value));

function pointTitle({ x, category, mean, low, high, samples }, xaxis) {
  const interval = low === null || high === null ? '' : `, 95 % interval ${shortRate(low)} to ${shortRate(high)}`;
  const whose = category === null ? '' : `${nameOf(category)}, `;
  return `${whose}${xaxis} ${nameOf(x)}: ${shortRate(mean)}${interval}, ${counted(samples, 'run')}`;
}

/** The interval of a point, with its ends where they are on the axis. */
function whisker(x, y, scale, { low, high }) {
  if (low === null || high === null) return null;
  const ends = [low, high].filter((end) => scale.side(end) === 0);
  return [upright('whisker', x, y(low), y(high)), ends.map((end) => level('whisker', y(end), x - CAP, x + CAP))];
}

/** One category: its line, and its points above. */
function seriesMarks({ index, points }, { axis, left, y, scale, xaxis }) {
  const places = points.map((point) => [left + axis.x(point.x), y(point.mean)]);
  const marks = points.map((point, i) => {
    const [x, down] = places[i];
    return group('', pointTitle(point, xaxis), [whisker(x, y, scale, point), sign(index, x, down)]);
  });
  const dashes = DASHES[(index - index % COLOURS) / COLOURS % DASHES.length];
  return group(seriesClass(index), null, [places.length > 1 && path('line', through(places), dashes), marks]);
}

function seriesOf(points, axis) {
  return distinct(points, 'category').map((category, index) => ({
    index,
    name: categoryOf(category),
    points: points.filter((point) => point.category === category).sort((a, b) => axis.x(a.x) - axis.x(b.x)),
  }));
}

/** The area with its axes, and the names of the lines at its right. */
function areaBlock(points, axis, { scatter, xaxis }) {
  const scale = rateScale(points);
  const ticks = rateTicks(scale);
  const left = MARGIN + max(...ticks.map(({ text }) => textWidth(text, 11))) + 10;
  const series = seriesOf(points, axis);
  const hasNames = series.length > 1 || series[0].name !== '';
  const yIn = (height) => (value) => height * (1 - scale.at(value) / 100);
  const lastOf = ({ points: own }) => own[own.length - 1];
  const labelsIn = (height) => categoryLabels(series.map((one) => (
    { index: one.index, name: one.name || 'none', y: yIn(height)(lastOf(one).mean) })));
  const height = hasNames ? max(HEIGHT, labelsIn(HEIGHT).height) : HEIGHT;
  const labels = labelsIn(height);
  const name = hasNames && scatter.category ? visible(scatter.category) : '';
  const category = wrapped(name, { size: 12, isBold: true, width: NAME_MOST })[0];
  const below = axisBelow(axis, { left, width: WIDTH });
  const right = left + WIDTH;
  const title = `${xaxis}${axis.isNumeric && scatter.isLog ? ' (log axis, base 2)' : ''}`;
  const rateTitle = `operations per second, higher is better${scale.isLog ? ' (log axis)' : ''}`;
  return {
    width: right - MARGIN + (hasNames ? max(labels.width, NAME_AT + textWidth(category, 12, true)) : 0),
    height: HEAD + height + below.height,
    draw: (start) => {
      const top = start + HEAD;
      const bottom = top + height;
      const y = (value) => top + yIn(height)(value);
      return [
        words('tick', MARGIN, start + 12, rateTitle),
        category && words('strong', right + NAME_AT, start + 12, category),
        ticks.map(({ value, text }) => [
          level('grid', y(value), left, right), words('tick', left - 8, y(value) + 4, text, 'end'),
        ]),
        level('axis', bottom, left, right),
        below.draw(bottom, title),
        hasNames && labels.draw({ x: right, top, bottom, ends: series.map((one) => left + axis.x(lastOf(one).x) + 7) }),
        series.map((one) => seriesMarks(one, { axis, left, y, scale, xaxis })),
      ];
    },
  };
}

/**
 * @param {object} scatter from lib/rates/scatter.js
 * @returns {string} SVG that can stand alone
 */
function scatterPlot(scatter) {
  const { isLog, aggregated } = scatter;
  const all = drawable(scatter.points).filter(({ x, mean }) => x !== null && mean !== null && mean >= 0);
  const title = visible(scatter.file);
  const xaxis = visible(scatter.xaxis);
  const axis = parameterAxis(distinct(all, 'x'), { isLog, width: WIDTH });
  const points = all.filter(({ x }) => axis.x(x) !== null);
  const area = points.length > 0 ? areaBlock(points, axis, { scatter, xaxis }) : null;
  const width = area ? max(WIDTH, area.width) : WIDTH;
  const soft = (text) => textBlock('soft', text, { width, after: 4 });
  const blocks = [
    textBlock('title', title, { width, after: 4 }), all.length > 0 && soft(subtitleOf(all, aggregated)),
    axis.leftOut > 0 && soft(`Values of ${xaxis} that are not above 0 have no place on a log axis, and are left out.`),
    spaceBlock(8), area || textBlock('soft', 'There are no points to draw.', { width }),
  ];
  const description = `Rates in operations per second. ${all.map((point) => pointTitle(point, xaxis)).join('; ')}`;
  return figure({ width, blocks: blocks.filter(Boolean), title, description });
}

module.exports = { scatterPlot };
