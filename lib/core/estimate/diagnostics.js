'use strict';

/* Warnings for figures that need a caveat, such as removed work, lower tiers, contention or drift. */

const {
  column, findDisturbedRounds, selectMeasured, testWaits, waitingShare, ENOUGH_ROUNDS, FEW_CALLS,
} = require('./rounds');
const { filter, map, sum, isTop, netNs } = require('../samples/round');
const { localDeviation, mean, meanInterval, median } = require('../../base/stats/sample');

const { abs, floor, log, max, min, sign, sqrt } = Math;

// Time per call minus an iteration of the empty loop, as a share of that iteration (0.41 ns on an AMD EPYC): 0 to 0.66
// for folded bodies that keep a number, 1.0 for the fastest other body (`p.v++`), 1.6 for `i++`.
const FOLDED_SHARE = 0.75;

// Storing an object adds one iteration: 0.99 for folded bodies (`a + b` of strings), 2.3 for the fastest other body.
const FOLDED_OBJECT_SHARE = 1.5;

// Time per call without inlining (minus a call of an empty function) over the usual time: 5 to 70 for hoisted bodies,
// 0.2 to 1.7 for other bodies. A difference of a few iterations depends on how V8 compiled the call.
const HOISTED_FACTOR = 3;
const HOISTED_TURNS = 4;

// Shares of time: lost or in a lower tier (less does not move a median), a waiting test was queued, other threads ran.
const LOST_SHARE = 0.01;
const QUEUED_SHARE = 0.05;
const THREADS_SHARE = 0.1;
const LATE = 1.1;

// Such clock steps leave time for few rounds, unless calls are long.
const COARSE_CLOCK_NS = 1e5;
const FEW_STEPS = 20;

// Shares of the time that need a warning: added by cold calls, change from the start to the end, of collections.
const COLD_SHARE = 0.05;
const STEADY_SHARE = 0.05;
const COLLECTIONS_SHARE = 0.01;

// Parts shorter than this multiple of a reading of the clock are not exact to 5 %.
const SHORT_PART = 40;

const FLOOR_NS = 0.1; // placement of compiled code alone makes two empty functions differ by up to 0.1 ns

// The latest rounds, over which the calls increase fivefold: they include the end of the warm-up. Earlier code is cold.
const RANGE = log(5);
const BINS = 8;
const FEWEST_IN_BIN = 2;
const FEWEST_BINS = 3;
const LEAST_NS = 2e4; // of a slice; shorter ones are measured with cold caches

// Exponents of steady tests were -0.53 to 0.25 (means of four processes, on a busy machine), because code gets faster
// and caches are cold when a process gets its turn. A list that grows had 0.8 to 1.2.
const GROWS = 0.3;
const SHRINKS = -0.7;
const CERTAIN = 0.05; // least distance of the interval from 0
const CONFIDENCE = 0.98;
const FEWEST_PROCESSES = 3;
const GROWS_ALONE = 0.5;
const AGREEMENT = 0.8;

/**
 * Warning if V8 does not do the work in each call; null otherwise, or if that is unknown. V8 folds pure operations on
 * constants, drops unused results, and hoists operations on unchanged values out of the loop, even if the test keeps
 * the result. The time is then correct, but it is not the time of the work. `ns` excludes an iteration of the empty
 * loop; snippets fill in `inputs`; for `notInlined` see measure/not-inlined.js.
 */
function findRemovedWork(ns, turnNs, notInlined) {
  if (!notInlined) return null;
  const { notInlinedNs, inlinedNs, keepsObject } = notInlined;
  const usualNs = max(ns, inlinedNs - turnNs);
  const isHoisted = notInlinedNs > HOISTED_FACTOR * usualNs && notInlinedNs > usualNs + HOISTED_TURNS * turnNs;
  if (isHoisted) return { code: 'hoisted', notInlinedNs, inputs: [] };
  return ns < (keepsObject ? FOLDED_OBJECT_SHARE : FOLDED_SHARE) * turnNs ? { code: 'folded', inputs: [] } : null;
}

/** `found`: tier with most of the time below the top; `times`: deoptimizations; `share`: of time below the top. */
function findLowerTier(rounds) {
  const lowerNs = {};
  const wasTop = [];
  const thrown = []; // for each loop around the test, because all of them lose the code at once
  let found = null;
  let ns = 0;
  let below = 0;
  let times = 0;
  for (let i = 0; i < rounds.length; i++) {
    const round = rounds[i];
    ns += round.ns;
    if (!isTop(round)) {
      below += round.ns;
      lowerNs[round.tier] = (lowerNs[round.tier] || 0) + round.ns;
      if (found === null || lowerNs[round.tier] > lowerNs[found]) found = round.tier;
      if (wasTop[round.copy]) thrown[round.copy] = (thrown[round.copy] || 0) + 1;
      times = max(times, thrown[round.copy] || 0);
    }
    wasTop[round.copy] = isTop(round);
  }
  const share = below / ns;
  return times > 0 || share > LOST_SHARE ? { code: 'not-optimized', found, times, share } : null;
}

/** Share of a typical round of a waiting test in which it was ready, but other processes ran. */
function queuedShare(rounds) {
  return median(map(filter(rounds, ({ queuedNs }) => queuedNs >= 0), ({ queuedNs, ns }) => queuedNs / ns));
}

function diagnoseRun(samples, { waits, disturbed, used, shared, isMixed }, goal, wallclockNs, warn) {
  const { rounds, isAsked, isWarm, isFalling, isProlonged, threads } = samples;
  const tier = findLowerTier(goal.seconds ? selectMeasured(rounds, used) : used);
  if (tier) warn(tier);
  else if (goal.seconds && (isFalling || (!isAsked && !isWarm))) {
    warn({ code: 'not-optimized', found: 'not-settled', times: 0, share: 0 });
  }
  const lost = filter(rounds, (_, i) => disturbed[i]);
  const lostNs = sum(lost, ({ ns, cpuNs }) => (ns >= 0 && ns > cpuNs ? ns - cpuNs : 0));
  const clockJumped = filter(lost, ({ ns }) => ns < 0).length > 0;
  if (clockJumped || lostNs > LOST_SHARE * wallclockNs) warn({ code: 'disturbed', rounds: lost.length, lostNs });
  const seconds = wallclockNs / 1e9;
  if (isProlonged && seconds > LATE * goal.seconds) warn({ code: 'prolonged', seconds, goalSeconds: goal.seconds });
  if (shared) warn(shared);
  // Either all rounds used are undisturbed, or none, unless calls are slow.
  const kept = isMixed ? rounds.length - lost.length : lost.length < rounds.length ? used.length : 0;
  const isFew = kept < ENOUGH_ROUNDS && (isProlonged || lost.length > kept);
  if (threads.cpuNs > THREADS_SHARE * threads.ns) warn({ code: 'busy', rounds: used.length, kept: 0 });
  else if (isFew || isMixed) warn({ code: 'busy', rounds: kept + lost.length, kept });
  else if (waits && queuedShare(used) > QUEUED_SHARE) warn({ code: 'busy', rounds: used.length, kept: 0 });
}

/** Logarithms of the number of earlier calls and of the time per call, of rounds in the top tier. */
function pointsOf({ rounds, clockCostNs, clockGrainNs }) {
  const disturbed = findDisturbedRounds(rounds, testWaits(rounds), clockGrainNs);
  const isUsed = (round, i) => i > 0 && isTop(round) && !disturbed[i] && round.ns >= LEAST_NS && round.before > 0;
  const points = map(filter(rounds, isUsed), (round) => (
    { x: log(round.before + round.calls / 2), y: log(netNs(round, clockCostNs)) }));
  return filter(points, ({ y }) => y > -Infinity);
}

function binsOf(points) {
  const end = points.length > 0 ? points[points.length - 1].x : 0;
  const bins = [];
  for (let i = 0; i < points.length; i++) {
    const bin = floor((end - points[i].x) / RANGE * BINS);
    if (bin >= BINS) continue;
    bins[bin] = bins[bin] || [];
    bins[bin][bins[bin].length] = points[i];
  }
  const filled = filter(bins, (bin) => bin !== undefined && bin.length >= FEWEST_IN_BIN);
  return map(filled, (bin) => ({ x: median(map(bin, ({ x }) => x)), y: median(map(bin, ({ y }) => y)) }));
}

/**
 * The time per call as a power of the number of calls, null if unknown. exponent: the median slope of pairs of bins,
 * weighted by their distance (Theil 1950, Sen 1968); agreement: share of pairs that rise minus those that fall.
 */
function fitTrend(samples) {
  const bins = binsOf(pointsOf(samples));
  if (bins.length < FEWEST_BINS) return null;
  const pairs = [];
  let total = 0;
  let rising = 0;
  for (let i = 0; i < bins.length; i++) {
    for (let k = i + 1; k < bins.length; k++) {
      const weight = bins[i].x - bins[k].x;
      const slope = (bins[i].y - bins[k].y) / weight;
      // Not push: a measured test may have replaced it.
      pairs[pairs.length] = { slope, weight };
      total += weight;
      rising += sign(slope);
    }
  }
  return { exponent: weightedMedian(pairs, total), agreement: rising / pairs.length };
}

function weightedMedian(pairs, total) {
  let found = NaN;
  let below = Infinity;
  for (let i = 0; i < pairs.length; i++) {
    const { slope } = pairs[i];
    const upTo = sum(filter(pairs, (one) => one.slope <= slope), ({ weight }) => weight);
    if (upTo * 2 >= total && upTo < below) {
      found = slope;
      below = upTo;
    }
  }
  return found;
}

/** Relative change of the time if the number of calls doubles. */
const changeOf = (exponent) => 2 ** exponent - 1;

/** For the exponents of several processes; null if they do not agree on a change. */
function changeInProcesses(exponents) {
  if (exponents.length < FEWEST_PROCESSES) return null;
  const { low, high } = meanInterval(exponents, CONFIDENCE);
  const centre = mean(exponents);
  const grows = centre > GROWS && low > CERTAIN;
  const shrinks = centre < SHRINKS && high < -CERTAIN;
  return grows || shrinks ? changeOf(centre) : null;
}

/** For one process, whose rounds may all be disturbed in the same way. Cold code also gets faster. */
function changeInProcess(samples) {
  const { exponent, agreement } = fitTrend(samples) || {};
  return exponent > GROWS_ALONE && agreement >= AGREEMENT ? changeOf(exponent) : null;
}

/** Step from the first third to the last, as a share; 0 below six standard errors (from the spread of neighbours). */
function findStep(values) {
  const third = values.length / 3 | 0;
  const early = median(filter(values, (_, i) => i < third));
  const ns = median(filter(values, (_, i) => i >= values.length - third)) - early;
  const standardError = 1.2533 * localDeviation(values) * sqrt(2 / third);
  return third >= 4 && abs(ns) > max(FLOOR_NS, 6 * standardError) ? ns / max(early, FLOOR_NS) : 0;
}

function findColdStart(cold, centre, { elapsedNs, calls: allCalls }, clockCostNs) {
  const calls = sum(cold, (round) => round.calls);
  const extraNs = sum(cold, (round) => (netNs(round, clockCostNs) - centre) * round.calls);
  const allNs = elapsedNs / allCalls;
  // If few rounds hold collections, the mean of all calls can be below the usual time.
  if (!(extraNs > COLD_SHARE * elapsedNs && allNs > centre)) return null;
  return { code: 'cold-start', calls, extraNs: min(extraNs, elapsedNs), steadyNs: centre, allNs };
}

/** Smallest detectable time per call: `shortestNs` by the clock alone, `resolutionNs` with noise. */
function estimateResolution({ clockGrainNs }, used, interval) {
  const shortestNs = max(FLOOR_NS, 2 * clockGrainNs / median(column(used, 'calls')));
  const halfWidth = interval ? (interval.high - interval.low) / 2 : 0;
  return { shortestNs, halfWidth, resolutionNs: max(shortestNs, halfWidth) };
}

/** `parts` come from sortOut(), the estimate from estimateCall(); `referenceNs` is an iteration of the empty loop. */
function diagnose({ samples, parts, goal, wallclockNs }, { centre, interval, nets }, totals, referenceNs) {
  const { allocation, clockCostNs, clockGrainNs: grainNs } = samples;
  const { waits, used, cold } = parts;
  const warnings = [];
  const warn = (warning) => { warnings[warnings.length] = warning; };
  const { shortestNs, halfWidth, resolutionNs } = estimateResolution(samples, used, interval);
  const isResolved = centre > resolutionNs;
  const removed = findRemovedWork(centre, referenceNs, samples.notInlined);
  if (removed) {
    warn(removed);
  } else if (!isResolved) {
    // A test shorter than the loop around it is below the resolution, even if its interval is wider.
    const isShort = !(centre > max(shortestNs, min(referenceNs, halfWidth)));
    warn({ code: isShort ? 'below-resolution' : 'too-noisy', resolutionNs });
  }

  const isFewCalls = !goal.count && totals.calls < FEW_CALLS;
  if (isFewCalls) warn({ code: 'few-calls', calls: totals.calls });
  if (!interval) warn({ code: 'too-few-samples', rounds: used.length });
  else if (used.length < ENOUGH_ROUNDS && !isFewCalls) warn({ code: 'few-samples', rounds: used.length });
  const isCoarse = grainNs >= COARSE_CLOCK_NS && median(column(used, 'ns')) < FEW_STEPS * grainNs;
  if (isCoarse && !(interval && isResolved)) warn({ code: 'coarse-clock', grainNs });

  const coldStart = goal.count && interval && isResolved && findColdStart(cold, centre, totals, clockCostNs);
  if (coldStart) warn(coldStart);
  const drift = findStep(nets);
  // Slices of a fixed number of calls get shorter as the calls get longer, so that most slow ones are left out.
  const byCalls = goal.count ? changeInProcess(samples) : null;
  if (isResolved && byCalls !== null) warn({ code: 'not-steady', drift: byCalls, byCalls: true });
  else if (isResolved && abs(drift) > STEADY_SHARE) warn({ code: 'not-steady', drift, byCalls: false });
  diagnoseRun(samples, parts, goal, wallclockNs, warn);
  if (allocation && allocation.share > COLLECTIONS_SHARE) warn({ code: 'collections', share: allocation.share });
  if (samples.kind === 'promise' && centre < referenceNs) warn({ code: 'may-hide', referenceNs });
  if (samples.isInParts && centre < SHORT_PART * clockCostNs) warn({ code: 'short-parts', clockNs: clockCostNs });
  if (samples.isCalled) warn({ code: 'called' });
  const waiting = waits && !samples.isInParts ? waitingShare(samples, used) : null;
  if (waiting !== null) warn({ code: 'waits', share: waiting });
  if (samples.stopped) warn({ code: 'heap-limit', ...samples.stopped });
  return warnings;
}

module.exports = {
  diagnose, diagnoseRun, findRemovedWork, estimateResolution, fitTrend, changeInProcess, changeInProcesses,
};
