'use strict';

/*
 * Steps in a series of measurements: seeded binary segmentation (S. Kovács, H. Li, P. Bühlmann, A. Munk, Seeded binary
 * segmentation, Biometrika 2023) with the narrowest intervals first (R. Baranowski, Y. Chen, P. Fryzlewicz, 2019), for
 * means of equal variance. Single outliers are replaced first (F. Hampel, 1974), and a linear drift is subtracted.
 */

const { abs, ceil, floor, log, max, min, sqrt } = Math;
const { median } = require('./sample');

const DECAY = Math.SQRT1_2; // from layer to layer, the intervals are shorter by this
const OUTLIER_WINDOW = 3; // neighbours on either side
const OUTLIER = 4; // deviations from their median
const TO_DEVIATION = 1.4826; // of the median of absolute deviations
const LEAST = 2; // values on each side of a step: one is an outlier
const FEWEST = 6;
const MOST_CORRELATION = 0.9; // of neighbours
const USUAL_RATE = 0.001;
const LEAST_SLOPE = 1; // standard errors
const MOST_FITS = 4; // the first has no drift
const FIRST = 0.8; // threshold of the first steps, which show the noise, as a share

/** Deviation of the differences of neighbours; steps and slow drift hardly change it. */
function spreadOf(values) {
  const differences = values.slice(1).map((value, i) => abs(value - values[i]));
  return TO_DEVIATION * median(differences) / Math.SQRT2;
}

/**
 * The standard deviation of means, times the root of their number. If neighbours are correlated (a first-order
 * autoregressive process; machines are slower for some hours), it exceeds the deviation of the values. The correlation
 * is too low on average (M. Kendall, Note on bias in the estimation of autocorrelation, Biometrika 1954); with a
 * standard error added, few series have more than is assumed. places: of the steps that are left out of the residuals
 */
function noiseOf(values, places, sums) {
  const ends = [0, ...places, values.length];
  const residuals = ends.slice(1).flatMap((to, i) => {
    const middle = (sums[to] - sums[ends[i]]) / (to - ends[i]);
    return values.slice(ends[i], to).map((value) => value - middle);
  });
  const squares = (distance) => residuals.slice(distance).reduce((sum, one, i) => sum + one * residuals[i], 0);
  if (squares(0) === 0) return 0;
  const variance = squares(0) / max(1, values.length - ends.length + 1);
  const found = squares(1) / squares(0);
  const bias = (1 + 3 * found) * (ends.length - 1) / values.length;
  const correlation = max(0, min(MOST_CORRELATION, found + bias + 1 / sqrt(values.length)));
  return sqrt(variance * (1 + correlation) / (1 - correlation));
}

function withoutOutliers(values, noise) {
  return values.map((value, i) => {
    const near = values.slice(max(0, i - OUTLIER_WINDOW), i + OUTLIER_WINDOW + 1);
    const middle = median(near);
    if (abs(value - middle) <= OUTLIER * noise) return value;
    // A step has its like on one side.
    const [before, after] = [values.slice(max(0, i - 2), i), values.slice(i + 1, i + 3)];
    const isLike = (side) => side.length > 0 && side.every((one) => abs(one - value) <= OUTLIER * noise);
    const hasLike = isLike(before) || isLike(after);
    return hasLike ? value : middle;
  });
}

let latest = { count: 0, intervals: [] }; // hundreds of tests have the same number of commits

/** [from, to) of all layers. There are about 5 n of them. */
function seededIntervals(count) {
  if (latest.count === count) return latest.intervals;
  const intervals = [];
  const layers = ceil(log(count) / -log(DECAY));
  for (let layer = 0; layer <= layers; layer++) {
    const length = max(2 * LEAST, count * DECAY ** layer);
    const steps = layer === 0 ? 1 : 2 * ceil(DECAY ** -layer) - 1;
    for (let k = 0; k < steps; k++) {
      const from = steps === 1 ? 0 : floor(k * (count - length) / (steps - 1));
      intervals.push({ from, to: min(count, ceil(from + length)) });
    }
    if (length === 2 * LEAST) break;
  }
  latest = { count, intervals };
  return intervals;
}

/** The place in an interval where a step would be largest. Most of the time is spent here. */
function bestSplit(sums, { from, to }) {
  const start = sums[from];
  const count = to - from;
  const middle = (sums[to] - start) / count;
  let best = from + LEAST;
  let most = 0;
  for (let left = LEAST; left <= count - LEAST; left++) {
    const distance = sums[from + left] - start - left * middle;
    const weight = left * (count - left);
    if (distance * distance > most * weight) {
      best = from + left;
      most = distance * distance / weight;
    }
  }
  return best;
}

/** The statistic of a split of an interval, for noise 1 */
function sizeOf(sums, { from, to }, at) {
  const [before, after] = [(sums[at] - sums[from]) / (at - from), (sums[to] - sums[at]) / (to - at)];
  return abs(after - before) / sqrt(1 / (at - from) + 1 / (to - at));
}

/**
 * The threshold, in deviations, for a series of this length: in simulations of normal noise, at most this rate of false
 * steps per value. Of few values, the noise is not known well.
 */
const thresholdOf = (count, rate) => sqrt(2 * log(max(count, 50) * USUAL_RATE / rate) + 2) * (1 + 12 / count);

/**
 * @param {number[]} values in their order, with one level, or a drift, between steps; logarithms, to find ratios
 * @param {number} [leastNoise] standard deviation that equal values can have: with 0, no noise means no steps
 * @param {number} [rate] highest rate of false steps per value, at most 0.01
 * @returns {{ at: number, before: number, after: number, low: number, high: number, size: number }[]} at: the first
 *   value after a step; before, after: the means up to the next steps, or the levels at this step if there is a drift;
 *   low, high: 95 % interval of their difference; size: in deviations. None for fewer than six values
 */
function findSteps(values, leastNoise = 0, rate = USUAL_RATE) {
  const count = values.length;
  if (count < FEWEST) return [];
  const roughly = max(leastNoise, spreadOf(values));
  if (!(roughly > 0)) return [];
  const clean = withoutOutliers(values, roughly);
  const threshold = thresholdOf(count, rate);
  // A drift looks like several steps: it is subtracted if that leaves fewer parameters, or a better fit.
  let best = null;
  let slope = 0;
  for (let i = 0; i < MOST_FITS; i++) {
    const level = clean.map((value, at) => value - slope * at);
    const { steps, noise, squares } = findAll(level, { threshold, roughly, leastNoise });
    const price = (threshold * (best === null ? noise : best.noise)) ** 2;
    const cost = squares + (steps.length + Number(i > 0)) * price;
    if (best === null || cost < best.cost) best = { steps, slope, cost, noise };
    const left = slopeBetween(steps, level);
    if (steps.length === 0 || left.size < LEAST_SLOPE * noise) break;
    slope += left.slope;
  }
  const drift = (at) => best.slope * at;
  return best.steps.map((step) => (
    { ...step, before: step.before + drift(step.at), after: step.after + drift(step.at) }));
}

function findAll(values, { threshold, roughly, leastNoise }) {
  const sums = [0];
  for (const value of values) sums.push(sums[sums.length - 1] + value);
  const intervals = seededIntervals(values.length);
  const splits = intervals.map((one) => bestSplit(sums, one));
  const series = { sums, intervals, splits, threshold, fit: createFit(values, sums) };
  const first = splitAll({ ...series, threshold: FIRST * threshold }, roughly).map(({ at }) => at);
  const noise = max(leastNoise, noiseOf(values, first, sums));
  const steps = splitAll(series, noise);
  return { steps, noise, squares: series.fit([0, ...steps.map(({ at }) => at), values.length]) };
}

/** The least-squares slope that all levels between steps have in common; size: of noise 1 */
function slopeBetween(steps, values) {
  const ends = [0, ...steps.map(({ at }) => at), values.length];
  let [products, squares] = [0, 0];
  for (const [i, to] of ends.slice(1).entries()) {
    const middle = (ends[i] + to - 1) / 2;
    for (let at = ends[i]; at < to; at++) {
      products += (at - middle) * values[at];
      squares += (at - middle) ** 2;
    }
  }
  return { slope: products / squares, size: abs(products) / sqrt(squares) };
}

/** The steps of a series with this noise */
function splitAll({ sums, intervals, splits, threshold, fit }, noise) {
  const found = [];
  splits.forEach((at, i) => {
    const size = sizeOf(sums, intervals[i], at);
    if (size > threshold * noise) found.push({ ...intervals[i], at, size });
  });
  found.sort((a, b) => a.to - a.from - (b.to - b.from) || b.size - a.size);
  const places = [];
  for (const { from, to, at } of found) if (!places.some((place) => place > from && place < to)) places.push(at);
  const left = withoutPairs(places.sort((a, b) => a - b), { sums, noise, threshold, fit });
  for (;;) {
    const steps = describeSteps(left, sums, noise);
    const least = steps.reduce((place, { size }, i) => (size < steps[place].size ? i : place), 0);
    // What a short interval shows may be nothing between its neighbours.
    if (steps.length === 0 || steps[least].size > threshold) return steps;
    left.splice(least, 1);
  }
}

/** The squared distances of values from their means, between these ends */
function createFit(values, sums) {
  const squares = [0];
  for (const value of values) squares.push(squares[squares.length - 1] + value ** 2);
  return (ends) => ends.slice(1).reduce((all, to, i) => {
    const from = ends[i];
    return all + squares[to] - squares[from] - (sums[to] - sums[from]) ** 2 / (to - from);
  }, 0);
}

/** Short intervals can place a step before and after its commit: two that explain hardly more than one are one. */
function withoutPairs(given, { sums, noise, threshold, fit }) {
  const places = [...given];
  for (let i = 0; i + 1 < places.length;) {
    const [from, to] = [places[i - 1] ?? 0, places[i + 2] ?? sums.length - 1];
    const at = bestSplit(sums, { from, to });
    const gain = fit([from, at, to]) - fit([from, places[i], places[i + 1], to]);
    if (gain > (threshold * noise) ** 2) i++;
    else {
      places.splice(i, 2, at);
      i = max(0, i - 1);
    }
  }
  return places;
}

function describeSteps(places, sums, noise) {
  const ends = [0, ...places, sums.length - 1];
  const meanOf = (from, to) => (sums[to] - sums[from]) / (to - from);
  return places.map((at, i) => {
    const [start, end] = [ends[i], ends[i + 2]];
    const [before, after] = [meanOf(start, at), meanOf(at, end)];
    const error = noise * sqrt(1 / (at - start) + 1 / (end - at));
    const difference = after - before;
    return {
      at, before, after, low: difference - 1.96 * error, high: difference + 1.96 * error, size: abs(difference) / error,
    };
  });
}

module.exports = { FEWEST, findSteps };
