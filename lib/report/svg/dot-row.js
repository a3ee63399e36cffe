'use strict';

/*
 * One row of a list: the values of one side as dots, the interval of their mean below them. Dots that
 * would hide each other go up and down by turns.
 */

const { markup } = require('../html/markup');
const { frame, stretched, dots, sign } = require('./frame');
const { verticals } = require('./axis');
const { stack } = require('./stack');
const { SIDE } = require('./interval-row');

// Captured at load, because a measured test may change them.
const { ceil, max, min } = Math;

const LANE = 40;
const MIDDLE = 20;
const SUMMARY = 46;
const HEIGHT = 56;
const DOT = 7;
const DOT_GAP = 2.4; // of 280 pixels
const MOST = 600;

/** 0, 1, -1, 2, -2, .. steps away from the middle */
const turnOf = (level) => (level % 2 ? ceil(level / 2) : -level / 2);

/**
 * @param {object} row
 * @param {number[]} row.values the first 600 are drawn
 * @param {object} row.scale of all rows
 * @param {Array<{ at: number }>} row.ticks
 * @param {string} row.label
 * @param {number | null} row.centre the mean, and low, high of its interval
 * @param {string} row.tone
 */
function dotRow({ values, scale, ticks, label, centre, low, high, tone }) {
  const drawn = values.slice(0, MOST);
  const inside = drawn.filter((value) => scale.side(value) === 0);
  const sideOf = (side) => drawn.some((value) => scale.side(value) === side);
  const places = inside.map((value) => scale.at(value));
  const { levels, height } = stack(places, DOT_GAP);
  const step = min(DOT + 1, (LANE - DOT) / max(1, height - 1));
  const points = places.map((x, i) => [x, MIDDLE + turnOf(levels[i]) * step]);
  const summary = [
    low !== null && high !== null && markup`<line class="interval" x1="${scale.at(low)}%" x2="${scale.at(high)}%" y1="${SUMMARY}" y2="${SUMMARY}"/>`,
    centre !== null && sign('diamond', scale.at(centre), SUMMARY, 'estimate'),
  ];
  return frame({
    label, height: HEIGHT, left: SIDE, right: SIDE, kind: 'row dots',
    content: [
      verticals(ticks, 0, '100%'),
      markup`<g class="${tone}">${stretched(0, LANE, [dots(points, 'value few')])}${summary}</g>`,
      sideOf(-1) && sign('left', 0, MIDDLE, 'beyond'), sideOf(1) && sign('right', 100, MIDDLE, 'beyond'),
    ],
  });
}

module.exports = { dotRow };
