'use strict';

/*
 * A plot as a list: each row has a name, its part of the plot, and a figure. Of intervals that part is a line with a
 * sign for the estimate, of amounts a bar, of single values their dots. The rows of a list share the scale, and touch;
 * the axis stands below.
 */

const { markup } = require('./markup');
const { level, rect, spot, upright } = require('./marks');
const { frame, stretched, dots, stack, verticals, labelsAcross, AXIS_HEIGHT } = require('./frame');

const { ceil, max, min } = Math;

// On both sides of the area: half of the label of a tick at its end.
const SIDE = 26;
const ROW_HEIGHT = 30;
const MIDDLE = '50%';

const row = (label, content, { height = ROW_HEIGHT, kind = 'row' } = {}) =>
  frame({ label, height, left: SIDE, right: SIDE, kind, content });

/** Lines to compare with, those that are on the axis. */
const linesAcross = (lines, scale) => lines.filter(({ value }) => scale.side(value) === 0).map(({ value, kind }) =>
  upright(kind, `${scale.at(value)}%`, 0, '100%'));

const interval = (scale, low, high, y) => level('interval', y, `${scale.at(low)}%`, `${scale.at(high)}%`);

/** An arrow where the axis ends first, `name` elsewhere. */
const arrowOr = (name, scale, value) => ({ '-1': 'left', 0: name, 1: 'right' })[scale.side(value)];

/** The end of a line: a short stroke across it, or an arrow. */
const endOf = (scale, value, name) =>
  spot(scale.side(value) === 0 ? '' : 'beyond', arrowOr(name, scale, value), scale.at(value), MIDDLE);

/**
 * @param {object} row
 * @param {object} row.scale of all rows, from createScale()
 * @param {Array<{ at: number }>} row.ticks
 * @param {string} row.label
 * @param {number | null} row.centre the estimate, and low, high of its interval, which has both ends or none
 * @param {{ low: number, high: number } | null} [row.band]
 * @param {Array<{ value: number, kind: string }>} [row.lines] to compare with
 * @param {string} row.shape of the sign
 * @param {string} row.tone class of what the verdict is
 */
function intervalRow({ scale, ticks, label, centre, low, high, band, lines = [], shape, tone }) {
  const [from, to] = band ? [band.low, band.high].map(scale.at) : [];
  const hasInterval = low !== null && high !== null;
  const marks = [
    hasInterval && [interval(scale, low, high, MIDDLE), endOf(scale, low, 'end'), endOf(scale, high, 'end')],
    centre !== null && spot('estimate', arrowOr(shape, scale, centre), scale.at(centre), MIDDLE),
  ];
  return row(label, [
    band && rect('band', `${from}%`, 0, `${(to - from).toFixed(2)}%`, '100%'),
    verticals(ticks, 0, '100%'), linesAcross(lines, scale), markup`<g class="${tone}">${marks}</g>`,
  ]);
}

/**
 * Parts beside each other from the left end of the axis on, and a whisker to what lies beyond them.
 *
 * @param {object} row
 * @param {object} row.scale of all rows, starting at 0
 * @param {Array<{ at: number }>} row.ticks
 * @param {string} row.label
 * @param {Array<{ value: number, kind: string }>} row.parts lengths, each begins where the one before ends; `kind` is a
 *   class
 * @param {number | null} [row.whisker] where the line ends that goes on from the last part
 * @param {Array<{ value: number, kind: string }>} [row.lines] to compare with
 */
function barRow({ scale, ticks, label, parts, whisker = null, lines = [] }) {
  let end = 0;
  const bars = parts.filter(({ value }) => value > 0).map(({ value, kind }) => {
    const from = end;
    end += value;
    // A bar as a line of some width stays in the middle of a row that its name makes higher.
    return level(`bar ${kind}`, MIDDLE, `${scale.at(from)}%`, `${scale.at(end)}%`);
  });
  return row(label, [
    verticals(ticks, 0, '100%'), linesAcross(lines, scale), bars,
    whisker !== null && whisker > end &&
      [level('whisker', MIDDLE, `${scale.at(end)}%`, `${scale.at(whisker)}%`), endOf(scale, whisker, 'whisker')],
  ]);
}

const DOT_LANE = 40;
const DOT_MIDDLE = 20;
const SUMMARY = 46;
const DOTS_HEIGHT = 56;
const DOT = 7;
const DOT_GAP = 2.4; // of 280 pixels
const MOST_DOTS = 600;

/** 0, 1, -1, 2, -2, .. steps away from the middle */
const turnOf = (step) => (step % 2 ? ceil(step / 2) : -step / 2);

/**
 * Values as dots, which go up and down by turns where they would hide each other; the interval of their mean below.
 *
 * @param {object} row
 * @param {number[]} row.values the first 600 are drawn
 * @param {object} row.scale of all rows
 * @param {Array<{ at: number }>} row.ticks
 * @param {string} row.label
 * @param {number} row.centre the mean, and low, high of its interval, null where it has none
 * @param {string} row.tone
 */
function dotRow({ values, scale, ticks, label, centre, low, high, tone }) {
  const drawn = values.slice(0, MOST_DOTS);
  const isBeyond = (side) => drawn.some((value) => scale.side(value) === side);
  const places = drawn.filter((value) => scale.side(value) === 0).map((value) => scale.at(value));
  const { levels, height } = stack(places, DOT_GAP);
  const step = min(DOT + 1, (DOT_LANE - DOT) / max(1, height - 1));
  const points = places.map((x, i) => [x, DOT_MIDDLE + turnOf(levels[i]) * step]);
  const marks = [
    stretched(0, DOT_LANE, dots(points, 'value few')), low !== null && interval(scale, low, high, SUMMARY),
    spot('estimate', 'diamond', scale.at(centre), SUMMARY),
  ];
  return row(label, [
    verticals(ticks, 0, '100%'), markup`<g class="${tone}">${marks}</g>`,
    isBeyond(-1) && spot('beyond', 'left', 0, DOT_MIDDLE), isBeyond(1) && spot('beyond', 'right', 100, DOT_MIDDLE),
  ], { height: DOTS_HEIGHT, kind: 'row dots' });
}

/** The labels under the last row. */
function axisRow(ticks) {
  return row(null, [verticals(ticks, 0, 4), labelsAcross(ticks, 3)], { height: AXIS_HEIGHT, kind: 'row axis' });
}

/**
 * @param {Array<{ name, row, value, more?, title? }>} items markup; one with a title alone is a heading between them
 * @param {Array<{ at: number, text: string }>} ticks
 */
function rowList(items, ticks) {
  const cell = (kind, content) => markup`<span class="${kind}">${content}</span>`;
  const lines = items.map(({ name, row: part, value, more, title }) => (title ? markup`<li class="group">${title}</li>
` : markup`<li>${cell('name', name)}${part}${cell('value', value)}${more && cell('more', more)}</li>
`));
  return markup`<ul class="rows">
${lines}<li class="under" aria-hidden="true">${axisRow(ticks)}</li>
</ul>
`;
}

module.exports = { intervalRow, barRow, dotRow, axisRow, rowList };
