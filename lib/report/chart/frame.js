'use strict';

/*
 * The outside of a plot on a page: an SVG as wide as the page gives it and so many pixels high; its padding, which is
 * not cut off, is for labels. Nothing is scaled, so that text has the size of the text around it at any width: places
 * are given in per cent across and in pixels down. What has many points goes into a stretched part, whose strokes keep
 * their width. And the lines and labels of its axes.
 */

const { markup } = require('./markup');
const { px, upright, level, path, words } = require('./marks');

// Below the area, for the labels.
const AXIS_HEIGHT = 22;

/**
 * @param {object} frame
 * @param {string | null} frame.label what the plot shows, for those who do not see it; null where the text beside says
 *   it all
 * @param {number} frame.height pixels
 * @param {number} frame.left pixels beside the area, and so right
 * @param {Array} frame.content of the area
 * @param {string} [frame.kind] class of the SVG
 */
function frame({ label, height, left, right, content, kind = 'chart' }) {
  const alternative = label === null ? markup`aria-hidden="true"` : markup`role="img" aria-label="${label}"`;
  // An SVG inside would have to be as wide as the other less some pixels, which attributes cannot say.
  const box = markup`width="100%" height="${height}" style="padding:0 ${right}px 0 ${left}px"`;
  return markup`<svg class="${kind}" ${alternative} ${box}>${content}</svg>`;
}

/** A part of the area with a grid of 1000 across, which is stretched to the width; one down is one pixel. */
function stretched(top, height, content) {
  const box = markup`y="${top}" width="100%" height="${height}" viewBox="0 0 1000 ${height}"`;
  return markup`<svg class="stretched" ${box} preserveAspectRatio="none">${content}</svg>`;
}

/**
 * Dots, as strokes without length and with round ends: stretched circles would be ellipses.
 * @param {Array<[number, number]>} points across 0..100, down in pixels
 */
function dots(points, kind) {
  return points.length > 0 && path(kind, points.map(([x, y]) => `M${px(x * 10)} ${px(y)}h0`).join(''));
}

/**
 * Dots side by side where they would hide each other: each keeps its place along the axis and goes up by so many steps
 * as are taken.
 *
 * @param {number[]} places in per cent
 * @param {number} gap in per cent: two dots closer than this cover each other
 * @returns {{ levels: number[], height: number }} the level of each, from 0, in the order given; how many there are
 */
function stack(places, gap) {
  const order = [...places.keys()].sort((a, b) => places[a] - places[b] || a - b);
  const levels = [];
  const lastOf = [];
  for (const index of order) {
    let level = 0;
    while (level < lastOf.length && places[index] - lastOf[level] < gap) level++;
    lastOf[level] = places[index];
    levels[index] = level;
  }
  return { levels, height: lastOf.length };
}

/** Vertical lines at the ticks, from `top` to `bottom` (pixels or per cent). */
const verticals = (ticks, top, bottom) => ticks.map(({ at }) => upright('grid', `${at}%`, top, bottom));

/** Labels under the area, whose bottom is at `top`. */
const labelsAcross = (ticks, top) => ticks.map(({ at, text }) => words('tick', `${at}%`, top + 15, text, 'middle'));

/** Horizontal lines with labels at their left, in an area from `top` on and `height` pixels high. */
function horizontals(ticks, top, height) {
  return ticks.map(({ at, text }) => {
    const y = top + height * (1 - at / 100);
    return [level('grid', y, 0, '100%'), words('tick', -7, y + 4, text, 'end')];
  });
}

module.exports = { frame, stretched, dots, stack, verticals, labelsAcross, horizontals, AXIS_HEIGHT };
