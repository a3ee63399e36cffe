'use strict';

/* Lines and labels of an axis, for an area: across at the bottom, or down at its left. */

const { markup } = require('../html/markup');

// Below the area, for the labels.
const AXIS_HEIGHT = 22;

/** Vertical lines at the ticks, from `top` to `bottom` (pixels or per cent). */
function verticals(ticks, top, bottom) {
  return ticks.map(({ at }) => markup`<line class="grid" x1="${at}%" x2="${at}%" y1="${top}" y2="${bottom}"/>`);
}

/** Labels under the area, whose bottom is at `top`. */
function labelsAcross(ticks, top) {
  return ticks.map(({ at, text }) => markup`<text class="tick" x="${at}%" y="${top + 15}" text-anchor="middle">${text}</text>`);
}

/** Horizontal lines with labels at their left, in an area from `top` on and `height` pixels high. */
function horizontals(ticks, top, height) {
  return ticks.map(({ at, text }) => {
    const y = top + height * (1 - at / 100);
    return markup`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="tick" x="-7" y="${y + 4}" text-anchor="end">${text}</text>`;
  });
}

module.exports = { verticals, labelsAcross, horizontals, AXIS_HEIGHT };
