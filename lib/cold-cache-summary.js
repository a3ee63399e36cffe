'use strict';

/* What cold calls of a test beside cold calls of empty tests come to. Pure functions over pairs of them. */

const { isInterrupted } = require('./rounds');
const { tQuantile } = require('./stats/distributions');
const { median, variance, medianInterval, independentBatches } = require('./stats/sample');

// Captured at load, because a measured test may change them.
const { max, hypot, sqrt } = Math;

// One line of memory. The empty tests are made in a row, so that their places are more alike than any two: two of ten
// processes had a test 80 to 100 ns off whose interval without this was +- 40.
const LINE_NS = 100;

// Fewer have no interval.
const FEWEST_PAIRS = 6;

/**
 * @typedef {object} Pair
 * @property {number} testNs
 * @property {number} emptyNs
 * @property {number} copy which of the empty tests it was
 * @property {number} ns on the clock, from the end of each walk to the end of the call, of both together
 * @property {number} cpuNs processor time of the process in that time
 */

/**
 * Those that nobody interrupted. A test that waits, and one that takes longer than the neighbours leave alone, is
 * interrupted in most of them, or so it looks: then all count.
 */
function undisturbed(pairs) {
  const kept = [];
  for (let i = 0; i < pairs.length; i++) if (!isInterrupted(pairs[i].ns, pairs[i].cpuNs)) kept[kept.length] = pairs[i];
  return kept.length >= max(FEWEST_PAIRS, pairs.length / 2) ? kept : pairs;
}

/**
 * How far one empty test lies from the mean of all of them, with 95 % confidence: where V8 and the system have placed
 * code and objects decides how many lines have to be fetched, and the test has but one place. The interval for one
 * more value beside m normal ones: t sd sqrt(1 + 1/m).
 */
function placementNs(pairs) {
  const groups = [];
  for (let i = 0; i < pairs.length; i++) {
    const { copy, emptyNs } = pairs[i];
    const group = groups[copy] || (groups[copy] = []);
    group[group.length] = emptyNs;
  }
  const medians = [];
  for (let i = 0; i < groups.length; i++) if (groups[i]) medians[medians.length] = median(groups[i]);
  const m = medians.length;
  return m < 2 ? 0 : tQuantile(0.975, m - 1) * sqrt(variance(medians) * (1 + 1 / m));
}

/**
 * The median of the differences. Its interval holds the noise of the samples, what places differ by, a line of memory,
 * and a step of the clock: each by itself, so that their squares add up.
 *
 * @param {Pair[]} pairs six at least
 * @param {number} clockGrainNs
 * @returns {{ nsPerCall, nsLow, nsHigh, samples, resolutionNs }}
 */
function coldCacheOf(pairs, clockGrainNs) {
  const used = undisturbed(pairs);
  const differences = [];
  for (let i = 0; i < used.length; i++) differences[i] = used[i].testNs - used[i].emptyNs;
  const centre = median(differences);
  const { low, high } = medianInterval(independentBatches(differences));
  const others = hypot(placementNs(used), LINE_NS, clockGrainNs);
  // The median of batches is not that of single pairs, which lies inside all the same: no length is below 0.
  const below = hypot(centre - low, others);
  const above = hypot(high - centre, others);
  return {
    nsPerCall: max(0, centre),
    nsLow: max(0, centre - below),
    nsHigh: max(0, centre + above),
    samples: used.length,
    resolutionNs: max((below + above) / 2, 2 * clockGrainNs),
  };
}

module.exports = { coldCacheOf, FEWEST_PAIRS };
