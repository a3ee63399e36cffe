'use strict';

/* Values over a parameter: lines with different colours, whose points have different shapes. */

const {
  AXIS_HEIGHT, horizontals, labelsAcross, level, path, sign, stretched, through, upright, verticals,
} = require('./marks');
const { markup } = require('./markup');
const { textWidth, wrapped } = require('./text-width');
const { seriesClass } = require('./theme');
const { count } = require('../../text/numbers');

const NARROW = 250; // the area on a phone, in pixels: labels must not touch there
const LABEL = { size: 11.5, gap: 8 };
const LEAST_LABEL = 44; // words on the axis become numbers if each of them has less room
const NUMBERED = 'numbered are the values, in the order of the table';
const LEFT = 64;
const RIGHT = 28;
const HEIGHT = 280;
const TOP = 10;
const BOTTOM = TOP + HEIGHT;

/** The ticks whose labels do not touch, always with the last one: on a linear axis of powers, the first are close. */
function apart(ticks) {
  let left = Infinity;
  return [...ticks].sort((a, b) => b.x - a.x).filter(({ x, text }) => {
    const half = textWidth(text, LABEL.size) / 2;
    const isFree = x + half + LABEL.gap <= left;
    if (isFree) left = x - half;
    return isFree;
  }).reverse();
}

/** Labels of the values across that do not touch at this width, and the values with numbers instead. */
function labelsOf({ values, isNumeric }, width) {
  const room = width / values.length - LABEL.gap;
  const isNumbered = !isNumeric && room < LEAST_LABEL;
  const textOf = (text, i) => (isNumeric ? text : isNumbered ? `${i + 1}`
    : wrapped(text, { size: LABEL.size, width: room })[0]);
  const placed = values.map(({ at, text }, i) => ({ at, text: textOf(text, i), x: at / 100 * width }));
  return { ticks: apart(placed), numbered: isNumbered ? values.map(({ text }, i) => `${i + 1}: ${text}`) : [] };
}

function lineMarks({ points }, i, { scale, isAlone }) {
  const down = (value) => Math.round((TOP + HEIGHT * (1 - scale.at(value) / 100)) * 10) / 10;
  const told = points.filter(({ low, high }) => low !== null && high !== null);
  const places = points.map(({ at, value }) => [at * 10, down(value) - TOP]);
  return markup`<g class="${seriesClass(i)}">
${stretched(TOP, HEIGHT, path('line', through(places)))}
${told.map(({ at, low, high }) => upright('interval', `${at}%`, down(low), down(high)))}
${points.map(({ at, value, says }) => markup`<svg class="point" x="${at}%" y="${down(value)}"${
    isAlone ? markup`><title>${says}</title>` : markup` data-says="${says}">`}${sign(i)}</svg>`)}</g>\n`;
}

const lineSentences = (lines) => lines.map(({ name, points }) =>
  [name, points.map(({ words }) => words).join(', ')].filter(Boolean).join(': '));

const lineSign = (i) => [path('line', 'M0 6H22'), markup`<svg x="11" y="6" class="point">${sign(i)}</svg>`];

/** width: least of the area, in pixels; isAlone: no table next to it, so titles and names of numbered values */
function lineDrawing({ intro, lines, leftOut, across, scale, ticks: down }, { width = NARROW, isAlone = false } = {}) {
  const { ticks, numbered } = labelsOf(across, width);
  return {
    label: `${intro}. ${lineSentences(lines).join('; ')}`, height: BOTTOM + AXIS_HEIGHT, left: LEFT, right: RIGHT,
    kind: 'chart lines',
    content: [
      verticals(ticks, TOP, BOTTOM), horizontals(down, TOP, HEIGHT), level('floor', BOTTOM, 0, '100%'),
      labelsAcross(ticks, BOTTOM), lines.map((line, i) => lineMarks(line, i, { scale, isAlone })),
    ],
    notes: [
      ...(numbered.length === 0 ? [] : [isAlone ? numbered.join(', ') : NUMBERED]),
      ...(leftOut > 0 ? [`${count(leftOut)} more lines are left out`] : []),
    ],
  };
}

module.exports = { lineDrawing, lineSentences, lineSign };
