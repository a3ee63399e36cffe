'use strict';

/* Values over a parameter: times of tests and rates of benchmark files. */

const { parameterText, counted, formatPercent, perSecond, formatTime } = require('../../base/text/numbers');
const { groupBy } = require('../../base/text/grouped-by');
const { shown, visible } = require('../chart/markup');
const { LOG_FROM, createScale, scaleFor, findSpan, rateTicks, timeTicks } = require('../chart/axes');
const { groupedName, paramsText, varying } = require('../row-groups');
const { groupByCategory, valueText } = require('../scatter-plot');
const { hasSpeed } = require('../../base/text/verdict-words');
const { maxOf, median, medianInterval, minOf } = require('../../base/stats/sample');
const { selectDrawableRates } = require('./rates');

const MOST_PARAMETERS = 3; // files with more numeric parameters get figures for the parameters with the most numbers

const textOf = (x) => (typeof x === 'number' ? parameterText(x) : shown(x ?? 'none'));

function axisAcross(lines, isLog) {
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))];
  const isNumeric = xs.every((x) => typeof x === 'number');
  const [low, high] = [minOf(xs), maxOf(xs)];
  const scale = isNumeric &&
    createScale({ low, high, isLog: low > 0 && (isLog || high >= LOG_FROM * low), padding: 0.03 });
  const at = (x) => (isNumeric ? scale.at(x) : (xs.indexOf(x) + 0.5) / xs.length * 100);
  return { at, isNumeric, isLog: isNumeric && scale.isLog, values: xs.map((x) => ({ at: at(x), text: textOf(x) })) };
}

function axesText(isLog, isLogAcross) {
  if (isLog && isLogAcross) return 'both axes are logarithmic';
  return isLog ? 'the vertical axis is logarithmic' : isLogAcross ? 'the horizontal axis is logarithmic' : '';
}

/** One figure, or none without lines. isLog: across, for any ratio */
function lineFigure({ title, parameter, lines, scaleOf, ticksOf, words, text = [], isLog = false }) {
  if (lines.length === 0) return [];
  const points = lines.flatMap((line) => line.points);
  const scale = scaleOf(points.map(({ value }) => value), points.flatMap(({ low, high }) => [low, high]));
  const across = axisAcross(lines, isLog);
  const drawn = lines.map((line) => ({
    name: line.name && shown(line.name),
    points: line.points.map(({ x, ...point }) => (
      { ...point, at: across.at(x), words: `${words(point.value)} at ${textOf(x)}` })),
  }));
  const sentences = drawn.map(({ name, points: own }) =>
    [name, own.map((point) => point.words).join(', ')].filter(Boolean).join(': '));
  return [{
    draw: 'lines', title: `${title} by ${visible(parameter)}`,
    text: [...text, axesText(scale.isLog, across.isLog)].filter(Boolean).join('; '),
    label: sentences.join('; '), across, scale, ticks: ticksOf(scale), lines: drawn, key: [],
  }];
}

const without = (params, name) => Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));
const namesOf = (list) => [...new Set(list.flatMap(Object.keys))];
const distinct = (values) => new Set(values.filter((value) => value !== null));
const byX = (a, b) => a.x - b.x;

const linesOf = (named) => [...groupBy(named, ({ name }) => name)].filter(([, own]) => own.length > 1)
  .map(([name, own]) => ({ name, points: own.map(({ point }) => point).sort(byX) }));

/** The value of a parameter if it is a number that a log axis can hold, null otherwise. */
function sizeOf({ params }, name) {
  const value = Object.hasOwn(params, name) ? params[name] : null;
  return typeof value === 'number' && value > 0 ? value : null;
}

function otherVarying(tests, name) {
  const keys = namesOf(tests.map(({ params }) => without(params, name)));
  const valueOf = (params, key) => (Object.hasOwn(params, key) ? paramsText({ [key]: params[key] }) : null);
  return new Set(keys.filter((key) => distinct(tests.map(({ params }) => valueOf(params, key))).size > 1));
}

function growthFigure(tests, parameter) {
  const others = otherVarying(tests, parameter);
  const lines = linesOf(tests.filter((test) => sizeOf(test, parameter) !== null).map((test) => {
    const { params, nsPerCall, nsLow, nsHigh } = test;
    const [low, high] = nsLow > 0 && nsHigh >= nsLow ? [nsLow, nsHigh] : [null, null];
    return {
      name: [groupedName(test), paramsText(without(params, parameter), others)].filter(Boolean).join(' '),
      point: { x: params[parameter], value: nsPerCall, low, high },
    };
  }));
  return lineFigure({
    title: 'Time per call', parameter, lines, words: (ns) => formatTime(ns), isLog: true,
    scaleOf: (values, ends) => createScale({ ...findSpan(values, ends), isLog: true }),
    ticksOf: (scale) => timeTicks(scale).ticks,
  });
}

/** A figure for each parameter with at least two numbers. On two log axes, powers are straight lines. */
function growthFigures(tests) {
  const known = tests.filter((test) => hasSpeed(test) && test.nsPerCall > 0 && test.params);
  const names = namesOf(known.map(({ params }) => params));
  return names.filter((name) => distinct(known.map((test) => sizeOf(test, name))).size > 1)
    .flatMap((name) => growthFigure(known, name));
}

const rateLines = (plot) =>
  lineFigure({ title: 'Rate', scaleOf: scaleFor, ticksOf: rateTicks, words: perSecond, ...plot });

function numericParameters(entries) {
  const valuesOf = (name) => [...new Set(entries.map(({ parameters }) => parameters[name]))];
  return namesOf(entries.map(({ parameters }) => parameters)).map((name) => ({ name, values: valuesOf(name) }))
    .filter(({ values }) => values.length > 1 && values.every((value) => typeof value === 'number'))
    .sort((a, b) => b.values.length - a.values.length).map(({ name }) => name);
}

function linesOver(entries, parameter, sides) {
  const varies = varying(entries.map(({ parameters }) => ({ params: without(parameters, parameter) })));
  return linesOf(entries.flatMap(({ parameters, sides: own }) => own.flatMap((side, i) => {
    const rates = side ? selectDrawableRates(side) : [];
    const value = rates.length > 0 ? median(rates) : 0;
    if (value === 0) return [];
    const name = [paramsText(without(parameters, parameter), varies), sides.length > 1 && shown(sides[i].label)];
    const { low, high } = medianInterval(rates) || { low: null, high: null };
    return [{ name: name.filter(Boolean).join(', '), point: { x: parameters[parameter], value, low, high } }];
  })));
}

function parameterFigures(entries, sides) {
  const known = entries.filter(({ parameters }) => parameters);
  return numericParameters(known).slice(0, MOST_PARAMETERS).flatMap((parameter) => {
    const lines = linesOver(known, parameter, sides);
    const hasInterval = lines.some(({ points }) => points.some(({ low }) => low !== null));
    const text = [`medians${hasInterval ? ' with 95 % intervals' : ''}`];
    return rateLines({ lines, parameter, text });
  });
}

function pointsFigure({ points, xaxis, category, isLog, aggregated }) {
  const lines = [...groupByCategory(points.filter(({ x, mean }) => x !== null && mean > 0))].map(([value, own]) => {
    const placed = own.map(({ x, mean, low, high }) => ({ x, value: mean, low, high }));
    const isNumeric = own.every(({ x }) => typeof x === 'number');
    return { name: category === null ? '' : valueText(value), points: isNumeric ? placed.sort(byX) : placed };
  });
  const over = aggregated.map(({ name, share }) =>
    shown(name) + (share > 0 ? ` (${formatPercent(share)} of the variance)` : ''));
  const counts = [...new Set(points.map(({ samples }) => samples))];
  const text = [
    `means of ${counts.length === 1 ? counted(counts[0], 'run') : 'runs'} with 95 % intervals`,
    over.length > 0 && `aggregated over ${over.join(', ')}`, 'higher is better',
  ].filter(Boolean);
  return rateLines({ lines, parameter: xaxis, text, isLog });
}

module.exports = { growthFigures, parameterFigures, pointsFigure };
