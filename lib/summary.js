'use strict';

/*
 * From samples to what can be said of them: the estimate per call with its interval, the totals, and
 * warnings as values. A pure function: what it says depends on the samples alone.
 */

const { median, mean, localDeviation, medianInterval, meanInterval, independentBatches } = require('./stats/sample');

// Captured, as all that is used after a test has run: it may have replaced them.
const { max, min, abs, sqrt, round: nearest } = Math;
const { isFinite } = Number;

// Two empty functions in loops of their own differ by up to this much, through the placement of the
// compiled code alone.
const FLOOR_NS = 0.1;

// Below six rounds there is no interval of 95 % at all; below twelve it is a coarse one.
const ENOUGH_ROUNDS = 12;

// The median of slices drops the collections that most slices do not hold: a test that keeps what it
// allocates reads 9 ns in slices of 0.3 ms, and takes 40. It keeps them where each slice holds several
// of the same kind; where objects survive, collections of the old generation come too.
const COLLECTIONS_FOR_MEDIAN = 5;
const KEPT_FOR_MEAN = 0.05;

// A slice in which the process rested a tenth of the time was interrupted: the machine was suspended,
// or given to others. Tests that wait do so in every slice, and are left alone; and where a quarter of
// the slices look so, the system counts processor time too coarsely to tell.
const IDLE_SHARE = 0.1;
const IDLE_NS = 1e5;
const MOST_INTERRUPTED = 0.25;

// Without exact processor times this much is still beyond doubt.
const LONG_IDLE_SHARE = 0.5;
const LONG_IDLE_NS = 2e7;

// Interruptions that took less of the run than this are not worth a warning.
const LOST_SHARE = 0.01;

// Calls are cold while they take a quarter more than later ones, and worth a warning where that made up
// a twentieth of the time.
const COLD_FACTOR = 1.25;
const COLD_SHARE = 0.05;

// The same for a step between the start and the end.
const STEADY_SHARE = 0.05;
const NO_STEP = { ns: 0, share: 0 };

const UNKNOWN_ALLOCATION = { bytesPerCall: null, callsPerCollection: null, share: null, keptShare: 0 };

function column(rounds, field) {
  const values = [];
  for (let i = 0; i < rounds.length; i++) values[i] = rounds[i][field];
  return values;
}

/** Body of one call in one round, in ns: the loop's and the clock's cost taken off. Can be negative. */
function netNs(round, clockCostNs) {
  return (round.ns - clockCostNs) / round.calls - round.referenceNs;
}

/** For each round whether the clock jumped or the process was kept from running. */
function disturbedRounds(rounds, waits) {
  const certain = [];
  const interrupted = [];
  let count = 0;
  for (let i = 0; i < rounds.length; i++) {
    const { ns, cpuNs } = rounds[i];
    const idleNs = waits ? 0 : ns - cpuNs;
    certain[i] = ns < 0 || (idleNs > LONG_IDLE_NS && idleNs > LONG_IDLE_SHARE * ns);
    interrupted[i] = certain[i] || (idleNs > IDLE_NS && idleNs > IDLE_SHARE * ns);
    if (interrupted[i]) count++;
  }
  return count <= MOST_INTERRUPTED * rounds.length ? interrupted : certain;
}

/** Whether the test itself rests more than a tenth of the time, in a typical round. */
function testWaits(rounds) {
  const shares = [];
  for (let i = 0; i < rounds.length; i++) shares[i] = 1 - rounds[i].cpuNs / max(1, rounds[i].ns);
  return rounds.length < 3 || median(shares) > 0.1;
}

/**
 * Index of the first round that ran as fast as the later ones do: the calls before it were cold. The
 * median of four rounds has to be as fast: one quick slice proves nothing. Where that comes after half
 * of the calls, slow and fast rounds take turns, and none was cold.
 */
function steadyFrom(rounds, clockCostNs) {
  const values = [];
  let calls = 0;
  for (let i = 0; i < rounds.length; i++) {
    values[i] = (rounds[i].ns - clockCostNs) / rounds[i].calls;
    calls += rounds[i].calls;
  }
  const part = (from, to) => {
    const some = [];
    for (let i = from; i < to && i < values.length; i++) some[some.length] = values[i];
    return some;
  };
  const usual = COLD_FACTOR * median(part(rounds.length >> 1, rounds.length));
  let before = 0;
  for (let i = 0; i < values.length && before * 2 <= calls; i++) {
    if (values[i] <= usual && median(part(i, i + 4)) <= usual) return i;
    before += rounds[i].calls;
  }
  return 0;
}

/**
 * The rounds that the estimate is made of, and those before them that ran cold. For a time the measured
 * ones; for a count all from the first steady one on, but for the short ones, which are mostly clock.
 */
function partsOf(rounds, disturbed, goal, clockCostNs) {
  const kept = [];
  const measured = [];
  for (let i = 0; i < rounds.length; i++) {
    if (disturbed[i]) continue;
    kept[kept.length] = rounds[i];
    if (rounds[i].phase === 'measured') measured[measured.length] = rounds[i];
  }
  if (goal.seconds && measured.length > 0) return { used: measured, cold: [] };
  // Nothing left is better than nothing said: then all rounds count, and a warning tells.
  if (kept.length === 0) return { used: rounds, cold: [] };
  const from = steadyFrom(kept, clockCostNs);
  const used = [];
  const cold = [];
  let longest = 0;
  for (let i = from; i < kept.length; i++) longest = max(longest, kept[i].calls);
  for (let i = 0; i < kept.length; i++) {
    if (i < from) cold[cold.length] = kept[i];
    else if (kept[i].calls >= longest / 2) used[used.length] = kept[i];
  }
  return { used, cold };
}

/**
 * The estimate of one call. The median of the rounds with a distribution-free interval; where
 * collections fall into too few of the rounds for the median to keep them, the mean.
 */
function estimate(rounds, clockCostNs, allocation) {
  const nets = [];
  const cycles = [];
  let calls = 0;
  for (let i = 0; i < rounds.length; i++) {
    const next = i + 1 < rounds.length ? rounds[i + 1] : rounds[i];
    nets[i] = netNs(rounds[i], clockCostNs);
    cycles[i] = nets[i] * (rounds[i].mhz + next.mhz) / 2000;
    calls += rounds[i].calls;
  }
  const perRound = calls / rounds.length / (allocation.callsPerCollection || Infinity);
  const useMean = perRound > 0 && (perRound < COLLECTIONS_FOR_MEDIAN || allocation.keptShare > KEPT_FOR_MEAN);
  const batches = independentBatches(nets);
  const interval = nets.length < 6 ? null : useMean ? meanInterval(batches) : medianInterval(batches);
  const centre = useMean ? mean(nets) : median(nets);
  const mhz = median(column(rounds, 'mhz'));
  const cyclesPerCall = useMean ? centre * mhz / 1000 : median(cycles);
  return { centre, interval, cyclesPerCall, nets, statistic: useMean ? 'mean' : 'median' };
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
  const waits = testWaits(rounds);
  const disturbed = disturbedRounds(rounds, waits);
  const { used, cold } = partsOf(rounds, disturbed, goal, clockCostNs);
  const allocation = samples.allocation || UNKNOWN_ALLOCATION;
  const { centre, interval, cyclesPerCall, nets, statistic } = estimate(used, clockCostNs, allocation);

  const counted = goal.count ? rounds : used;
  const totals = totalOf(counted, goal.count ? disturbed : [], clockCostNs, used, centre);

  const halfWidth = interval ? (interval.high - interval.low) / 2 : 0;
  const callsPerRound = median(column(used, 'calls'));
  const resolutionNs = max(FLOOR_NS, halfWidth, 2 * samples.clockGrainNs / callsPerRound);
  const belowResolution = !(centre > resolutionNs);
  if (belowResolution) warn({ code: 'below-resolution', resolutionNs });

  if (!interval) warn({ code: 'too-few-samples', rounds: used.length });
  else if (used.length < ENOUGH_ROUNDS) warn({ code: 'few-samples', rounds: used.length });

  if (goal.count && interval && !belowResolution) {
    const coldStart = coldStartOf(cold, centre, totals.elapsedNs, clockCostNs);
    if (coldStart) warn(coldStart);
  }
  const step = stepOf(nets);
  if (!belowResolution && abs(step.ns) > FLOOR_NS && abs(step.share) > STEADY_SHARE) warn({ code: 'not-steady', drift: step.share });
  const lost = lostOf(rounds, disturbed);
  if (lost.clockJumped || lost.lostNs > LOST_SHARE * wallclockNs) warn({ code: 'disturbed', rounds: lost.rounds, lostNs: lost.lostNs });
  if (allocation.share > 0.01) warn({ code: 'collections', share: allocation.share });
  const referenceNs = median(column(used, 'referenceNs'));
  if (samples.kind === 'promise' && centre < referenceNs) warn({ code: 'may-hide', referenceNs });
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

function lostOf(rounds, disturbed) {
  const lost = { rounds: 0, lostNs: 0, clockJumped: false };
  for (let i = 0; i < rounds.length; i++) {
    if (!disturbed[i]) continue;
    lost.rounds++;
    if (rounds[i].ns < 0) lost.clockJumped = true;
    else lost.lostNs += max(0, rounds[i].ns - rounds[i].cpuNs);
  }
  return lost;
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
function coldStartOf(cold, centre, elapsedNs, clockCostNs) {
  let calls = 0;
  let extraNs = 0;
  for (let i = 0; i < cold.length; i++) {
    calls += cold[i].calls;
    extraNs += (netNs(cold[i], clockCostNs) - centre) * cold[i].calls;
  }
  if (!(extraNs > COLD_SHARE * elapsedNs)) return null;
  return { code: 'cold-start', calls, extraNs: min(extraNs, elapsedNs), steadyNs: centre };
}

module.exports = { summarize, netNs };
