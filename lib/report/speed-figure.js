'use strict';

/* The speeds of streams on one axis, as values: the contenders, and what they are compared with as a line. */

const { shown } = require('./chart/markup');
const { amountTicks } = require('./chart/ticks');
const { scaleFor } = require('./chart/scale');
const { wordsOf, toneOf, shapeOf } = require('./verdicts');
const { speedOf, speedText, speedWithInterval } = require('./streams-words');

const { max } = Math;

// What a suite is measured beside, by the names that it has; a contender can be the baseline, too.
const REFERENCE = /^(pass-through|reference)( \d+)?$/;

// What only passes bytes on can be many times as fast as all that work on them: as far as this it is on their axis.
const MOST_STRETCH = 1.5;

/** The line of what the others are compared with: where it stands, and what it is. */
function lineOf({ test, speed }, scale) {
  const isNear = scale.side(speed.value) === 0;
  // Not quite the end, which a rounding could miss.
  const value = isNear ? speed.value : scale.low + (scale.high - scale.low) * 0.9999;
  const kind = isNear ? 'unity' : 'far';
  const words = isNear ? ['the speed of ', { name: test.name }, `, ${speedText(speed)}`]
    : [{ name: test.name }, `, ${speedText(speed)}, lies beyond the axis`];
  return { line: { value, kind }, key: [kind, words] };
}

/** @returns {object|null} of the contenders whose speed is told in this unit, null where there are none */
function speedFigureOf(tests, unit) {
  const all = tests.map((test) => ({ test, speed: speedOf(test) }));
  const told = all.filter(({ speed }) => speed && speed.unit === unit);
  if (told.length === 0) return null;
  const found = told.find(({ test }) => test.verdict === 'baseline');
  const isBeside = found && told.length > 1 && REFERENCE.test(found.test.name);
  const drawn = isBeside ? told.filter((one) => one !== found) : told;
  const values = drawn.map(({ speed }) => speed.value);
  const isOnAxis = found && found.speed.value <= MOST_STRETCH * max(...values);
  const scale = scaleFor(isOnAxis ? [...values, found.speed.value] : values,
    drawn.flatMap(({ speed }) => [speed.low, speed.high]));
  const items = drawn.map(({ test: { name, verdict }, speed }) => ({
    name, side: '', label: `${shown(name)}: ${speedWithInterval(speed)}, ${wordsOf(verdict)}`,
    centre: speed.value, low: speed.low, high: speed.high, shape: shapeOf(verdict), tone: toneOf(verdict), band: null,
    value: speedText(speed), verdict,
  }));
  const compared = found && lineOf(found, scale);
  const from = scale.isLog ? ', on a log axis' : scale.low > 0 ? '; the axis does not start at 0' : '';
  return {
    kind: 'plot speeds', title: 'Speed', text: [`${unit}${from}; faster is to the right`],
    scale, ticks: amountTicks(scale), lines: compared ? [compared.line] : [], items,
    key: [
      drawn.some(({ speed }) => speed.low !== null) && ['interval', ['95 % interval of each contender']],
      compared && compared.key,
    ].filter(Boolean),
  };
}

/**
 * @param {object[]} tests rows of streams
 * @returns {import('./time-figure').IntervalFigure[]} one for each unit that there is
 */
const speedFigures = (tests) => ['MB/s', 'chunks/s'].map((unit) => speedFigureOf(tests, unit)).filter(Boolean);

module.exports = { speedFigures };
