'use strict';

/*
 * Verdicts from the interval of a ratio, and the noise floor below which no difference is significant. A ratio is the
 * test's time per operation over the baseline's: above 1 the test is slower. A NaN leaves everything unresolved.
 */

const { trimmedAndError } = require('./comparison');
const { tQuantile } = require('./distributions');

const { abs, expm1, log, max, sqrt } = Math;

const NEVER = 1e6; // times as many rounds would take years
const LONGEST_ADVICE_SECONDS = 3600;

/**
 * 'same' goes first: a difference can be both certain and too small to matter. Margin and floor are shares. A floor
 * above the margin leaves nothing the same: a run that resolves 5 % cannot confirm 0.2 %.
 */
function decideVerdict({ low, high }, { margin, floor = 0 }) {
  if (low === null || high === null) return 'unresolved';
  if (canBeSame({ margin, floor }) && low >= 1 / (1 + margin) && high <= 1 + margin) return 'same';
  if (low > 1 + floor) return 'slower';
  if (high < 1 / (1 + floor)) return 'faster';
  return 'unresolved';
}

const canBeSame = ({ margin, floor }) => margin > 0 && margin >= floor;

/** Factor of rounds that moves an end from `reach` to `wanted`: the distance goes with 1 / sqrt(n). */
const growth = (reach, wanted) => (wanted > 0 ? (reach / wanted) ** 2 : Infinity);

/**
 * Factor of rounds that would settle an unresolved comparison with this ratio: by a difference outside the floor or one
 * inside the margin. Each end is extrapolated separately. Null without an interval, and beyond a million times.
 */
function timesLonger({ ratio, low, high }, { margin, floor = 0 }) {
  if (ratio === null || low === null || high === null) return null;
  const difference = log(ratio);
  const below = difference - log(low);
  const above = log(high) - difference;
  const edge = log(1 + floor);
  const inside = log(1 + margin);
  const apart = difference > 0 ? growth(below, difference - edge) : growth(above, -difference - edge);
  const bothInside = max(growth(above, inside - difference), growth(below, inside + difference));
  const same = canBeSame({ margin, floor }) ? bothInside : Infinity;
  const times = apart < same ? apart : same;
  return times <= NEVER ? times : null;
}

const affordable = (seconds) => (seconds <= LONGEST_ADVICE_SECONDS ? seconds : null);

const UNKNOWN = { floor: null, low: null, high: null };

/**
 * Root mean square of the differences of a test from itself: sqrt(m^2 + e^2) on the log scale, with the difference m
 * and its standard error e. The interval covers |m|: |m| -+ t e, at least 0. Null without an error.
 */
function estimateFloor({ difference, error, df }) {
  if (error === null) return UNKNOWN;
  const reach = error > 0 ? tQuantile(0.975, df) * error : 0;
  return {
    floor: expm1(sqrt(difference ** 2 + error ** 2)),
    low: expm1(max(0, abs(difference) - reach)),
    high: expm1(abs(difference) + reach),
  };
}

/** The same for log ratios from parts of a run: m is their mean, for five or more without a fifth at each end. */
function noiseFloor(differences) {
  const known = Array.from(differences).filter(Number.isFinite);
  if (known.length < 2) return UNKNOWN;
  const { centre, error, df } = trimmedAndError(known);
  return estimateFloor({ difference: centre, error: sqrt(error), df });
}

/** Smallest significant difference: the upper end of the interval if the test certainly differs from itself. */
const decisiveFloor = ({ floor, low, high }, margin) => (low > margin ? high : floor || 0);

module.exports = { decideVerdict, timesLonger, affordable, noiseFloor, estimateFloor, decisiveFloor };
