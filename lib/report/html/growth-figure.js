'use strict';

/*
 * How the time of tests grows with a parameter: times over its values, both on log axes, where powers are straight
 * lines. Lines are told apart by colour, and by the shape of their points.
 */

const { lineFigure } = require('./line-figure');
const { time } = require('../../text/numbers');
const { timeTicks } = require('../chart/ticks');
const { createScale, spanOf } = require('../chart/scale');
const { groupedName, paramsText } = require('../row-groups');
const { hasSpeed } = require('../../text/verdict-words');

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
    lines.set(name, [...(lines.get(name) || []), { x: size, value: nsPerCall, low, high }]);
  }
  const bySize = (a, b) => a.x - b.x;
  const found = [...lines].filter(([, points]) => points.length > 1);
  return found.map(([name, points]) => ({ name, points: points.sort(bySize) }));
}

function growthFigure(tests, parameter) {
  const lines = linesOf(tests, parameter);
  if (lines.length === 0) return null;
  const points = lines.flatMap((line) => line.points);
  const span = spanOf(points.map(({ value }) => value), points.flatMap(({ low, high }) => [low, high]));
  const scale = createScale({ ...span, isLog: true });
  return lineFigure({
    title: 'Time per call', parameter, lines, scale, ticks: timeTicks(scale).ticks, words: (ns) => time(ns),
    isLog: true,
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
