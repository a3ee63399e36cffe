'use strict';

/* A box plot as a row of a list, whose rows share a scale: whiskers, box and median, and the values beyond. */

const { markup } = require('./markup');
const { upright, level, rect, spot } = require('./marks');
const { frame, verticals } = require('./frame');

const SIDE = 26;
const HEIGHT = 30;
const HALF = 6; // of a box, pixels
const CAP = 3;

// A box of fewer values has more lines than there are values: those are drawn, too.
const FEW = 5;
const THINNEST = 0.25; // per cent

/** Whatever has its place by the middle of a row, however high its name makes it. */
const inTheMiddle = (content) => markup`<svg class="point" y="50%" width="100%" height="1">${content}</svg>`;

const whisker = (from, to, end) => [
  level('box-line', 0, `${from}%`, `${to}%`), upright('box-line', `${end}%`, -CAP, CAP),
];

const dotAt = (x) => markup`<circle class="dot" cx="${x}%" cy="0" r="2.2"/>`;

/**
 * @param {object} row
 * @param {object} row.scale of all rows
 * @param {Array<{ at: number }>} row.ticks
 * @param {string} row.label
 * @param {object} row.box from boxOf()
 * @param {string} row.tone class
 */
function boxRow({ scale, ticks, label, box, tone }) {
  const { count, values, outliers } = box;
  const [low, q1, median, q3, high] = [box.low, box.q1, box.median, box.q3, box.high].map(scale.at);
  const shown = (count < FEW ? values : outliers).filter((value) => scale.side(value) === 0);
  const isBeyond = (side) => outliers.some((value) => scale.side(value) === side);
  const width = Math.max(THINNEST, q3 - q1);
  const marks = inTheMiddle([
    count > 1 && [
      box.low < box.q1 && whisker(low, q1, low), box.high > box.q3 && whisker(q3, high, high),
      rect('box', `${q1}%`, -HALF, `${width.toFixed(2)}%`, 2 * HALF),
    ],
    upright('box-median', `${median}%`, -HALF, HALF), shown.map((value) => dotAt(scale.at(value))),
    isBeyond(-1) && spot('beyond', 'left', 0, 0), isBeyond(1) && spot('beyond', 'right', 100, 0),
  ]);
  return frame({
    label, height: HEIGHT, left: SIDE, right: SIDE, kind: 'row',
    content: [verticals(ticks, 0, '100%'), markup`<g class="${tone}">${marks}</g>`],
  });
}

module.exports = { boxRow };
