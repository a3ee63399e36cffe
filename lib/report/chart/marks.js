'use strict';

/* A figure has the width of its page and a fixed height: places across are percentages ('12.5%'), down pixels. */

/**
 * @typedef {{ label: string|null, height, left, right, content: Array, kind, notes?: string[] }} Drawing of a figure or
 *   row; label: null if the text around it covers it; left, right: pixels for labels; kind: class; notes: on omissions
 */

const { markup, raw } = require('./markup');

const { cos, sin, PI, round } = Math;

const AXIS_HEIGHT = 22;

/** One decimal: a tenth of a pixel is invisible. */
const px = (value) => (typeof value === 'string' ? value : round(value * 10) / 10);

const upright = (kind, x, top, bottom) =>
  markup`<line class="${kind}" x1="${px(x)}" x2="${px(x)}" y1="${px(top)}" y2="${px(bottom)}"/>`;

const level = (kind, y, from, to) =>
  markup`<line class="${kind}" x1="${px(from)}" x2="${px(to)}" y1="${px(y)}" y2="${px(y)}"/>`;

const rect = (kind, x, y, width, height) =>
  markup`<rect class="${kind}" x="${px(x)}" width="${px(width)}" y="${px(y)}" height="${px(height)}"/>`;

const path = (kind, d) => markup`<path class="${kind}" d="${raw(d)}"/>`;
const through = (points) => points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${px(x)} ${px(y)}`).join('');

const words = (kind, x, y, text, anchor) =>
  markup`<text class="${kind}" x="${px(x)}" y="${px(y)}"${anchor && markup` text-anchor="${anchor}"`}>${text}</text>`;

function polygon(corners, radius, turn) {
  const angles = Array.from({ length: corners }, (_, i) => turn + 2 * PI * i / corners);
  return `${through(angles.map((angle) => [radius * sin(angle), -radius * cos(angle)]))}z`;
}

function crossed(radius, turn) {
  const strokes = [turn, turn + PI / 2].map((angle) => [px(radius * sin(angle)), px(radius * cos(angle))]);
  return strokes.map(([x, y]) => `M${-x} ${-y}L${x} ${y}`).join('');
}

const circle = (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

// Shapes of about equal area.
const SHAPES = {
  disc: circle(4.2), square: 'M-3.8 -3.8h7.6v7.6h-7.6z', triangle: polygon(3, 5.4, 0), diamond: polygon(4, 5.2, 0),
  wedge: polygon(3, 5.4, PI), plus: crossed(4.6, 0), cross: crossed(4.6, PI / 4), pentagon: polygon(5, 4.9, 0),
  ring: circle(4), left: 'M-7 0L0-4.5V4.5z', right: 'M7 0L0-4.5V4.5z', end: 'M0-4V4', whisker: 'M0-6V6',
};
const OF_SERIES = ['disc', 'square', 'triangle', 'diamond', 'wedge', 'plus', 'cross', 'pentagon'];

/** A shape at a place in percent, which transforms cannot express. `left` and `right` point beyond an edge. */
function spot(kind, name, x, y) {
  const drawn = markup`<path${!kind && markup` class="${name}"`} d="${raw(SHAPES[name])}"/>`;
  return markup`<svg class="sign${kind && ` ${kind} ${name}`}" x="${x}%" y="${px(y)}">${drawn}</svg>`;
}

/** The shape of a series by its number: the ninth has the colour of the first and the shape of the second. */
function sign(i) {
  const name = OF_SERIES[(i + (i - i % OF_SERIES.length) / OF_SERIES.length) % OF_SERIES.length];
  return path(/^(plus|cross)$/.test(name) ? 'stroke' : 'sign', SHAPES[name]);
}

/** A part of the area that is stretched to the width: 1000 units across, one pixel per unit down. */
function stretched(top, height, content) {
  const box = markup`y="${top}" width="100%" height="${height}" viewBox="0 0 1000 ${height}"`;
  return markup`<svg class="stretched" ${box} preserveAspectRatio="none">${content}</svg>`;
}

/** Dots as strokes of no length with round ends: stretched circles would be ellipses. points: [percent, pixels][] */
const dots = (points, kind) =>
  points.length > 0 && path(kind, points.map(([x, y]) => `M${px(x * 10)} ${px(y)}h0`).join(''));

/** The lowest free level of each dot, so that none is closer than the gap (in percent, like places); height: levels */
function stack(places, gap) {
  const order = [...places.keys()].sort((a, b) => places[a] - places[b] || a - b);
  const levels = [];
  const lastOf = [];
  for (const index of order) {
    let lowest = 0;
    while (lowest < lastOf.length && places[index] - lastOf[lowest] < gap) lowest++;
    lastOf[lowest] = places[index];
    levels[index] = lowest;
  }
  return { levels, height: lastOf.length };
}

const verticals = (ticks, top, bottom) => ticks.map(({ at }) => upright('grid', `${at}%`, top, bottom));

const labelsAcross = (ticks, bottom) => markup`<g class="across">${ticks.map(({ at, text }) =>
  words('tick', `${at}%`, bottom + 15, text, 'middle'))}</g>`;

const horizontals = (ticks, top, height) => ticks.map(({ at, text }) => {
  const y = top + height * (1 - at / 100);
  return [level('grid', y, 0, '100%'), words('tick', -7, y + 4, text, 'end')];
});

module.exports = {
  AXIS_HEIGHT, px, upright, level, rect, path, through, words, spot, sign, stretched, dots, stack, verticals,
  labelsAcross, horizontals,
};
