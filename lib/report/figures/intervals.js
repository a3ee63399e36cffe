'use strict';

/* The tests of a suite on one axis: times, speeds relative to the baseline, and speeds of streams. */

const { changeInterval, changeText, percent, roughTime, time, timeWithInterval } = require('../../text/numbers');
const { hasSpeed, isUntold, untoldWords } = require('../../text/verdict-words');
const { shown } = require('../chart/markup');
const { createScale, scaleFor, spanOf } = require('../chart/scale');
const { amountTicks, ratioTicks, timeTicks } = require('../chart/ticks');
const { speedOf: streamSpeedOf, speedText, speedWithInterval } = require('../streams-words');
const { wordsOf, toneOf, shapeOf } = require('../verdicts');

const { max } = Math;

const isTold = (test) => hasSpeed(test) && test.nsPerCall > 0;
const testsOf = (groups) => groups.flatMap(({ tests }) => tests.map(({ test }) => test));

const groupedItems = (groups, isShown, itemOf) => groups.flatMap(({ heading, tests }) => {
  const items = tests.filter(({ test }) => isShown(test)).map(itemOf);
  return heading === '' || items.length === 0 ? items : [{ heading }, ...items];
});

/** A test without a speed: if too fast, it lies beyond the left end; if noisy, somewhere in its interval. */
function untoldItem(test) {
  const { verdict, resolutionNs, nsLow, nsHigh } = test;
  const words = untoldWords(test);
  if (verdict !== 'below-resolution') {
    return { words, value: words, centre: null, low: nsLow, high: nsHigh, shape: 'ring', tone: 'open' };
  }
  const under = resolutionNs === null ? words : `under ${roughTime(resolutionNs)}`;
  return { words: under, value: under, centre: -Infinity, low: null, high: null, shape: 'ring', tone: 'open' };
}

const toldItem = ({ verdict, nsPerCall, nsLow, nsHigh }) => ({
  words: timeWithInterval(nsPerCall, nsLow, nsHigh), value: time(nsPerCall, nsLow, nsHigh),
  centre: nsPerCall, low: nsLow, high: nsHigh, shape: verdict === 'baseline' ? 'square' : 'disc', tone: 'plain',
});

function timeFigure(groups) {
  const told = testsOf(groups).filter(isTold);
  if (told.length === 0) return null;
  const scale = scaleFor(told.map(({ nsPerCall }) => nsPerCall), told.flatMap(({ nsLow, nsHigh }) => [nsLow, nsHigh]));
  const { ticks, unit } = timeTicks(scale);
  const items = groupedItems(groups, (test) => isTold(test) || isUntold(test), ({ test, name }) => {
    const { words, ...item } = isTold(test) ? toldItem(test) : untoldItem(test);
    return { name, label: `${shown(test.name)}: ${words}`, ...item };
  });
  const from = scale.isLog || scale.low <= 0 ? '' : '; the axis does not start at 0';
  return {
    draw: 'rows', row: 'interval', kind: 'plot times', title: 'Time per call',
    text: `${scale.isLog ? 'on a log axis' : unit}${from}`, scale, ticks, items,
    key: [told.some(({ nsLow }) => nsLow !== null) && ['interval', '95 % interval of each test']],
  };
}

/** The speed relative to the baseline (rank 1000). The baseline has no interval. */
function speedOf({ rank, rankLow, rankHigh, verdict }) {
  const hasInterval = verdict !== 'baseline' && rankLow > 0 && rankHigh > 0;
  const over = (value, isThere) => (isThere ? value / 1000 : null);
  return { ratio: over(rank, rank > 0), low: over(rankLow, hasInterval), high: over(rankHigh, hasInterval) };
}

function bandOf(tests) {
  const margin = max(...tests.map((test) => test.margin));
  const floor = max(...tests.map(({ noiseFloor }) => noiseFloor || 0));
  const share = max(0, margin, floor);
  const words = floor > margin ? `the noise floor, ${percent(share)}: how far a test is from itself here`
    : `the margin, ${percent(share)}: within, tests count as the same`;
  return { share, words, low: 1 / (1 + share), high: 1 + share };
}

function baselineWords(groups, settings) {
  if (settings.baselineAvg > 0) return [`of ${time(1e9 / settings.baselineAvg)} per operation`];
  const baselines = groups.flatMap(({ tests }) => tests.filter(({ test }) => test.verdict === 'baseline'));
  const names = [...new Set(baselines.map(({ name }) => name))];
  return names.length === 1 ? ['of ', { name: names[0] }] : ['of the baseline'];
}

function ratioFigure(groups, settings) {
  const tests = testsOf(groups);
  const isRanked = (test) => speedOf(test).ratio !== null;
  const ranked = tests.filter(isRanked);
  if (ranked.every(({ verdict }) => verdict === 'baseline')) return null;
  const speeds = ranked.map(speedOf);
  const band = bandOf(tests);
  const estimates = [1, band.low, band.high, ...speeds.map(({ ratio }) => ratio)];
  const scale = createScale({ ...spanOf(estimates, speeds.flatMap(({ low, high }) => [low, high])), isLog: true });
  const items = groupedItems(groups, isRanked, ({ test, name }) => {
    const { verdict } = test;
    const { ratio, low, high } = speedOf(test);
    const isBaseline = verdict === 'baseline';
    const interval = changeInterval(low, high, ratio);
    const words = isBaseline ? 'baseline' : `${changeText(ratio, low, high)} (${interval}), ${wordsOf(verdict)}`;
    return {
      name, label: `${shown(test.name)}: ${words}`, centre: ratio, low, high, band: band.share > 0 ? band : null,
      shape: shapeOf(verdict), tone: toneOf(verdict), value: isBaseline ? '' : changeText(ratio, low, high),
      verdict, more: wordsOf(verdict),
    };
  });
  return {
    draw: 'rows', row: 'interval', kind: 'plot ratios', title: 'Speed',
    text: ['over that ', ...baselineWords(groups, settings), '; faster is to the right'],
    scale, ticks: ratioTicks(scale), lines: [{ value: 1, kind: 'unity' }], items,
    key: [
      speeds.some(({ low }) => low !== null) &&
        ['interval', 'interval; all of a suite hold together in 95 of 100 cases'],
      band.share > 0 && ['band', band.words],
    ],
  };
}

// The suite's names for references; a contender can also be the baseline.
const REFERENCE = /^(pass-through|reference)( \d+)?$/;

// A stream that only passes bytes on can be much faster than streams that work on them. Up to this ratio, it is on
// their axis.
const MOST_STRETCH = 1.5;

/** The line of the reference, or of the end of the axis if the reference is beyond it. */
function lineOf({ test, speed }, scale) {
  const isNear = scale.side(speed.value) === 0;
  // Rounding could miss the exact end.
  const value = isNear ? speed.value : scale.low + (scale.high - scale.low) * 0.9999;
  const kind = isNear ? 'unity' : 'far';
  const words = isNear ? ['the speed of ', { name: test.name }, `, ${speedText(speed)}`]
    : [{ name: test.name }, `, ${speedText(speed)}, lies beyond the axis`];
  return { line: { value, kind }, key: [kind, words] };
}

function speedFigure(tests, unit) {
  const told = tests.map((test) => ({ test, speed: streamSpeedOf(test) }))
    .filter(({ speed }) => speed && speed.unit === unit);
  if (told.length === 0) return null;
  const found = told.find(({ test }) => test.verdict === 'baseline');
  const isReference = found && told.length > 1 && REFERENCE.test(found.test.name);
  const drawn = isReference ? told.filter((one) => one !== found) : told;
  const values = drawn.map(({ speed }) => speed.value);
  const isOnAxis = found && found.speed.value <= MOST_STRETCH * max(...values);
  const scale = scaleFor(isOnAxis ? [...values, found.speed.value] : values,
    drawn.flatMap(({ speed }) => [speed.low, speed.high]));
  const compared = found && lineOf(found, scale);
  const from = scale.isLog ? ', on a log axis' : scale.low > 0 ? '; the axis does not start at 0' : '';
  return {
    draw: 'rows', row: 'interval', kind: 'plot speeds', title: 'Speed', text: `${unit}${from}; faster is to the right`,
    scale, ticks: amountTicks(scale), lines: compared ? [compared.line] : [],
    items: drawn.map(({ test: { name, verdict }, speed }) => ({
      name, label: `${shown(name)}: ${speedWithInterval(speed)}, ${wordsOf(verdict)}`, centre: speed.value,
      low: speed.low, high: speed.high, shape: shapeOf(verdict), tone: toneOf(verdict), value: speedText(speed),
      verdict, more: wordsOf(verdict),
    })),
    key: [
      drawn.some(({ speed }) => speed.low !== null) && ['interval', '95 % interval of each contender'],
      compared && compared.key,
    ],
  };
}

const speedFigures = (tests) => ['MB/s', 'chunks/s'].map((unit) => speedFigure(tests, unit));

module.exports = { timeFigure, ratioFigure, speedFigures };
