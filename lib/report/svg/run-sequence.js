'use strict';

/*
 * Rounds in the order they ran: what drifts, jumps or comes back regularly shows here and in no summary.
 */

const { markup, raw } = require('../html/markup');
const { frame, stretched, dots, short } = require('./frame');
const { horizontals, labelsAcross, AXIS_HEIGHT } = require('./axis');

const LEFT = 56;
const RIGHT = 20;
const HEIGHT = 150;
const TOP = 20; // for what is said of values beyond the axis
const LANE = 16; // for the collections
const FEW = 120; // points that are drawn larger

/** Upright strokes, one for each place; what cannot hide another one however many there are. */
function strokes(places, top, height, kind) {
  if (places.length === 0) return null;
  let path = '';
  for (const x of places) path += `M${short(x * 10)} 0v${height}`;
  return stretched(top, height, [markup`<path class="${kind}" d="${raw(path)}"/>`]);
}

/**
 * @param {object} plot
 * @param {Array<{ x: number, value: number, kind: 'round' | 'edge' | 'warm-up' }>} plot.points x in per cent; `edge`: the fastest and slowest
 *   of their neighbours
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
function runSequence({ points, scale, ticksDown, ticksAcross, borders, collected, median, warmUps, label, below, above }) {
  const bottom = TOP + HEIGHT;
  const groups = { round: [], edge: [], 'warm-up': [] };
  const beyond = { early: { over: [], under: [] }, counted: { over: [], under: [] } };
  for (const { x, value, kind } of points) {
    const side = scale.side(value);
    if (side) beyond[kind === 'warm-up' ? 'early' : 'counted'][side > 0 ? 'over' : 'under'].push(x);
    else groups[kind].push([x, HEIGHT * (1 - scale.at(value) / 100)]);
  }
  const isUnder = beyond.early.under.length + beyond.counted.under.length > 0;
  const lanes = bottom + (below ? 18 : isUnder ? 8 : 0);
  const end = lanes + (collected.length ? LANE : 0);
  const sizeOf = (count) => (count <= FEW ? 'few' : 'many');
  const size = sizeOf(groups.round.length + groups.edge.length);
  const warmUpSize = sizeOf(groups['warm-up'].length);
  const y = median === null ? 0 : TOP + HEIGHT * (1 - scale.at(median) / 100);
  const content = [
    warmUps.filter(({ from, to }) => to > from).map(({ from, to }) =>
      markup`<rect class="band" x="${from}%" width="${(to - from).toFixed(2)}%" y="${TOP}" height="${HEIGHT}"/>`),
    horizontals(ticksDown, TOP, HEIGHT),
    borders.map((x) => markup`<line class="border" x1="${x}%" x2="${x}%" y1="${TOP}" y2="${bottom}"/>`),
    stretched(TOP, HEIGHT, [
      dots(groups.edge, `edge ${size}`), dots(groups.round, `value ${size}`),
      // Two on top of each other are a ring.
      dots(groups['warm-up'], `warm-up ${warmUpSize}`), dots(groups['warm-up'], `hole ${warmUpSize}`),
    ]),
    median !== null && markup`<line class="median" x1="0" x2="100%" y1="${y}" y2="${y}"/>`,
    strokes(beyond.early.over, TOP - 6, 6, 'beyond early'),
    strokes(beyond.early.under, bottom, 6, 'beyond early'),
    strokes(beyond.counted.over, TOP - 6, 6, 'beyond'),
    strokes(beyond.counted.under, bottom, 6, 'beyond'),
    above && markup`<text class="note" x="100%" y="${TOP - 10}" text-anchor="end">${above}</text>`,
    below && markup`<text class="note" x="100%" y="${bottom + 14}" text-anchor="end">${below}</text>`,
    strokes(collected, lanes + 5, 8, 'collected'),
    markup`<line class="floor" x1="0" x2="100%" y1="${end}" y2="${end}"/>`,
    labelsAcross(ticksAcross, end),
  ];
  return frame({ label, height: end + AXIS_HEIGHT, left: LEFT, right: RIGHT, content });
}

module.exports = { runSequence };
