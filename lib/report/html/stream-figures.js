'use strict';

/* Figures of streams: the spread of runs, memory, processor time. Bars on an axis from 0 serve profiles, too. */

const { figure } = require('./parts');
const { markup, nameOf, shown } = require('../chart/markup');
const { count, counted, decimal, NOTHING, quantity } = require('../../text/numbers');
const { barRow, rowList } = require('../chart/rows');
const { createScale, robustAxis } = require('../chart/scale');
const { distribution } = require('../chart/distribution');
const { amountTicks } = require('../chart/ticks');
const { speedInterval, speedText } = require('../streams-words');

const { abs, max, round } = Math;

const NBSP = '\u00a0';

/** '64.2 MB' */
const megabytes = (bytes) => (bytes === null ? NOTHING : `${decimal(bytes / 1e6, abs(bytes) < 1e9 ? 1 : 0)}${NBSP}MB`);

/** The peak; '≥ 64.2 MB' where it is only the highest of the samples. */
const peak = ({ peakRssBytes, isPeakExact }) =>
  `${peakRssBytes !== null && isPeakExact === false ? '≥ ' : ''}${megabytes(peakRssBytes)}`;

/** User and system time as shares, or null: half of it says nothing. */
function processorOf({ userShare, systemShare }) {
  return userShare === null || systemShare === null ? null : { user: max(0, userShare), system: max(0, systemShare) };
}

/** '98 + 4 %' */
function processor(stream) {
  const shares = processorOf(stream);
  if (shares === null) return NOTHING;
  const [user, system] = [shares.user, shares.system].map((share) => count(round(share * 100)));
  return `${user} + ${system}${NBSP}%`;
}

/** @returns {object | null} null for a single run, which is not spread */
function runsFigure({ nsPerCall, samples }, speed) {
  if (!speed || !(nsPerCall > 0)) return null;
  const { value, low, high, unit } = speed;
  // Each run has worked on the same bytes.
  const speeds = samples.filter((run) => run.nsPerCall > 0).map((run) => value * nsPerCall / run.nsPerCall);
  if (speeds.length < 2) return null;
  const axis = robustAxis(speeds, [value, low, high], (one) => `${quantity(one, low, high)} ${unit}`);
  const title = `Spread of ${counted(speeds.length, 'run')}`;
  return figure({
    kind: 'plot distribution',
    title,
    text: `${unit}, a dot for each run`,
    body: distribution({
      ...axis, ticks: amountTicks(axis.scale), estimate: { centre: value, low, high },
      label: [`${title}: ${speedText(speed)}`, axis.below, axis.above].filter(Boolean).join(', '),
    }),
    key: [
      ['estimate', `estimate ${speedText(speed)}`],
      low !== null && ['interval', `95 % interval ${speedInterval(speed)}`],
      (axis.below || axis.above) && ['beyond', 'beyond the axis'],
    ],
  });
}

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

/** Memory and processor time side by side. */
const resourceFigures = (tests) => markup`<div class="plots halves">\
${memoryFigure(tests)}${processorFigure(tests)}</div>
`;

module.exports = { barFigure, runsFigure, resourceFigures };
