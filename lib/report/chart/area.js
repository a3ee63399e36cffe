'use strict';

/* Two axes: values over a parameter as lines, and rounds in their order as dots. */

const {
  AXIS_HEIGHT, dots, horizontals, labelsAcross, level, path, px, rect, sign, stretched, through, upright, verticals,
  words,
} = require('./marks');
const { markup } = require('./markup');
const { textWidth, wrapText } = require('./text-width');
const { seriesClass } = require('./theme');

const WIDTH = 540; // least width of the area, in pixels
const LEFT = 64;
const RIGHT = 28;
const TOP = 20; // for words about values beyond the axis
const LABEL = { size: 12, gap: 8 };
const LEAST_LABEL = 44; // words on the axis become numbers if each of them has less room

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

/** Labels of the values across that do not touch, and the values with numbers instead. */
function labelsOf({ values, isNumeric }) {
  const room = WIDTH / values.length - LABEL.gap;
  const isNumbered = !isNumeric && room < LEAST_LABEL;
  const textOf = (text, i) => (isNumeric ? text : isNumbered ? `${i + 1}`
    : wrapText(text, { size: LABEL.size, width: room })[0]);
  const placed = values.map(({ at, text }, i) => ({ at, text: textOf(text, i), x: at / 100 * WIDTH }));
  return { ticks: apart(placed), numbered: isNumbered ? values.map(({ text }, i) => `${i + 1}: ${text}`) : [] };
}

function lineMarks({ points }, i, down) {
  const known = points.filter(({ low, high }) => low !== null && high !== null);
  return markup`<g class="${seriesClass(i)}">
${stretched(TOP, HEIGHTS.lines, path('line', through(points.map(({ at, value }) => [at * 10, down(value)]))))}
${known.map(({ at, low, high }) => upright('interval', `${at}%`, TOP + down(low), TOP + down(high)))}
${points.map(({ at, value, words: title }) => (
    markup`<svg class="point" x="${at}%" y="${px(TOP + down(value))}"><title>${title}</title>${sign(i)}</svg>`))}</g>
`;
}

/** The sign of a line in a key */
const lineSign = (i) => [path('line', 'M0 0H22'), markup`<svg x="11" class="point">${sign(i)}</svg>`];

const HEIGHTS = { lines: 280, sequence: 150 };
const FEW = 120; // largest number of points that are drawn larger

const strokes = (xs, top, kind) =>
  xs.length > 0 && stretched(top, 8, path(kind, xs.map((x) => `M${px(x * 10)} 0v8`).join('')));

/** figure.points: of the kinds 'round' and 'warm-up' */
function sequenceMarks({ points, scale, borders, collected, median, warmUps, below, above }, bottom, down) {
  const height = HEIGHTS.sequence;
  const size = points.length <= FEW ? 'few' : 'many';
  const placesOf = (wanted) => points.filter(({ kind, value }) => kind === wanted && scale.side(value) === 0)
    .map(({ x, value }) => [x, down(value)]);
  const beyond = (side) => points.filter(({ value }) => scale.side(value) === side).map(({ x }) => x);
  return [
    warmUps.filter(({ from, to }) => to > from).map(({ from, to }) =>
      rect('band', `${from}%`, TOP, `${(to - from).toFixed(2)}%`, height)),
    borders.map((x) => upright('border', `${x}%`, TOP, bottom)),
    stretched(TOP, height, [
      dots(placesOf('round'), `value ${size}`), dots(placesOf('warm-up'), `warm-up ${size}`),
    ]),
    median !== null && level('median', TOP + down(median), 0, '100%'),
    strokes(beyond(1), TOP - 8, 'beyond'), strokes(beyond(-1), bottom, 'beyond'),
    above && words('soft', '100%', TOP - 10, above, 'end'), below && words('soft', '100%', bottom + 20, below, 'end'),
    strokes(collected, bottom + 10, 'collected'),
  ];
}

/** Drawing of a figure with one, or with `draw` of 'lines' or 'sequence'; notes: values with numbers on the axis */
function areaDrawing(figure) {
  if (figure.drawing) return figure.drawing;
  const { draw, scale, ticks, across, lines } = figure;
  const height = HEIGHTS[draw];
  const bottom = TOP + height;
  const down = (value) => height * (1 - scale.at(value) / 100);
  const isOfLines = draw === 'lines';
  const { ticks: ticksAcross, numbered } = isOfLines ? labelsOf(across) : { ticks: across, numbered: [] };
  const end = isOfLines ? bottom : bottom + (figure.collected.length > 0 || figure.below ? 26 : 10);
  return {
    height: end + AXIS_HEIGHT, left: LEFT, right: RIGHT, kind: `chart ${draw}`, notes: numbered.join(', '),
    content: [
      isOfLines && verticals(ticksAcross, TOP, bottom), horizontals(ticks, TOP, height),
      isOfLines ? lines.map((line, i) => lineMarks(line, i, down)) : sequenceMarks(figure, bottom, down),
      level('floor', end, 0, '100%'), labelsAcross(ticksAcross, end),
    ],
  };
}

module.exports = { areaDrawing, lineSign };
