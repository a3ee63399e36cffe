'use strict';

/*
 * The axis of a parameter: its values are the ticks, as far as their labels have room. Numbers have their places,
 * linear or logarithmic; what is no number stands in the order in which it came.
 */

const { createScale } = require('../chart/scale');
const { linearTicks, apart } = require('../chart/ticks');
const { parameterText } = require('../../text/numbers');
const { upright, words, paragraph } = require('../chart/marks');
const { visible } = require('../chart/markup');
const { textWidth, wrapped } = require('../chart/text-width');

const { max, min } = Math;

const SIZE = 11;
const STEP = 14;
const GAP = 10; // between two labels
const LABEL = { size: SIZE, gap: GAP };
const MOST_TICKS = 24;
const MOST_LINES = 3;
const LEAST_WIDTH = 58; // of a label in lines; narrower ones are numbered
const LIST_LINES = 6;

const labelled = (ticks) => ticks.map((tick) => ({ ...tick, lines: [tick.text] }));

function numberAxis(values, { isLog, width }) {
  const usable = isLog ? values.filter((value) => value > 0) : values;
  if (usable.length === 0) return { x: () => null, ticks: [], rows: [], leftOut: values.length };
  const scale = createScale({ low: min(...usable), high: max(...usable), isLog, padding: 0.05 });
  const x = (value) => (scale.side(value) === 0 ? scale.at(value) / 100 * width : null);
  const isMany = usable.length > MOST_TICKS && !isLog;
  const own = isMany ? linearTicks(scale.low, scale.high, 8).values : usable;
  const ticks = apart(own.map((value) => ({ x: x(value), text: parameterText(value) })), LABEL);
  return { x, ticks: labelled(ticks), rows: [], leftOut: values.length - usable.length };
}

function wordAxis(values, { width }) {
  const room = width / values.length;
  const x = (value) => (values.indexOf(value) + 0.5) * room;
  const names = values.map(visible);
  const fitsIn = (name) => wrapped(name, { size: SIZE, width: room - GAP, lines: MOST_LINES });
  const isCut = (name) => room - GAP < LEAST_WIDTH || fitsIn(name).some((one) => one.endsWith('…'));
  const isSmall = names.every((name) => textWidth(name, SIZE) <= room - GAP || !isCut(name));
  const places = names.map((_, i) => (i + 0.5) * room);
  const inLines = names.map((name, i) => ({ x: places[i], lines: fitsIn(name) }));
  if (isSmall) return { x, ticks: inLines, rows: [], leftOut: 0 };
  const rows = names.map((name, i) => ({ number: `${i + 1}`, name }));
  const ticks = apart(rows.map(({ number }, i) => ({ x: places[i], text: number })), LABEL);
  return { x, ticks: labelled(ticks), rows, leftOut: 0 };
}

/**
 * @param {Array<number|string>} values each once
 * @param {{ isLog: boolean, width: number }} options width in pixels
 * @returns {{ isNumeric: boolean, x: function(*): number|null, ticks: Array<{ x: number, lines: string[] }>,
 *   rows: Array<{ number: string, name: string }>, leftOut: number }} x: from the left end, null for what has no place,
 *   of which there are leftOut; rows: the names, where the labels are numbers in their place
 */
function parameterAxis(values, { isLog, width }) {
  const isNumeric = values.every((value) => typeof value === 'number');
  const ordered = isNumeric ? [...values].sort((a, b) => a - b) : values;
  return { isNumeric, ...(isNumeric ? numberAxis : wordAxis)(ordered, { isLog, width }) };
}

/** The labels under an axis that begins at `left`, and the names of those that are numbers. */
function axisBelow({ ticks, rows }, { left, width }) {
  const deepest = max(1, ...ticks.map(({ lines }) => lines.length));
  const room = { size: SIZE, width: width - 40, lines: LIST_LINES };
  const listed = rows.map(({ number, name }) => ({ number, lines: wrapped(name, room) }));
  const labels = 8 + deepest * STEP;
  return {
    height: labels + 22 + listed.reduce((sum, { lines }) => sum + lines.length * STEP + 3, 0),
    draw: (top, title) => {
      let y = top + labels + 34;
      return [
        ticks.map(({ x, lines }) => [
          upright('axis', left + x, top, top + 4),
          paragraph('tick', left + x, top + 16, STEP, lines, 'middle'),
        ]),
        words('', left + width / 2, top + labels + 14, wrapped(title, { size: 12, width })[0], 'middle'),
        listed.map(({ number, lines }) => {
          const first = y;
          y += lines.length * STEP + 3;
          return [words('tick', left + 28, first, number, 'end'), paragraph('tick', left + 38, first, STEP, lines)];
        }),
      ];
    },
  };
}

module.exports = { parameterAxis, axisBelow };
