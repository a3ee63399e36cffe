'use strict';

/*
 * Rates over a parameter in the terminal, a marker for each category:
 *   2 M |  o
 *   1 M |     o  .  o
 *       +------------------
 *         64    128   256
 */

const { createScale, linearTicks, logTicks } = require('./chart/axes');
const { maxOf, minOf } = require('../base/stats/sample');
const { wrapLine } = require('../base/text/columns');
const { padStart, printable, truncate, width } = require('../base/text/display');
const { groupBy } = require('../base/text/grouped-by');
const { tickRate } = require('../base/text/numbers');

const { max, min, round } = Math;

const WIDEST = 100; // in a wider plot with so few rows, slopes are hard to see
const NARROWEST = 40;
const ROWS = 12;
const LOG_SPAN = 20; // from this ratio, the smaller half of the values would share one row of a linear axis
const SEVERAL = '*';
const NAME_COLUMNS = 40;

/** The value or name of a parameter: 64, utf8, ''; 'none' for a configuration without it */
const valueText = (value) => (value === null ? 'none' : truncate(printable(value), NAME_COLUMNS));
const groupByCategory = (list) => groupBy(list, ({ category }) => category);
const isLogWorth = (values) => minOf(values) > 0 && maxOf(values) / minOf(values) >= LOG_SPAN;

function axisOf(values, isLog) {
  const [low, high] = [minOf(values), maxOf(values)];
  const scale = createScale({ low, high, isLog, padding: 0 });
  // exp(log(x)) can be slightly less than x.
  return { at: scale.at, low: min(low, scale.low), high: max(high, scale.high) };
}

/** A marker for each category: its first letter if all letters differ, otherwise one of a row of signs. */
function markersOf(categories) {
  const letters = categories.map((category) => String(category)[0] || '');
  const areSigns = letters.every((letter, i) => /[A-Za-z0-9]/.test(letter) && letters.indexOf(letter) === i);
  if (categories.length > 1 && areSigns) return letters;
  const signs = 'ox+#@%&ABCDEFGHIJKLMNPQRSTUVWYZ';
  return categories.map((_, i) => signs[i] || '?');
}

/** Labels below the axis that do not touch: the first, the last, then those between. */
function labelsBelow(places, columns) {
  const cells = new Array(columns).fill(' ');
  const taken = [];
  const order = [...new Set([0, places.length - 1, ...places.keys()])];
  for (const i of order) {
    const text = truncate(places[i].text, 16);
    const size = width(text);
    const start = max(0, min(columns - size, places[i].column - (size >> 1)));
    if (size > columns || taken.some(([a, b]) => start <= b + 1 && start + size >= a - 1)) continue;
    taken.push([start, start + size]);
    // A wide character also covers the next cell.
    cells.fill('', start, start + size);
    cells[start] = text;
  }
  return cells.join('').trimEnd();
}

/** Draws a marker over lines and intervals; '*' replaces another marker. */
function mark(cells, column, marker) {
  const isFree = [' ', '.', '|', marker].includes(cells[column]);
  cells[column] = isFree ? marker : SEVERAL;
}

/** series: [{ marker, points: [{ x, y, low, high }] }] by x; labels: [{ at, text }]; null without room or values */
function scatterPlot({ series, labels, isLogX, columns }) {
  const points = series.flatMap((one) => one.points);
  if (columns < NARROWEST || labels.length < 2 || points.length < 2) return null;
  const xs = labels.map(({ at }) => at);
  const ends = points.flatMap(({ y, low, high }) => [y, low, high]).filter((value) => value !== null);
  const logX = minOf(xs) > 0 && (isLogX || isLogWorth(xs));
  const logY = isLogWorth(points.map(({ y }) => y));
  const atX = axisOf(xs, logX);
  const atY = axisOf(logY ? ends.filter((value) => value > 0) : ends, logY);
  const ticks = (logY ? logTicks : linearTicks)(atY.low, atY.high).values;
  const tickWidth = maxOf(ticks.map((tick) => tickRate(tick).length), 1);
  const inner = min(columns, WIDEST) - tickWidth - 2;
  // One column stays free at both sides.
  const columnAt = (x) => 1 + round(atX.at(x) / 100 * (inner - 3));
  const rowAt = (y) => round((1 - atY.at(y) / 100) * (ROWS - 1));
  const grid = Array.from({ length: ROWS }, () => new Array(inner).fill(' '));
  for (const { points: own } of series) {
    own.slice(1).forEach((to, i) => line(grid, own[i], to, columnAt, rowAt));
  }
  for (const { x, low, high } of points) {
    // An interval of less than a row would only show the borders of rows.
    if (low === null || high === null || (atY.at(high) - atY.at(low)) / 100 * (ROWS - 1) < 1.5) continue;
    for (let row = rowAt(high); row <= rowAt(low); row++) grid[row][columnAt(x)] = '|';
  }
  for (const { marker, points: own } of series) for (const { x, y } of own) mark(grid[rowAt(y)], columnAt(x), marker);
  const tickAt = new Map(ticks.map((tick) => [rowAt(tick), tickRate(tick)]));
  const lines = grid.map((cells, row) => {
    const tick = padStart(tickAt.get(row) || '', tickWidth);
    return `${tick} ${tickAt.has(row) ? '+' : '|'}${cells.join('')}`.trimEnd();
  });
  const below = labelsBelow(labels.map(({ at, text }) => ({ column: columnAt(at), text })), inner);
  lines.push(`${' '.repeat(tickWidth)} +${'-'.repeat(inner)}`, ' '.repeat(tickWidth + 2) + below);
  return { lines, isLogX: logX, isLogY: logY, hasSeveral: grid.some((cells) => cells.includes(SEVERAL)) };
}

function line(grid, from, to, columnAt, rowAt) {
  const [a, b] = [columnAt(from.x), columnAt(to.x)];
  const [top, bottom] = [rowAt(from.y), rowAt(to.y)];
  for (let column = a + 2; column < b - 1; column += 2) {
    grid[round(top + (bottom - top) * (column - a) / (b - a))][column] = '.';
  }
}

const USUAL_COLUMNS = 80; // for a file, which has no columns

function plotLines({ points, xaxis, category, isLog }, columns = USUAL_COLUMNS) {
  const groups = groupByCategory(points.filter(({ mean }) => typeof mean === 'number'));
  const values = [...new Set(points.map(({ x }) => x))];
  const isNumeric = values.every((x) => typeof x === 'number');
  if (isNumeric) values.sort((a, b) => a - b);
  const at = new Map(values.map((x, i) => [x, isNumeric ? x : i]));
  const markers = markersOf([...groups.keys()]);
  const placed = ({ x, mean, low, high }) => ({ x: at.get(x), y: mean, low, high });
  const series = [...groups.values()].map((own, k) => (
    { marker: markers[k], points: own.map(placed).sort((a, b) => a.x - b.x) }));
  const labels = values.map((x) => ({ at: at.get(x), text: valueText(x) }));
  const plot = scatterPlot({ series, labels, isLogX: isLog && isNumeric, columns });
  if (!plot) return [];
  const title = `rate${plot.isLogY ? ' (log)' : ''} by ${valueText(xaxis)}${plot.isLogX ? ' (log)' : ''}`;
  const kinds = category === null ? [] : [...groups.keys()];
  const legend = kinds.map((value, k) => `${markers[k]} ${valueText(value)}`);
  if (plot.hasSeveral) legend.push('* several');
  return [...wrapLine(title + (legend.length ? `: ${legend.join(', ')}` : ''), columns), ...plot.lines];
}

module.exports = { plotLines, groupByCategory, valueText };
