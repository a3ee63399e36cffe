'use strict';

/*
 * Steps in a series of measurements: seeded binary segmentation (S. Kovács, H. Li, P. Bühlmann, A. Munk, Seeded binary
 * segmentation, Biometrika 2023) with the narrowest intervals first (R. Baranowski, Y. Chen, P. Fryzlewicz, 2019), for
 * means of equal variance. Single outliers are replaced before (F. Hampel, 1974).
 */

const { abs, ceil, floor, log, max, min, sqrt } = Math;
const { median } = require('./sample');

const DECAY = Math.SQRT1_2; // from layer to layer, the intervals are shorter by this
const OUTLIER_WINDOW = 3; // neighbours on either side
const OUTLIER = 4; // deviations from their median
const TO_DEVIATION = 1.4826; // of the median of absolute deviations
const LEAST = 2; // values on each side of a step: one is an outlier
const FEWEST = 6;
const MOST_LIKENESS = 0.9; // correlation of neighbours
const LIKENESS_BY_CHANCE = 0.25; // standard errors
const FIRST = 0.8; // threshold of the first steps, which show the noise, as a share

/** Deviation of the differences of neighbours; steps and slow drift hardly change it. */
function spreadOf(values) {
  const differences = values.slice(1).map((value, i) => abs(value - values[i]));
  return TO_DEVIATION * median(differences) / Math.SQRT2;
}

/**
 * The deviation of means, times the root of their number: for values that are like their neighbours (a first-order
 * autoregressive process, as machines have for some hours), it is larger than that of the values. places: of steps so
 * far, from which the values have their residuals
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
  const likeness = max(0, min(MOST_LIKENESS, squares(1) / squares(0) - LIKENESS_BY_CHANCE / sqrt(values.length)));
  return sqrt(variance * (1 + likeness) / (1 - likeness));
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

/** The split of an interval with the largest statistic, in deviations of the noise */
function bestSplit(sums, { from, to }, noise) {
  const total = sums[to] - sums[from];
  const count = to - from;
  let best = { at: null, size: 0 };
  for (let at = from + LEAST; at <= to - LEAST; at++) {
    const left = at - from;
    const difference = (sums[at] - sums[from]) / left - (total - sums[at] + sums[from]) / (count - left);
    const size = abs(difference) * sqrt(left * (count - left) / count) / noise;
    if (size > best.size) best = { at, size };
  }
  return best;
}

/**
 * The threshold, in deviations, for a series of this length: in simulations of normal noise, at most one false step in
 * 1000 values. Of few values, the noise is not known well.
 */
const thresholdOf = (count) => sqrt(2 * log(max(count, 50)) + 3) * (1 + 10 / count);

/**
 * @param {number[]} values in their order, of one level between steps; logarithms, to find ratios
 * @param {number} [leastNoise] standard deviation that equal values can have: with 0, no noise means no steps
 * @returns {{ at: number, before: number, after: number, low: number, high: number, size: number }[]} at: the first
 *   value after a step; before, after: the means up to the next steps; low, high: 95 % interval of their difference;
 *   size: in deviations. None for fewer than six values
 */
function findSteps(values, leastNoise = 0) {
  const count = values.length;
  if (count < FEWEST) return [];
  const roughly = max(leastNoise, spreadOf(values));
  if (!(roughly > 0)) return [];
  const clean = withoutOutliers(values, roughly);
  const sums = [0];
  for (const value of clean) sums.push(sums[sums.length - 1] + value);
  const series = { clean, sums, threshold: thresholdOf(count) };
  const first = splitAll({ ...series, threshold: FIRST * series.threshold }, roughly).map(({ at }) => at);
  return splitAll(series, max(leastNoise, noiseOf(clean, first, sums)));
}

/** The steps of a series with this noise */
function splitAll({ clean, sums, threshold }, noise) {
  const found = [];
  for (const one of seededIntervals(clean.length)) {
    const split = bestSplit(sums, one, noise);
    if (split.size > threshold) found.push({ ...one, ...split });
  }
  found.sort((a, b) => a.to - a.from - (b.to - b.from) || b.size - a.size);
  const places = [];
  for (const { from, to, at } of found) if (!places.some((place) => place > from && place < to)) places.push(at);
  const fit = createFit(clean, sums);
  const left = withoutPairs(places.sort((a, b) => a - b), { sums, noise, threshold, fit });
  for (;;) {
    const steps = describeSteps(left, sums, noise);
    const least = steps.reduce((least, { size }, i) => (size < steps[least].size ? i : least), 0);
    // What a short interval shows may be nothing between its neighbours.
    if (steps.length === 0 || steps[least].size > threshold) return steps;
    left.splice(least, 1);
  }
}

/** The squared distances of values from their means, between these ends */
function createFit(values, sums) {
  const squares = [0];
  for (const value of values) squares.push(squares[squares.length - 1] + value ** 2);
  return (...ends) => ends.slice(1).reduce((all, to, i) => {
    const from = ends[i];
    return all + squares[to] - squares[from] - (sums[to] - sums[from]) ** 2 / (to - from);
  }, 0);
}

/** Short intervals can place a step before and after its commit: two that explain hardly more than one are one. */
function withoutPairs(given, { sums, noise, threshold, fit }) {
  const places = [...given];
  for (let i = 0; i + 1 < places.length;) {
    const [from, to] = [places[i - 1] ?? 0, places[i + 2] ?? sums.length - 1];
    const { at } = bestSplit(sums, { from, to }, noise);
    const gain = fit(from, at, to) - fit(from, places[i], places[i + 1], to);
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

module.exports = { findSteps };
