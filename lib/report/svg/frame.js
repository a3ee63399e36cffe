'use strict';

/*
 * The outside of a plot: an SVG as wide as the page gives it and so many pixels high; its padding, which is
 * not cut off, is for labels. Nothing is scaled, so that text has the size of the text around it at any
 * width: places are given in per cent across and in pixels down. Lines of many points go into a stretched
 * part, whose strokes keep their width.
 */

const { markup, raw } = require('../html/markup');

// Captured at load, because a measured test may change it.
const { round } = Math;

/** A number of a path: a tenth is a tenth of a pixel or less. */
const short = (value) => `${round(value * 10) / 10}`;

/**
 * @param {object} frame
 * @param {string | null} frame.label what the plot shows, for those who do not see it; null where the text beside says it all
 * @param {number} frame.height pixels
 * @param {number} frame.left pixels beside the area, and so right
 * @param {Array} frame.content of the area
 * @param {string} [frame.kind] class of the SVG
 */
function frame({ label, height, left, right, content, kind = 'chart' }) {
  const alternative = label === null ? markup`aria-hidden="true"` : markup`role="img" aria-label="${label}"`;
  // An SVG inside would have to be as wide as the other less some pixels, which attributes cannot say.
  return markup`<svg class="${kind}" ${alternative} width="100%" height="${height}" style="padding:0 ${right}px 0 ${left}px">${content}</svg>`;
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
  if (points.length === 0) return null;
  let path = '';
  for (const [x, y] of points) path += `M${short(x * 10)} ${short(y)}h0`;
  return markup`<path class="${kind}" d="${raw(path)}"/>`;
}

const SHAPES = {
  disc: '<circle r="4.5"/>',
  ring: '<circle r="4"/>',
  square: '<rect x="-4" y="-4" width="8" height="8"/>',
  diamond: '<path d="M-5.5 0L0-5.5 5.5 0 0 5.5z"/>',
  left: '<path d="M-7 0L0-4.5V4.5z"/>',
  right: '<path d="M7 0L0-4.5V4.5z"/>',
  up: '<path d="M0-6L-4 0H4z"/>',
  down: '<path d="M0 6L-4 0H4z"/>',
};

/** A sign that is not stretched. `x` in per cent, `y` in pixels or as '50%'; `left` .. `down` point beyond an edge. */
function sign(shape, x, y, kind) {
  return markup`<svg class="sign ${kind} ${shape}" x="${x}%" y="${y}">${raw(SHAPES[shape])}</svg>`;
}

module.exports = { frame, stretched, dots, sign, short };
