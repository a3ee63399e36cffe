'use strict';

/* Summarizes one test in one process. Its time is the median of rounds, or the mean if few hold the collections. */

const { diagnose, estimateResolution } = require('./diagnostics');
const { column, cpuNsPerCall, withInterrupted, sortOut, LONG_ROUND_NS } = require('./rounds');
const {
  filter, map, reduce, sum, holdsCollection, mhzAround, netNs, COLLECTIONS_FOR_MEDIAN,
} = require('../samples/round');
const { mean, median, medianWithInterval, meanWithInterval, variance, NORMAL_95 } = require('../../base/stats/sample');
const { tQuantile } = require('../../base/stats/distributions');

const { abs, max, min, sqrt, round: nearest } = Math;
const { isFinite } = Number;

// Errors that more rounds do not reduce: V8 places the code of each loop differently, and the bookkeeping of a callback
// overlaps with the body, by half of its separate time. Without them the intervals held the hand-written reference in
// 85 and 50 of 100 runs (node benchmark/load.js). A call that the loop needs overlaps completely: eleven bodies of 0.5
// to 190 ns, for which it took 3 ns, were off by -3.8 to 2.7 ns in Chromium and Firefox.
const PLACEMENT_SHARE = 0.006;
const OVERLAP_SHARE = 0.5;
const FEWEST_FOR_INTERVAL = 6;

const WILD_FACTOR = 2; // over the median of rounds: an unnoticed interruption
const FEWEST_FOR_USUAL = 4; // rounds with a useful median
const COUNT_DEVIATION = 0.29; // of the number of collections in a time, which is right to the nearest one

// If more than this share of the allocated bytes survives, there are collections of the old generation, too.
const KEPT_FOR_MEAN = 0.05;

const callsOf = (rounds) => sum(rounds, ({ calls }) => calls);
const errorOf = (values) => (values.length > 1 ? variance(values) / values.length : 0);

/** All time over all calls, because a slice after one with a collection can be shorter, and holds fewer calls. */
function weightedMean(nets, rounds) {
  const { centre: unweighted, low, high } = meanWithInterval(nets);
  const calls = callsOf(rounds);
  const centre = sum(rounds, (round, i) => nets[i] * round.calls) / calls;
  const moved = centre - unweighted;
  return low === null ? { centre, low, high } : { centre, low: low + moved, high: high + moved };
}

/** Whole times per call: unlike net times, they are never near 0. */
const grossOf = (rounds, nets) => map(rounds, ({ ns, calls }, i) => (ns > 0 ? ns / calls : nets[i]));

/** Longer rounds are left out: with one young collection more than others, a round never takes twice as long. */
const longestUsual = (times) => (times.length < FEWEST_FOR_USUAL ? Infinity : WILD_FACTOR * median(times));

/**
 * By strata (Cochran, Sampling Techniques, 5.3): the median of the rounds without a collection and the mean of the
 * others, by their shares of the calls. Unnoticed interruptions would move the mean of all rounds. `all` includes
 * interrupted rounds: those with a collection are interrupted more often, so `used` has too few of them. Rare
 * collections of the old generation take as long as interruptions, so what is left out widens the interval upwards.
 * isKept: whether objects survive. Such collections are usual then, so nothing is left out, and both have means.
 */
function collectedMean(nets, used, all, bytesPerCall, isKept = false) {
  const isCollected = (round) => holdsCollection(round, bytesPerCall);
  const freeNets = filter(nets, (_, i) => !isCollected(used[i]));
  const collectedCount = used.length - freeNets.length;
  const gross = grossOf(used, nets);
  const longestIn = (wanted) => (
    isKept ? Infinity : longestUsual(filter(gross, (_, i) => isCollected(used[i]) === wanted)));
  const longestFree = longestIn(false);
  const longestCollected = longestIn(true);
  const isUsual = (i) => gross[i] <= (isCollected(used[i]) ? longestCollected : longestFree);
  const meanOf = (isIn) => weightedMean(filter(nets, (_, i) => isIn(i)), filter(used, (_, i) => isIn(i)));

  const free = isKept ? meanWithInterval(freeNets) : medianWithInterval(freeNets);
  if (free.low === null || collectedCount === 0) return meanOf(isUsual);
  const collected = meanOf((i) => isCollected(used[i]) && isUsual(i));
  const whole = meanOf((i) => isCollected(used[i]));
  const share = callsOf(filter(all, isCollected)) / callsOf(all);
  const centre = (1 - share) * free.centre + share * collected.centre;
  const difference = collected.centre - free.centre;
  const collectedReach = collected.low === null ? abs(difference) : collected.centre - collected.low;
  const shareReach = difference * NORMAL_95 * COUNT_DEVIATION / all.length;
  const reach = (freeReach) => sqrt(((1 - share) * freeReach) ** 2 + (share * collectedReach) ** 2 + shareReach ** 2);
  const leftOut = share * (whole.centre - collected.centre);
  return {
    centre, low: centre - reach(free.centre - free.low), high: centre + reach(free.high - free.centre) + leftOut,
  };
}

/** Student's interval, for a few rounds of slow calls. */
function meanOfFew(nets) {
  const centre = mean(nets);
  const half = tQuantile(0.975, nets.length - 1) * sqrt(errorOf(nets));
  return { centre, low: centre - half, high: centre + half };
}

function withPlacement({ centre, low, high }, rounds, overlapNs) {
  const seen = [];
  let loops = 0;
  for (let i = 0; i < rounds.length; i++) {
    if (!seen[rounds[i].copy]) loops++;
    seen[rounds[i].copy] = true;
  }
  const systematic = (PLACEMENT_SHARE * centre) ** 2 / loops + overlapNs ** 2;
  const reach = (distance) => sqrt(distance ** 2 + systematic);
  return { low: centre - reach(centre - low), high: centre + reach(high - centre) };
}

/** `all` includes interrupted rounds. `nets` in the result are ns per call of each round. */
function estimateCall(rounds, all, { kind, clockCostNs, isCalled }, allocation) {
  const nets = map(rounds, (round) => netNs(round, clockCostNs));
  const cycles = map(nets, (net, i) => net * mhzAround(rounds, i) / 1000);
  const perRound = callsOf(rounds) / rounds.length / (allocation.callsPerCollection || Infinity);
  // The garbage of a promise test is mostly promises, also of the loop: a body of 302 ns read 331 to 349.
  const holdsFew = perRound > 0 && perRound < COLLECTIONS_FOR_MEDIAN && kind !== 'promise';
  const isKept = perRound > 0 && allocation.keptShare > KEPT_FOR_MEAN;
  const useMean = holdsFew || isKept;
  const isFewLong = nets.length > 1 && nets.length < FEWEST_FOR_INTERVAL &&
    reduce(rounds, (least, { ns }) => min(least, ns), Infinity) >= LONG_ROUND_NS;
  const { centre, low, high } = isFewLong ? meanOfFew(nets)
    : useMean ? collectedMean(nets, rounds, all, allocation.bytesPerCall, isKept) : medianWithInterval(nets);
  const overlapShare = isCalled ? 1 : kind === 'callback' ? OVERLAP_SHARE : 0;
  const overlapNs = overlapShare * median(column(rounds, 'referenceNs'));
  const hasInterval = isFewLong || nets.length >= FEWEST_FOR_INTERVAL;
  const interval = !hasInterval ? null : withPlacement({ centre, low, high }, rounds, overlapNs);
  const cyclesPerCall = useMean ? centre * median(column(rounds, 'mhz')) / 1000 : median(cycles);
  return { centre, interval, cyclesPerCall, nets, statistic: useMean || isFewLong ? 'mean' : 'median' };
}

// No cycles then. One or two rounds of a busy machine do not show whether a test waits: 1.5 s read as 1.16 s.
const mostlyRests = (rounds) => sum(rounds, ({ cpuNs }) => cpuNs) < sum(rounds, ({ ns }) => ns) / 2;

const UNKNOWN_ALLOCATION = { bytesPerCall: null, callsPerCollection: null, share: null, keptShare: 0 };

/** Calls and time of the body over all rounds. An interrupted round counts with the usual time per call. */
function totalOf(rounds, disturbed, clockCostNs, referenceNs, centre) {
  const nsOf = ({ ns, calls }, i) => (disturbed[i] ? max(0, centre) * calls : ns - clockCostNs - referenceNs * calls);
  return {
    calls: callsOf(rounds),
    elapsedNs: max(0, sum(rounds, nsOf)),
  };
}

/** Returns the result as docs/results.md describes it. `samples` come from measureFunction(). */
function summarize(samples, goal, wallclockNs, parts = sortOut(samples, goal)) {
  const { rounds, clockCostNs, kind } = samples;
  const { waits, disturbed, used } = parts;
  const allocation = samples.allocation || UNKNOWN_ALLOCATION;
  const estimate = estimateCall(used, withInterrupted(parts, rounds, goal), samples, allocation);
  const { centre, interval, cyclesPerCall, statistic } = estimate;
  const referenceNs = median(column(used, 'referenceNs'));

  const totals = totalOf(goal.count ? rounds : used, goal.count ? disturbed : [], clockCostNs, referenceNs, centre);
  if (goal.count && !samples.stopped) {
    // The calls of other passes count with the usual time.
    totals.elapsedNs += max(0, centre) * (goal.count - totals.calls);
    totals.calls = goal.count;
  }

  return {
    count: totals.calls,
    elapsed: totals.elapsedNs / 1e9,
    wallclock: wallclockNs / 1e9,
    nsPerCall: max(0, centre),
    nsLow: interval ? max(0, interval.low) : null,
    nsHigh: interval ? max(0, interval.high) : null,
    statistic,
    cyclesPerCall: isFinite(cyclesPerCall) && !waits && !mostlyRests(used) ? max(0, cyclesPerCall) : null,
    cpuNsPerCall: samples.isInParts ? null : cpuNsPerCall(samples, used, statistic),
    resolutionNs: estimateResolution(samples, used, interval).resolutionNs,
    overheadNs: referenceNs,
    kind,
    rounds: used.length,
    collections: {
      count: samples.allocation ? nearest(totals.calls / (allocation.callsPerCollection || Infinity)) : null,
      share: allocation.share,
      bytesPerCall: allocation.bytesPerCall,
    },
    warnings: diagnose({ samples, parts, goal, wallclockNs }, estimate, totals, referenceNs),
  };
}

module.exports = { summarize, collectedMean, FEWEST_FOR_INTERVAL };
