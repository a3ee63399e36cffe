'use strict';

/* The rows of a list figure: they share a scale, touch each other, and have one axis below. */

const {
  AXIS_HEIGHT, dots, labelsAcross, level, rect, spot, stack, stretched, upright, verticals,
} = require('./marks');
const { markup } = require('./markup');

const { ceil, max, min } = Math;

// At both sides of the area: half of the label of a tick at the end.
const SIDE = 26;
const ROW_HEIGHT = 30;
const MIDDLE = '50%';

const row = (label, content, { height = ROW_HEIGHT, kind = 'row' } = {}) =>
  ({ label, height, left: SIDE, right: SIDE, kind, content });

const tonedGroup = (tone, content) => (tone ? markup`<g class="${tone}">${content}</g>` : content);

const linesAcross = (lines, scale) => lines.filter(({ value }) => scale.side(value) === 0).map(({ value, kind }) =>
  upright(kind, `${scale.at(value)}%`, 0, '100%'));

const span = (kind, scale, low, high, y) => level(kind, y, `${scale.at(low)}%`, `${scale.at(high)}%`);

const arrowOr = (name, scale, value) => ({ '-1': 'left', 0: name, 1: 'right' })[scale.side(value)];

const endOf = (scale, value, name) =>
  spot(scale.side(value) === 0 ? '' : 'beyond', arrowOr(name, scale, value), scale.at(value), MIDDLE);

const beyond = (values, scale, y) => [[-1, 'left', 0], [1, 'right', 100]].map(([side, name, x]) =>
  values.some((value) => scale.side(value) === side) && spot('beyond', name, x, y));

/** An estimate, its interval with both ends or none, and reference bands and lines. */
function intervalRow({ label, centre, low, high, band, shape, tone }, { scale, lines = [] }, ticks) {
  const [from, to] = band ? [band.low, band.high].map(scale.at) : [];
  const marks = [
    low !== null && high !== null &&
      [span('interval', scale, low, high, MIDDLE), endOf(scale, low, 'end'), endOf(scale, high, 'end')],
    centre !== null && spot('estimate', arrowOr(shape, scale, centre), scale.at(centre), MIDDLE),
  ];
  return row(label, [
    band && rect('band', `${from}%`, 0, `${(to - from).toFixed(2)}%`, '100%'),
    verticals(ticks, 0, '100%'), linesAcross(lines, scale), tonedGroup(tone, marks),
  ]);
}

/** Each of the `parts` begins at the end of the previous one; a whisker or an interval follows the end. */
function barRow({ label, parts, whisker = null, interval = null, tone = '' }, { scale, lines = [] }, ticks) {
  let end = 0;
  const bars = parts.filter(({ value }) => value > 0).map(({ value, kind }) => {
    const from = end;
    end += value;
    // A wide line stays in the middle of a row with a long name.
    return span(`bar ${kind}`, scale, from, end, MIDDLE);
  });
  const more = whisker !== null && whisker > end ? { low: end, ends: [whisker] }
    : interval && { low: interval.low, ends: [interval.low, interval.high] };
  return row(label, [
    verticals(ticks, 0, '100%'), linesAcross(lines, scale),
    tonedGroup(tone, [bars, more && [
      span('whisker', scale, more.low, more.ends[more.ends.length - 1], MIDDLE),
      more.ends.map((value) => endOf(scale, value, 'whisker')),
    ]]),
  ]);
}

const HALF = 6; // of a box, pixels
const CAP = 3;

// Fewer values than the five lines of a box are drawn one by one.
const FEW = 5;
const THINNEST = 0.25; // percent

/** Marks at the middle of a row of any height. */
const inTheMiddle = (content) => markup`<svg class="point" y="50%" width="100%" height="1">${content}</svg>`;

const boxLine = (from, to, end) => [
  level('box-line', 0, `${from}%`, `${to}%`), upright('box-line', `${end}%`, -CAP, CAP),
];

const dotAt = (x) => markup`<circle class="dot" cx="${x}%" cy="0" r="2.2"/>`;

function boxRow({ label, box, tone }, { scale }, ticks) {
  const { count, values, outliers } = box;
  const [low, q1, median, q3, high] = [box.low, box.q1, box.median, box.q3, box.high].map(scale.at);
  const single = (count < FEW ? values : outliers).filter((value) => scale.side(value) === 0);
  const width = max(THINNEST, q3 - q1);
  const marks = inTheMiddle([
    count > 1 && [
      box.low < box.q1 && boxLine(low, q1, low), box.high > box.q3 && boxLine(q3, high, high),
      rect('box', `${q1}%`, -HALF, `${width.toFixed(2)}%`, 2 * HALF),
    ],
    upright('box-median', `${median}%`, -HALF, HALF), single.map((value) => dotAt(scale.at(value))),
    beyond(outliers, scale, 0),
  ]);
  return row(label, [verticals(ticks, 0, '100%'), tonedGroup(tone, marks)]);
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

/** The first 600 values as dots, moved up and down if they would cover each other. The mean is below. */
function dotRow({ label, values, centre, low, high, tone }, { scale }, ticks) {
  const drawn = values.slice(0, MOST_DOTS);
  const places = drawn.filter((value) => scale.side(value) === 0).map((value) => scale.at(value));
  const { levels, height } = stack(places, DOT_GAP);
  const step = min(DOT + 1, (DOT_LANE - DOT) / max(1, height - 1));
  const points = places.map((x, i) => [x, DOT_MIDDLE + turnOf(levels[i]) * step]);
  const marks = [
    stretched(0, DOT_LANE, dots(points, 'value few')), low !== null && span('interval', scale, low, high, SUMMARY),
    spot('estimate', 'diamond', scale.at(centre), SUMMARY),
  ];
  return row(label, [verticals(ticks, 0, '100%'), tonedGroup(tone, marks), beyond(drawn, scale, DOT_MIDDLE)],
    { height: DOTS_HEIGHT, kind: 'row dots' });
}

const ROWS = { interval: intervalRow, bar: barRow, box: boxRow, dots: dotRow };

const rowDrawing = (item, figure, ticks = figure.ticks) => ROWS[figure.row](item, figure, ticks);

const axisDrawing = ({ ticks }) =>
  row(null, [verticals(ticks, 0, 4), labelsAcross(ticks, 3)], { height: AXIS_HEIGHT, kind: 'row axis' });

module.exports = { rowDrawing, axisDrawing };
