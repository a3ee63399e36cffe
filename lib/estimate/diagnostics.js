'use strict';

/*
 * Warnings for figures that need a caveat: work that V8 removes, code of a lower tier, contention, drift, and so on.
 * Pure functions over rounds as measure() makes them.
 */

const { waitingShare } = require('./processor-time');
const { column, measuredOf, ENOUGH_ROUNDS } = require('./rounds');
const { filter, map, reduce, isTop, netNs } = require('../samples/round');
const { localDeviation, median } = require('../stats/sample');

// Captured at load, because a measured test may change it.
const { abs, max, min, sqrt } = Math;

// What a call takes more than the turn of an empty loop, as a share of that turn (0.41 ns on an AMD EPYC): 0 to 0.66
// for folded bodies that keep a number, 1.0 for the fastest other one (`p.v++`), 1.6 for `i++`.
const FOLDED_SHARE = 0.75;

// The store of an object takes one turn more: 0.99 for folded bodies (`a + b` of two strings), 2.3 for the fastest
// other.
const FOLDED_OBJECT_SHARE = 1.5;

// How many times as long a call takes if it is not inlined, less a call of an empty function: 5 to 70 times for hoisted
// bodies, 0.2 to 1.7 times for other ones. A difference of few turns of the loop comes from how the call was compiled.
const HOISTED_FACTOR = 3;
const HOISTED_TURNS = 4;

// A smaller share of the time, below the top tier or lost, does not move a median.
const LOST_SHARE = 0.01;

// Share of the time that a waiting test spends in the queue for the processor.
const QUEUED_SHARE = 0.05;

// Share of the time that threads left by other tests may use the processor.
const THREADS_SHARE = 0.1;

const NO_THREADS = { ns: 0, cpuNs: 0 };

// A run that takes this many times its goal is late.
const LATE = 1.1;

// A clock with such steps leaves time for few rounds; those of single long calls have more steps.
const COARSE_CLOCK_NS = 1e5;
const FEW_STEPS = 20;

// Share of the time by which cold calls prolong a run, and by which its end differs from its start.
const COLD_SHARE = 0.05;
const STEADY_SHARE = 0.05;
const NO_STEP = { ns: 0, share: 0 };

const COLLECTIONS_SHARE = 0.01;

// Two empty functions in separate loops differ by up to this much, through the placement of the compiled code alone.
const FLOOR_NS = 0.1;

/**
 * Whether V8 does the work of a test in each call. It computes pure operations on constants when it compiles ("folds"),
 * drops unused results, and moves operations on unchanged values out of the loop ("hoists"), even if the result is
 * kept. The time is right then, but it is not the time of the work.
 *
 * @param {number} ns of a call, less a turn of the empty loop
 * @param {number} turnNs of the empty loop
 * @param {{ notInlinedNs: number|null, inlinedNs: number|null, keepsObject: boolean }|null|undefined} notInlined
 *   as of measure/not-inlined.js
 * @returns {object|null} a warning, whose inputs are filled in for snippets; null if the work is done in each call, or
 *   if that is not known
 */
function findRemovedWork(ns, turnNs, notInlined) {
  if (!notInlined) return null;
  const { notInlinedNs, inlinedNs, keepsObject } = notInlined;
  const usualNs = max(ns, inlinedNs - turnNs);
  const isHoisted = notInlinedNs > HOISTED_FACTOR * usualNs && notInlinedNs > usualNs + HOISTED_TURNS * turnNs;
  if (isHoisted) return { code: 'hoisted', notInlinedNs, inputs: [] };
  return ns < (keepsObject ? FOLDED_OBJECT_SHARE : FOLDED_SHARE) * turnNs ? { code: 'folded', inputs: [] } : null;
}

/**
 * The warning for code below the top tier.
 *
 * @param {object[]} rounds that the estimate could use
 * @returns {object|null} { code: 'not-optimized', found, times, share }: found is the tier that took most of the time
 *   below the top, times how often V8 discarded optimised code, share of the time
 */
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

/** Sums up interrupted rounds: how many, for how long, and whether the clock was set meanwhile. */
function sumLost(rounds, disturbed) {
  const lost = { rounds: 0, lostNs: 0, clockJumped: false };
  for (let i = 0; i < rounds.length; i++) {
    if (!disturbed[i]) continue;
    lost.rounds++;
    if (rounds[i].ns < 0) lost.clockJumped = true;
    else if (rounds[i].ns > rounds[i].cpuNs) lost.lostNs += rounds[i].ns - rounds[i].cpuNs;
  }
  return lost;
}

/** The share of a typical round for which a waiting test could have gone on while other processes had the processor. */
function queuedShare(rounds) {
  return median(map(filter(rounds, ({ queuedNs }) => queuedNs >= 0), ({ queuedNs, ns }) => queuedNs / ns));
}

/**
 * Warnings for lower tiers and for contention.
 *
 * @param {{ waits: boolean, disturbed: boolean[], used: object[], shared: object|null }} parts as sortOut() makes them
 * @param {{ count: number } | { seconds: number }} goal
 * @param {number} wallclockNs of the whole run
 */
function diagnoseRun(samples, { waits, disturbed, used, shared }, goal, wallclockNs) {
  const { rounds, isAsked = true, isWarm = true, isProlonged = false, threads = NO_THREADS } = samples;
  const warnings = [];
  const warn = (warning) => { warnings[warnings.length] = warning; };
  const tier = findLowerTier(goal.seconds ? measuredOf(rounds, used) : used);
  if (tier) warn(tier);
  else if (goal.seconds && !isAsked && !isWarm) {
    warn({ code: 'not-optimized', found: 'not-settled', times: 0, share: 0 });
  }
  const lost = sumLost(rounds, disturbed);
  const isMuchLost = lost.clockJumped || lost.lostNs > LOST_SHARE * wallclockNs;
  if (isMuchLost) warn({ code: 'disturbed', rounds: lost.rounds, lostNs: lost.lostNs });
  const seconds = wallclockNs / 1e9;
  if (isProlonged && seconds > LATE * goal.seconds) warn({ code: 'prolonged', seconds, goalSeconds: goal.seconds });
  if (shared) warn(shared);
  // All of the rounds used are undisturbed, or none.
  const kept = filter(disturbed, (isDisturbed) => !isDisturbed).length > 0 ? used.length : 0;
  const isFew = kept < ENOUGH_ROUNDS && (isProlonged || lost.rounds > kept);
  if (threads.cpuNs > THREADS_SHARE * threads.ns) warn({ code: 'busy', rounds: used.length, kept: 0 });
  else if (isFew) warn({ code: 'busy', rounds: kept + lost.rounds, kept });
  else if (waits && queuedShare(used) > QUEUED_SHARE) warn({ code: 'busy', rounds: used.length, kept: 0 });
  return warnings;
}

/**
 * The step from the first third of the values to the last if it exceeds six standard errors of the difference of two
 * medians, by the spread from one value to the next.
 */
function findStep(values) {
  const third = values.length / 3 | 0;
  if (third < 4) return NO_STEP;
  const early = median(filter(values, (_, i) => i < third));
  const ns = median(filter(values, (_, i) => i >= values.length - third)) - early;
  const standardError = 1.2533 * localDeviation(values) * sqrt(2 / third);
  return abs(ns) > 6 * standardError ? { ns, share: ns / max(early, FLOOR_NS) } : NO_STEP;
}

/** A warning if the calls before the first steady round took markedly longer than the rest. */
function findColdStart(cold, centre, { elapsedNs, calls: allCalls }, clockCostNs) {
  const calls = reduce(cold, (all, round) => all + round.calls, 0);
  const extraNs = reduce(cold, (all, round) => all + (netNs(round, clockCostNs) - centre) * round.calls, 0);
  const allNs = elapsedNs / allCalls;
  // If few rounds hold collections, all calls together can take less than the usual one.
  if (!(extraNs > COLD_SHARE * elapsedNs && allNs > centre)) return null;
  return { code: 'cold-start', calls, extraNs: min(extraNs, elapsedNs), steadyNs: centre, allNs };
}

/**
 * The smallest time that differs from that of an empty function.
 *
 * @returns {{ shortestNs: number, resolutionNs: number }} shortestNs: by the clock; resolutionNs: by the noise, too
 */
function resolutionOf({ clockGrainNs }, used, interval) {
  const shortestNs = max(FLOOR_NS, 2 * clockGrainNs / median(column(used, 'calls')));
  return { shortestNs, resolutionNs: interval ? max(shortestNs, (interval.high - interval.low) / 2) : shortestNs };
}

/**
 * All warnings for the figures of a test.
 *
 * @param {object} run { samples, parts (as sortOut() makes them), goal, wallclockNs }
 * @param {object} estimate as estimateCall() makes it
 * @param {{ calls: number, elapsedNs: number }} totals
 * @param {number} referenceNs turn of the empty loop
 * @returns {object[]} warnings
 */
function diagnose({ samples, parts, goal, wallclockNs }, { centre, interval, nets }, totals, referenceNs) {
  const { allocation, clockCostNs, clockGrainNs: grainNs } = samples;
  const { waits, used, cold } = parts;
  const warnings = [];
  // Not push: the test may have replaced what arrays inherit.
  const warn = (warning) => { warnings[warnings.length] = warning; };
  const { shortestNs, resolutionNs } = resolutionOf(samples, used, interval);
  const halfWidth = interval ? (interval.high - interval.low) / 2 : 0;
  const isResolved = centre > resolutionNs;
  const removed = findRemovedWork(centre, referenceNs, samples.notInlined);
  if (removed) {
    warn(removed);
  } else if (!isResolved) {
    // A test shorter than the loop around it is too short, even if its interval is wider.
    const isShort = !(centre > max(shortestNs, min(referenceNs, halfWidth)));
    warn({ code: isShort ? 'below-resolution' : 'too-noisy', resolutionNs });
  }

  if (!interval) warn({ code: 'too-few-samples', rounds: used.length });
  else if (used.length < ENOUGH_ROUNDS) warn({ code: 'few-samples', rounds: used.length });
  const isCoarse = grainNs >= COARSE_CLOCK_NS && median(column(used, 'ns')) < FEW_STEPS * grainNs;
  if (isCoarse && !(interval && isResolved)) warn({ code: 'coarse-clock', grainNs });

  const coldStart = goal.count && interval && isResolved && findColdStart(cold, centre, totals, clockCostNs);
  if (coldStart) warn(coldStart);
  const step = findStep(nets);
  const isSteady = !(abs(step.ns) > FLOOR_NS && abs(step.share) > STEADY_SHARE);
  if (isResolved && !isSteady) warn({ code: 'not-steady', drift: step.share });
  const ofRun = diagnoseRun(samples, parts, goal, wallclockNs);
  for (let i = 0; i < ofRun.length; i++) warn(ofRun[i]);
  if (allocation && allocation.share > COLLECTIONS_SHARE) warn({ code: 'collections', share: allocation.share });
  if (samples.kind === 'promise' && centre < referenceNs) warn({ code: 'may-hide', referenceNs });
  if (samples.isCalled) warn({ code: 'called' });
  const waiting = waits ? waitingShare(samples, used) : null;
  if (waiting !== null) warn({ code: 'waits', share: waiting });
  if (samples.stopped) warn({ code: 'heap-limit', ...samples.stopped });
  return warnings;
}

module.exports = { diagnose, diagnoseRun, findRemovedWork, resolutionOf };
