'use strict';

/* The two plots of one test: how its rounds are spread, and the order they came in. */

const { known, positive } = require('./known');
const { figure } = require('./parts');
const { time, timeInterval, count, plural } = require('./figures');
const { timeTicks } = require('./axes');
const { spreadOf, measured, medianOf } = require('./series');
const { placesOf } = require('./places');
const { sorted, quantileSorted } = require('../../stats/sample');
const { createScale } = require('../svg/scale');
const { linearTicks } = require('../svg/ticks');
const { robustRange } = require('../svg/robust-range');
const { distribution, MOST_DOTS } = require('../svg/distribution');
const { runSequence } = require('../svg/run-sequence');
const { thin } = require('../svg/thin');

// Captured at load, because a measured test may change them.
const { ceil, floor, max, min, round } = Math;

const MOST_POINTS = 600;
const MOST_WARM_UPS = 150; // of them, where not all can be drawn
const MOST_NUMBERS = 8; // of processes under an axis

const TITLES = { rounds: 'Round after round', processes: 'Process after process', runs: 'Run after run' };
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

/** The measured rounds are counted from where the warm-up ends; of several processes each has its number. */
function ticksAcross({ of, isWarmUp, borders }, { centres, starts, processes }) {
  if (of === 'processes') return numbersAcross(centres);
  if (borders.length > 0) return numbersAcross(processes.map(({ from, to }) => (from + to) / 2));
  const counted = isWarmUp.filter((flag) => !flag).length;
  const first = counted > 0 ? isWarmUp.length - counted : 0;
  const whole = linearTicks(0, isWarmUp.length - first).values.filter((value) => value % 1 === 0);
  return whole.map((value) => ({ at: starts[first + value], text: count(value) }));
}

/** One place for all that fall onto the same six-hundredth of the width. */
function collectedPlaces({ isCollected }, { centres }) {
  const found = [];
  let last = -1;
  for (let i = 0; i < isCollected.length; i++) {
    const place = floor(centres[i] * MOST_POINTS / 100);
    if (!isCollected[i] || place === last) continue;
    last = place;
    found.push(centres[i]);
  }
  return found;
}

/** The rounds that are drawn. Warm-up and measured ones are thinned each by themselves, where there are too many. */
function pointsOf({ ns, isWarmUp }, { centres }) {
  const points = [];
  const add = (isWanted, most, kinds) => {
    const own = ns.map((_, i) => i).filter((i) => isWarmUp[i] === isWanted);
    const { indices, isMiddle, every } = thin(own.map((i) => ns[i]), most);
    indices.forEach((index, k) => points.push({ x: centres[own[index]], value: ns[own[index]], kind: isMiddle[k] ? kinds[0] : kinds[1] }));
    return every;
  };
  const isFew = ns.length <= MOST_POINTS;
  add(true, isFew ? MOST_POINTS : MOST_WARM_UPS, ['warm-up', 'warm-up']);
  const every = add(false, isFew ? MOST_POINTS : MOST_POINTS - MOST_WARM_UPS, ['round', 'edge']);
  return { points, every };
}

/** The quarter points: the axis, which the measured rounds make, goes as far where it is not too far. */
function quartersOf(values) {
  if (values.length === 0) return [];
  const ordered = sorted(values);
  return [quantileSorted(ordered, 0.25), quantileSorted(ordered, 0.75)];
}

const countOf = (flags) => flags.filter(Boolean).length;

/** @returns {object | null} null for fewer than two rounds, which have no order */
function sequenceFigure(series) {
  const { of, ns, isWarmUp, isCollected, borders, hasHeap } = series;
  if (ns.length < 2) return null;
  const counted = measured(series);
  const { scale, below, above } = axisOf(counted.length > 0 ? counted : ns, quartersOf(ns.filter((_, i) => isWarmUp[i])));
  const { ticks, unit } = timeTicks(scale);
  const places = placesOf(series);
  const { points, every } = pointsOf(series, places);
  const warmUps = countOf(isWarmUp);
  const collected = countOf(isCollected);
  const middle = medianOf(counted);
  const label = `${TITLES[of]}: ${plural(ns.length, ONE[of])}, median ${time(middle)} per call` +
    `${warmUps ? `, ${count(warmUps)} of them warm-up` : ''}${collected ? `, garbage collected in ${count(collected)}` : ''}` +
    `${below ? `, ${below}` : ''}${above ? `, ${above}` : ''}`;
  return figure({
    kind: 'plot sequence',
    title: TITLES[of],
    text: `${unit} per call${borders.length > 0 ? '; numbered are the processes' : ''}`,
    body: runSequence({
      points, scale, ticksDown: ticks, ticksAcross: ticksAcross(series, places), borders: places.processes.slice(1).map(({ from }) => from),
      collected: collectedPlaces(series, places), median: middle, warmUps: places.processes.map(({ from, warmUpTo }) => ({ from, to: warmUpTo })),
      label, below, above,
    }),
    key: [
      counted.length > 0 && ['value', every === 1 ? ONE[of] : `the middle one of ${round(every)} ${ONE[of]}s`],
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
