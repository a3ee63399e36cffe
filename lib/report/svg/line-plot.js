'use strict';

/*
 * Times over a size, a line with its points for each test. Lines are told apart by colour, and by the shape of their
 * points.
 */

const { markup, raw } = require('../html/markup');
const { frame, stretched, short } = require('./frame');
const { verticals, horizontals, labelsAcross, AXIS_HEIGHT } = require('./axis');
const { sign } = require('../plot/marks');
const { seriesClass } = require('../plot/theme');

const LEFT = 64;
const RIGHT = 28;
const HEIGHT = 280;
const TOP = 10;

function lineOf(points) {
  const d = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${short(x * 10)} ${short(y)}`).join('');
  return stretched(TOP, HEIGHT, [markup`<path class="line" d="${raw(d)}"/>`]);
}

/**
 * @param {object} plot
 * @param {Array<{ points: Array<{ x: number, value: number, low: number|null, high: number|null }> }>} plot.series x in per
 *   cent from the left, in this order; low, high: an interval of the value
 * @param {object} plot.scale of the values
 * @param {Array<{ at: number, text: string }>} plot.ticksDown of the values
 * @param {Array<{ at: number, text: string }>} plot.ticksAcross
 * @param {string} plot.label
 */
function linePlot({ series, scale, ticksDown, ticksAcross, label }) {
  const bottom = TOP + HEIGHT;
  const y = (value) => TOP + HEIGHT * (1 - scale.at(value) / 100);
  const lines = series.map(({ points }, i) => markup`<g class="${seriesClass(i)}">
${points.length > 1 && lineOf(points.map(({ x, value }) => [x, y(value) - TOP]))}
${points.filter(({ low, high }) => low !== null && high !== null).map(({ x, low, high }) => markup`<line class="interval" x1="${x}%" x2="${x}%" y1="${y(low)}" y2="${y(high)}"/>`)}
${points.map(({ x, value }) => markup`<svg class="point" x="${x}%" y="${y(value)}">${sign(i, 0, 0)}</svg>`)}</g>
`);
  const content = [
    verticals(ticksAcross, TOP, bottom), horizontals(ticksDown, TOP, HEIGHT),
    markup`<line class="floor" x1="0" x2="100%" y1="${bottom}" y2="${bottom}"/>`,
    labelsAcross(ticksAcross, bottom), lines,
  ];
  return frame({ label, height: bottom + AXIS_HEIGHT, left: LEFT, right: RIGHT, content, kind: 'chart lines' });
}

/** The sign of a line by itself, for a legend. */
function lineSign(i) {
  return markup`<svg class="line-key ${seriesClass(i)}" width="22" height="12" aria-hidden="true"><path class="line" d="M0 6H22"/><svg x="11" y="6" class="point">${sign(i, 0, 0)}</svg></svg>`;
}

module.exports = { linePlot, lineSign };
