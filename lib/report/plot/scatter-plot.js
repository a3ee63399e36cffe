'use strict';

/* How the rate depends on a parameter: a line with its points and their intervals for each category. */

const { known, positive, list, object, textual } = require('../html/known');
const { percent } = require('../html/figures');
const { createScale } = require('../svg/scale');
const { figure, textBlock, spaceBlock, MARGIN } = require('./figure');
const { line, path, sign, words, group, px } = require('./marks');
const { seriesClass } = require('./theme');
const { rateText, rateTicks } = require('./rate-axis');
const { textWidth, wrapped, visible } = require('./text-width');
const { categoryLabels } = require('./category-labels');
const { parameterAxis, axisBelow, numberText } = require('./parameter-axis');

// Captured at load, because a measured test may change them.
const { max, min } = Math;

const WIDTH = 640; // of the area, pixels
const HEIGHT = 380;
const LOG_FROM = 100;
const HEAD = 30; // for what the axes are called
const NAME_AT = 40; // of the category, beside the area
const NAME_MOST = 250;
const CAP = 3;
const DASHES = [null, '7 3', '2 3'];
const COLOURS = 8;

const nameOf = (value) => (typeof value === 'number' ? numberText(value) : visible(value));

/** Points that can be drawn; an x that is no word and no number is none. */
function pointsOf(scatter) {
  const usable = (x) => typeof x === 'string' || known(x) !== null;
  return list(scatter.points).map(object).filter(({ x, mean }) => usable(x) && known(mean) !== null && mean >= 0);
}

/** The values of a field, each once, in order of their first one. */
const distinct = (points, field) => [...new Set(points.map((point) => point[field]))];

function rateScale(points) {
  const means = points.map(({ mean }) => mean);
  const ends = points.flatMap(({ low, high }) => [low, high]).filter((value) => known(value) !== null);
  const lowest = min(...means);
  const highest = max(...means);
  if (positive(lowest) !== null && highest > LOG_FROM * lowest) {
    return createScale({ low: min(lowest, ...ends.filter((value) => value > lowest / 3)), high: max(highest, ...ends.filter((value) => value < highest * 3)), isLog: true });
  }
  return createScale({ low: 0, high: max(highest, ...ends.filter((value) => value < 2 * highest)), fromZero: true });
}

/** 'the mean of 30 runs with its 95 % interval, over all values of n, which makes 83 % of the spread, and of chunk' */
function subtitleOf(points, aggregated) {
  const counts = distinct(points, 'samples').filter((value) => known(value) !== null);
  const runs = counts.length === 1 ? `${counts[0]} run${counts[0] === 1 ? '' : 's'}` : counts.length > 1 ? `${min(...counts)} to ${max(...counts)} runs` : 'the runs';
  const over = list(aggregated).map(object).filter(({ name }) => textual(name)).map(({ name, share }) => visible(name) +
    (known(share) > 0 ? ` (which explains ${percent(share)} of the variance within a point)` : ''));
  const interval = points.some(({ low }) => known(low) !== null) ? ', with its 95 % interval' : '';
  return `Each point: the mean of ${runs}${interval}.${over.length > 0 ? ` Aggregated over ${over.join(', ')}.` : ''}`;
}

function pointTitle({ x, mean, low, high, samples }, xaxis, category) {
  const interval = known(low) === null || known(high) === null ? '' : `, 95 % interval ${rateText(low)} to ${rateText(high)}`;
  return `${category ? `${category}, ` : ''}${xaxis} ${nameOf(x)}: ${rateText(mean)}${interval}${known(samples) === null ? '' : `, ${samples} run${samples === 1 ? '' : 's'}`}`;
}

/** One category: its line, and its points above. */
function seriesMarks({ index, name, points }, { axis, left, y, scale, xaxis }) {
  const places = points.map((point) => ({ point, x: left + axis.x(point.x), y: y(point.mean) }));
  const d = places.map((place, i) => `${i === 0 ? 'M' : 'L'}${px(place.x)} ${px(place.y)}`).join('');
  const marks = places.map((place) => {
    const { low, high } = place.point;
    const bar = [];
    if (known(low) !== null && known(high) !== null) {
      bar.push(line('whisker', place.x, y(low), place.x, y(high)));
      if (scale.side(low) === 0) bar.push(line('whisker', place.x - CAP, y(low), place.x + CAP, y(low)));
      if (scale.side(high) === 0) bar.push(line('whisker', place.x - CAP, y(high), place.x + CAP, y(high)));
    }
    return group('', pointTitle(place.point, xaxis, name), [bar, sign(index, place.x, place.y)]);
  });
  const dashes = DASHES[(index - index % COLOURS) / COLOURS % DASHES.length];
  return group(seriesClass(index), null, [places.length > 1 && path('line', d, dashes), marks]);
}

function seriesOf(points, axis) {
  const order = (point) => axis.x(point.x);
  return distinct(points, 'category').map((category, index) => ({
    index,
    name: category === null || category === undefined ? '' : nameOf(category),
    points: points.filter((point) => point.category === category).sort((a, b) => order(a) - order(b)),
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
  const lastOf = (one) => one.points[one.points.length - 1];
  const labelsIn = (height) => categoryLabels(series.map((one) => ({ index: one.index, name: one.name || 'none', y: yIn(height)(lastOf(one).mean) })));
  const height = hasNames ? max(HEIGHT, labelsIn(HEIGHT).height) : HEIGHT;
  const labels = labelsIn(height);
  const category = hasNames && textual(scatter.category) ? wrapped(visible(scatter.category), { size: 12, isBold: true, width: NAME_MOST })[0] : '';
  const below = axisBelow(axis, { left, width: WIDTH });
  const right = left + WIDTH;
  const title = `${xaxis}${axis.isNumeric && scatter.isLog === true ? ' (log axis, base 2)' : ''}`;
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
        ticks.map(({ value, text }) => [line('grid', left, y(value), right, y(value)), words('tick', left - 8, y(value) + 4, text, 'end')]),
        line('axis', left, bottom, right, bottom),
        below.draw(bottom, title),
        hasNames && labels.draw({ x: right, top, bottom, ends: series.map((one) => left + axis.x(lastOf(one).x) + 7) }),
        series.map((one) => seriesMarks(one, { axis, left, y, scale, xaxis })),
      ];
    },
  };
}

function describe(points, xaxis) {
  return points.map((point) => pointTitle(point, xaxis, point.category === null || point.category === undefined ? '' : nameOf(point.category))).join('; ');
}

/**
 * @param {object} scatter from lib/rates/scatter.js
 * @param {object} [options]
 * @param {'auto'|'light'|'dark'} [options.theme] 'auto' follows the viewer's
 * @returns {string} SVG that can stand alone
 */
function scatterPlot(scatter, { theme } = {}) {
  const all = pointsOf(object(scatter));
  const { file, xaxis: parameter, isLog, aggregated } = object(scatter);
  const title = visible(textual(file) || 'Rates');
  const xaxis = visible(textual(parameter) || 'x');
  const axis = parameterAxis(distinct(all, 'x'), { isLog: isLog === true, width: WIDTH });
  const points = all.filter(({ x }) => axis.x(x) !== null);
  const area = points.length > 0 ? areaBlock(points, axis, { scatter, xaxis }) : null;
  const width = area ? max(WIDTH, area.width) : WIDTH;
  const blocks = [textBlock('title', title, { width, after: 4 })];
  if (all.length > 0) blocks.push(textBlock('soft', subtitleOf(all, aggregated), { width, after: 4 }));
  if (axis.leftOut > 0) blocks.push(textBlock('soft', `Values of ${xaxis} that are not above 0 have no place on a log axis, and are left out.`, { width, after: 4 }));
  blocks.push(spaceBlock(8), area || textBlock('soft', 'There are no points to draw.', { width }));
  return figure({ width, blocks, title, description: `Rates in operations per second. ${describe(all, xaxis)}`, theme });
}

module.exports = { scatterPlot };
