'use strict';

/* The tests of a suite beside each other: their ratios to the baseline, and their times. */

const { markup, nameOf, shown } = require('../chart/markup');
const { figure } = require('./parts');
const { verdictTag, wordsOf, toneOf, shapeOf } = require('./verdicts');
const { time, roughTime, ratioText, ratioInterval, percent, timeWithInterval } = require('../chart/figures');
const { timeTicks, ratioTicks } = require('../chart/ticks');
const { createScale, spanOf, scaleFor } = require('../chart/scale');
const { intervalRow, rowList } = require('../chart/rows');
const { hasSpeed, isUntold, untoldWords } = require('../../text/verdict-words');

const { max } = Math;

const isTold = (test) => hasSpeed(test) && test.nsPerCall > 0;

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

/** Lines of a plot under those of their parameters; none for groups of which nothing is shown. */
function groupedItems(groups, isShown, itemOf) {
  return groups.flatMap(({ heading, tests }) => {
    const items = tests.filter(({ test }) => isShown(test)).map(itemOf);
    return heading === '' || items.length === 0 ? items : [{ title: markup`<bdi>${heading}</bdi>` }, ...items];
  });
}

const testsOf = (groups) => groups.flatMap(({ tests }) => tests.map(({ test }) => test));

/** Whose speed is 1: 'of concat'; each group has its own. */
function baselineWords(groups, settings) {
  if (settings.baselineAvg > 0) return `of ${time(1e9 / settings.baselineAvg)} per operation`;
  const baselines = groups.flatMap(({ tests }) => tests.filter(({ test }) => test.verdict === 'baseline'));
  const names = [...new Set(baselines.map(({ name }) => name))];
  return names.length === 1 ? markup`of ${nameOf(names[0])}` : 'of the baseline';
}

/**
 * @param {Array<{ heading: string, tests: Array<{ test: object, name: string }> }>} groups rows of a suite
 * @param {{ baselineAvg?: number }} settings
 * @returns {object | null} null where nothing has a rank but the baseline
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
  const ticks = ratioTicks(scale);
  const items = groupedItems(groups, isRanked, ({ test, name }) => {
    const { ratio, low, high } = speedOf(test);
    const isBaseline = test.verdict === 'baseline';
    const interval = ratioInterval(low, high, ratio);
    const words = isBaseline ? 'baseline' : `${ratioText(ratio, low, high)} (${interval}), ${wordsOf(test.verdict)}`;
    return {
      name: nameOf(name),
      row: intervalRow({
        scale, ticks, label: `${shown(test.name)}: ${words}`, centre: ratio, low, high,
        band: band.share > 0 ? band : null, lines: [{ value: 1, kind: 'unity' }],
        shape: shapeOf(test.verdict), tone: toneOf(test.verdict),
      }),
      value: !isBaseline && ratioText(ratio, low, high),
      more: verdictTag(test.verdict),
    };
  });
  return figure({
    kind: 'plot ratios',
    title: 'Speed',
    text: markup`over that ${baselineWords(groups, settings)}; faster is to the right`,
    body: rowList(items, ticks),
    key: [
      hasInterval && ['interval', 'interval; all of a suite hold together in 95 of 100 cases'],
      band.share > 0 && ['band', band.words],
    ],
  });
}

/** A test without a speed: what is too fast is beyond the left end, what is noisy somewhere in its interval. */
function untoldRow(test) {
  const { verdict, resolutionNs, nsLow, nsHigh } = test;
  const words = untoldWords(test);
  if (verdict !== 'below-resolution') return { words, centre: null, low: nsLow, high: nsHigh, tone: 'open' };
  const under = resolutionNs === null ? words : `under ${roughTime(resolutionNs)}`;
  return { words: under, centre: -Infinity, low: null, high: null, tone: 'open' };
}

function toldRow({ verdict, nsPerCall, nsLow, nsHigh }) {
  return {
    words: timeWithInterval(nsPerCall, nsLow, nsHigh), value: time(nsPerCall, nsLow, nsHigh),
    centre: nsPerCall, low: nsLow, high: nsHigh, shape: verdict === 'baseline' ? 'square' : 'disc', tone: 'plain',
  };
}

/**
 * @param {Array<{ heading: string, tests: Array<{ test: object, name: string }> }>} groups rows of a suite
 * @returns {object | null} null where no test has a time
 */
function timeFigure(groups) {
  const told = testsOf(groups).filter(isTold);
  if (told.length === 0) return null;
  const scale = scaleFor(told.map(({ nsPerCall }) => nsPerCall), told.flatMap(({ nsLow, nsHigh }) => [nsLow, nsHigh]));
  const { ticks, unit } = timeTicks(scale);
  const items = groupedItems(groups, (test) => isTold(test) || isUntold(test), ({ test, name }) => {
    const { words, value = words, ...row } = isTold(test) ? toldRow(test) : untoldRow(test);
    const label = `${shown(test.name)}: ${words}`;
    return { name: nameOf(name), row: intervalRow({ scale, ticks, label, ...row }), value };
  });
  const from = scale.isLog || scale.low <= 0 ? '' : '; the axis does not start at 0';
  return figure({
    kind: 'plot times',
    title: 'Time per call',
    text: `${scale.isLog ? 'on a log axis' : unit}${from}`,
    body: rowList(items, ticks),
    key: [told.some(({ nsLow }) => nsLow !== null) && ['interval', '95 % interval of each test']],
  });
}

module.exports = { ratioFigure, timeFigure };
