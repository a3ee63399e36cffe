'use strict';

/* The series of a test: its rounds, one value per process, or the runs of its row, depending on the document. */

const { median } = require('../../stats/sample');

// More processes are drawn as one point each, not by their rounds.
const MOST_SEGMENTS = 40;

function roundsOf({ warmUp, ns, heapBytes, mhz }) {
  const places = [...ns.keys()].filter((i) => ns[i] !== null);
  return {
    ns: places.map((i) => ns[i]),
    isWarmUp: places.map((i) => i < warmUp),
    isCollected: places.map((i) => heapBytes[i] < 0),
    hasHeap: places.some((i) => heapBytes[i] !== null), mhz: mhz.filter((value) => value > 0),
  };
}

const ofValues = (of, ns) => (
  { of, ns, isWarmUp: ns.map(() => false), isCollected: ns.map(() => false), borders: [], hasHeap: false, mhz: [] });

/**
 * @param {object} test a row with its samples
 * @returns {{ of: 'rounds' | 'processes' | 'runs', ns: number[], isWarmUp: boolean[], isCollected: boolean[], borders:
 *   number[], hasHeap: boolean, mhz: number[] }} in the order of execution; borders: the first round of each process
 *   after the first
 */
function seriesOf({ samples, results }) {
  const all = samples.filter(({ rounds }) => rounds !== null).map(({ rounds }) => roundsOf(rounds));
  const processes = all.filter(({ ns }) => ns.length > 0);
  if (processes.length > 0 && processes.length <= MOST_SEGMENTS) {
    const joined = (name) => processes.flatMap((one) => one[name]);
    let at = 0;
    const borders = processes.slice(0, -1).map(({ ns }) => (at += ns.length));
    return {
      of: 'rounds', ns: joined('ns'), isWarmUp: joined('isWarmUp'), isCollected: joined('isCollected'), borders,
      hasHeap: processes.some(({ hasHeap }) => hasHeap), mhz: joined('mhz'),
    };
  }
  if (samples.length > 1) return ofValues('processes', processTimes(samples));
  const runs = results.stats.filter(({ count }) => count > 0);
  return ofValues('runs', runs.map(({ elapsed, count }) => elapsed * 1e9 / count));
}

const processTimes = (samples) => samples.map(({ nsPerCall }) => nsPerCall);

function spreadOf({ samples }, series) {
  if (samples.length > 1) return { of: 'processes', values: processTimes(samples) };
  return { of: series.of, values: measured(series) };
}

const measured = ({ ns, isWarmUp }) => ns.filter((_, i) => !isWarmUp[i]);

const medianOf = (values) => (values.length ? median(values) : null);

// Maximum share of a process's width for its warm-up. A test that makes garbage warms up in two hundred short rounds
// and is measured in ten long ones.
const WARM_UP_SHARE = 0.25;

/** The width of a warm-up round, in widths of the other rounds of its process. */
function warmUpWidth(warmUps, counted) {
  return counted > 0 && warmUps > 0 ? Math.min(1, counted * WARM_UP_SHARE / (1 - WARM_UP_SHARE) / warmUps) : 1;
}

/**
 * @param {{ isWarmUp: boolean[], borders: number[] }} series from seriesOf(), not empty
 * @returns {{ centres: number[], starts: number[], processes: Array<{ from: number, to: number, warmUpTo: number }> }}
 *   percent; starts: the left edge of each round, and the right edge of the last one
 */
function placesOf({ isWarmUp, borders }) {
  const edges = [0, ...borders, isWarmUp.length];
  const lefts = [0];
  const warmUpEnds = borders.concat(isWarmUp.length).map((end, p) => {
    const own = isWarmUp.slice(edges[p], end);
    const warmUps = own.filter(Boolean).length;
    const width = warmUpWidth(warmUps, own.length - warmUps);
    const from = lefts[lefts.length - 1];
    for (const isEarly of own) lefts.push(lefts[lefts.length - 1] + (isEarly ? width : 1));
    return from + warmUps * width;
  });
  const total = lefts[lefts.length - 1];
  const percent = (left) => Math.round(left / total * 1e4) / 100;
  const starts = lefts.map(percent);
  return {
    centres: isWarmUp.map((_, i) => (lefts[i] + lefts[i + 1]) / 2 / total * 100),
    starts,
    processes: warmUpEnds.map((end, p) => (
      { from: starts[edges[p]], to: starts[edges[p + 1]], warmUpTo: percent(end) })),
  };
}

/**
 * The fastest, the middle and the slowest of neighbours, so that spikes and second levels stay visible. every: values
 * per group of three; 1 if all are drawn, as middle ones
 */
function thin(values, most) {
  const n = values.length;
  if (n <= most) return { indices: [...values.keys()], isMiddle: values.map(() => true), every: 1 };
  const groups = Math.floor(most / 3);
  const chosen = new Map();
  for (let g = 0; g < groups; g++) {
    const from = Math.floor(g * n / groups);
    const members = Array.from({ length: Math.floor((g + 1) * n / groups) - from }, (_, i) => from + i);
    const ordered = members.sort((a, b) => values[a] - values[b] || a - b);
    const middle = ordered[(ordered.length - 1) >> 1];
    for (const index of [ordered[0], ordered[ordered.length - 1], middle]) chosen.set(index, index === middle);
  }
  const indices = [...chosen.keys()].sort((a, b) => a - b);
  return { indices, isMiddle: indices.map((index) => chosen.get(index)), every: n / groups };
}

module.exports = { seriesOf, spreadOf, measured, medianOf, placesOf, thin };
