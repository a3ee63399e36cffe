'use strict';

/* The tests of a suite on one axis: times, speeds relative to the baseline, and speeds of streams. */

const { maxOf } = require('../../base/stats/sample');
const {
  changeInterval, changeText, formatPercent, roughTime, formatTime, timeWithInterval,
} = require('../../base/text/numbers');
const { hasSpeed, isUnmeasured, unmeasuredWords } = require('../../base/text/verdict-words');
const { FASTEST_WORDS, findFastest } = require('../answer');
const { shown, visible } = require('../chart/markup');
const { axisWords, createScale, scaleFor, findSpan, amountTicks, ratioTicks, timeTicks } = require('../chart/axes');
const { computeSpeed: streamSpeedOf, speedText, throughputWithInterval } = require('../streams-words');
const { verdictWords, verdictTone, verdictShape } = require('../verdicts');

const { log, max } = Math;

const isTimed = (test) => hasSpeed(test) && test.nsPerCall > 0;
const testsOf = (groups) => groups.flatMap(({ tests }) => tests.map(({ test }) => test));
const headed = (heading, items) => (heading === null || items.length === 0 ? items : [{ heading }, ...items]);

const groupedItems = (groups, isShown, itemOf) => groups.flatMap(({ heading, tests }) => headed(heading || null,
  tests.filter(({ test }) => isShown(test)).map(({ test, name }) => ({ ...itemOf(test), name }))));

/** The row of a judged estimate. words: after its name */
const judgedItem = ({ name, side = '', verdict }, words, { centre, low, high }, value) => ({
  name, side, label: `${shown(name)}${side && `, ${side}`}: ${words}`, centre, low, high, value,
  shape: verdictShape(verdict), tone: verdictTone(verdict), verdict, more: verdictWords(verdict),
});

/** A test without a speed: if too fast, it lies beyond the left end; if noisy, somewhere in its interval. */
function timeItem(test) {
  const { name, verdict, nsPerCall, nsLow, nsHigh, resolutionNs } = test;
  const item = (words, value, place) => (
    { label: `${shown(name)}: ${words}`, value, low: nsLow, high: nsHigh, ...place });
  if (isTimed(test)) {
    return item(timeWithInterval(nsPerCall, nsLow, nsHigh), formatTime(nsPerCall, nsLow, nsHigh),
      { centre: nsPerCall, shape: verdict === 'baseline' ? 'square' : 'disc', tone: 'plain' });
  }
  const isFast = verdict === 'below-resolution';
  const words = isFast && resolutionNs !== null ? `under ${roughTime(resolutionNs)}` : unmeasuredWords(test);
  const place = isFast ? { centre: -Infinity, low: null, high: null } : { centre: null };
  return item(words, words, { ...place, shape: 'ring', tone: 'open' });
}

function timeFigure(groups) {
  const timed = testsOf(groups).filter(isTimed);
  if (timed.length === 0) return null;
  const ends = timed.flatMap(({ nsLow, nsHigh }) => [nsLow, nsHigh]);
  const scale = scaleFor(timed.map(({ nsPerCall }) => nsPerCall), ends);
  const { ticks, unit } = timeTicks(scale);
  return {
    draw: 'rows', row: 'interval', title: 'Time per call',
    text: scale.isLog ? 'on a log axis' : unit + axisWords(scale), scale, ticks,
    items: groupedItems(groups, (test) => isTimed(test) || isUnmeasured(test), timeItem),
    key: [timed.some(({ nsLow }) => nsLow !== null) && ['interval', '95 % interval of each test']],
  };
}

const LEAST_BAND = 0.005; // of the axis; a narrower band is invisible

const createBand = (share) => (share > 0 ? { low: 1 / (1 + share), high: 1 + share } : null);

/** Ratios around 1 as rows with headings, on a log axis. limits: further lines */
function ratiosFigure(items, { bandWords, intervalWords, limits = [], key = [], ...figure }) {
  const rows = items.filter(({ heading }) => heading === undefined);
  const bands = rows.flatMap(({ band }) => (band ? [band.low, band.high] : []));
  const estimates = [1, ...bands, ...limits.map(({ value }) => value), ...rows.map(({ centre }) => centre)];
  const scale = createScale({ ...findSpan(estimates, rows.flatMap(({ low, high }) => [low, high])), isLog: true });
  return {
    draw: 'rows', row: 'interval', scale, ticks: ratioTicks(scale),
    lines: [{ value: 1, kind: 'unity' }, ...limits], items,
    key: [
      rows.some(({ low }) => low !== null) && ['interval', intervalWords],
      bands.length > 0 && log(bands[1] / bands[0]) > LEAST_BAND * log(scale.high / scale.low) && ['band', bandWords],
      ...key,
    ],
    ...figure,
  };
}

/** The speed relative to the baseline (rank 1000). The baseline has no interval. */
function speedOf({ rank, rankLow, rankHigh, verdict }) {
  const hasInterval = verdict !== 'baseline' && rankLow > 0 && rankHigh > 0;
  const over = (value, isThere) => (isThere ? value / 1000 : null);
  return { centre: over(rank, rank > 0), low: over(rankLow, hasInterval), high: over(rankHigh, hasInterval) };
}

function baselineWords(groups, settings) {
  if (settings.baselineAvg > 0) return `${formatTime(1e9 / settings.baselineAvg)} per operation`;
  const baselines = groups.flatMap(({ tests }) => tests.filter(({ test }) => test.verdict === 'baseline'));
  const names = [...new Set(baselines.map(({ name }) => name))];
  return names.length === 1 ? visible(names[0]) : 'the baseline';
}

function ratioFigure(groups, settings) {
  const tests = testsOf(groups);
  const isRanked = ({ rank }) => rank > 0;
  if (tests.filter(isRanked).every(({ verdict }) => verdict === 'baseline')) return null;
  const margin = maxOf(tests.map((test) => test.margin));
  const floor = maxOf(tests.map(({ noiseFloor }) => noiseFloor || 0));
  const share = max(0, margin, floor);
  const fastest = new Set(groups.flatMap(({ tests: own }) => findFastest(own.map(({ test }) => test))));
  const items = groupedItems(groups, isRanked, (test) => {
    const speed = speedOf(test);
    const { centre, low, high } = speed;
    const isBaseline = test.verdict === 'baseline';
    const text = isBaseline ? '' : changeText(centre, low, high, true);
    const words = isBaseline ? 'baseline'
      : `${text} (${changeInterval(low, high, centre)}), ${verdictWords(test.verdict)}`;
    const more = (fastest.has(test) && FASTEST_WORDS[test.verdict]) || verdictWords(test.verdict);
    return { ...judgedItem(test, words, speed, text), more, band: createBand(share) };
  });
  return ratiosFigure(items, {
    title: 'Speed', text: `relative to ${baselineWords(groups, settings)}; faster is to the right`,
    bandWords: floor > margin ? `noise floor, ${formatPercent(share)}: smaller differences are not significant`
      : `margin, ${formatPercent(share)}: tests within it count as equal`,
    intervalWords: '95 % interval of the ratio, simultaneous for all tests',
  });
}

// The suite's names for references; a contender can also be the baseline.
const REFERENCE = /^(pass-through|reference)( \d+)?$/;

// A stream that only passes bytes on can be far faster than others. Up to this ratio, it is on their axis.
const MOST_STRETCH = 1.5;

/** The line of the reference, or of the end of the axis if the reference is beyond it. */
function lineOf({ test, speed }, scale) {
  const isNear = scale.side(speed.value) === 0;
  // Rounding could miss the exact end.
  const value = isNear ? speed.value : scale.low + (scale.high - scale.low) * 0.9999;
  const kind = isNear ? 'unity' : 'far';
  const words = `${visible(test.name)}, ${speedText(speed)}`;
  return { line: { value, kind }, key: [kind, isNear ? `the speed of ${words}` : `${words}, is beyond the axis`] };
}

function speedFigure(tests, unit) {
  const measured = tests.map((test) => ({ test, speed: streamSpeedOf(test) }))
    .filter(({ speed }) => speed && speed.unit === unit);
  if (measured.length === 0) return null;
  const found = measured.find(({ test }) => test.verdict === 'baseline');
  const isReference = found && measured.length > 1 && REFERENCE.test(found.test.name);
  const drawn = isReference ? measured.filter((one) => one !== found) : measured;
  const values = drawn.map(({ speed }) => speed.value);
  const isOnAxis = found && found.speed.value <= MOST_STRETCH * maxOf(values);
  const scale = scaleFor(isOnAxis ? [...values, found.speed.value] : values,
    drawn.flatMap(({ speed }) => [speed.low, speed.high]));
  const compared = found && lineOf(found, scale);
  return {
    draw: 'rows', row: 'interval', title: 'Speed',
    text: `${unit}${axisWords(scale)}; faster is to the right`,
    scale, ticks: amountTicks(scale), lines: compared ? [compared.line] : [],
    items: drawn.map(({ test, speed }) =>
      judgedItem(test, `${throughputWithInterval(speed)}, ${verdictWords(test.verdict)}`,
      { ...speed, centre: speed.value }, speedText(speed))),
    key: [
      drawn.some(({ speed }) => speed.low !== null) && ['interval', '95 % interval of each contender'],
      compared && compared.key,
    ],
  };
}

const speedFigures = (tests) => ['MB/s', 'chunks/s'].map((unit) => speedFigure(tests, unit));

module.exports = { createBand, headed, judgedItem, ratiosFigure, timeFigure, ratioFigure, speedFigures };
