'use strict';

/* The speeds of streams on one axis, as values. */

const { shown } = require('./chart/markup');
const { amountTicks } = require('./chart/ticks');
const { scaleFor } = require('./chart/scale');
const { wordsOf, toneOf, shapeOf } = require('./chart/verdicts');
const { speedOf, speedText, speedWithInterval } = require('./speeds');

/** @returns {object|null} of the contenders whose speed is told in this unit, null where there are none */
function speedFigureOf(tests, unit) {
  const all = tests.map((test) => ({ test, speed: speedOf(test) }));
  const told = all.filter(({ speed }) => speed && speed.unit === unit);
  if (told.length === 0) return null;
  const scale = scaleFor(told.map(({ speed }) => speed.value), told.flatMap(({ speed }) => [speed.low, speed.high]));
  const reference = told.find(({ test }) => test.verdict === 'baseline');
  const items = told.map(({ test: { name, verdict }, speed }) => ({
    name, side: '', label: `${shown(name)}: ${speedWithInterval(speed)}, ${wordsOf(verdict)}`,
    centre: speed.value, low: speed.low, high: speed.high, shape: shapeOf(verdict), tone: toneOf(verdict), band: null,
    value: speedText(speed), verdict,
  }));
  const from = scale.isLog ? ', on a log axis' : scale.low > 0 ? '; the axis does not start at 0' : '';
  return {
    kind: 'plot speeds', title: 'Speed', text: [`${unit}${from}; faster is to the right`],
    scale, ticks: amountTicks(scale), lines: reference ? [{ value: reference.speed.value, kind: 'unity' }] : [], items,
    key: [
      told.some(({ speed }) => speed.low !== null) && ['interval', ['95 % interval of each contender']],
      reference && ['unity', ['the speed of ', { name: reference.test.name }]],
    ].filter(Boolean),
  };
}

/**
 * @param {object[]} tests rows of streams
 * @returns {import('./time-figure').IntervalFigure[]} one for each unit that there is
 */
const speedFigures = (tests) => ['MB/s', 'chunks/s'].map((unit) => speedFigureOf(tests, unit)).filter(Boolean);

module.exports = { speedFigures };
