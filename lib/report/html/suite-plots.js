'use strict';

/* The tests of a suite beside each other: their ratios to the baseline, and their times. */

const { markup, nameOf, shown } = require('./markup');
const { known, positive, list } = require('./known');
const { figure } = require('./parts');
const { rows, spanOf } = require('./rows');
const { verdictTag, wordsOf, toneOf, shapeOf } = require('./verdicts');
const { time, roughTime, timeInterval, ratioText, ratioInterval, percent, unitFor } = require('./figures');
const { timeTicks, ratioTicks } = require('./axes');
const { createScale } = require('../svg/scale');
const { intervalRow } = require('../svg/interval-row');
const { hasSpeed, isUntold, untoldWords } = require('../../told');

// Captured at load, because a measured test may change them.
const { max, min } = Math;

// Times further apart than this are on a log axis, and closer than that on one that does not start at 0.
const LOG_FROM = 20;
const ZERO_FROM = 1.5;

const isTold = (test) => hasSpeed(test) && positive(test.nsPerCall) !== null;

/** The speed of a test over the baseline's, from ranks of which 1000 is the baseline. */
function speedOf(test) {
  const over = (rank) => positive(positive(rank) === null ? null : rank / 1000);
  return { ratio: over(test.rank), low: over(test.rankLow), high: over(test.rankHigh) };
}

/** The share within which no difference is told. */
function bandOf(tests) {
  let share = 0;
  for (const { margin, noiseFloor } of tests) share = max(share, known(margin) || 0, known(noiseFloor) || 0);
  return share;
}

function bandWords(tests, share) {
  const byFloor = tests.some(({ noiseFloor, margin }) => known(noiseFloor) > (known(margin) || 0));
  if (byFloor) return `the noise floor, ${percent(share)}: how far a test is from itself here`;
  return `the margin, ${percent(share)}: within, tests count as the same`;
}

/** Lines of a plot under those of their parameters; none for groups of which nothing is shown. */
function groupedItems(groups, isShown, itemOf) {
  return groups.flatMap(({ heading, tests }) => {
    const items = tests.filter(({ test }) => isShown(test)).map(itemOf);
    return heading === '' || items.length === 0 ? items : [{ title: markup`<bdi>${heading}</bdi>` }, ...items];
  });
}

/** Whose speed is 1: 'of concat'; each group has its own. */
function baselineWords(groups, settings) {
  if (settings.baselineAvg > 0) return `of ${time(1e9 / settings.baselineAvg)} per operation`;
  const names = [...new Set(groups.flatMap(({ tests }) => tests.filter(({ test }) => test.verdict === 'baseline').map(({ name }) => name)))];
  return names.length === 1 ? markup`of ${nameOf(names[0])}` : 'of the baseline';
}

/**
 * @param {Array<{ heading: string, tests: Array<{ test: object, name: string }> }>} groups rows of a suite
 * @param {{ baselineAvg?: number }} settings
 * @returns {object | null} null where nothing has a rank but the baseline
 */
function ratioFigure(groups, settings) {
  const tests = groups.flatMap((group) => group.tests.map(({ test }) => test));
  const ranked = tests.map((test) => ({ test, ...speedOf(test) })).filter(({ ratio }) => ratio !== null);
  if (ranked.filter(({ test }) => test.verdict !== 'baseline').length === 0) return null;
  const share = bandOf(tests);
  const band = { low: 1 / (1 + share), high: 1 + share };
  const estimates = [1, band.low, band.high, ...ranked.map(({ ratio }) => ratio)];
  const ends = ranked.flatMap(({ low, high }) => (low === null || high === null ? [] : [low, high]));
  const scale = createScale({ ...spanOf(estimates, ends), isLog: true });
  const ticks = ratioTicks(scale);
  const items = groupedItems(groups, (test) => speedOf(test).ratio !== null, ({ test, name }) => {
    const { ratio, low, high } = speedOf(test);
    const isBaseline = test.verdict === 'baseline';
    const words = isBaseline ? 'baseline' : `${ratioText(ratio, low, high)} (${ratioInterval(low, high, ratio)}), ${wordsOf(test.verdict)}`;
    const hasInterval = !isBaseline && low !== null && high !== null;
    return {
      name: nameOf(name),
      row: intervalRow({
        scale, ticks, label: `${shown(test.name)}: ${words}`, centre: ratio, low: hasInterval ? low : null, high: hasInterval ? high : null,
        band: share > 0 ? band : null, lines: [{ value: 1, kind: 'unity' }], shape: shapeOf(test.verdict), tone: toneOf(test.verdict),
      }),
      value: !isBaseline && ratioText(ratio, low, high),
      more: verdictTag(test.verdict),
    };
  });
  return figure({
    kind: 'plot ratios',
    title: 'Speed',
    text: markup`over that ${baselineWords(groups, settings)}; faster is to the right`,
    body: rows(items, ticks),
    key: [
      ends.length > 0 && ['interval', 'interval; all of a suite hold together in 95 of 100 cases'],
      share > 0 && ['band', bandWords(tests, share)],
    ],
  });
}

function timeScaleOf(told) {
  const estimates = told.map(({ nsPerCall }) => nsPerCall);
  const lowest = min(...estimates);
  const highest = max(...estimates);
  const ends = told.flatMap(({ nsLow, nsHigh }) => (known(nsLow) === null || known(nsHigh) === null ? [] : [nsLow, nsHigh]));
  const span = spanOf(estimates, ends);
  if (highest > LOG_FROM * lowest) return createScale({ ...span, isLog: true });
  return createScale({ ...span, fromZero: highest > ZERO_FROM * lowest });
}

/**
 * @param {Array<{ heading: string, tests: Array<{ test: object, name: string }> }>} groups rows of a suite
 * @returns {object | null} null where no test has a time
 */
function timeFigure(groups) {
  const tests = groups.flatMap((group) => group.tests.map(({ test }) => test));
  const told = tests.filter(isTold);
  if (told.length === 0) return null;
  const scale = timeScaleOf(told);
  const { ticks, unit } = timeTicks(scale);
  const items = groupedItems(groups, (test) => isTold(test) || isUntold(test), ({ test, name }) => {
    const { nsPerCall, verdict } = test;
    const [nsLow, nsHigh] = [known(test.nsLow), known(test.nsHigh)];
    const hasInterval = nsLow !== null && nsHigh !== null;
    if (!isTold(test)) {
      const isFast = verdict === 'below-resolution';
      const words = isFast && known(test.resolutionNs) !== null ? `under ${roughTime(test.resolutionNs)}` : untoldWords(test);
      // Somewhere beyond the left end: no time is known, however small. What is noisy is somewhere in its interval.
      const row = intervalRow({
        scale, ticks, label: `${shown(test.name)}: ${words}`, centre: isFast ? -Infinity : null,
        low: !isFast && hasInterval ? nsLow : null, high: !isFast && hasInterval ? nsHigh : null, tone: 'open',
      });
      return { name: nameOf(name), row, value: words };
    }
    const words = `${time(nsPerCall, nsLow, nsHigh)}${hasInterval ? ` (${timeInterval(nsLow, nsHigh, nsPerCall)})` : ''}`;
    return {
      name: nameOf(name),
      row: intervalRow({
        scale, ticks, label: `${shown(test.name)}: ${words}`, centre: nsPerCall, low: hasInterval ? nsLow : null, high: hasInterval ? nsHigh : null,
        shape: verdict === 'baseline' ? 'square' : 'disc', tone: 'plain',
      }),
      value: time(nsPerCall, nsLow, nsHigh),
    };
  });
  const from = scale.isLog || scale.low <= 0 ? '' : '; the axis does not start at 0';
  return figure({
    kind: 'plot times',
    title: 'Time per call',
    text: `${scale.isLog ? 'on a log axis' : unit || unitFor(scale.high).name}${from}`,
    body: rows(items, ticks),
    key: [list(told).some(({ nsLow }) => known(nsLow) !== null) && ['interval', '95 % interval of each test']],
  });
}

module.exports = { ratioFigure, timeFigure };
