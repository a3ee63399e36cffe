'use strict';

/* One row of a list of bars: parts beside each other from the left end of the axis on, and a whisker to what lies beyond them. */

const { markup } = require('../html/markup');
const { frame, sign } = require('./frame');
const { verticals } = require('./axis');
const { SIDE, ROW_HEIGHT } = require('./interval-row');

/**
 * @param {object} row
 * @param {object} row.scale of all rows, from createScale(), starting at 0
 * @param {Array<{ at: number }>} row.ticks
 * @param {string} row.label
 * @param {Array<{ value: number, kind: string }>} row.parts lengths, each begins where the one before ends; `kind` is a class
 * @param {number | null} [row.whisker] where the line ends that goes on from the last part
 * @param {Array<{ value: number, kind: string }>} [row.lines] to compare with
 */
function barRow({ scale, ticks, label, parts, whisker = null, lines = [] }) {
  const content = [verticals(ticks, 0, '100%')];
  for (const { value, kind } of lines) {
    const x = scale.at(value);
    if (!scale.side(value)) content.push(markup`<line class="${kind}" x1="${x}%" x2="${x}%" y1="0" y2="100%"/>`);
  }
  let end = 0;
  for (const { value, kind } of parts) {
    // A bar as a line of some width stays in the middle of a row that its name makes higher.
    if (value > 0) content.push(markup`<line class="bar ${kind}" x1="${scale.at(end)}%" x2="${scale.at(end + value)}%" y1="50%" y2="50%"/>`);
    end += value > 0 ? value : 0;
  }
  if (whisker !== null && whisker > end) {
    const x = scale.at(whisker);
    content.push(markup`<line class="whisker" x1="${scale.at(end)}%" x2="${x}%" y1="50%" y2="50%"/>`);
    content.push(scale.side(whisker) ? sign('right', x, '50%', 'beyond') : markup`<svg class="sign" x="${x}%" y="50%"><path class="whisker" d="M0-6V6"/></svg>`);
  }
  return frame({ label, height: ROW_HEIGHT, left: SIDE, right: SIDE, kind: 'row', content });
}

module.exports = { barRow };
