'use strict';

/*
 * Values over a parameter, a line for each of several. Lines are told apart by colour, and by the shape of their
 * points. Numbers have their places across, words stand in their order.
 */

const { markup, nameOf, shown } = require('../chart/markup');
const { figure } = require('./parts');
const { count, parameterText } = require('../../text/numbers');
const { apart } = require('../chart/ticks');
const { createScale } = require('../chart/scale');
const { frame, stretched, verticals, horizontals, labelsAcross, AXIS_HEIGHT } = require('../chart/frame');
const { upright, level, path, through, sign } = require('../chart/marks');
const { wrapped } = require('../chart/text-width');
const { seriesClass } = require('../chart/theme');

const { max, min } = Math;

// The signs and colours of more lines are those of others again.
const MOST_LINES = 16;

// Values that lie further apart are on a log axis.
const LOG_FROM = 20;

// Of the plot on a telephone, in pixels, whose labels shall not touch.
const NARROW = 250;
const LABEL = { size: 11.5, gap: 8 };

// Words that have less are numbered.
const LEAST_LABEL = 44;
const NUMBERED = 'numbered are the values, in the order of the table';

const LEFT = 64;
const RIGHT = 28;
const HEIGHT = 280;
const TOP = 10;
const BOTTOM = TOP + HEIGHT;

const distinct = (values) => [...new Set(values)];
const textOf = (x) => (typeof x === 'number' ? parameterText(x) : shown(x ?? 'none'));

/** Places across, in per cent, with their labels; words stand in the order in which they came. */
function axisAcross(lines, isLog) {
  const xs = distinct(lines.flatMap(({ points }) => points.map(({ x }) => x)));
  if (!xs.every((x) => typeof x === 'number')) {
    const width = NARROW / xs.length - LABEL.gap;
    const isNumbered = width < LEAST_LABEL;
    const words = (x) => (isNumbered ? `${xs.indexOf(x) + 1}` : wrapped(textOf(x), { size: LABEL.size, width })[0]);
    return { at: (x) => (xs.indexOf(x) + 0.5) / xs.length * 100, xs, isLog: false, words, isNumbered };
  }
  const [low, high] = [min(...xs), max(...xs)];
  const scale = createScale({ low, high, isLog: low > 0 && (isLog || high >= LOG_FROM * low), padding: 0.03 });
  return { at: scale.at, xs, isLog: scale.isLog, words: textOf, isNumbered: false };
}

/** One line with its points and their intervals. */
function lineMarks({ name, points }, i, { across, down, words }) {
  const y = ({ value }) => down(value);
  const x = (point) => across.at(point.x);
  const told = points.filter(({ low, high }) => low !== null && high !== null);
  const says = (point) =>
    [name && shown(name), `${words(point.value)} at ${textOf(point.x)}`].filter(Boolean).join(': ');
  const places = points.map((point) => [x(point) * 10, y(point) - TOP]);
  return markup`<g class="${seriesClass(i)}">
${stretched(TOP, HEIGHT, path('line', through(places)))}
${told.map((point) => upright('interval', `${x(point)}%`, down(point.low), down(point.high)))}
${points.map((point) => markup`<svg class="point" x="${x(point)}%" y="${y(point)}" data-says="${says(point)}">\
${sign(i, 0, 0)}</svg>`)}</g>
`;
}

/** The sign of a line by itself, for a legend. */
const lineSign = (i) => markup`<svg class="line-key ${seriesClass(i)}" width="22" height="12" aria-hidden="true">\
${path('line', 'M0 6H22')}<svg x="11" y="6" class="point">${sign(i, 0, 0)}</svg></svg>`;

/**
 * @param {object} plot
 * @param {string} plot.title
 * @param {string} plot.parameter
 * @param {Array<{ name: string, points: Array<{ x, value: number, low: number|null, high: number|null }> }>} plot.lines
 * @param {object} plot.scale of the values
 * @param {Array<{ at: number, text: string }>} plot.ticks
 * @param {function(number): string} plot.words for a value
 * @param {string[]} [plot.text] what is said beside the title
 * @param {boolean} [plot.isLog] across; without it where the values lie far apart
 * @returns {object|null} null where no line has a point
 */
function lineFigure({ title, parameter, lines: all, scale, ticks: down, words, text = [], isLog = false }) {
  const lines = all.filter(({ points }) => points.length > 0).slice(0, MOST_LINES);
  if (lines.length === 0) return null;
  const across = axisAcross(lines, isLog);
  const placed = across.xs.map((x) => ({ at: across.at(x), text: across.words(x) }));
  const ticks = apart(placed.map((tick) => ({ ...tick, x: tick.at / 100 * NARROW })), LABEL);
  const place = (value) => Math.round((TOP + HEIGHT * (1 - scale.at(value) / 100)) * 10) / 10;
  const pointWords = (point) => `${words(point.value)} at ${textOf(point.x)}`;
  const sentences = lines.map(({ name, points }) =>
    [name && shown(name), points.map(pointWords).join(', ')].filter(Boolean).join(': '));
  const plot = frame({
    label: `${title} over ${shown(parameter)}. ${sentences.join('; ')}`, height: BOTTOM + AXIS_HEIGHT, left: LEFT,
    right: RIGHT, kind: 'chart lines',
    content: [
      verticals(ticks, TOP, BOTTOM), horizontals(down, TOP, HEIGHT), level('floor', BOTTOM, 0, '100%'),
      labelsAcross(ticks, BOTTOM), lines.map((line, i) => lineMarks(line, i, { across, down: place, words })),
    ],
  });
  const axes = scale.isLog && across.isLog ? 'both axes are logarithmic'
    : scale.isLog ? 'the upright axis is logarithmic' : across.isLog ? 'the axis across is logarithmic' : '';
  const left = all.length > lines.length ? `${count(all.length - lines.length)} more lines are left out` : '';
  const keys = lines.filter(({ name }) => name)
    .map((line, i) => markup`<li>${lineSign(i)}${nameOf(line.name)}</li>`);
  return figure({
    kind: 'plot growth', title: markup`${title} over ${nameOf(parameter)}`,
    text: [...text, axes, across.isNumbered && NUMBERED, left].filter(Boolean).join('; '),
    body: markup`${plot}${keys.length > 0 && markup`<ul class="keys">${keys}</ul>
`}`,
  });
}

module.exports = { lineFigure };
