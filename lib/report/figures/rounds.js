'use strict';

/* The spread and order of the rounds of a test, its processes, or the runs of a stream. */

const { count, counted, quantity, time, timeInterval } = require('../../text/numbers');
const { sorted, quantileSorted } = require('../../stats/sample');
const { MOST_DOTS } = require('../chart/rounds');
const { robustAxis } = require('../chart/scale');
const { amountTicks, linearTicks, timeTicks } = require('../chart/ticks');
const { speedInterval, speedText } = require('../streams-words');
const { measured, medianOf, placesOf, spreadOf, thin } = require('./series');

const { ceil, floor, round } = Math;

const WARM_UP_SHARE = 0.25; // of the points, if there are too many to draw all
const MOST_NUMBERS = 8; // of processes under an axis

const TITLES = { rounds: 'Round after round', processes: 'Process after process', runs: 'Run after run' };
const ONE = { rounds: 'round', processes: 'process', runs: 'run' };

const labelOf = (parts, { below, above }) => [...parts, below, above].filter(Boolean).join(', ');

/** @param {boolean} hasKey with the estimate and its interval in words */
function distributionFigure(test, series, hasKey) {
  const { of, values } = spreadOf(test, series);
  if (values.length === 0) return null;
  const { nsPerCall, nsLow, nsHigh, statistic } = test;
  const isTold = nsPerCall > 0;
  const centre = isTold ? nsPerCall : null;
  const axis = robustAxis(values, [centre, nsLow, nsHigh], (value) => time(value));
  const { ticks, unit } = timeTicks(axis.scale);
  const how = statistic ? ` (${statistic.replace('-', ' ')})` : '';
  const title = `Spread of ${counted(values.length, ONE[of])}`;
  const isDotted = values.length <= MOST_DOTS;
  return {
    draw: 'distribution', kind: 'plot distribution', title,
    text: `${unit} per call${isDotted ? `, a dot for each ${ONE[of]}` : ''}`,
    ...axis, ticks, estimate: { centre, low: nsLow, high: nsHigh },
    label: labelOf([`${title}: median ${time(medianOf(values))} per call`], axis),
    key: hasKey ? [
      isTold && ['estimate', `estimate ${time(nsPerCall, nsLow, nsHigh)}${how}`],
      nsLow !== null && nsHigh !== null && ['interval', `95 % interval ${timeInterval(nsLow, nsHigh, nsPerCall)}`],
      (axis.below || axis.above) && ['beyond', 'beyond the axis'],
    ] : [],
  };
}

/** The numbers that fit on a phone: 1, 2, .. or 1, 11, .. */
function numbersAcross(centres) {
  const every = ceil(centres.length / MOST_NUMBERS);
  const ticks = centres.map((centre, i) => ({ at: round(centre * 100) / 100, text: count(i + 1) }));
  return ticks.filter((_, i) => i % every === 0);
}

function ticksAcross({ of, isWarmUp, borders }, { centres, starts, processes }) {
  if (of === 'processes') return numbersAcross(centres);
  if (borders.length > 0) return numbersAcross(processes.map(({ from, to }) => (from + to) / 2));
  const measuredRounds = isWarmUp.filter((flag) => !flag).length;
  const first = measuredRounds > 0 ? isWarmUp.length - measuredRounds : 0;
  const whole = linearTicks(0, isWarmUp.length - first).values.filter((value) => value % 1 === 0);
  return whole.map((value) => ({ at: starts[first + value], text: count(value) }));
}

/** One place for all rounds that fall onto the same point. */
function collectedPlaces({ isCollected }, { centres }, most) {
  const found = centres.filter((_, i) => isCollected[i]);
  const places = found.map((centre) => floor(centre * most / 100));
  return found.filter((_, i) => places[i] !== places[i - 1]);
}

/** The rounds to draw. If there are too many, warm-up and measured rounds are thinned separately. */
function pointsOf({ ns, isWarmUp }, { centres }, most) {
  const drawn = (isWanted, room, [middle, edge]) => {
    const own = [...ns.keys()].filter((i) => isWarmUp[i] === isWanted);
    const { indices, isMiddle, every } = thin(own.map((i) => ns[i]), room);
    const kinds = isMiddle.map((isOne) => (isOne ? middle : edge));
    return { points: indices.map((k, i) => ({ x: centres[own[k]], value: ns[own[k]], kind: kinds[i] })), every };
  };
  const isFew = ns.length <= most;
  const ofWarmUp = round(most * WARM_UP_SHARE);
  const early = drawn(true, isFew ? most : ofWarmUp, ['warm-up', 'warm-up']);
  const measuredRounds = drawn(false, isFew ? most : most - ofWarmUp, ['round', 'edge']);
  return { points: [...early.points, ...measuredRounds.points], every: measuredRounds.every };
}

/** The quartiles of the warm-up, which the axis of the measured rounds includes unless they are far off. */
function quartersOf(values) {
  return values.length === 0 ? [] : [0.25, 0.75].map((p) => quantileSorted(sorted(values), p));
}

/** @param {number} most points to draw; one round has no order, and the figure is null */
function sequenceFigure(series, most) {
  const { of, ns, isWarmUp, isCollected, borders, hasHeap } = series;
  if (ns.length < 2) return null;
  const measuredRounds = measured(series);
  const early = ns.filter((_, i) => isWarmUp[i]);
  const axis = robustAxis(measuredRounds.length > 0 ? measuredRounds : ns, quartersOf(early), (value) => time(value));
  const { ticks, unit } = timeTicks(axis.scale);
  const places = placesOf(series);
  const { points, every } = pointsOf(series, places, most);
  const warmUps = early.length;
  const collected = isCollected.filter(Boolean).length;
  const middle = medianOf(measuredRounds);
  return {
    draw: 'sequence', kind: 'plot sequence', title: TITLES[of],
    text: `${unit} per call${borders.length > 0 ? '; numbered are the processes' : ''}`,
    points, ...axis, ticks, ticksAcross: ticksAcross(series, places), median: middle,
    borders: places.processes.slice(1).map(({ from }) => from), collected: collectedPlaces(series, places, most),
    warmUps: places.processes.map(({ from, warmUpTo }) => ({ from, to: warmUpTo })),
    label: labelOf([
      `${TITLES[of]}: ${counted(ns.length, ONE[of])}`, `median ${time(middle)} per call`,
      warmUps > 0 && `${count(warmUps)} of them warm-up`, collected > 0 && `garbage collected in ${count(collected)}`,
    ], axis),
    key: [
      measuredRounds.length > 0 && ['value', every === 1 ? ONE[of] : `the middle one of ${round(every)} ${ONE[of]}s`],
      every > 1 && ['edge', 'the fastest and the slowest of them'],
      middle !== null && ['median', `median ${time(middle)}`],
      warmUps > 0 && ['warm-up', `warm-up, ${counted(warmUps, ONE[of])}, not counted`],
      collected > 0 && ['collected', `garbage collected, in ${count(collected)} of ${counted(ns.length, ONE[of])}`],
      collected === 0 && hasHeap && ['none', 'no garbage collected'],
      borders.length > 0 && ['border', 'a new process'],
      (axis.below || axis.above) && ['stroke', 'beyond the axis'],
    ],
  };
}

/** points: number of points for the order of rounds; 0 for the spread alone */
const roundFigures = (test, series, points) => [
  distributionFigure(test, series, points > 0), points > 0 ? sequenceFigure(series, points) : null,
];

function runsFigure({ nsPerCall, samples }, speed) {
  if (!speed || !(nsPerCall > 0)) return null;
  const { value, low, high, unit } = speed;
  // All runs process the same bytes.
  const speeds = samples.filter((run) => run.nsPerCall > 0).map((run) => value * nsPerCall / run.nsPerCall);
  if (speeds.length < 2) return null;
  const axis = robustAxis(speeds, [value, low, high], (one) => `${quantity(one, low, high)} ${unit}`);
  const title = `Spread of ${counted(speeds.length, 'run')}`;
  return {
    draw: 'distribution', kind: 'plot distribution', title, text: `${unit}, a dot for each run`,
    ...axis, ticks: amountTicks(axis.scale), estimate: { centre: value, low, high },
    label: labelOf([`${title}: ${speedText(speed)}`], axis),
    key: [
      ['estimate', `estimate ${speedText(speed)}`],
      low !== null && ['interval', `95 % interval ${speedInterval(speed)}`],
      (axis.below || axis.above) && ['beyond', 'beyond the axis'],
    ],
  };
}

module.exports = { roundFigures, runsFigure };
