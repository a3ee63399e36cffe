'use strict';

/* Amounts on an axis from 0: memory and processor time of streams, instructions of functions. */

const { count, decimal, NOTHING, percent } = require('../../text/numbers');
const { plainLines } = require('../../text/display');
const { shown } = require('../chart/markup');
const { createScale, amountTicks } = require('../chart/axes');
const { of, kindWords, functionWords, amount, sharesOf, totalOf, profileIn } = require('../profile-words');

const { abs, max, round } = Math;

const NBSP = '\u00a0';

function barFigure(bars, { lines = [], ...figure }) {
  const ends = bars.flatMap(({ parts, whisker }) => [whisker ?? 0, parts.reduce((sum, { value }) => sum + value, 0)]);
  const scale = createScale({ low: 0, high: max(...ends, ...lines.map(({ value }) => value)), fromZero: true });
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
    ? '; ≥: the highest sample, between two of them it may have been higher' : '';
  return barFigure(bars, {
    kind: 'plot memory', title: 'Resident memory', text: 'MB of the whole process during a run',
    key: [
      bars.some(({ parts: [mean] }) => mean.value !== null) && ['bar mean', 'mean'],
      bars.some(({ whisker }) => whisker !== null) && ['whisker', `peak${how}`],
    ],
  });
}

function processorFigure(tests) {
  const told = tests.filter(({ stream: { userShare, systemShare } }) => userShare !== null && systemShare !== null);
  if (told.length === 0) return null;
  const bars = told.map(({ name, stream }) => {
    const [user, system] = [stream.userShare, stream.systemShare].map((share) => max(0, share) * 100);
    const value = `${count(round(user))} + ${count(round(system))}${NBSP}%`;
    return {
      name, words: `user and system time ${value}`, value,
      parts: [{ value: user, kind: 'user' }, { value: system, kind: 'system' }],
    };
  });
  return barFigure(bars, {
    kind: 'plot processor', title: 'Processor time', text: 'per cent of the time on the clock',
    lines: [{ value: 100, kind: 'unity' }],
    key: [['bar user', 'user'], ['bar system', 'system'], ['unity', 'one processor, busy all the time']],
  });
}

const resourceFigures = (tests) => [memoryFigure(tests), processorFigure(tests)];

const SHORT_KINDS = {
  compiled: 'JavaScript', loop: 'loop', builtin: 'builtin', runtime: 'runtime', collector: 'collector', node: 'Node',
  system: 'library',
};
const COLOURS = { compiled: 'of-test', loop: 'of-loop', collector: 'of-collector' };

const colourOf = (kind) => of(COLOURS, kind, 'of-engine');

function keyOf(profile) {
  const kinds = new Map(profile.functions.map(({ kind }) => [colourOf(kind), kind]));
  return [...kinds].map(([colour, kind]) => [
    `bar ${colour}`, colour === 'of-engine' ? 'what V8, Node and the system do for it' : kindWords(profile, kind)]);
}

function profileFigure(test, unit = 'a call') {
  const profile = profileIn(test);
  const shares = sharesOf(profile);
  if (shares.length === 0) return null;
  const total = totalOf(profile);
  const bars = profile.functions.filter(({ instructions }) => instructions > 0).map((one) => {
    const more = `${of(SHORT_KINDS, one.kind, one.kind)}, ${percent(one.instructions / total)}`;
    const value = amount(one.instructions);
    return {
      name: functionWords(one), words: `${value} instructions ${unit}, ${more}`, value, more,
      parts: [{ value: one.instructions, kind: colourOf(one.kind) }],
    };
  });
  const why = profile.reason && plainLines(profile.reason).join(' ');
  return barFigure(bars, {
    kind: 'plot profile', title: 'Where the instructions go',
    text: `instructions ${unit}: ${shares.map(({ words, share }) => `${words} ${percent(share)}`).join(', ')}`,
    key: keyOf(profile), remark: why && `Functions of JavaScript are not told apart: ${why}`,
  });
}

module.exports = { resourceFigures, profileFigure };
