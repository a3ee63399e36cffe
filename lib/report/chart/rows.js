'use strict';

/* The rows of a list figure: they share a scale, touch each other, and have one axis below. */

const { AXIS_HEIGHT, dots, labelsAcross, level, rect, spot, stack, stretched, upright, verticals } = require('./marks');
const { markup } = require('./markup');

const { ceil, max, min } = Math;

const ROW_HEIGHT = 30;
const MIDDLE = '50%';

const span = (kind, scale, low, high, y = MIDDLE) => level(kind, y, `${scale.at(low)}%`, `${scale.at(high)}%`);
const arrowOr = (name, scale, value) => ({ '-1': 'left', 0: name, 1: 'right' })[scale.side(value)];

const endOf = (scale, value, name) =>
  spot(scale.side(value) === 0 ? '' : 'beyond', arrowOr(name, scale, value), scale.at(value), MIDDLE);

const beyond = (values, scale, y) => [[-1, 'left', 0], [1, 'right', 100]].map(([side, name, x]) =>
  values.some((value) => scale.side(value) === side) && spot('beyond', name, x, y));

const interval = ({ centre, low, high, shape }, scale) => [
  low !== null && high !== null &&
    [span('interval', scale, low, high), endOf(scale, low, 'end'), endOf(scale, high, 'end')],
  centre !== null && spot('estimate', arrowOr(shape, scale, centre), scale.at(centre), MIDDLE),
];

/** Each of the `parts` begins at the end of the previous one; a whisker or an interval follows the end. */
function bar({ parts, whisker = null, interval: around = null }, scale) {
  let end = 0;
  const bars = parts.filter(({ value }) => value > 0).map(({ value, kind }) => {
    const from = end;
    end += value;
    // A wide line stays in the middle of a row with a long name.
    return span(`bar ${kind}`, scale, from, end);
  });
  const ends = whisker !== null && whisker > end ? [whisker] : around ? [around.low, around.high] : [];
  return [bars, ends.length > 0 && [
    span('whisker', scale, ends.length > 1 ? ends[0] : end, ends.at(-1)),
    ends.map((value) => endOf(scale, value, 'whisker')),
  ]];
}

const HALF = 6; // of a box, pixels
const CAP = 3;
const FEW = 5; // fewer values than the five lines of a box are drawn one by one
const THINNEST = 0.25; // percent

const boxLine = (from, to, end) => [
  level('box-line', 0, `${from}%`, `${to}%`), upright('box-line', `${end}%`, -CAP, CAP),
];

function box({ box: { count, values, outliers, ...ends } }, scale) {
  const [low, q1, median, q3, high] = [ends.low, ends.q1, ends.median, ends.q3, ends.high].map(scale.at);
  const single = (count < FEW ? values : outliers).filter((value) => scale.side(value) === 0);
  // Marks at the middle of a row of any height.
  return markup`<svg class="point" y="50%" width="100%" height="1">${[
    count > 1 && [
      ends.low < ends.q1 && boxLine(low, q1, low), ends.high > ends.q3 && boxLine(q3, high, high),
      rect('box', `${q1}%`, -HALF, `${max(THINNEST, q3 - q1).toFixed(2)}%`, 2 * HALF),
    ],
    upright('box-median', `${median}%`, -HALF, HALF),
    single.map((value) => markup`<circle class="dot" cx="${scale.at(value)}%" cy="0" r="2.2"/>`),
    beyond(outliers, scale, 0),
  ]}</svg>`;
}

const DOT_LANE = 40;
const DOT_MIDDLE = 20;
const SUMMARY = 46;
const DOTS_HEIGHT = 56;
const DOT = 7;
const DOT_GAP = 1.3; // percent of the width: the diameter of a dot

/** 0, 1, -1, 2, -2, .. steps away from the middle */
const turnOf = (step) => (step % 2 ? ceil(step / 2) : -step / 2);

/** Dots, moved up and down if they would cover each other. The estimate is below. */
function dotsRow({ values, centre, low, high }, scale) {
  const places = values.filter((value) => scale.side(value) === 0).map(scale.at);
  const { levels, height } = stack(places, DOT_GAP);
  const step = min(DOT + 1, (DOT_LANE - DOT) / max(1, height - 1));
  const points = places.map((x, i) => [x, DOT_MIDDLE + turnOf(levels[i]) * step]);
  return [
    stretched(0, DOT_LANE, dots(points, 'value')),
    low !== null && high !== null && span('interval', scale, low, high, SUMMARY),
    centre !== null && scale.side(centre) === 0 && spot('estimate', 'diamond', scale.at(centre), SUMMARY),
    beyond(values, scale, DOT_MIDDLE),
  ];
}

const ROWS = { interval, bar, box, dots: dotsRow };

function rowDrawing(item, { row, scale, ticks, lines = [] }) {
  const { band, tone } = item;
  const marks = ROWS[row](item, scale);
  const [from, to] = band ? [band.low, band.high].map(scale.at) : [];
  return {
    height: row === 'dots' ? DOTS_HEIGHT : ROW_HEIGHT, kind: row === 'dots' ? 'row dots' : 'row',
    content: [
      band && rect('band', `${from}%`, 0, `${(to - from).toFixed(2)}%`, '100%'), verticals(ticks, 0, '100%'),
      lines.filter(({ value }) => scale.side(value) === 0).map(({ value, kind }) =>
        upright(kind, `${scale.at(value)}%`, 0, '100%')),
      tone ? markup`<g class="${tone}">${marks}</g>` : marks,
    ],
  };
}

const axisDrawing = ({ ticks }) => (
  { height: AXIS_HEIGHT, kind: 'row axis', content: [verticals(ticks, 0, 4), labelsAcross(ticks, 3)] });

module.exports = { rowDrawing, axisDrawing };
