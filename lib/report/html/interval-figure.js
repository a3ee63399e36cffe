'use strict';

/* Estimates with intervals on one axis, as a list of rows that is as wide as the page. */

const { markup, nameOf } = require('../chart/markup');
const { intervalRow, rowList } = require('../chart/rows');
const { figure, verdictTag } = require('./parts');

const textOf = (parts) => parts.map((part) => (typeof part === 'string' ? part : nameOf(part.name)));

// In a longer list the axis is out of sight, and each row repeats its lines.
const MOST_WITH_GRID = 40;

/** @param {import('../time-figure').IntervalFigure|null} drawn */
function intervalFigure(drawn) {
  if (drawn === null) return null;
  const { kind, title, text, scale, ticks, lines, items, key } = drawn;
  const grid = items.length > MOST_WITH_GRID ? [] : ticks;
  const listed = items.map(({ heading, name, side, value, verdict, ...row }) => (
    heading === undefined ? {
      name: [nameOf(name), side && markup` <span class="side"><bdi>${side}</bdi></span>`],
      row: intervalRow({ scale, ticks: grid, lines, ...row }), value, more: verdict !== null && verdictTag(verdict),
    } : { title: markup`<bdi>${heading}</bdi>` }));
  return figure({
    kind, title, text: textOf(text), body: rowList(listed, ticks),
    key: key.map(([sign, words]) => [sign, textOf(words)]),
  });
}

module.exports = { intervalFigure };
