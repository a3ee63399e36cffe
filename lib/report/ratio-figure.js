'use strict';

/* The speeds of the tests of a suite over that of their baseline, on one axis, as values. */

const { shown } = require('./chart/markup');
const { changeInterval, changeText, percent, time } = require('../text/numbers');
const { ratioTicks } = require('./chart/ticks');
const { createScale, spanOf } = require('./chart/scale');
const { wordsOf, toneOf, shapeOf } = require('./verdicts');
const { groupedItems } = require('./time-figure');

const { max } = Math;

/** The speed of a test over the baseline's, from ranks of which 1000 is the baseline; the baseline has no interval. */
function speedOf({ rank, rankLow, rankHigh, verdict }) {
  const hasInterval = verdict !== 'baseline' && rankLow > 0 && rankHigh > 0;
  const over = (value, isThere) => (isThere ? value / 1000 : null);
  return { ratio: over(rank, rank > 0), low: over(rankLow, hasInterval), high: over(rankHigh, hasInterval) };
}

/** The share within which no difference is told, and why. */
function bandOf(tests) {
  const margin = max(...tests.map((test) => test.margin));
  const floor = max(...tests.map(({ noiseFloor }) => noiseFloor || 0));
  const share = max(0, margin, floor);
  const words = floor > margin ? `the noise floor, ${percent(share)}: how far a test is from itself here`
    : `the margin, ${percent(share)}: within, tests count as the same`;
  return { share, words, low: 1 / (1 + share), high: 1 + share };
}

const testsOf = (groups) => groups.flatMap(({ tests }) => tests.map(({ test }) => test));

/** Whose speed is 1: 'of concat'; each group has its own. */
function baselineWords(groups, settings) {
  if (settings.baselineAvg > 0) return [`of ${time(1e9 / settings.baselineAvg)} per operation`];
  const baselines = groups.flatMap(({ tests }) => tests.filter(({ test }) => test.verdict === 'baseline'));
  const names = [...new Set(baselines.map(({ name }) => name))];
  return names.length === 1 ? ['of ', { name: names[0] }] : ['of the baseline'];
}

/**
 * @param {Array<{ heading: string, tests: Array<{ test: object, name: string }> }>} groups rows of a suite
 * @param {{ baselineAvg?: number }} settings
 * @returns {import('./time-figure').IntervalFigure|null} null where nothing has a rank but the baseline
 */
function ratioFigure(groups, settings) {
  const tests = testsOf(groups);
  const isRanked = (test) => speedOf(test).ratio !== null;
  const ranked = tests.filter(isRanked);
  if (ranked.every(({ verdict }) => verdict === 'baseline')) return null;
  const speeds = ranked.map(speedOf);
  const band = bandOf(tests);
  const hasInterval = speeds.some(({ low }) => low !== null);
  const estimates = [1, band.low, band.high, ...speeds.map(({ ratio }) => ratio)];
  const scale = createScale({ ...spanOf(estimates, speeds.flatMap(({ low, high }) => [low, high])), isLog: true });
  const items = groupedItems(groups, isRanked, ({ test, name }) => {
    const { verdict } = test;
    const { ratio, low, high } = speedOf(test);
    const isBaseline = verdict === 'baseline';
    const interval = changeInterval(low, high, ratio);
    const words = isBaseline ? 'baseline' : `${changeText(ratio, low, high)} (${interval}), ${wordsOf(verdict)}`;
    return {
      name, side: '', label: `${shown(test.name)}: ${words}`, centre: ratio, low, high,
      band: band.share > 0 ? band : null, shape: shapeOf(verdict), tone: toneOf(verdict),
      value: isBaseline ? '' : changeText(ratio, low, high), verdict,
    };
  });
  return {
    kind: 'plot ratios', title: 'Speed', text: ['over that ', ...baselineWords(groups, settings),
      '; faster is to the right'],
    scale, ticks: ratioTicks(scale), lines: [{ value: 1, kind: 'unity' }], items,
    key: [
      hasInterval && ['interval', ['interval; all of a suite hold together in 95 of 100 cases']],
      band.share > 0 && ['band', [band.words]],
    ].filter(Boolean),
  };
}

module.exports = { ratioFigure };
