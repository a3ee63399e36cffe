'use strict';

/*
 * Rounds in the order they ran: what drifts, jumps or comes back regularly shows here and in no summary.
 */

const { px, upright, level, rect, path, words } = require('./marks');
const { frame, stretched, dots, horizontals, labelsAcross, AXIS_HEIGHT } = require('./frame');

const LEFT = 56;
const RIGHT = 20;
const HEIGHT = 150;
const TOP = 20; // for what is said of values beyond the axis
const BOTTOM = TOP + HEIGHT;
const LANE = 16; // for the collections
const FEW = 120; // points that are drawn larger

/** Upright strokes, one for each place; what cannot hide another one however many there are. */
function strokes(places, top, height, kind) {
  const d = places.map((x) => `M${px(x * 10)} 0v${height}`).join('');
  return places.length > 0 && stretched(top, height, path(kind, d));
}

/**
 * @param {object} plot
 * @param {Array<{ x: number, value: number, kind: 'round' | 'edge' | 'warm-up' }>} plot.points x in per cent; `edge`:
 *   the fastest and slowest of their neighbours
 * @param {object} plot.scale linear, of the values
 * @param {Array<{ at: number, text: string }>} plot.ticksDown of the values
 * @param {Array<{ at: number, text: string }>} plot.ticksAcross
 * @param {number[]} plot.borders in per cent, between processes
 * @param {number[]} plot.collected places in per cent
 * @param {number | null} plot.median
 * @param {Array<{ from: number, to: number }>} plot.warmUps in per cent, one for each process
 * @param {string} plot.label
 * @param {string} [plot.below] what is said of values beyond the axis, and so above
 */
function runSequence({ points, scale, ticksDown, ticksAcross, borders, collected, median, warmUps, ...plot }) {
  const { label, below, above } = plot;
  const down = (value) => HEIGHT * (1 - scale.at(value) / 100);
  const onAxis = points.filter(({ value }) => scale.side(value) === 0);
  const on = (wanted) => onAxis.filter(({ kind }) => kind === wanted).map(({ x, value }) => [x, down(value)]);
  const beyond = (side, isEarly) => points.filter(({ value, kind }) =>
    scale.side(value) === side && (kind === 'warm-up') === isEarly).map(({ x }) => x);
  const [rounds, edges, early] = ['round', 'edge', 'warm-up'].map(on);
  const sizeOf = (count) => (count <= FEW ? 'few' : 'many');
  const [size, earlySize] = [rounds.length + edges.length, early.length].map(sizeOf);
  const isUnder = points.some(({ value }) => scale.side(value) < 0);
  const lanes = BOTTOM + (below ? 18 : isUnder ? 8 : 0);
  const end = lanes + (collected.length ? LANE : 0);
  const content = [
    warmUps.filter(({ from, to }) => to > from).map(({ from, to }) =>
      rect('band', `${from}%`, TOP, `${(to - from).toFixed(2)}%`, HEIGHT)),
    horizontals(ticksDown, TOP, HEIGHT),
    borders.map((x) => upright('border', `${x}%`, TOP, BOTTOM)),
    stretched(TOP, HEIGHT, [
      dots(edges, `edge ${size}`), dots(rounds, `value ${size}`),
      // Two on top of each other are a ring.
      dots(early, `warm-up ${earlySize}`), dots(early, `hole ${earlySize}`),
    ]),
    median !== null && level('median', TOP + down(median), 0, '100%'),
    strokes(beyond(1, true), TOP - 6, 6, 'beyond early'),
    strokes(beyond(-1, true), BOTTOM, 6, 'beyond early'),
    strokes(beyond(1, false), TOP - 6, 6, 'beyond'),
    strokes(beyond(-1, false), BOTTOM, 6, 'beyond'),
    above && words('note', '100%', TOP - 10, above, 'end'),
    below && words('note', '100%', BOTTOM + 14, below, 'end'),
    strokes(collected, lanes + 5, 8, 'collected'),
    level('floor', end, 0, '100%'),
    labelsAcross(ticksAcross, end),
  ];
  return frame({ label, height: end + AXIS_HEIGHT, left: LEFT, right: RIGHT, content });
}

module.exports = { runSequence };
