'use strict';

/* Amounts on an axis from 0: memory and processor time of streams, and the reasons of a difference. */

const { maxOf } = require('../../base/stats/sample');
const { formatCount, decimal, NOTHING } = require('../../base/text/numbers');
const { shown } = require('../chart/markup');
const { createScale, amountTicks } = require('../chart/axes');

const { abs, max, min, round } = Math;

const NBSP = '\u00a0';

function barFigure(bars, { lines = [], ...figure }) {
  const ends = bars.flatMap(({ parts, whisker }) => [whisker ?? 0, parts.reduce((sum, { value }) => sum + value, 0)]);
  const scale = createScale({ low: 0, high: maxOf([...ends, ...lines.map(({ value }) => value)]), fromZero: true });
  const items = bars.map(({ words, ...bar }) => ({ ...bar, label: `${shown(bar.name)}: ${words}` }));
  return { draw: 'rows', row: 'bar', scale, ticks: amountTicks(scale), lines, items, ...figure };
}

const megabytes = (bytes) => (bytes === null ? NOTHING : `${decimal(bytes / 1e6, abs(bytes) < 1e9 ? 1 : 0)}${NBSP}MB`);

function memoryBar({ name, stream: { peakRssBytes, meanRssBytes, isPeakExact } }) {
  const [whisker, mean] = [peakRssBytes, meanRssBytes].map((bytes) => (bytes > 0 ? bytes / 1e6 : null));
  const isSampled = whisker !== null && isPeakExact === false;
  const peak = whisker !== null && `${isSampled ? '≥ ' : ''}${megabytes(peakRssBytes)}`;
  const average = mean !== null && `mean ${megabytes(meanRssBytes)}`;
  return {
    name, isSampled, parts: [{ value: mean, kind: 'mean' }], whisker,
    words: [peak && `peak ${peak}`, average].filter(Boolean).join(', '),
    value: peak || megabytes(meanRssBytes), more: peak && average,
  };
}

function memoryFigure(tests) {
  const bars = tests.map(memoryBar).filter(({ words }) => words);
  if (bars.length === 0) return null;
  const how = bars.some(({ isSampled }) => isSampled)
    ? '; ≥: highest sample; the peak may be higher' : '';
  return barFigure(bars, {
    title: 'Resident memory', text: 'MB of the whole process during a run',
    key: [
      bars.some(({ parts: [mean] }) => mean.value !== null) && ['bar mean', 'mean'],
      bars.some(({ whisker }) => whisker !== null) && ['whisker', `peak${how}`],
    ],
  });
}

function processorFigure(tests) {
  const known = tests.filter(({ stream: { userShare, systemShare } }) => userShare !== null && systemShare !== null);
  if (known.length === 0) return null;
  const bars = known.map(({ name, stream }) => {
    const [user, system] = [stream.userShare, stream.systemShare].map((share) => max(0, share) * 100);
    const value = `${formatCount(round(user))} + ${formatCount(round(system))}${NBSP}%`;
    return {
      name, words: `user and system time ${value}`, value,
      parts: [{ value: user, kind: 'user' }, { value: system, kind: 'system' }],
    };
  });
  return barFigure(bars, {
    title: 'Processor time', text: 'percent of wall-clock time',
    lines: [{ value: 100, kind: 'unity' }],
    key: [['bar user', 'user'], ['bar system', 'system'], ['unity', 'one fully busy processor']],
  });
}

/**
 * A waterfall of reasons: each bar begins at the end of the bar before. steps: [{ name, ns, value, more }]; the first
 * and the last are the tests
 */
function waterfallFigure({ title, steps }) {
  const longest = maxOf(steps.map(({ ns }) => ns));
  const [unit, nsOfUnit] = longest < 1e3 ? ['ns', 1] : longest < 1e6 ? ['µs', 1e3] : ['ms', 1e6];
  let reachedNs = 0;
  const bars = steps.map(({ name, ns, value, more }, i) => {
    const isTest = i === 0 || i === steps.length - 1;
    // A negative step is drawn to the left of its start.
    const fromNs = isTest ? 0 : min(reachedNs, reachedNs + ns);
    reachedNs = isTest ? ns : reachedNs + ns;
    return {
      name, value, more, words: [value, more].filter(Boolean).join(', '),
      parts: [
        { value: max(0, fromNs) / nsOfUnit, kind: 'offset' },
        { value: abs(ns) / nsOfUnit, kind: isTest ? 'mean' : 'system' },
      ],
    };
  });
  return barFigure(bars, { title, text: `${unit} per call`, key: [] });
}

const resourceFigures = (tests) => [memoryFigure(tests), processorFigure(tests)];

module.exports = { resourceFigures, waterfallFigure };
