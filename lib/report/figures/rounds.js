'use strict';

/* The spread and order of a series: the rounds or processes of a test, the runs of a stream, the sides of a change. */

const { formatCount, counted, quantity, formatTime } = require('../../base/text/numbers');
const { maxOf, median, minOf, quantileSorted, toSorted } = require('../../base/stats/sample');
const { shown } = require('../chart/markup');
const { LOG_FROM, amountTicks, axisWords, createScale, linearTicks, robustAxis, robustRange, timeTicks } =
  require('../chart/axes');
const { speedText } = require('../streams-words');

const { ceil, floor, max, min, round } = Math;

const MOST_SEGMENTS = 40; // more processes are drawn as one point each, not by their rounds
const WARM_UP_SHARE = 0.25; // at most, of the width of a process
const MOST_NUMBERS = 8; // of processes under an axis
const MOST_DOTS = 600; // of a row
const TITLES = { rounds: 'Round by round', processes: 'Process by process', runs: 'Run by run' };
const ONE = { rounds: 'round', processes: 'process', runs: 'run' };

const roundsOf = ({ warmUp, ns, heapBytes }) => ns.map((value, i) => (
  { ns: value, isWarmUp: i < warmUp, isCollected: heapBytes[i] < 0, hasHeap: heapBytes[i] !== null }))
  .filter((one) => one.ns !== null);

const ofTimes = (of, times) => (
  { of, processes: [times.map((ns) => ({ ns, isWarmUp: false, isCollected: false, hasHeap: false }))], mhz: [] });

/** @returns {{ of: 'rounds'|'processes'|'runs', processes: object[][], mhz: number[] }} rounds of each process */
function readRoundSeries({ samples, results }) {
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

const STRETCH = 0.5; // the interval of few close values is wide

/** An axis for most values and all estimates; it follows their intervals for half of its length. */
function spreadScale(rows) {
  const ranges = rows.map(({ values }) => robustRange(values));
  const estimates = rows.filter(({ centre }) => centre !== null);
  const middles = estimates.map(({ centre }) => centre);
  const lowest = minOf([...middles, ...ranges.map((range) => range.low)]);
  const highest = maxOf([...middles, ...ranges.map((range) => range.high)]);
  const reach = STRETCH * (highest - lowest);
  const ends = estimates.flatMap((one) => [one.low, one.high]).filter((end) => end !== null);
  const low = max(lowest - reach, minOf(ends, lowest));
  const high = min(highest + reach, maxOf(ends, highest));
  return createScale({ low, high, isLog: low > 0 && high > LOG_FROM * low });
}

/** As many values as a row can have dots, with the same spread */
function dotsOf(values, most) {
  const ordered = values.length > most ? toSorted(values) : null;
  return ordered === null ? values
    : Array.from({ length: most }, (_, i) => quantileSorted(ordered, i / (most - 1)));
}

/**
 * rows: [{ name, values, centre, low, high, tone }], null without any; one: name of a value;
 * textOf({ value, low, high }); ticksOf(scale): ticks and the text of their axis
 */
function spreadFigure(rows, { title, one, statistic, textOf, ticksOf, most = MOST_DOTS }) {
  if (rows.length === 0) return null;
  const scale = spreadScale(rows);
  const { ticks, text } = ticksOf(scale);
  return {
    draw: 'rows', row: 'dots', title, text: text + (scale.isLog ? axisWords(scale) : ''), scale, ticks,
    items: rows.map(({ values, ...row }) => {
      const value = row.centre === null ? '' : textOf({ ...row, value: row.centre });
      const beyond = values.filter((single) => scale.side(single) !== 0).length;
      const far = textOf({ value: maxOf(values), low: null, high: null });
      const more = counted(values.length, one) + (beyond > 0 ? `, ${beyond} off the axis, up to ${far}` : '');
      const label = `${shown(row.name)}: ${[more, value].filter(Boolean).join(', ')}`;
      return { ...row, label, values: dotsOf(values, most), value, more };
    }),
    key: [
      ['value', rows.some(({ values }) => values.length > most) ? `a ${one} (only a sample is shown)` : `a ${one}`],
      rows.some(({ centre }) => centre !== null) && ['estimate', statistic || 'estimate'],
      rows.some(({ low }) => low !== null) && ['interval', '95 % interval'],
    ],
  };
}

const OF_TIMES = {
  textOf: ({ value, low, high }) => formatTime(value, low, high),
  ticksOf: (scale) => {
    const { ticks, unit } = timeTicks(scale);
    return { ticks, text: unit ? `${unit} per call` : 'time per call' };
  },
};

function distributionFigure({ samples, nsPerCall, nsLow: low, nsHigh: high, statistic }, series, most) {
  const [of, values] = samples.length > 1 ? ['processes', processTimes(samples)] : [series.of, measured(series)];
  const centre = nsPerCall > 0 ? nsPerCall : null;
  return spreadFigure(values.length > 0 ? [{ name: of, values, centre, low, high, tone: 'plain' }] : [], {
    ...OF_TIMES, title: `Spread of ${counted(values.length, ONE[of])}`, one: ONE[of],
    statistic: statistic && statistic.replace('-', ' '), most,
  });
}

function runsFigure({ nsPerCall, samples }, speed) {
  if (!speed || !(nsPerCall > 0)) return null;
  const { value, low, high, unit } = speed;
  // All runs process the same bytes.
  const values = samples.filter((run) => run.nsPerCall > 0).map((run) => value * nsPerCall / run.nsPerCall);
  const row = { name: 'runs', values, centre: value, low, high, tone: 'plain' };
  return values.length < 2 ? null : spreadFigure([row], {
    title: `Spread of ${counted(values.length, 'run')}`, one: 'run',
    textOf: (one) => (one.low === null ? `${quantity(one.value, low, high)} ${unit}` : speedText({ ...one, unit })),
    ticksOf: (scale) => ({ ticks: amountTicks(scale), text: unit }),
  });
}

/**
 * In percent. A warm-up has at most a quarter of its process: a test that makes garbage warms up in two hundred short
 * rounds and is measured in ten long ones. starts: left edges of rounds, and the last right edge; bounds: of processes
 */
function placeProcesses(processes) {
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

/** The fastest, middle and slowest of neighbours, so that spikes and levels stay; every: points per group */
function thin(points, most) {
  const n = points.length;
  if (n <= most) return { points, every: 1 };
  const groups = floor(most / 3);
  const kept = Array.from({ length: groups }, (_, g) => {
    const members = points.slice(floor(g * n / groups), floor((g + 1) * n / groups));
    const ordered = [...members].sort((a, b) => a.value - b.value);
    const chosen = [ordered[0], ordered[(ordered.length - 1) >> 1], ordered.at(-1)];
    return members.filter((point) => chosen.includes(point));
  });
  return { points: kept.flat(), every: n / groups };
}

/** The numbers that fit on a phone: 1, 2, .. or 1, 11, .. */
function numbersAcross(centres) {
  const every = ceil(centres.length / MOST_NUMBERS);
  const ticks = centres.map((centre, i) => ({ at: round(centre * 100) / 100, text: formatCount(i + 1) }));
  return ticks.filter((_, i) => i % every === 0);
}

function ticksAcross({ of, processes }, warmUps, { centres, starts, bounds }) {
  if (of === 'processes') return numbersAcross(centres);
  if (processes.length > 1) return numbersAcross(bounds.map(({ from, to }) => (from + to) / 2));
  const first = warmUps < centres.length ? warmUps : 0;
  const whole = linearTicks(0, centres.length - first).values.filter((value) => value % 1 === 0);
  return whole.map((value) => ({ at: starts[first + value], text: formatCount(value) }));
}

function sequenceFigure(series, most) {
  const { of, processes } = series;
  const rounds = processes.flat();
  if (rounds.length < 2) return null;
  const [early, late] = [true, false].map((isWarmUp) => timesOf(rounds, isWarmUp));
  // The axis includes the quartiles of the warm-up unless they are far off.
  const near = early.length > 0 ? [0.25, 0.75].map((p) => quantileSorted(toSorted(early), p)) : [];
  const axis = robustAxis(late.length > 0 ? late : early, near, (value) => formatTime(value));
  const { ticks, unit } = timeTicks(axis.scale);
  const places = placeProcesses(processes);
  const all = rounds.map(({ ns, isWarmUp }, i) => (
    { x: places.centres[i], value: ns, kind: isWarmUp ? 'warm-up' : 'round' }));
  const { points, every } = thin(all, most);
  const collected = places.centres.filter((_, i) => rounds[i].isCollected);
  const pixelOf = (centre) => floor(centre * most / 100);
  const middle = late.length > 0 ? median(late) : null;
  const [title, one, warmUps] = [TITLES[of], ONE[of], early.length];
  return {
    draw: 'sequence', title,
    text: `${unit} per call${processes.length > 1 ? '; processes are numbered along the axis' : ''}`,
    points, ...axis, ticks, across: ticksAcross(series, warmUps, places), median: middle,
    borders: places.bounds.slice(1).map(({ from }) => from),
    // One place for all rounds that fall onto the same point.
    collected: collected.filter((centre, i) => i === 0 || pixelOf(centre) !== pixelOf(collected[i - 1])),
    warmUps: places.bounds.map(({ from, warmUpTo }) => ({ from, to: warmUpTo })),
    label: [
      counted(rounds.length, one), `median ${formatTime(middle)} per call`, axis.below, axis.above,
    ].filter(Boolean).join(', '),
    key: [
      late.length > 0 && ['value', every === 1 ? one : `fastest, median and slowest of every ${round(every)} ${of}`],
      middle !== null && ['median', `median ${formatTime(middle)}`],
      warmUps > 0 && ['warm-up', `warm-up, ${counted(warmUps, one)}, excluded`],
      collected.length > 0 &&
        ['collected', `garbage collection, in ${formatCount(collected.length)} of ${counted(rounds.length, one)}`],
      collected.length === 0 && rounds.some(({ hasHeap }) => hasHeap) && ['none', 'no garbage collection'],
      processes.length > 1 && ['border', 'a new process'], (axis.below || axis.above) && ['beyond', 'beyond the axis'],
    ],
  };
}

/** most: number of points of a figure */
const roundFigures = (test, series, most) => [distributionFigure(test, series, most), sequenceFigure(series, most)];

module.exports = { OF_TIMES, readRoundSeries, measured, spreadFigure, thin, roundFigures, runsFigure };
