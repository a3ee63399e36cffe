'use strict';

/*
 * One row of a list of intervals: the interval as a line, the estimate as a sign on it, and behind them
 * the lines of the axis and a band. The rows of a list share the scale, and touch.
 */

const { markup } = require('../html/markup');
const { frame, sign } = require('./frame');
const { verticals, labelsAcross, AXIS_HEIGHT } = require('./axis');

// On both sides of the area: half of the label of a tick at its end.
const SIDE = 26;
const ROW_HEIGHT = 30;

// An end of an interval: a short stroke across it, or an arrow where the axis ends first.
function endOf(scale, value, isLow) {
  const outside = scale.side(value);
  if (outside) return sign(outside < 0 ? 'left' : 'right', scale.at(value), '50%', 'beyond');
  const x = scale.at(value);
  return markup`<svg class="sign" x="${x}%" y="50%"><path class="end" d="M0-4V4" data-end="${isLow ? 'low' : 'high'}"/></svg>`;
}

/**
 * @param {object} row
 * @param {object} row.scale of all rows, from createScale()
 * @param {Array<{ at: number }>} row.ticks
 * @param {string} row.label
 * @param {number | null} row.centre the estimate, and low, high of its interval
 * @param {{ low: number, high: number } | null} [row.band]
 * @param {Array<{ value: number, kind: string }>} [row.lines] to compare with
 * @param {string} row.shape of the sign
 * @param {string} row.tone class of what the verdict is
 */
function intervalRow({ scale, ticks, label, centre, low, high, band, lines = [], shape, tone }) {
  const parts = [];
  if (band) {
    const from = scale.at(band.low);
    const to = scale.at(band.high);
    parts.push(markup`<rect class="band" x="${from}%" width="${(to - from).toFixed(2)}%" y="0" height="100%"/>`);
  }
  parts.push(verticals(ticks, 0, '100%'));
  for (const { value, kind } of lines) {
    if (scale.side(value)) continue;
    const x = scale.at(value);
    parts.push(markup`<line class="${kind}" x1="${x}%" x2="${x}%" y1="0" y2="100%"/>`);
  }
  const marks = [];
  if (low !== null && high !== null) {
    marks.push(markup`<line class="interval" x1="${scale.at(low)}%" x2="${scale.at(high)}%" y1="50%" y2="50%"/>`);
    marks.push(endOf(scale, low, true), endOf(scale, high, false));
  }
  if (centre !== null) {
    const outside = scale.side(centre);
    marks.push(sign(outside < 0 ? 'left' : outside > 0 ? 'right' : shape, scale.at(centre), '50%', 'estimate'));
  }
  return frame({ label, height: ROW_HEIGHT, left: SIDE, right: SIDE, kind: 'row', content: [parts, markup`<g class="${tone}">${marks}</g>`] });
}

/** The labels under the last row. */
function axisRow(ticks) {
  const content = [verticals(ticks, 0, 4), labelsAcross(ticks, 3)];
  return frame({ label: null, height: AXIS_HEIGHT, left: SIDE, right: SIDE, kind: 'row axis', content });
}

module.exports = { intervalRow, axisRow, SIDE, ROW_HEIGHT };
