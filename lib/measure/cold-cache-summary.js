'use strict';

/* What cold calls of a test beside cold calls of empty tests come to. Pure functions over pairs of them. */

const { isInterrupted } = require('../samples/round');
const { tQuantile } = require('../stats/distributions');
const { median, variance, medianInterval, independentBatches } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { max, hypot, sqrt } = Math;

// About a line of memory: the test's own function has but one place, whatever its loops have. Without this two of
// twenty empty tests read 3 to 57 and 44 to 116 ns.
const LINE_NS = 60;

// Fewer have no interval.
const FEWEST_PAIRS = 6;

/**
 * @typedef {object} Pair
 * @property {number} testNs
 * @property {number} emptyNs
 * @property {number} empty which of the empty loops it was
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
 * How far the mean of the loops around the test can lie from that of the empty ones, with 95 % confidence, where they
 * are all alike but for their places: V8 and the system decide how many lines and pages have to be fetched. Student's
 * interval of the difference of two means, with the spread of the empty ones: t sd sqrt(1/n + 1/m).
 */
function placementNs(pairs, testLoops) {
  const groups = [];
  for (let i = 0; i < pairs.length; i++) {
    const { empty, emptyNs } = pairs[i];
    const group = groups[empty] || (groups[empty] = []);
    group[group.length] = emptyNs;
  }
  const medians = [];
  for (let i = 0; i < groups.length; i++) if (groups[i]) medians[medians.length] = median(groups[i]);
  const m = medians.length;
  return m < 2 ? 0 : tQuantile(0.975, m - 1) * sqrt(variance(medians) * (1 / testLoops + 1 / m));
}

/**
 * The median of the differences. Its interval holds the noise of the samples, what places differ by, a line of memory,
 * and a step of the clock: each by itself, so that their squares add up.
 *
 * @param {Pair[]} pairs six at least
 * @param {number} testLoops loops around the test that took turns
 * @param {number} clockGrainNs
 * @returns {{ nsPerCall, nsLow, nsHigh, samples, resolutionNs }}
 */
function coldCacheOf(pairs, testLoops, clockGrainNs) {
  const used = undisturbed(pairs);
  const differences = [];
  for (let i = 0; i < used.length; i++) differences[i] = used[i].testNs - used[i].emptyNs;
  const centre = median(differences);
  const { low, high } = medianInterval(independentBatches(differences));
  const others = hypot(placementNs(used, testLoops), LINE_NS, clockGrainNs);
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
