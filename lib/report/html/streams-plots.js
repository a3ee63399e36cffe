'use strict';

/* The contenders of a suite of streams beside each other: speed, memory, processor time. */

const { markup, nameOf, shown } = require('./markup');
const { known, object } = require('./known');
const { figure } = require('./parts');
const { rows, spanOf } = require('./rows');
const { verdictTag, wordsOf, toneOf, shapeOf } = require('./verdicts');
const { speedOf, speedText, speedInterval, megabytes, peak, processorOf, processor } = require('./streams-words');
const { amountTicks } = require('./axes');
const { createScale } = require('../svg/scale');
const { intervalRow } = require('../svg/interval-row');
const { barRow } = require('../svg/bar-row');

// Captured at load, because a measured test may change them.
const { max, min } = Math;

// Speeds further apart than this are on a log axis, and closer than that on one that does not start at 0.
const LOG_FROM = 20;
const ZERO_FROM = 1.5;

function speedScale(speeds) {
  const estimates = speeds.map(({ value }) => value);
  const ends = speeds.flatMap(({ low, high }) => (low === null ? [] : [low, high]));
  const span = spanOf(estimates, ends);
  const ratio = max(...estimates) / min(...estimates);
  if (ratio > LOG_FROM) return createScale({ ...span, isLog: true });
  return createScale({ ...span, fromZero: ratio > ZERO_FROM });
}

/** @returns {object | null} of the contenders whose speed is told in this unit, null where there are none */
function speedFigureOf(tests, unit) {
  const told = tests.map((test) => ({ test, speed: speedOf(test) })).filter(({ speed }) => speed && speed.unit === unit);
  if (told.length === 0) return null;
  const scale = speedScale(told.map(({ speed }) => speed));
  const ticks = amountTicks(scale);
  const reference = told.find(({ test }) => test.verdict === 'baseline');
  const items = told.map(({ test, speed }) => {
    const { value, low, high } = speed;
    const interval = low === null ? '' : ` (${speedInterval(speed)})`;
    return {
      name: nameOf(test.name),
      row: intervalRow({
        scale, ticks, label: `${shown(test.name)}: ${speedText(speed)}${interval}, ${wordsOf(test.verdict)}`, centre: value, low, high,
        lines: reference ? [{ value: reference.speed.value, kind: 'unity' }] : [], shape: shapeOf(test.verdict), tone: toneOf(test.verdict),
      }),
      value: speedText(speed),
      more: verdictTag(test.verdict),
    };
  });
  const from = scale.isLog ? ', on a log axis' : scale.low > 0 ? '; the axis does not start at 0' : '';
  return figure({
    kind: 'plot speeds',
    title: 'Speed',
    text: `${unit}${from}; faster is to the right`,
    body: rows(items, ticks),
    key: [
      told.some(({ speed }) => speed.low !== null) && ['interval', '95 % interval of each contender'],
      reference && ['unity', markup`the speed of ${nameOf(reference.test.name)}`],
    ],
  });
}

const speedFigures = (tests) => ['MB/s', 'chunks/s'].map((unit) => speedFigureOf(tests, unit));

/** An axis from 0 that holds the longest bar. */
const barScale = (ends) => createScale({ low: 0, high: max(...ends), fromZero: true });

/** @returns {object | null} null where the memory of no contender is known */
function memoryFigure(tests) {
  const told = tests.map((test) => {
    const { peakRssBytes, meanRssBytes } = object(test.stream);
    const [high, mean] = [known(peakRssBytes), known(meanRssBytes)];
    return { test, high: high > 0 ? high / 1e6 : null, mean: mean > 0 ? mean / 1e6 : null };
  }).filter(({ high, mean }) => high !== null || mean !== null);
  if (told.length === 0) return null;
  const scale = barScale(told.map(({ high, mean }) => max(high, mean)));
  const ticks = amountTicks(scale);
  const items = told.map(({ test, high, mean }) => {
    const stream = object(test.stream);
    const average = mean === null ? '' : `mean ${megabytes(stream.meanRssBytes)}`;
    const words = [high !== null && `peak ${peak(stream)}`, average].filter(Boolean).join(', ');
    return {
      name: nameOf(test.name),
      row: barRow({
        scale, ticks, label: `${shown(test.name)}: ${words}`, parts: [{ value: mean, kind: 'mean' }], whisker: high,
      }),
      value: high === null ? megabytes(stream.meanRssBytes) : peak(stream),
      more: high !== null && average,
    };
  });
  const isSampled = told.some(({ test, high }) => high !== null && object(test.stream).isPeakExact === false);
  return figure({
    kind: 'plot memory',
    title: 'Resident memory',
    text: 'MB of the whole process during a run',
    body: rows(items, ticks),
    key: [
      told.some(({ mean }) => mean !== null) && ['bar mean', 'mean'],
      told.some(({ high }) => high !== null) && ['whisker', `peak${isSampled ? '; ≥: the highest sample, between two of them it may have been higher' : ''}`],
    ],
  });
}

/** @returns {object | null} null where the processor time of no contender is known */
function processorFigure(tests) {
  const told = tests.map((test) => ({ test, shares: processorOf(object(test.stream)) })).filter(({ shares }) => shares !== null);
  if (told.length === 0) return null;
  const scale = barScale([1, ...told.map(({ shares }) => shares.user + shares.system)].map((share) => share * 100));
  const ticks = amountTicks(scale);
  const items = told.map(({ test, shares }) => ({
    name: nameOf(test.name),
    row: barRow({
      scale, ticks, label: `${shown(test.name)}: user and system time ${processor(object(test.stream))}`,
      parts: [{ value: shares.user * 100, kind: 'user' }, { value: shares.system * 100, kind: 'system' }],
      lines: [{ value: 100, kind: 'unity' }],
    }),
    value: processor(object(test.stream)),
  }));
  return figure({
    kind: 'plot processor',
    title: 'Processor time',
    text: 'per cent of the time on the clock',
    body: rows(items, ticks),
    key: [['bar user', 'user'], ['bar system', 'system'], ['unity', 'one processor, busy all the time']],
  });
}

module.exports = { speedFigures, memoryFigure, processorFigure };
