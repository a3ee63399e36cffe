'use strict';

/*
 * What all pictures are drawn with. Places are pixels, or per cent as '12.5%' in those that are as wide as the page
 * lets them be. The signs that tell series apart are of about equal area.
 */

const { markup, raw } = require('./markup');

const { cos, sin, PI, round } = Math;

/** A tenth of a pixel is not to be seen. */
const px = (value) => (typeof value === 'string' ? value : round(value * 10) / 10);

const upright = (kind, x, top, bottom) =>
  markup`<line class="${kind}" x1="${px(x)}" x2="${px(x)}" y1="${px(top)}" y2="${px(bottom)}"/>`;

const level = (kind, y, from, to) =>
  markup`<line class="${kind}" x1="${px(from)}" x2="${px(to)}" y1="${px(y)}" y2="${px(y)}"/>`;

const rect = (kind, x, y, width, height) =>
  markup`<rect class="${kind}" x="${px(x)}" width="${px(width)}" y="${px(y)}" height="${px(height)}"/>`;

const dot = (x, y) => markup`<circle class="dot" cx="${px(x)}" cy="${px(y)}" r="2.2"/>`;

const path = (kind, d, dashes) =>
  markup`<path class="${kind}" d="${raw(d)}"${dashes && markup` stroke-dasharray="${dashes}"`}/>`;

/** A line through points, for path(). */
const through = (points) => points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${px(x)} ${px(y)}`).join('');

/** @param {'start'|'middle'|'end'} [anchor] */
function words(kind, x, y, text, anchor = 'start') {
  const place = markup` x="${px(x)}" y="${px(y)}"${anchor !== 'start' && markup` text-anchor="${anchor}"`}`;
  return markup`<text${kind && markup` class="${kind}"`}${place}>${text}</text>`;
}

/** Several lines, the first at y. */
function paragraph(kind, x, y, step, texts, anchor) {
  return texts.map((text, i) => words(kind, x, y + i * step, text, anchor));
}

/** Marks that belong together, with words for those who point at them or do not see them. */
function group(kind, title, content) {
  return markup`<g${kind && markup` class="${kind}"`}>${title && markup`<title>${title}</title>`}${content}</g>
`;
}

function polygon(corners, radius, turn) {
  const angles = Array.from({ length: corners }, (_, i) => turn + 2 * PI * i / corners);
  return `${through(angles.map((angle) => [radius * sin(angle), -radius * cos(angle)]))}z`;
}

function crossed(radius, turn) {
  const strokes = [turn, turn + PI / 2].map((angle) => [px(radius * sin(angle)), px(radius * cos(angle))]);
  return strokes.map(([x, y]) => `M${-x} ${-y}L${x} ${y}`).join('');
}

const circle = (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const SHAPES = {
  disc: circle(4.2), square: 'M-3.8 -3.8h7.6v7.6h-7.6z', triangle: polygon(3, 5.4, 0), diamond: polygon(4, 5.2, 0),
  wedge: polygon(3, 5.4, PI), plus: crossed(4.6, 0), cross: crossed(4.6, PI / 4), pentagon: polygon(5, 4.9, 0),
  ring: circle(4), left: 'M-7 0L0-4.5V4.5z', right: 'M7 0L0-4.5V4.5z', end: 'M0-4V4', whisker: 'M0-6V6',
};
const OF_SERIES = ['disc', 'square', 'triangle', 'diamond', 'wedge', 'plus', 'cross', 'pentagon'];

/** A shape around a place in pixels. */
const shape = (kind, name, x, y) =>
  markup`<path class="${kind}" transform="translate(${px(x)} ${px(y)})" d="${raw(SHAPES[name])}"/>`;

/** The same in per cent, which no transform knows; `left` and `right` point beyond an edge. */
function spot(kind, name, x, y) {
  const drawn = markup`<path${!kind && markup` class="${name}"`} d="${raw(SHAPES[name])}"/>`;
  return markup`<svg class="sign${kind && ` ${kind} ${name}`}" x="${x}%" y="${px(y)}">${drawn}</svg>`;
}

/** The sign of a series, by its number; the ninth has the colour of the first and the shape of the second. */
function sign(i, x, y) {
  const name = OF_SERIES[(i + (i - i % OF_SERIES.length) / OF_SERIES.length) % OF_SERIES.length];
  return shape(/^(plus|cross)$/.test(name) ? 'stroke' : 'sign', name, x, y);
}

module.exports = { px, upright, level, rect, dot, path, through, words, paragraph, group, shape, spot, sign };
