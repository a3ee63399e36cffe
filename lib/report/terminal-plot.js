'use strict';

/* Runs against their median in plain characters, which survive a copy into a mail: 'o  ---[==|===]----' */

const { summarizeBox } = require('./chart/box');
const { maxOf, minOf, toSorted } = require('../base/stats/sample');
const { shortPercent } = require('../base/text/numbers');

const { abs, ceil, floor, log10, max, min, round } = Math;

const FEWEST_OF_BOX = 8; // fewer values are drawn one by one: their quartiles would be meaningless
const COLUMNS = 21;
const MIDDLE = 'median';

/** The column of a value on an axis; -1 or `columns` for a value outside, with a tolerance for rounding. */
function columnOf(value, { low, high, columns }) {
  const place = round((value - low) / (high - low) * (columns - 1));
  return max(-1, min(columns, place));
}

function fill(cells, a, b, char) {
  for (let i = max(0, a); i <= min(cells.length - 1, b); i++) cells[i] = char;
}

function put(cells, column, char) {
  if (column < 0) cells[0] = '<';
  else if (column >= cells.length) cells[cells.length - 1] = '>';
  else cells[column] = char;
}

/** The drawable summary of values, small enough for a million rows on one axis: { dots, box }, one of them null. */
function chooseShape(values) {
  if (values.length < FEWEST_OF_BOX) return { dots: values, box: null };
  const { low, q1, median, q3, high, outliers } = summarizeBox(values);
  return { dots: null, box: { low, q1, median, q3, high, outliers } };
}

function findReach({ dots, box }) {
  const { low, high } = box || { low: minOf(dots), high: maxOf(dots) };
  return max(abs(low), abs(high));
}

/** A box plot of '-', '=', '[', ']', '|' and 'o' for outliers; few values are dots. '<' and '>': values outside */
function boxLine({ dots, box }, axis) {
  const cells = new Array(axis.columns).fill(' ');
  const place = (value) => columnOf(value, axis);
  if (dots !== null) {
    for (let i = 0; i < dots.length; i++) put(cells, place(dots[i]), 'o');
    return cells.join('');
  }
  const [first, q1, q2, q3, last] = [box.low, box.q1, box.median, box.q3, box.high].map(place);
  fill(cells, first, last, '-');
  fill(cells, q1, q3, '=');
  if (q3 - q1 >= 2) {
    put(cells, q1, '[');
    put(cells, q3, ']');
  }
  if (first < 0) cells[0] = '<';
  if (last >= cells.length) cells[cells.length - 1] = '>';
  for (const value of box.outliers) put(cells, place(value), 'o');
  put(cells, q2, '|');
  return cells.join('');
}

/** The largest reach to a side of 0, up to five times that of nine in ten rows: stray rows do not flatten the rest. */
function commonReach(reaches) {
  const known = toSorted(reaches.filter((reach) => reach > 0 && reach < Infinity));
  if (!known.length) return 0;
  const usual = known[floor(0.9 * (known.length - 1))];
  const reach = min(known[known.length - 1], 5 * usual);
  const step = 10 ** (floor(log10(reach)) - 1);
  return +(ceil(reach / step - 1e-9) * step).toPrecision(2);
}

/** Draws the cells of the column 'plot' for rows with a shape, on a common axis. Returns the title of the column. */
function drawRuns(rows) {
  const drawn = rows.filter(({ shape }) => shape);
  const reach = commonReach(drawn.map(({ shape }) => findReach(shape)));
  if (!(reach > 0)) return '';
  for (const row of drawn) row.cells.plot = boxLine(row.shape, { low: -reach, high: reach, columns: COLUMNS });
  const end = shortPercent(reach);
  const left = `-${end}`.padEnd((COLUMNS - MIDDLE.length) / 2) + MIDDLE;
  return left + `+${end}`.padStart(COLUMNS - left.length);
}

module.exports = { chooseShape, boxLine, findReach, commonReach, drawRuns };
