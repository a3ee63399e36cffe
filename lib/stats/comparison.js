'use strict';

/*
 * What can be said of two lists of times. Pure functions over arrays or typed arrays of numbers;
 * nothing is changed in place. A ratio is the first list's time over the second's: above 1 the first is slower.
 */

const { normalTwoSidedP, tTwoSidedP, tWithin } = require('./distributions');
const { exactRankP } = require('./rank-counts');
const {
  sorted, median, mean, variance, medianWithInterval, trimmedMean, independentBatches, TRIMMED_SHARE,
} = require('./sample');

const { abs, exp, floor, log, max, min, sqrt } = Math;

// There the normal approximation is off by 2 % of a p near 0.05.
const EXACT_UP_TO = 60;

const isTime = (value) => value > 0 && value < Infinity;

const expOrNull = (value) => (value === null ? null : exp(value));

/** A tenth of the time of Float64Array.from() with a function. */
function logs(values) {
  const found = new Float64Array(values.length);
  for (let i = 0; i < found.length; i++) found[i] = log(values[i]);
  return found;
}

// Fewer make no interval worth having.
const FEWEST_CLUSTERS = 8;

/** The median of each cluster; rounds of one cluster share its luck, so that only clusters are independent. */
function clusterMedians(values, clusters) {
  const groups = [];
  for (let i = 0; i < values.length; i++) (groups[clusters[i]] = groups[clusters[i]] || []).push(values[i]);
  return groups.filter(Boolean).map(median);
}

function ratioOfClusters(differences, clusters, confidence) {
  const medians = clusterMedians(differences, clusters);
  if (medians.length < FEWEST_CLUSTERS) return null;
  const { centre, low, high } = trimmedMean(medians, confidence);
  return { ratio: exp(centre), low: exp(low), high: exp(high), pairs: differences.length };
}

function ratioOfMedians(a, b, confidence, clusters) {
  const differences = logs(a).map((value, i) => value - log(b[i]));
  const clustered = ratioOfClusters(differences, clusters, confidence);
  if (clustered) return clustered;
  const { centre, low, high } = medianWithInterval(differences, confidence);
  return { ratio: exp(centre), low: expOrNull(low), high: expOrNull(high), pairs: a.length };
}

/**
 * The delta method for a ratio of means (Cochran, Sampling Techniques, 6.4): to first order the error of
 * R = mean(a) / mean(b) is the mean of a - R b over mean(b). On the log scale that is over mean(a) = R mean(b).
 */
function ratioOfMeans(a, b, confidence) {
  const centre = mean(a);
  const ratio = centre / mean(b);
  const batches = independentBatches(a.map((value, i) => value - ratio * b[i]));
  const n = batches.length;
  if (n < 2) return { ratio, low: null, high: null, pairs: a.length };
  const half = tWithin(confidence, n - 1) * sqrt(variance(batches) / n) / centre;
  return { ratio, low: ratio * exp(-half), high: ratio * exp(half), pairs: a.length };
}

/**
 * The ratio of two tests measured in turns, from the rounds they share: what slows both in a round cancels.
 *
 * @param {ArrayLike<number>} a ns per operation, one per round
 * @param {ArrayLike<number>} b of the same rounds; a round is left out where either is not a positive number
 * @param {object} [options]
 * @param {number} [options.confidence] 0.95 unless given
 * @param {'median' | 'mean'} [options.statistic] the median of the rounds' ratios unless given; 'mean' is
 *   the ratio of the means, for costs that come in few rounds
 * @param {ArrayLike<number>} [options.clusters] for each round a small integer: rounds with the same one
 *   are not independent. From eight clusters on the median is that of each cluster, and the ratio their
 *   trimmed mean.
 * @returns {{ ratio: number | null, low: number | null, high: number | null, pairs: number }} `low` and
 *   `high` null for too few pairs (median: under 6 at 95 %; mean: under 2), `ratio` null for none
 * @throws {RangeError} where the lists differ in length, and a pair would not be a round
 */
function pairedRatio(a, b, { confidence = 0.95, statistic = 'median', clusters = [] } = {}) {
  if (a.length !== b.length) throw new RangeError(`${a.length} rounds cannot be paired with ${b.length}`);
  const first = [];
  const second = [];
  const kept = [];
  for (let i = 0; i < a.length; i++) {
    if (!isTime(a[i]) || !isTime(b[i])) continue;
    kept.push(clusters[i] || 0);
    first.push(a[i]);
    second.push(b[i]);
  }
  if (first.length === 0) return { ratio: null, low: null, high: null, pairs: 0 };
  if (statistic === 'mean') return ratioOfMeans(first, second, confidence);
  return ratioOfMedians(first, second, confidence, kept);
}

/**
 * Mean, squared standard error and degrees of freedom. Exact for a list of equal values: the sum of ten 0.1 is not 1,
 * and the variance of 1e-34 that remains would make any difference significant.
 */
function meanAndError(values) {
  let same = 1;
  while (same < values.length && values[same] === values[0]) same++;
  const df = values.length - 1;
  if (same === values.length) return { centre: values[0], error: 0, df };
  return { centre: mean(values), error: variance(values) / values.length, df };
}

/**
 * Welch's t test of two means, degrees of freedom by Satterthwaite (1946).
 *
 * @param {ArrayLike<number>} a independent values, and so b
 * @returns {Record<'difference' | 'low' | 'high' | 't' | 'df' | 'p', number | null>} mean(a) - mean(b),
 *   its interval and the two-sided p. Under two values on a side there is only the difference, and with an
 *   empty side not even that. Without any variance the interval is the difference itself and p is 1 for
 *   none; for one it is null and not 0, since equal values come from a clock's steps and not from certainty.
 */
function welch(a, b, confidence = 0.95) {
  return withInterval(difference(a, b, meanAndError), confidence);
}

/** Two centres with their errors, each known with some degrees of freedom; the rest as `welch` says. */
function difference(a, b, estimate) {
  const nothing = { difference: null, error: null, t: null, df: null, p: null };
  if (a.length === 0 || b.length === 0) return nothing;
  const first = estimate(a);
  const second = estimate(b);
  const distance = first.centre - second.centre;
  if (a.length < 2 || b.length < 2) return { ...nothing, difference: distance };
  const error = sqrt(first.error + second.error);
  if (error === 0) return { ...nothing, difference: distance, error, p: distance === 0 ? 1 : null };
  const share = first.error / (first.error + second.error);
  const df = 1 / (share ** 2 / first.df + (1 - share) ** 2 / second.df);
  const t = distance / error;
  return { difference: distance, error, t, df, p: tTwoSidedP(t, df) };
}

function withInterval({ difference: distance, error, t, df, p }, confidence) {
  if (error === null) return { difference: distance, low: null, high: null, t, df, p };
  const half = error > 0 ? tWithin(confidence, df) * error : error;
  return { difference: distance, low: distance - half, high: distance + half, t, df, p };
}

/**
 * Welch's test on the logarithms: the ratio of the geometric means of two lists that are not paired.
 *
 * @param {ArrayLike<number>} a positive, one per process: the rounds of a process share its luck, and
 *   taking them for independent finds a difference where there is none in 4 of 10 cases
 * @param {ArrayLike<number>} b
 * @returns {Record<'ratio' | 'low' | 'high' | 't' | 'df' | 'p', number | null>} null as in `welch`
 */
function welchLog(a, b, confidence = 0.95) {
  return ratioOf(welch(logs(a), logs(b), confidence));
}

/** A difference of logarithms as a ratio. */
function ratioOf({ difference: distance, low, high, t, df, p }) {
  return { ratio: expOrNull(distance), low: expOrNull(low), high: expOrNull(high), t, df, p };
}

/** Centre, squared standard error and degrees of freedom of a trimmed mean. */
function trimmedAndError(values) {
  const n = values.length;
  const ordered = sorted(values);
  const cut = floor(n * TRIMMED_SHARE);
  const kept = n - 2 * cut;
  let sum = 0;
  for (let i = cut; i < n - cut; i++) sum += ordered[i];
  // Not the sum, where all are equal: see meanAndError.
  const centre = ordered[cut] === ordered[n - 1 - cut] ? ordered[cut] : sum / kept;
  // Winsorized: the ends are drawn in to the values that remain.
  for (let i = 0; i < cut; i++) {
    ordered[i] = ordered[cut];
    ordered[n - 1 - i] = ordered[n - 1 - cut];
  }
  const isSame = ordered[0] === ordered[n - 1];
  return { centre, error: isSame ? 0 : (n - 1) * variance(ordered) / (kept * (kept - 1)), df: kept - 1 };
}

/**
 * Yuen's test (1974) on the logarithms: the ratio of two lists that are not paired by what remains of each
 * without its lowest and its highest fifth. Under five values a side nothing is left out, and it is Welch's test.
 * Times of processes that neighbours disturb have a long tail: of 72 that parse JSON the trimmed mean is known
 * to 0.83 %, the mean to 1.1 %.
 *
 * @param {ArrayLike<number>} a positive, one per process
 * @param {ArrayLike<number>} b
 * @returns {Record<'ratio' | 'low' | 'high' | 't' | 'df' | 'p', number | null>} null as in `welch`
 */
function yuenLog(a, b, confidence = 0.95) {
  return yuenTest(a, b).interval(confidence);
}

/**
 * The same of two lists that are not empty, where p is needed first and the interval later, at a level that hangs on
 * it; `difference`: the logarithm of the ratio, `error` and `df`: of it.
 */
function yuenTest(a, b) {
  const found = difference(logs(a), logs(b), trimmedAndError);
  return { ...found, ratio: exp(found.difference), interval: (confidence) => ratioOf(withInterval(found, confidence)) };
}

/**
 * The rank test of Mann and Whitney (1947), two-sided, ties by midranks: exact, or for many values by the
 * normal approximation with the ties' term and a continuity correction of 1/2.
 *
 * @param {ArrayLike<number>} a independent values, none NaN
 * @param {ArrayLike<number>} b
 * @param {number} [exactUpTo] the most values, of both lists together, that are counted exactly
 * @returns {{ u: number, p: number }} `u`: of all pairs, those where a's value is the greater, ties by half
 */
function mannWhitney(a, b, exactUpTo = EXACT_UP_TO) {
  const n = a.length + b.length;
  const own = sorted(a);
  const others = sorted(b);
  const groups = []; // of equal values
  let sum = 0; // of a's midranks, doubled and thus whole
  let ties = 0;
  for (let i = 0, j = 0; i + j < n;) {
    const from = i + j;
    const first = i;
    const value = j === b.length || own[i] < others[j] ? own[i] : others[j];
    while (own[i] === value) i++;
    while (others[j] === value) j++;
    const size = i + j - from;
    groups.push(size);
    sum += (i - first) * (from + i + j + 1);
    ties += size ** 3 - size;
  }
  const u = (sum - a.length * (a.length + 1)) / 2;
  const distance = abs(sum - a.length * (n + 1)); // twice that of u from its mean, for b's sum the same
  if (n <= exactUpTo) return { u, p: exactRankP(groups, min(a.length, b.length), distance) };
  const deviation = sqrt(a.length * b.length / 12 * (n + 1 - ties / (n * (n - 1))));
  return { u, p: deviation > 0 ? normalTwoSidedP(max(0, distance / 2 - 0.5) / deviation) : 1 };
}

module.exports = {
  pairedRatio, clusterMedians, welch, welchLog, yuenLog, yuenTest, mannWhitney, difference,
  meanAndError, trimmedAndError, logs,
};
