'use strict';

/*
 * How the time of tests grows with a parameter: times over its values, both on log axes, where powers are straight
 * lines. Lines are told apart by colour, and by the shape of their points.
 */

const { markup, nameOf, shown } = require('../chart/markup');
const { figure } = require('./parts');
const { time, count, numberText } = require('../chart/figures');
const { timeTicks, apart } = require('../chart/ticks');
const { createScale, spanOf } = require('../chart/scale');
const { frame, stretched, verticals, horizontals, labelsAcross, AXIS_HEIGHT } = require('../chart/frame');
const { upright, level, path, through, sign } = require('../chart/marks');
const { seriesClass } = require('../chart/theme');
const { groupedName, paramsText } = require('../row-groups');
const { hasSpeed } = require('../../text/verdict-words');

const { max, min } = Math;

// The signs and colours of more lines are those of others again.
const MOST_LINES = 16;

// Of the plot on a telephone, in pixels, whose labels shall not touch.
const NARROW = 250;
const LABEL = { size: 11.5, gap: 8 };

const LEFT = 64;
const RIGHT = 28;
const HEIGHT = 280;
const TOP = 10;
const BOTTOM = TOP + HEIGHT;

/** The value of a parameter where it is a number that a log axis can hold, null elsewhere. */
function sizeOf({ params }, name) {
  const value = Object.hasOwn(params, name) ? params[name] : null;
  return typeof value === 'number' && value > 0 ? value : null;
}

const distinct = (values) => new Set(values.filter((value) => value !== null));

/** Names of parameters that have two numeric values at least among the tests. */
function numericParameters(tests) {
  const names = new Set(tests.flatMap(({ params }) => Object.keys(params)));
  return [...names].filter((name) => distinct(tests.map((test) => sizeOf(test, name))).size > 1);
}

const without = (params, name) => Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));

/** The parameters beside this one that have several values, as paramsText() takes them. */
function otherVarying(tests, name) {
  const keys = new Set(tests.flatMap(({ params }) => Object.keys(without(params, name))));
  const textOf = (params, key) => (Object.hasOwn(params, key) ? paramsText({ [key]: params[key] }) : null);
  const isVarying = (key) => distinct(tests.map(({ params }) => textOf(params, key))).size > 1;
  return new Set([...keys].filter(isVarying));
}

/** Lines in the order of their first tests: [{ name, points }], points from left to right. */
function linesOf(tests, parameter) {
  const varying = otherVarying(tests, parameter);
  const lines = new Map();
  for (const test of tests) {
    const { nsPerCall, nsLow, nsHigh } = test;
    const size = sizeOf(test, parameter);
    if (size === null) continue;
    const name = [groupedName(test), paramsText(without(test.params, parameter), varying)].filter(Boolean).join(' ');
    const [low, high] = nsLow > 0 && nsHigh >= nsLow ? [nsLow, nsHigh] : [null, null];
    lines.set(name, [...(lines.get(name) || []), { size, value: nsPerCall, low, high }]);
  }
  const bySize = (a, b) => a.size - b.size;
  const found = [...lines].filter(([, points]) => points.length > 1);
  return found.map(([name, points]) => ({ name, points: points.sort(bySize) }));
}

const wordsOf = ({ size, value }) => `${time(value)} at ${numberText(size)}`;

/** One line with its points and their intervals. */
function lineMarks({ name, points }, i, { across, down }) {
  const y = ({ value }) => down(value);
  const x = ({ size }) => across.at(size);
  const told = points.filter(({ low }) => low !== null);
  return markup`<g class="${seriesClass(i)}">
${stretched(TOP, HEIGHT, path('line', through(points.map((point) => [x(point) * 10, y(point) - TOP]))))}
${told.map((point) => upright('interval', `${x(point)}%`, down(point.low), down(point.high)))}
${points.map((point) => markup`<svg class="point" x="${x(point)}%" y="${y(point)}" \
data-says="${shown(name)}: ${wordsOf(point)}">${sign(i, 0, 0)}</svg>`)}</g>
`;
}

/** The sign of a line by itself, for a legend. */
const lineSign = (i) => markup`<svg class="line-key ${seriesClass(i)}" width="22" height="12" aria-hidden="true">\
${path('line', 'M0 6H22')}<svg x="11" y="6" class="point">${sign(i, 0, 0)}</svg></svg>`;

function growthFigure(tests, parameter) {
  const all = linesOf(tests, parameter);
  if (all.length === 0) return null;
  const lines = all.slice(0, MOST_LINES);
  const points = lines.flatMap((line) => line.points);
  const span = spanOf(points.map(({ value }) => value), points.flatMap(({ low, high }) => [low, high]));
  const scale = createScale({ ...span, isLog: true });
  const sizes = [...new Set(points.map(({ size }) => size))];
  const across = createScale({ low: min(...sizes), high: max(...sizes), isLog: true, padding: 0.03 });
  const down = (value) => Math.round((TOP + HEIGHT * (1 - scale.at(value) / 100)) * 10) / 10;
  // The sizes themselves, as far as their labels have room.
  const placed = sizes.map((size) => ({ at: across.at(size), text: numberText(size) }));
  const ticks = apart(placed.map((tick) => ({ ...tick, x: tick.at / 100 * NARROW })), LABEL);
  const name = shown(parameter);
  const words = lines.map((line) => `${shown(line.name)}: ${line.points.map(wordsOf).join(', ')}`);
  const left = all.length > lines.length ? `; ${count(all.length - lines.length)} more tests are left out` : '';
  const plot = frame({
    label: `Time per call over ${name}. ${words.join('; ')}`, height: BOTTOM + AXIS_HEIGHT, left: LEFT, right: RIGHT,
    kind: 'chart lines',
    content: [
      verticals(ticks, TOP, BOTTOM), horizontals(timeTicks(scale).ticks, TOP, HEIGHT),
      level('floor', BOTTOM, 0, '100%'), labelsAcross(ticks, BOTTOM),
      lines.map((line, i) => lineMarks(line, i, { across, down })),
    ],
  });
  const keys = lines.map((line, i) => markup`<li>${lineSign(i)}${nameOf(line.name)}</li>`);
  return figure({
    kind: 'plot growth',
    title: markup`Time per call over ${nameOf(parameter)}`,
    text: `both axes are logarithmic${left}`,
    body: markup`${plot}<ul class="keys">${keys}</ul>
`,
  });
}

/**
 * @param {object[]} tests rows of a suite
 * @returns {Array} a figure for each parameter that has several numeric values
 */
function growthFigures(tests) {
  const told = tests.filter((test) => hasSpeed(test) && test.nsPerCall > 0 && test.params);
  return numericParameters(told).map((parameter) => growthFigure(told, parameter)).filter(Boolean);
}

module.exports = { growthFigures };
