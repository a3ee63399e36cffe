'use strict';

/*
 * Drawings of a terminal, in plain characters: they line up in every font, and survive a copy into a mail.
 *   runs      o  ---[==|===]----      against their median
 *   interval      --o--|              around no change
 */

const { boxOf } = require('./chart/box');
const { sorted } = require('../stats/sample');
const { shortPercent } = require('../text/numbers');

const { abs, ceil, floor, log10, max, min, round } = Math;

// Fewer values are shown one by one: quartiles of them are made up.
const FEWEST_OF_BOX = 8;

/** The column of a value on an axis from low to high; -1 and `columns` for what lies outside, beyond rounding. */
function columnOf(value, { low, high, columns }) {
  if (!(high > low)) return (columns - 1) / 2 | 0;
  const place = round((value - low) / (high - low) * (columns - 1));
  return max(-1, min(columns, place));
}

/** Draws from column a to b, both within what there is. */
function fill(cells, a, b, char) {
  for (let i = max(0, a); i <= min(cells.length - 1, b); i++) cells[i] = char;
}

/** Puts '<' or '>' on the edge that something lies beyond. */
function put(cells, column, char) {
  if (column < 0) cells[0] = '<';
  else if (column >= cells.length) cells[cells.length - 1] = '>';
  else cells[column] = char;
}

/**
 * What is drawn of values: so much less than they are that a million rows can be drawn on one axis.
 *
 * @param {ArrayLike<number>} values
 * @returns {{ dots: ArrayLike<number>|null, box: object|null }}
 */
function shapeOf(values) {
  if (values.length < FEWEST_OF_BOX) return { dots: values, box: null };
  const { low, q1, median, q3, high, outliers } = boxOf(values);
  return { dots: null, box: { low, q1, median, q3, high, outliers } };
}

/** How far a shape reaches from zero, without single values far off. */
function reachOf({ dots, box }) {
  const { low, high } = box || { low: min(...dots), high: max(...dots) };
  return max(abs(low), abs(high));
}

/**
 * The values on one line: a box from the first to the third quartile with the median in it, whiskers to the last
 * value within 1.5 times its length, 'o' for those beyond (Tukey); each as a dot where they are few.
 *
 * @param {{ dots: ArrayLike<number>|null, box: object|null }} shape see shapeOf
 * @param {{ low: number, high: number, columns: number }} axis
 * @returns {string} of exactly so many columns; '<' and '>' for what lies outside of the axis
 */
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

/**
 * An interval on an axis with its zero: '  |  --o--  '.
 *
 * @param {{ value: number, low: number|null, high: number|null }} found
 * @param {{ low: number, high: number, columns: number }} axis
 * @returns {string} of exactly so many columns
 */
function intervalLine({ value, low, high }, axis) {
  const cells = new Array(axis.columns).fill(' ');
  if (low !== null && high !== null) fill(cells, columnOf(low, axis), columnOf(high, axis), '-');
  put(cells, columnOf(0, axis), '|');
  put(cells, columnOf(value, axis), 'o');
  if (low !== null && columnOf(low, axis) < 0) cells[0] = '<';
  if (high !== null && columnOf(high, axis) >= axis.columns) cells[axis.columns - 1] = '>';
  return cells.join('');
}

/**
 * How far a common axis reaches to both sides of zero: to the farthest, but not so far that a few stray rows leave
 * nothing to be seen of the others: five times the reach of nine in ten.
 *
 * @param {number[]} reaches of each row
 * @returns {number} rounded up to two digits, 0 where there is none
 */
function commonReach(reaches) {
  const known = sorted(reaches.filter((reach) => reach > 0 && reach < Infinity));
  if (!known.length) return 0;
  const usual = known[floor(0.9 * (known.length - 1))];
  const reach = min(known[known.length - 1], 5 * usual);
  const step = 10 ** (floor(log10(reach)) - 1);
  return +(ceil(reach / step - 1e-9) * step).toPrecision(2);
}

/** '-12 %       0      +12 %': the ends and the middle of an axis of that reach, a share. */
function axisTitle(reach, columns, middle = '0') {
  const end = shortPercent(reach);
  const half = (columns - middle.length) / 2 | 0;
  const left = `-${end}`.padEnd(half) + middle;
  return left + `+${end}`.padStart(columns - left.length);
}

module.exports = { shapeOf, boxLine, reachOf, intervalLine, commonReach, axisTitle };
