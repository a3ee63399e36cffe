'use strict';

/*
 * From samples to what can be said of them: the estimate per call with its interval, the totals, and
 * warnings as values. A pure function: what it says depends on the samples alone.
 */

const { median, mean, medianInterval, meanInterval, independentBatches } = require('./stats/sample');

const { max, min, abs, round: nearest } = Math;

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

/** The rounds in which the clock jumped or the process was kept from running, as a set of indices. */
function disturbedRounds(rounds, waits) {
  const interrupted = new Set();
  const certain = new Set();
  for (let i = 0; i < rounds.length; i++) {
    const { ns, cpuNs } = rounds[i];
    const idleNs = ns - cpuNs;
    if (ns < 0) certain.add(i);
    if (waits) continue;
    if (idleNs > LONG_IDLE_NS && idleNs > LONG_IDLE_SHARE * ns) certain.add(i);
    if (idleNs > IDLE_NS && idleNs > IDLE_SHARE * ns) interrupted.add(i);
  }
  if (interrupted.size <= MOST_INTERRUPTED * rounds.length) interrupted.forEach((i) => certain.add(i));
  return certain;
}

/** Whether the test itself rests more than a tenth of the time, in a typical round. */
function testWaits(rounds) {
  const shares = [];
  for (let i = 0; i < rounds.length; i++) shares[i] = 1 - rounds[i].cpuNs / max(1, rounds[i].ns);
  return rounds.length < 3 || median(shares) > 0.1;
}

/**
 * Index of the first round that ran as fast as the later ones do: the calls before it were cold.
 * Looks at rounds of at least half the latest length, since shorter ones are mostly clock.
 */
function steadyFrom(rounds, clockCostNs) {
  const values = [];
  for (let i = 0; i < rounds.length; i++) values[i] = (rounds[i].ns - clockCostNs) / rounds[i].calls;
  const later = [];
  for (let i = rounds.length >> 1; i < rounds.length; i++) later[later.length] = values[i];
  const usual = median(later);
  for (let i = 0; i < values.length; i++) {
    // Two in a row, as one quick slice among slow ones proves nothing.
    if (values[i] <= 1.25 * usual && (i + 1 >= values.length || values[i + 1] <= 1.25 * usual)) return i;
  }
  return 0;
}

/** The rounds that the estimate is made of. */
function estimationRounds(rounds, disturbed, goal, clockCostNs) {
  const kept = [];
  const measured = [];
  for (let i = 0; i < rounds.length; i++) {
    if (disturbed.has(i)) continue;
    kept[kept.length] = rounds[i];
    if (rounds[i].phase === 'measured') measured[measured.length] = rounds[i];
  }
  if (goal.seconds && measured.length > 0) return measured;
  const from = steadyFrom(kept, clockCostNs);
  const steady = [];
  let longest = 0;
  for (let i = from; i < kept.length; i++) longest = max(longest, kept[i].calls);
  for (let i = from; i < kept.length; i++) {
    if (kept[i].calls >= longest / 2) steady[steady.length] = kept[i];
  }
  return steady;
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

/** Relative step from the first third of the rounds to the last, 0 where there are too few. */
function driftOf(values) {
  const third = values.length / 3 | 0;
  if (third < 4) return 0;
  const first = [];
  const last = [];
  for (let i = 0; i < third; i++) {
    first[i] = values[i];
    last[i] = values[values.length - 1 - i];
  }
  return median(last) / median(first) - 1;
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
  // Nothing left is better than nothing said: then all rounds count, and the warning tells.
  const used = estimationRounds(rounds, disturbed.size < rounds.length ? disturbed : new Set(), goal, clockCostNs);
  const allocation = samples.allocation || UNKNOWN_ALLOCATION;
  const { centre, interval, cyclesPerCall, nets, statistic } = estimate(used, clockCostNs, allocation);

  const counted = goal.count ? rounds : used;
  const totals = totalOf(counted, goal.count ? disturbed : new Set(), clockCostNs, used, centre);

  const halfWidth = interval ? (interval.high - interval.low) / 2 : 0;
  const callsPerRound = median(column(used, 'calls'));
  const resolutionNs = max(FLOOR_NS, halfWidth, 2 * samples.clockGrainNs / callsPerRound);
  const belowResolution = !(centre > resolutionNs);
  if (belowResolution) warn({ code: 'below-resolution', resolutionNs });

  if (!interval) warn({ code: 'too-few-samples', rounds: used.length });
  else if (used.length < ENOUGH_ROUNDS) warn({ code: 'few-samples', rounds: used.length });

  if (goal.count && interval && !belowResolution) {
    const cold = coldStart(rounds, used[0], centre, totals.elapsedNs, clockCostNs);
    if (cold) warn(cold);
  }
  const drift = belowResolution ? 0 : driftOf(nets);
  if (abs(drift) > 0.05 && abs(drift) * centre > max(resolutionNs, 4 * halfWidth)) warn({ code: 'not-steady', drift });
  const lostNs = idleNsOf(rounds, disturbed);
  const clockJumped = min(...column(rounds, 'ns')) < 0;
  if (clockJumped || lostNs > LOST_SHARE * wallclockNs) warn({ code: 'disturbed', rounds: disturbed.size, lostNs });
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
    cyclesPerCall: Number.isFinite(cyclesPerCall) && !waits ? max(0, cyclesPerCall) : null,
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

function idleNsOf(rounds, indices) {
  let idleNs = 0;
  indices.forEach((i) => { idleNs += abs(rounds[i].ns - rounds[i].cpuNs); });
  return idleNs;
}

/** Calls and time of the body over all rounds; what was disturbed counts as if it had run as usual. */
function totalOf(rounds, disturbed, clockCostNs, used, centre) {
  const usualReference = median(column(used, 'referenceNs'));
  let calls = 0;
  let elapsedNs = 0;
  for (let i = 0; i < rounds.length; i++) {
    const round = rounds[i];
    calls += round.calls;
    if (disturbed.has(i)) elapsedNs += max(0, centre) * round.calls;
    else elapsedNs += round.ns - clockCostNs - usualReference * round.calls;
  }
  return { calls, elapsedNs: max(0, elapsedNs) };
}

/** A warning where the calls before the first steady round took markedly longer than the rest. */
function coldStart(rounds, firstSteady, centre, elapsedNs, clockCostNs) {
  let calls = 0;
  let extraNs = 0;
  for (let i = 0; i < rounds.length && rounds[i] !== firstSteady; i++) {
    calls += rounds[i].calls;
    extraNs += (netNs(rounds[i], clockCostNs) - centre) * rounds[i].calls;
  }
  if (!(extraNs > 0.05 * elapsedNs) || calls === 0) return null;
  return { code: 'cold-start', calls, extraNs: min(extraNs, elapsedNs), steadyNs: centre };
}

module.exports = { summarize, netNs };
