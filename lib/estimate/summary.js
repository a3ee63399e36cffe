'use strict';

/*
 * From samples to what can be said of them: the estimate per call with its interval, the totals, and
 * warnings as values. A pure function: what it says depends on the samples alone.
 */

const { mhzAround } = require('../samples/clock-rate');
const { collectedMean } = require('./collected-mean');
const { doubtsOf } = require('./doubts');
const { cpuNsPerCall, waitingShare } = require('./processor-time');
const { removedWorkOf } = require('./removed-work');
const { column, withInterrupted, sortOut, ENOUGH_ROUNDS } = require('./rounds');
const { netNs, COLLECTIONS_FOR_MEDIAN } = require('../samples/round');
const { median, localDeviation, medianWithInterval } = require('../stats/sample');

// Captured, as all that is used after a test has run: it may have replaced them.
const { max, min, abs, sqrt, round: nearest } = Math;
const { isFinite } = Number;

// What no number of rounds tells: V8 places the code of each loop elsewhere, and that of a callback's bookkeeping runs
// beside the body, by half of what it takes alone. Without it the intervals held the hand-written truth in 85 and 50 of
// 100 runs (node benchmark/load.js). A call that the loop cannot do without hides behind the body as a whole: eleven
// bodies of 0.5 to 190 ns, of which it took 3 ns, were off by -3.8 to 2.7 ns in Chromium and Firefox.
const PLACEMENT_SHARE = 0.006;
const OVERLAP_SHARE = 0.5;

// Two empty functions in loops of their own differ by up to this much, through the placement of the
// compiled code alone.
const FLOOR_NS = 0.1;

// Rounds below which there is no interval of 95 % at all.
const FEWEST_FOR_INTERVAL = 6;

// Where more than this share of what a test allocates survives, collections of the old generation come, too.
const KEPT_FOR_MEAN = 0.05;

// A clock of such steps leaves time for few rounds; those of single long calls have more steps.
const COARSE_CLOCK_NS = 1e5;
const FEW_STEPS = 20;

// Calls that ran cold are worth a warning where they took a twentieth of the time more than the rest.
const COLD_SHARE = 0.05;

// The same for a step between the start and the end.
const STEADY_SHARE = 0.05;
const NO_STEP = { ns: 0, share: 0 };

const UNKNOWN_ALLOCATION = { bytesPerCall: null, callsPerCollection: null, share: null, keptShare: 0 };

/**
 * The estimate of one call. The median of the rounds with a distribution-free interval; where
 * collections fall into too few of the rounds for the median to keep them, the mean.
 *
 * @param {object[]} rounds that it is made of
 * @param {object[]} all these, and those that were interrupted
 */
function estimate(rounds, all, { kind, clockCostNs, isCalled = false }, allocation) {
  const nets = [];
  const cycles = [];
  let calls = 0;
  for (let i = 0; i < rounds.length; i++) {
    nets[i] = netNs(rounds[i], clockCostNs);
    cycles[i] = nets[i] * mhzAround(rounds, i) / 1000;
    calls += rounds[i].calls;
  }
  const perRound = calls / rounds.length / (allocation.callsPerCollection || Infinity);
  // What a promise test collects are promises, most of it, and those of the loop around it are not taken off: reduce
  // over 1000 numbers read 331 to 349 ns for 302.
  const holdsFew = perRound > 0 && perRound < COLLECTIONS_FOR_MEDIAN && kind !== 'promise';
  const useMean = holdsFew || (perRound > 0 && allocation.keptShare > KEPT_FOR_MEAN);
  const { centre, low, high } = useMean
    ? collectedMean(nets, rounds, all, allocation.bytesPerCall) : medianWithInterval(nets);
  const overlapShare = isCalled ? 1 : kind === 'callback' ? OVERLAP_SHARE : 0;
  const overlapNs = overlapShare * median(column(rounds, 'referenceNs'));
  const interval = nets.length < FEWEST_FOR_INTERVAL ? null : withPlacement({ centre, low, high }, rounds, overlapNs);
  const mhz = median(column(rounds, 'mhz'));
  const cyclesPerCall = useMean ? centre * mhz / 1000 : median(cycles);
  return { centre, interval, cyclesPerCall, nets, statistic: useMean ? 'mean' : 'median' };
}

/**
 * An interval with what the rounds do not tell, as squares; the estimate stays within it.
 *
 * @param {{ centre: number, low: number, high: number }} found
 * @param {object[]} rounds of which several loops around the test had their part
 * @param {number} overlapNs
 */
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

/**
 * The step from the first third of the values to the last, where it is beyond what their spread from one
 * to the next explains (six standard errors of the difference of two medians); none otherwise.
 */
function stepOf(values) {
  const third = values.length / 3 | 0;
  if (third < 4) return NO_STEP;
  const first = [];
  const last = [];
  for (let i = 0; i < third; i++) {
    first[i] = values[i];
    last[i] = values[values.length - 1 - i];
  }
  const early = median(first);
  const ns = median(last) - early;
  const standardError = 1.2533 * localDeviation(values) * sqrt(2 / third);
  return abs(ns) > 6 * standardError ? { ns, share: ns / max(early, FLOOR_NS) } : NO_STEP;
}

/**
 * @param {object} samples what measure() returned
 * @param {{ count: number } | { seconds: number }} goal
 * @param {number} wallclockNs of the whole run
 * @returns {object} the result, as docs/results.md describes it
 */
function summarize(samples, goal, wallclockNs) {
  const { rounds, clockCostNs } = samples;
  const warnings = [];
  // Not push: the test may have replaced what arrays inherit.
  const warn = (warning) => { warnings[warnings.length] = warning; };
  const parts = sortOut(samples, goal);
  const { waits, disturbed, used, cold } = parts;
  const allocation = samples.allocation || UNKNOWN_ALLOCATION;
  const all = withInterrupted(parts, rounds, goal);
  const { centre, interval, cyclesPerCall, nets, statistic } = estimate(used, all, samples, allocation);

  const counted = goal.count ? rounds : used;
  const totals = totalOf(counted, goal.count ? disturbed : [], clockCostNs, used, centre);
  if (goal.count && !samples.stopped) addCalls(totals, goal.count, centre);

  const referenceNs = median(column(used, 'referenceNs'));
  const halfWidth = interval ? (interval.high - interval.low) / 2 : 0;
  const callsPerRound = median(column(used, 'calls'));
  const shortestNs = max(FLOOR_NS, 2 * samples.clockGrainNs / callsPerRound);
  const resolutionNs = max(shortestNs, halfWidth);
  const isTold = centre > resolutionNs;
  // Noise hides what is shorter than the loop around it, too; that is its shortness.
  const isShort = !(centre > max(shortestNs, min(referenceNs, halfWidth)));
  const removed = removedWorkOf(centre, referenceNs, samples.notInlined);
  if (removed) warn(removed);
  else if (!isTold) warn({ code: isShort ? 'below-resolution' : 'too-noisy', resolutionNs });

  if (!interval) warn({ code: 'too-few-samples', rounds: used.length });
  else if (used.length < ENOUGH_ROUNDS) warn({ code: 'few-samples', rounds: used.length });
  const { clockGrainNs: grainNs } = samples;
  const isCoarse = grainNs >= COARSE_CLOCK_NS && median(column(used, 'ns')) < FEW_STEPS * grainNs;
  if (isCoarse && !(interval && isTold)) warn({ code: 'coarse-clock', grainNs });

  if (goal.count && interval && isTold) {
    const coldStart = coldStartOf(cold, centre, totals, clockCostNs);
    if (coldStart) warn(coldStart);
  }
  const step = stepOf(nets);
  const isSteady = !(abs(step.ns) > FLOOR_NS && abs(step.share) > STEADY_SHARE);
  if (isTold && !isSteady) warn({ code: 'not-steady', drift: step.share });
  const doubts = doubtsOf(samples, parts, goal, wallclockNs);
  for (let i = 0; i < doubts.length; i++) warn(doubts[i]);
  if (allocation.share > 0.01) warn({ code: 'collections', share: allocation.share });
  if (samples.kind === 'promise' && centre < referenceNs) warn({ code: 'may-hide', referenceNs });
  if (samples.isCalled) warn({ code: 'called' });
  const waiting = waits ? waitingShare(samples, used) : null;
  if (waiting !== null) warn({ code: 'waits', share: waiting });
  if (samples.stopped) warn({ code: 'heap-limit', ...samples.stopped });

  return {
    count: totals.calls,
    elapsed: totals.elapsedNs / 1e9,
    wallclock: wallclockNs / 1e9,
    nsPerCall: max(0, centre),
    nsLow: interval ? max(0, interval.low) : null,
    nsHigh: interval ? max(0, interval.high) : null,
    statistic,
    cyclesPerCall: isFinite(cyclesPerCall) && !waits ? max(0, cyclesPerCall) : null,
    cpuNsPerCall: cpuNsPerCall(samples, used, statistic),
    resolutionNs,
    overheadNs: referenceNs,
    kind: samples.kind,
    rounds: used.length,
    collections: {
      count: samples.allocation ? nearest(totals.calls / (allocation.callsPerCollection || Infinity)) : null,
      share: allocation.share,
      bytesPerCall: allocation.bytesPerCall,
    },
    warnings,
  };
}

/** Calls that a pass has made count as if they had run as usual. */
function addCalls(totals, count, centre) {
  totals.elapsedNs += max(0, centre) * (count - totals.calls);
  totals.calls = count;
}

/** Calls and time of the body over all rounds; what was disturbed counts as if it had run as usual. */
function totalOf(rounds, disturbed, clockCostNs, used, centre) {
  const usualReference = median(column(used, 'referenceNs'));
  let calls = 0;
  let elapsedNs = 0;
  for (let i = 0; i < rounds.length; i++) {
    const round = rounds[i];
    calls += round.calls;
    if (disturbed[i]) elapsedNs += max(0, centre) * round.calls;
    else elapsedNs += round.ns - clockCostNs - usualReference * round.calls;
  }
  return { calls, elapsedNs: max(0, elapsedNs) };
}

/** A warning where the calls before the first steady round took markedly longer than the rest. */
function coldStartOf(cold, centre, totals, clockCostNs) {
  const { elapsedNs } = totals;
  let calls = 0;
  let extraNs = 0;
  for (let i = 0; i < cold.length; i++) {
    calls += cold[i].calls;
    extraNs += (netNs(cold[i], clockCostNs) - centre) * cold[i].calls;
  }
  const allNs = elapsedNs / totals.calls;
  // Where collections fall into few rounds, all calls together can take less than the usual one.
  if (!(extraNs > COLD_SHARE * elapsedNs && allNs > centre)) return null;
  return { code: 'cold-start', calls, extraNs: min(extraNs, elapsedNs), steadyNs: centre, allNs };
}

module.exports = { summarize, FEWEST_FOR_INTERVAL };
