'use strict';

/* How the time of tests grows with a parameter: times over its values, both on log axes, where powers are straight lines. */

const { markup, nameOf, shown } = require('./markup');
const { known, object, positive } = require('./known');
const { figure } = require('./parts');
const { time, count, fixed } = require('./figures');
const { timeTicks } = require('./axes');
const { spanOf } = require('./rows');
const { createScale } = require('../svg/scale');
const { linePlot, lineSign } = require('../svg/line-plot');
const { textWidth } = require('../plot/text-width');
const { paramsText, shortName } = require('../row-groups');
const { hasSpeed } = require('../../told');

// Captured at load, because a measured test may change them.
const { max, min } = Math;

// The signs and colours of more lines are those of others again.
const MOST_LINES = 16;

// Of the plot on a telephone, in pixels, whose labels shall not touch.
const NARROW = 250;
const LABEL_SIZE = 11.5;
const GAP = 8;

const isTold = (test) => hasSpeed(test) && positive(test.nsPerCall) !== null;

const own = (params, name) => (Object.hasOwn(object(params), name) ? params[name] : null);

/** Names of parameters that have two numeric values at least among the tests. */
function numericParameters(tests) {
  const names = new Set(tests.flatMap(({ params }) => Object.keys(object(params))));
  return [...names].filter((name) => {
    const values = new Set(tests.map(({ params }) => own(params, name)).filter((value) => positive(value) !== null));
    return values.size > 1;
  });
}

const other = (params, name) => Object.fromEntries(Object.entries(object(params)).filter(([key]) => key !== name));

/** Names of the parameters beside this one that have several values. */
function otherVarying(tests, name) {
  const texts = new Map();
  for (const { params } of tests) {
    for (const key of Object.keys(other(params, name))) texts.set(key, (texts.get(key) || new Set()).add(paramsText({ [key]: params[key] })));
  }
  return Object.fromEntries([...texts].filter(([, found]) => found.size > 1).map(([key]) => [key, true]));
}

/** Lines in the order of their first tests: [{ name, points }], points from left to right. */
function linesOf(tests, parameter) {
  const varying = { __proto__: null, ...otherVarying(tests, parameter) };
  const lines = new Map();
  for (const test of tests) {
    const x = positive(own(test.params, parameter));
    if (x === null) continue;
    const rest = paramsText(other(test.params, parameter), varying);
    const name = shortName(test) + (rest && ` ${rest}`);
    if (!lines.has(name)) lines.set(name, { name, points: [] });
    const [low, high] = [known(test.nsLow), known(test.nsHigh)];
    const hasInterval = low > 0 && high >= low;
    lines.get(name).points.push({ size: x, value: test.nsPerCall, low: hasInterval ? low : null, high: hasInterval ? high : null });
  }
  for (const { points } of lines.values()) points.sort((a, b) => a.size - b.size);
  return [...lines.values()].filter(({ points }) => points.length > 1);
}

/** '1,048,576', '0.5' */
const sizeText = (value) => (value >= 1e12 || value < 1e-4 ? count(value) : fixed(value, (`${value}`.split('.')[1] || '').length));

/** The sizes themselves, as far as their labels have room, the largest in any case. */
function sizeTicks(sizes, scale) {
  const kept = [];
  let left = Infinity;
  for (const size of [...sizes].sort((a, b) => b - a)) {
    const text = sizeText(size);
    const at = scale.at(size);
    const half = textWidth(text, LABEL_SIZE) / 2;
    const middle = at / 100 * NARROW;
    if (middle + half + GAP > left) continue;
    left = middle - half;
    kept.unshift({ at, text });
  }
  return kept;
}

function growthFigure(tests, parameter) {
  const all = linesOf(tests, parameter);
  if (all.length === 0) return null;
  const lines = all.slice(0, MOST_LINES);
  const points = lines.flatMap((line) => line.points);
  const values = points.map(({ value }) => value);
  const ends = points.flatMap(({ low, high }) => (low === null ? [] : [low, high]));
  const scale = createScale({ ...spanOf(values, ends), isLog: true });
  const sizes = [...new Set(points.map(({ size }) => size))];
  const across = createScale({ low: min(...sizes), high: max(...sizes), isLog: true, padding: 0.03 });
  const { ticks } = timeTicks(scale);
  const name = shown(parameter);
  const words = lines.map((line) => `${shown(line.name)}: ${line.points.map(({ size, value }) => `${time(value)} at ${sizeText(size)}`).join(', ')}`);
  const left = all.length > lines.length ? `; ${count(all.length - lines.length)} more tests are left out` : '';
  return figure({
    kind: 'plot growth',
    title: markup`Time per call over ${nameOf(parameter)}`,
    text: `both axes are logarithmic${left}`,
    body: [
      linePlot({
        series: lines.map((line) => ({ points: line.points.map((point) => ({ ...point, x: across.at(point.size) })) })),
        scale, ticksDown: ticks, ticksAcross: sizeTicks(sizes, across), label: `Time per call over ${name}. ${words.join('; ')}`,
      }),
      markup`<ul class="keys">${lines.map((line, i) => markup`<li>${lineSign(i)}${nameOf(line.name)}</li>`)}</ul>
`,
    ],
  });
}

/**
 * @param {object[]} tests rows of a suite
 * @returns {Array} a figure for each parameter that has several numeric values
 */
function growthFigures(tests) {
  const told = tests.filter(isTold);
  return numericParameters(told).map((parameter) => growthFigure(told, parameter)).filter(Boolean);
}

module.exports = { growthFigures };
