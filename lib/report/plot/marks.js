'use strict';

/* What plots are drawn with, in absolute pixels: lines, boxes, words, and the signs that tell series apart. */

const { markup, raw } = require('../html/markup');

// Captured at load, because a measured test may change them.
const { cos, sin, PI, round } = Math;

/** Two decimals: a hundredth of a pixel is not to be seen. */
const px = (value) => round(value * 100) / 100;

function line(kind, x1, y1, x2, y2) {
  return markup`<line class="${kind}" x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}"/>`;
}

function rect(kind, x, y, width, height) {
  return markup`<rect class="${kind}" x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"/>`;
}

function dot(x, y, radius) {
  return markup`<circle class="dot" cx="${px(x)}" cy="${px(y)}" r="${px(radius)}"/>`;
}

/** @param {'start'|'middle'|'end'} [anchor] */
function words(kind, x, y, text, anchor = 'start') {
  return markup`<text${kind && markup` class="${kind}"`} x="${px(x)}" y="${px(y)}"${anchor !== 'start' && markup` text-anchor="${anchor}"`}>${text}</text>`;
}

/** Marks that belong together, with words for those who point at them or do not see them. */
function group(kind, title, content) {
  return markup`<g${kind && markup` class="${kind}"`}>${title && markup`<title>${title}</title>`}${content}</g>
`;
}

function path(kind, d, dashes) {
  return markup`<path class="${kind}" d="${raw(d)}"${dashes && markup` stroke-dasharray="${dashes}"`}/>`;
}

function polygon(corners, radius, turn) {
  let d = '';
  for (let i = 0; i < corners; i++) {
    const angle = turn + 2 * PI * i / corners;
    d += `${i === 0 ? 'M' : 'L'}${px(radius * sin(angle))} ${px(-radius * cos(angle))}`;
  }
  return `${d}z`;
}

const crossed = (r, turn) => [0, 1].map((i) => {
  const angle = turn + PI / 2 * i;
  const [x, y] = [px(r * sin(angle)), px(r * cos(angle))];
  return `M${-x} ${-y}L${x} ${y}`;
}).join('');

// Of about equal area; crosses are lines.
const SIGNS = [
  { d: 'M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0z' },
  { d: 'M-3.8 -3.8h7.6v7.6h-7.6z' },
  { d: polygon(3, 5.4, 0) },
  { d: polygon(4, 5.2, 0) },
  { d: polygon(3, 5.4, PI) },
  { d: crossed(4.6, 0), isStroke: true },
  { d: crossed(4.6, PI / 4), isStroke: true },
  { d: polygon(5, 4.9, 0) },
];

/** The sign of a series, by its number; the ninth has the colour of the first and the shape of the second. */
function sign(i, x, y) {
  const { d, isStroke } = SIGNS[(i + (i - i % SIGNS.length) / SIGNS.length) % SIGNS.length];
  return markup`<path class="${isStroke ? 'stroke' : 'sign'}" transform="translate(${px(x)} ${px(y)})" d="${raw(d)}"/>`;
}

module.exports = { px, line, rect, dot, words, group, path, sign };
