'use strict';

/* The spread and order of a series: the rounds or processes of a test, or the runs of a stream. */

const { count, counted, quantity, time, timeInterval } = require('../../text/numbers');
const { median, sorted, quantileSorted } = require('../../stats/sample');
const { MOST_DOTS } = require('../chart/rounds');
const { robustAxis, amountTicks, linearTicks, timeTicks } = require('../chart/axes');
const { speedInterval, speedText } = require('../streams-words');

const { ceil, floor, min, round } = Math;

const MOST_SEGMENTS = 40; // more processes are drawn as one point each, not by their rounds
const WARM_UP_SHARE = 0.25; // of the points, if there are too many to draw all; at most of the width of a process
const MOST_NUMBERS = 8; // of processes under an axis
const TITLES = { rounds: 'Round after round', processes: 'Process after process', runs: 'Run after run' };
const ONE = { rounds: 'round', processes: 'process', runs: 'run' };

const roundsOf = ({ warmUp, ns, heapBytes }) => ns.map((value, i) => (
  { ns: value, isWarmUp: i < warmUp, isCollected: heapBytes[i] < 0, hasHeap: heapBytes[i] !== null }))
  .filter((one) => one.ns !== null);

const ofTimes = (of, times) => (
  { of, processes: [times.map((ns) => ({ ns, isWarmUp: false, isCollected: false, hasHeap: false }))], mhz: [] });

/** @returns {{ of: 'rounds'|'processes'|'runs', processes: object[][], mhz: number[] }} rounds of each process */
function seriesOf({ samples, results }) {
  const known = samples.map(({ rounds }) => rounds).filter((rounds) => rounds && rounds.ns.some((ns) => ns !== null));
  if (known.length > 0 && known.length <= MOST_SEGMENTS) {
    const mhz = known.flatMap((rounds) => rounds.mhz.filter((value) => value > 0));
    return { of: 'rounds', processes: known.map(roundsOf), mhz };
  }
  if (samples.length > 1) return ofTimes('processes', processTimes(samples));
  const runs = results.stats.filter((run) => run.count > 0);
  return ofTimes('runs', runs.map((run) => run.elapsed * 1e9 / run.count));
}

const processTimes = (samples) => samples.map(({ nsPerCall }) => nsPerCall);
const timesOf = (rounds, isWarmUp) => rounds.filter((one) => one.isWarmUp === isWarmUp).map(({ ns }) => ns);
const measured = ({ processes }) => timesOf(processes.flat(), false);

/**
 * In percent. A warm-up has at most a quarter of its process: a test that makes garbage warms up in two hundred short
 * rounds and is measured in ten long ones. starts: left edges of rounds, and the last right edge; bounds: of processes
 */
function placesOf(processes) {
  const lefts = [0];
  const bounds = processes.map((rounds) => {
    const from = lefts.at(-1);
    const warmUps = rounds.filter(({ isWarmUp }) => isWarmUp).length;
    const room = (rounds.length - warmUps) * WARM_UP_SHARE / (1 - WARM_UP_SHARE) / warmUps;
    const width = room > 0 ? min(1, room) : 1;
    for (const { isWarmUp } of rounds) lefts.push(lefts.at(-1) + (isWarmUp ? width : 1));
    return { from, to: lefts.at(-1), warmUpTo: from + warmUps * width };
  });
  const total = lefts.at(-1);
  const percent = (left) => round(left / total * 1e4) / 100;
  return {
    centres: lefts.slice(1).map((right, i) => (lefts[i] + right) / 2 / total * 100),
    starts: lefts.map(percent),
    bounds: bounds.map(({ from, to, warmUpTo }) => (
      { from: percent(from), to: percent(to), warmUpTo: percent(warmUpTo) })),
  };
}

/** The fastest, middle (isMiddle) and slowest of neighbours, so that spikes and levels stay; every: points per group */
function thin(points, most) {
  const n = points.length;
  if (n <= most) return { points: points.map((point) => ({ ...point, isMiddle: true })), every: 1 };
  const groups = floor(most / 3);
  const drawn = Array.from({ length: groups }, (_, g) => {
    const members = points.slice(floor(g * n / groups), floor((g + 1) * n / groups));
    const ordered = [...members].sort((a, b) => a.value - b.value);
    const middle = ordered[(ordered.length - 1) >> 1];
    const chosen = members.filter((point) => [ordered[0], middle, ordered.at(-1)].includes(point));
    return chosen.map((point) => ({ ...point, isMiddle: point === middle }));
  });
  return { points: drawn.flat(), every: n / groups };
}

const labelOf = (parts, { below, above }) => [...parts, below, above].filter(Boolean).join(', ');
const beyondKey = (sign, { below, above }) => (below || above) && [sign, 'beyond the axis'];

/** one: name of a value; words(value) and middle for the label; ticksOf(scale): ticks and their unit; text(unit) */
function spreadFigure(values, estimate, { one, words, ticksOf, middle, text, key }) {
  const { centre, low, high } = estimate;
  const axis = robustAxis(values, [centre, low, high], words);
  const { ticks, unit } = ticksOf(axis.scale);
  const title = `Spread of ${counted(values.length, one)}`;
  return {
    draw: 'distribution', kind: 'plot distribution', title, text: text(unit), ...axis, ticks, estimate,
    label: labelOf([`${title}: ${middle}`], axis), key: [...key, beyondKey('beyond', axis)],
  };
}

/** @param {boolean} hasKey with the estimate and its interval in words */
function distributionFigure(test, series, hasKey) {
  const { samples, nsPerCall, nsLow: low, nsHigh: high, statistic } = test;
  const [of, values] = samples.length > 1 ? ['processes', processTimes(samples)] : [series.of, measured(series)];
  if (values.length === 0) return null;
  const isKnown = nsPerCall > 0;
  const how = statistic ? ` (${statistic.replace('-', ' ')})` : '';
  const figure = spreadFigure(values, { centre: isKnown ? nsPerCall : null, low, high }, {
    one: ONE[of], words: (value) => time(value), ticksOf: timeTicks, middle: `median ${time(median(values))} per call`,
    text: (unit) => `${unit} per call${values.length <= MOST_DOTS ? `, a dot for each ${ONE[of]}` : ''}`,
    key: [
      isKnown && ['estimate', `estimate ${time(nsPerCall, low, high)}${how}`],
      low !== null && high !== null && ['interval', `95 % interval ${timeInterval(low, high, nsPerCall)}`],
    ],
  });
  return hasKey ? figure : { ...figure, key: [] };
}

function runsFigure({ nsPerCall, samples }, speed) {
  if (!speed || !(nsPerCall > 0)) return null;
  const { value, low, high, unit } = speed;
  // All runs process the same bytes.
  const speeds = samples.filter((run) => run.nsPerCall > 0).map((run) => value * nsPerCall / run.nsPerCall);
  return speeds.length < 2 ? null : spreadFigure(speeds, { centre: value, low, high }, {
    one: 'run', words: (one) => `${quantity(one, low, high)} ${unit}`, middle: speedText(speed),
    ticksOf: (scale) => ({ ticks: amountTicks(scale), unit }), text: () => `${unit}, a dot for each run`,
    key: [
      ['estimate', `estimate ${speedText(speed)}`],
      low !== null && ['interval', `95 % interval ${speedInterval(speed)}`],
    ],
  });
}

/** The numbers that fit on a phone: 1, 2, .. or 1, 11, .. */
function numbersAcross(centres) {
  const every = ceil(centres.length / MOST_NUMBERS);
  const ticks = centres.map((centre, i) => ({ at: round(centre * 100) / 100, text: count(i + 1) }));
  return ticks.filter((_, i) => i % every === 0);
}

function ticksAcross({ of, processes }, warmUps, { centres, starts, bounds }) {
  if (of === 'processes') return numbersAcross(centres);
  if (processes.length > 1) return numbersAcross(bounds.map(({ from, to }) => (from + to) / 2));
  const first = warmUps < centres.length ? warmUps : 0;
  const whole = linearTicks(0, centres.length - first).values.filter((value) => value % 1 === 0);
  return whole.map((value) => ({ at: starts[first + value], text: count(value) }));
}

/** The rounds to draw. If there are too many, warm-up and measured rounds are thinned separately. */
function pointsOf(rounds, centres, most) {
  const drawn = (isWarmUp, share) => {
    const all = rounds.map(({ ns }, i) => ({ x: centres[i], value: ns }));
    return thin(all.filter((_, i) => rounds[i].isWarmUp === isWarmUp), rounds.length <= most ? most : share);
  };
  const ofWarmUp = round(most * WARM_UP_SHARE);
  const [early, late] = [drawn(true, ofWarmUp), drawn(false, most - ofWarmUp)];
  const points = [
    ...early.points.map(({ x, value }) => ({ x, value, kind: 'warm-up' })),
    ...late.points.map(({ x, value, isMiddle }) => ({ x, value, kind: isMiddle ? 'round' : 'edge' })),
  ];
  return { points, every: late.every };
}

/** @param {number} most points to draw; one round has no order, and the figure is null */
function sequenceFigure(series, most) {
  const { of, processes } = series;
  const rounds = processes.flat();
  if (rounds.length < 2) return null;
  const [early, late] = [true, false].map((isWarmUp) => timesOf(rounds, isWarmUp));
  // The axis includes the quartiles of the warm-up unless they are far off.
  const near = early.length > 0 ? [0.25, 0.75].map((p) => quantileSorted(sorted(early), p)) : [];
  const axis = robustAxis(late.length > 0 ? late : early, near, (value) => time(value));
  const { ticks, unit } = timeTicks(axis.scale);
  const places = placesOf(processes);
  const { points, every } = pointsOf(rounds, places.centres, most);
  const collected = places.centres.filter((_, i) => rounds[i].isCollected);
  const pixelOf = (centre) => floor(centre * most / 100);
  const middle = late.length > 0 ? median(late) : null;
  const [title, one, warmUps] = [TITLES[of], ONE[of], early.length];
  return {
    draw: 'sequence', kind: 'plot sequence', title,
    text: `${unit} per call${processes.length > 1 ? '; numbered are the processes' : ''}`,
    points, ...axis, ticks, ticksAcross: ticksAcross(series, warmUps, places), median: middle,
    borders: places.bounds.slice(1).map(({ from }) => from),
    // One place for all rounds that fall onto the same point.
    collected: collected.filter((centre, i) => i === 0 || pixelOf(centre) !== pixelOf(collected[i - 1])),
    warmUps: places.bounds.map(({ from, warmUpTo }) => ({ from, to: warmUpTo })),
    label: labelOf([
      `${title}: ${counted(rounds.length, one)}`, `median ${time(middle)} per call`,
      warmUps > 0 && `${count(warmUps)} of them warm-up`,
      collected.length > 0 && `garbage collected in ${count(collected.length)}`,
    ], axis),
    key: [
      late.length > 0 && ['value', every === 1 ? one : `the middle one of ${round(every)} ${one}s`],
      every > 1 && ['edge', 'the fastest and the slowest of them'],
      middle !== null && ['median', `median ${time(middle)}`],
      warmUps > 0 && ['warm-up', `warm-up, ${counted(warmUps, one)}, not counted`],
      collected.length > 0 &&
        ['collected', `garbage collected, in ${count(collected.length)} of ${counted(rounds.length, one)}`],
      collected.length === 0 && rounds.some(({ hasHeap }) => hasHeap) && ['none', 'no garbage collected'],
      processes.length > 1 && ['border', 'a new process'], beyondKey('stroke', axis),
    ],
  };
}

/** points: number of points for the order of rounds; 0 for the spread alone */
const roundFigures = (test, series, points) => [
  distributionFigure(test, series, points > 0), points > 0 ? sequenceFigure(series, points) : null,
];

module.exports = { seriesOf, measured, placesOf, thin, roundFigures, runsFigure };
