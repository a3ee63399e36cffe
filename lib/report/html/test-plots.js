'use strict';

/* The two plots of one test: how its rounds are spread, and the order they came in. */

const { known, positive } = require('./known');
const { figure } = require('./parts');
const { time, timeInterval, count, plural } = require('./figures');
const { timeTicks } = require('./axes');
const { spreadOf, measured, medianOf } = require('./series');
const { createScale } = require('../svg/scale');
const { linearTicks } = require('../svg/ticks');
const { robustRange } = require('../svg/robust-range');
const { distribution, MOST_DOTS } = require('../svg/distribution');
const { runSequence } = require('../svg/run-sequence');
const { thin } = require('../svg/thin');

// Captured at load, because a measured test may change them.
const { ceil, floor, max, min, round } = Math;

const MOST_POINTS = 600;
const MOST_NUMBERS = 8; // of processes under an axis

const ONE = { rounds: 'round', processes: 'process', runs: 'run' };

/** An axis that most of the values share, and in words what lies beyond; the estimate is on it unless it is far off. */
function axisOf(values, estimate = []) {
  const range = robustRange(values);
  const reach = range.high - range.low;
  const near = estimate.filter((value) => value !== null && value > range.low - reach && value < range.high + reach);
  const scale = createScale({ low: min(range.low, ...near), high: max(range.high, ...near) });
  let below = 0;
  let above = 0;
  for (const value of values) {
    if (scale.side(value) < 0) below++;
    if (scale.side(value) > 0) above++;
  }
  return {
    scale,
    below: below && `${count(below)} down to ${time(range.lowest)}`,
    above: above && `${count(above)} up to ${time(range.highest)}`,
  };
}

const statisticOf = ({ statistic }) => (typeof statistic === 'string' ? ` (${statistic.replace('-', ' ')})` : '');

/**
 * @param {object} test a row with its samples
 * @param {object} series from seriesOf()
 * @returns {object | null} null where there is nothing to draw
 */
function distributionFigure(test, series) {
  const { of, values } = spreadOf(test, series);
  if (values.length === 0) return null;
  const told = positive(test.nsPerCall) !== null;
  const estimate = { centre: told ? test.nsPerCall : null, low: known(test.nsLow), high: known(test.nsHigh) };
  const { scale, below, above } = axisOf(values, [estimate.centre, estimate.low, estimate.high]);
  const { ticks, unit } = timeTicks(scale);
  const shown = values.filter((value) => scale.side(value) === 0);
  const middle = medianOf(values);
  const label = `Spread of ${plural(values.length, ONE[of])}: median ${time(middle)} per call` +
    `${below ? `, ${below}` : ''}${above ? `, ${above}` : ''}`;
  const hasInterval = estimate.low !== null && estimate.high !== null;
  return figure({
    kind: 'plot distribution',
    title: `Spread of ${plural(values.length, ONE[of])}`,
    text: `${unit} per call${of === 'processes' ? ', a dot for each process' : values.length > MOST_DOTS ? '' : `, a dot for each ${ONE[of]}`}`,
    body: distribution({ values: shown, scale, ticks, label, estimate, below, above }),
    key: [
      told && ['estimate', `estimate ${time(test.nsPerCall, test.nsLow, test.nsHigh)}${statisticOf(test)}`],
      hasInterval && ['interval', `95 % interval ${timeInterval(test.nsLow, test.nsHigh, test.nsPerCall)}`],
      (below || above) && ['beyond', 'beyond the axis'],
    ],
  });
}

/** So many that a telephone has room for them: 1, 2, .. or 1, 11, .. */
function numbersAcross(centres) {
  const every = ceil(centres.length / MOST_NUMBERS);
  const ticks = [];
  for (let i = 0; i < centres.length; i += every) ticks.push({ at: round(centres[i] * 100) / 100, text: count(i + 1) });
  return ticks;
}

function ticksAcross({ of, ns, borders }) {
  const n = ns.length;
  if (of === 'processes') return numbersAcross(ns.map((_, i) => (i + 0.5) / n * 100));
  if (borders.length > 0) {
    const edges = [0, ...borders, n];
    return numbersAcross(edges.slice(1).map((edge, i) => (edge + edges[i]) / 2 / n * 100));
  }
  const whole = linearTicks(0, n).values.filter((value) => value % 1 === 0);
  return whole.map((value) => ({ at: round(value / n * 1e4) / 100, text: count(value) }));
}

/** One place for all that fall onto the same six-hundredth of the width. */
function collectedPlaces({ isCollected }) {
  const n = isCollected.length;
  const places = [];
  let last = -1;
  for (let i = 0; i < n; i++) {
    const place = floor(i * MOST_POINTS / n);
    if (!isCollected[i] || place === last) continue;
    last = place;
    places.push((i + 0.5) / n * 100);
  }
  return places;
}

const countOf = (flags) => flags.filter(Boolean).length;

/** @returns {object | null} null for fewer than two rounds, which have no order */
function sequenceFigure(series) {
  const { of, ns, isWarmUp, isCollected, borders, hasHeap } = series;
  if (ns.length < 2) return null;
  const counted = measured(series);
  const { scale, below, above } = axisOf(counted.length > 0 ? counted : ns);
  const { ticks, unit } = timeTicks(scale);
  const { indices, isMiddle, every } = thin(ns, MOST_POINTS);
  const points = indices.map((index, i) => ({
    x: (index + 0.5) / ns.length * 100, value: ns[index], kind: isWarmUp[index] ? 'warm-up' : isMiddle[i] ? 'round' : 'edge',
  }));
  const warmUps = countOf(isWarmUp);
  const collected = countOf(isCollected);
  const middle = medianOf(counted);
  const warmUpTo = borders.length === 0 ? round(warmUps / ns.length * 1e4) / 100 : 0;
  const across = borders.length > 0 || of === 'processes' ? 'process' : ONE[of];
  const title = of === 'processes' ? 'Process after process' : of === 'runs' ? 'Run after run' : 'Round after round';
  const label = `${title}: ${plural(ns.length, ONE[of])}, median ${time(middle)} per call` +
    `${warmUps ? `, ${count(warmUps)} of them warm-up` : ''}${collected ? `, garbage collected in ${count(collected)}` : ''}` +
    `${below ? `, ${below}` : ''}${above ? `, ${above}` : ''}`;
  const plain = every === 1 ? ONE[of] : `the middle one of ${round(every)} ${ONE[of]}s`;
  return figure({
    kind: 'plot sequence',
    title,
    text: `${unit} per call${across === ONE[of] ? '' : '; numbered are the processes'}`,
    body: runSequence({
      points, scale, ticksDown: ticks, ticksAcross: ticksAcross(series), borders: borders.map((i) => round(i / ns.length * 1e4) / 100),
      collected: collectedPlaces(series), median: middle, warmUpTo, label, below, above,
    }),
    key: [
      ['value', plain],
      every > 1 && ['edge', 'the fastest and the slowest of them'],
      middle !== null && ['median', `median ${time(middle)}`],
      warmUps > 0 && ['warm-up', `warm-up, ${plural(warmUps, ONE[of])}, not counted`],
      collected > 0 && ['collected', `garbage collected, in ${count(collected)} of ${plural(ns.length, ONE[of])}`],
      collected === 0 && hasHeap && ['none', 'no garbage collected'],
      borders.length > 0 && ['border', 'a new process'],
      (below || above) && ['stroke', 'beyond the axis'],
    ],
  });
}

module.exports = { distributionFigure, sequenceFigure };
