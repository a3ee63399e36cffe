'use strict';

/* The contenders of a suite of streams beside each other: memory, processor time. */

const { nameOf, shown } = require('../chart/markup');
const { figure } = require('./parts');
const { megabytes, peak, processorOf, processor } = require('./streams-words');
const { amountTicks } = require('../chart/ticks');
const { createScale } = require('../chart/scale');
const { barRow, rowList } = require('../chart/rows');

const { max } = Math;

/**
 * Bars on an axis from 0.
 * @param {Array<{ name: string, words: string, parts, whisker?, lines?, value: string, more? }>} bars
 * @param {number[]} ends of the bars
 */
function barFigure(bars, ends, { kind, title, text, key }) {
  const scale = createScale({ low: 0, high: max(...ends), fromZero: true });
  const ticks = amountTicks(scale);
  const items = bars.map(({ name, words, value, more, ...bar }) => (
    { name: nameOf(name), row: barRow({ scale, ticks, label: `${shown(name)}: ${words}`, ...bar }), value, more }));
  return figure({ kind, title, text, body: rowList(items, ticks), key });
}

/** @returns {object | null} null where the memory of no contender is known */
function memoryFigure(tests) {
  const told = tests.map(({ name, stream }) => {
    const { peakRssBytes, meanRssBytes } = stream;
    const [high, mean] = [peakRssBytes, meanRssBytes].map((bytes) => (bytes > 0 ? bytes / 1e6 : null));
    const average = mean === null ? '' : `mean ${megabytes(meanRssBytes)}`;
    return {
      name, high, mean, isSampled: high !== null && stream.isPeakExact === false,
      words: [high !== null && `peak ${peak(stream)}`, average].filter(Boolean).join(', '),
      parts: [{ value: mean, kind: 'mean' }], whisker: high,
      value: high === null ? megabytes(meanRssBytes) : peak(stream), more: high !== null && average,
    };
  }).filter(({ high, mean }) => high !== null || mean !== null);
  if (told.length === 0) return null;
  const isSampled = told.some((one) => one.isSampled);
  return barFigure(told, told.flatMap(({ high, mean }) => [high, mean]), {
    kind: 'plot memory',
    title: 'Resident memory',
    text: 'MB of the whole process during a run',
    key: [
      told.some(({ mean }) => mean !== null) && ['bar mean', 'mean'],
      told.some(({ high }) => high !== null) &&
        ['whisker', `peak${isSampled ? '; ≥: the highest sample, between two of them it may have been higher' : ''}`],
    ],
  });
}

/** @returns {object | null} null where the processor time of no contender is known */
function processorFigure(tests) {
  const told = tests.filter(({ stream }) => processorOf(stream) !== null);
  if (told.length === 0) return null;
  const bars = told.map(({ name, stream }) => {
    const { user, system } = processorOf(stream);
    return {
      name, words: `user and system time ${processor(stream)}`, value: processor(stream),
      parts: [{ value: user * 100, kind: 'user' }, { value: system * 100, kind: 'system' }],
      lines: [{ value: 100, kind: 'unity' }],
    };
  });
  return barFigure(bars, [100, ...bars.map(({ parts: [user, system] }) => user.value + system.value)], {
    kind: 'plot processor',
    title: 'Processor time',
    text: 'per cent of the time on the clock',
    key: [['bar user', 'user'], ['bar system', 'system'], ['unity', 'one processor, busy all the time']],
  });
}

module.exports = { barFigure, memoryFigure, processorFigure };
