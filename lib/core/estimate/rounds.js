'use strict';

/* Selects the rounds that measure the test: not interrupted, cold, or on a shared core; and their processor time. */

const { filter, map, reduce, sum, isInterrupted, isIdle, isTop, mhzAround, IDLE_SHARE } = require('../samples/round');
const { median, quantileSorted, toSorted } = require('../../base/stats/sample');

const { abs, floor, max, min, round: nearest } = Math;

// Idle time without a preemption that is still normal: a collection waits for its threads, some percent of a slice.
const STOPPED_NS = 1e5;

// Idle time that shows even on a clock too coarse for single slices.
const LONG_IDLE_SHARE = 0.5;
const LONG_IDLE_NS = 2e7;

// With such a clock (Windows: 15.6 ms), a round is interrupted if it takes this much longer than the rounds around it.
// Other processes run for 3 ms at least on Linux, and 15 ms on Windows.
const STALL_NS = 1e6;
const STALL_SHARE = 0.2;
const NEAR = 4; // rounds before and after
const WORKING_SHARE = 0.5; // of the time on the processor, in all such rounds: less is not the test's own work
const FEWEST_TICKS_NS = 6e7; // a shorter time has too few ticks to show whether a test waits
const ENOUGH_ROUNDS = 12;
const FEW_CALLS = 12; // rows with fewer get a warning
const LONG_ROUND_NS = 2e7; // such rounds vary like whole runs of a program, and two already have Student's interval

const COLD_FACTOR = 1.25; // calls are cold while they take this many times as long as later ones

const isMeasured = ({ phase }) => phase === 'measured';

function selectMeasured(rounds, used) {
  const measured = filter(rounds, isMeasured);
  return measured.length ? measured : used;
}

/** Adds interrupted rounds that are as long as the rounds used: shorter rounds hold fewer collections. */
function withInterrupted({ used, disturbed }, rounds, goal) {
  const shortest = reduce(used, (least, { calls }) => min(least, calls), Infinity);
  const all = filter(used, () => true);
  for (let i = 0; i < rounds.length; i++) {
    const isLike = rounds[i].calls >= shortest && (goal.count || isMeasured(rounds[i]));
    if (disturbed[i] && isLike) all[all.length] = rounds[i];
  }
  return all;
}

const column = (rounds, field) => map(rounds, (round) => round[field]);

/** Whether processor time is known, in steps that are too large for a round. Pages do not know it. */
function hasTicks(rounds) {
  const step = findClockStep(rounds);
  return !(step > 0 && step < COARSE_STEP_NS) && filter(rounds, ({ cpuNs }) => cpuNs >= 0).length > 0;
}

const nsOf = (rounds) => sum(rounds, ({ ns }) => ns);
const cpuNsOf = (rounds) => sum(rounds, ({ cpuNs }) => cpuNs);
const worksFor = (rounds, share) => cpuNsOf(rounds) >= share * nsOf(rounds);

/** Rounds in which other processes ran, by the time alone. Long collections use the processor. */
function findStalledRounds(rounds) {
  const perCall = map(rounds, ({ ns, calls }) => ns / calls);
  const isLong = map(rounds, ({ ns, calls }, i) => {
    const near = [];
    for (let k = max(0, i - NEAR); k <= min(rounds.length - 1, i + NEAR); k++) near[near.length] = perCall[k];
    return ns - calls * median(near) > max(STALL_NS, STALL_SHARE * ns);
  });
  return worksFor(filter(rounds, (_, i) => isLong[i]), WORKING_SHARE) ? map(rounds, () => false) : isLong;
}

function findDisturbedRounds(rounds, waits, clockGrainNs = 0) {
  const isStalled = hasTicks(rounds) ? findStalledRounds(rounds) : null;
  return map(rounds, ({ ns, cpuNs, preemptions }, i) => {
    const idleNs = ns - cpuNs;
    const isTaken = preemptions !== 0 || (isIdle(ns, cpuNs) && idleNs > STOPPED_NS);
    const isLong = idleNs > LONG_IDLE_NS && idleNs > LONG_IDLE_SHARE * ns;
    const isElsewhere = isStalled ? isStalled[i] || isLong : isTaken && isInterrupted(ns, cpuNs, clockGrainNs);
    return ns < 0 || (!waits && isElsewhere);
  });
}

/** By the sum of rounds, because the clock stands still in most of them. */
function waitsByTicks(rounds) {
  const isStalled = findStalledRounds(rounds);
  const own = filter(rounds, (_, i) => !isStalled[i]);
  return nsOf(own) >= FEWEST_TICKS_NS && !worksFor(own, WORKING_SHARE);
}

function testWaits(rounds) {
  if (rounds.length >= 3 && hasTicks(rounds)) return waitsByTicks(rounds);
  const own = filter(rounds, ({ preemptions }) => !(preemptions > 0));
  if (rounds.length < 3) return own.length === rounds.length;
  const resting = filter(own, ({ ns, cpuNs }) => isIdle(ns, cpuNs));
  const shares = map(rounds, ({ ns, cpuNs }) => 1 - cpuNs / max(1, ns));
  return resting.length > own.length / 2 && median(shares) > IDLE_SHARE;
}

/**
 * Index of the first round as fast as later rounds, as the median of four: calls before it were cold. If half of the
 * calls come before it, slow and fast rounds alternate. After a warm-up, a single slow round holds a collection.
 */
function steadyFrom(rounds, clockCostNs, isWarmedUp = false) {
  const values = map(rounds, ({ ns, calls }) => (ns - clockCostNs) / calls);
  const calls = sum(rounds, (round) => round.calls);
  const usual = COLD_FACTOR * median(filter(values, (_, i) => i >= rounds.length >> 1));
  let before = 0;
  for (let i = 0; i < values.length && before * 2 <= calls; i++) {
    const isFast = values[i] <= usual || (isWarmedUp && i === 0 && values[1] <= usual);
    if (isFast && median(filter(values, (_, k) => k >= i && k < i + 4)) <= usual) return i;
    before += rounds[i].calls;
  }
  return 0;
}

function topOf(rounds) {
  const top = filter(rounds, isTop);
  return top.length >= ENOUGH_ROUNDS ? top : rounds;
}

/** Under contention nearly all rounds of slow calls are interrupted, and the few others would be too few. */
function mostAreInterrupted(rounds, kept) {
  const usualNs = median(column(rounds, 'ns'));
  return usualNs >= LONG_ROUND_NS && kept.length < min(ENOUGH_ROUNDS, rounds.length / 2);
}

/** For a time, the measured rounds; for a count, the rounds after the cold ones, except short ones (clock error). */
function splitRounds(rounds, disturbed, goal, clockCostNs) {
  const undisturbed = filter(rounds, (_, i) => !disturbed[i]);
  const isMixed = mostAreInterrupted(rounds, undisturbed);
  if (isMixed) return { used: selectMeasured(rounds, rounds), cold: [], isMixed };
  if (undisturbed.length === 0) return { used: rounds, cold: [], isMixed };
  return { ...chosenOf(undisturbed, goal, clockCostNs), isMixed };
}

function chosenOf(kept, goal, clockCostNs) {
  const measured = filter(kept, isMeasured);
  if (goal.seconds && measured.length > 0) {
    const top = topOf(measured);
    const from = steadyFrom(top, clockCostNs, true);
    return { used: filter(top, (_, i) => i >= from), cold: [] };
  }
  const from = steadyFrom(kept, clockCostNs);
  const steady = filter(kept, (_, i) => i >= from);
  const longest = reduce(steady, (most, { calls }) => max(most, calls), 0);
  return { used: topOf(filter(steady, ({ calls }) => calls >= longest / 2)), cold: filter(kept, (_, i) => i < from) };
}

/**
 * `disturbed`: a flag per round; `candidates` and `cold`: of splitRounds(); `used` and `shared`: of separateShared();
 * `isMixed`: whether interrupted rounds are used
 */
function sortOut({ rounds, clockCostNs, clockGrainNs }, goal) {
  const waits = testWaits(rounds);
  const disturbed = findDisturbedRounds(rounds, waits, clockGrainNs);
  const { used, cold, isMixed } = splitRounds(rounds, disturbed, goal, clockCostNs);
  const { alone, shared } = separateShared(used, clockGrainNs);
  return { waits, disturbed, candidates: used, used: alone, cold, shared, isMixed };
}

/* Processor time per call, summed over all threads of the process: a collection on three threads counts three times. */

// Some systems count in ticks of 4 to 16 ms. A figure over this many ticks is right within 5 %.
const COARSE_STEP_NS = 1e5;
const ENOUGH_STEPS = 400;
const FINE_STEPS = 100;
const BUSY_SHARE = 0.9;
const FEWEST_ROUNDS = 3;
const QUIET_SHARE = 0.25; // of the rounds

/** Greatest common divisor. No destructuring: a measured test may have replaced the iterator of arrays. */
const divisor = (a, b) => (b > 0 ? divisor(b, a % b) : a);

/** Step of the processor's clock in ns: the largest divisor of all readings, in whole microseconds. */
function findClockStep(rounds) {
  let step = 0;
  for (let i = 0; i < rounds.length && step !== 1; i++) step = divisor(step, nearest(max(0, rounds[i].cpuNs) / 1000));
  return step * 1000;
}

const isFineEnough = (rounds, cpuNs) => {
  const step = findClockStep(rounds);
  return step > 0 && (step < COARSE_STEP_NS || cpuNs >= ENOUGH_STEPS * step);
};

/** Processor time per call in ns without the empty loop; null if the processor's clock is too coarse. */
function cpuNsPerCall({ rounds, clockCostNs, cpuCostNs }, used, statistic) {
  // The empty loop does not wait.
  const netNs = map(used, (round) => round.cpuNs - clockCostNs - cpuCostNs - round.referenceNs * round.calls);
  const calls = sum(used, (round) => round.calls);
  const grossNs = cpuNsOf(used);
  if (!(calls > 0) || !isFineEnough(rounds, grossNs)) return null;
  const isFine = grossNs > FINE_STEPS * findClockStep(rounds) * used.length;
  if (statistic === 'median' && isFine) return max(0, median(map(netNs, (ns, i) => ns / used[i].calls)));
  return max(0, sum(netNs, (ns) => ns) / calls);
}

/** Null below a tenth, or for a coarse clock. Nearly each round must wait: contention leaves some undisturbed. */
function waitingShare({ rounds }, used) {
  const shares = map(used, (round) => 1 - round.cpuNs / max(1, round.ns));
  const cpuNs = cpuNsOf(used);
  const ns = sum(used, (round) => max(0, round.ns));
  if (used.length < FEWEST_ROUNDS || !isFineEnough(rounds, cpuNs)) return null;
  const isFine = ns > FINE_STEPS * findClockStep(rounds) * used.length;
  if (isFine && quantileSorted(toSorted(shares), QUIET_SHARE) <= 1 - BUSY_SHARE) return null;
  return cpuNs < BUSY_SHARE * ns ? 1 - cpuNs / ns : null;
}

/*
 * Detects another process on the other half of the processor's core, which a virtual machine does not see. Such a
 * process takes no processor time and does not slow down chains of dependent operations, but makes most code 1.3 to 1.7
 * times as slow for seconds. An empty loop shows it: an iteration takes 1.00 cycles alone (quartiles within 0.5 %), and
 * between 1.3 and 2.4 cycles, never the same, on a shared core.
 */

// Alone, an iteration takes an integer number of cycles on all known processors; shared, it can be 1.47 for a while.
const WHOLE = 0.06;

// steady: the third quartile over the twentieth is 1.003 to 1.018 alone, and 1.02 to 2 shared. alone: limit for an
// unshared round, over the minimum; share: if at least this share of rounds is unshared, the rest is left out.
const USUAL = { steady: 1.04, alone: 1.02, share: 0.25 };
const ODD = { steady: 1.015, alone: 1.01, share: 0.5 };

const OUTLYING = 1.1; // even single shared rounds change a mean: RegExp exec read 40 ns instead of 34

// The error of a figure is about the slowdown of the empty loop, so at most 5 % below this limit.
const LEAST_SLOWDOWN = 1.05;

// No processor makes more than two iterations in a cycle, but JavaScriptCore unrolls the loop: 0.39 or 0.44 cycles.
const UNROLLED_CYCLES = 0.48;

// The empty loop is measured in slices of 60 us: a coarser clock makes an error of 2 % and is not steady enough.
const COARSE_FOR_EMPTY_LOOP_NS = 1e3;

const isWhole = (cycles) => abs(cycles - max(1, nearest(cycles))) <= WHOLE * cycles;
const cyclesOf = (rounds) => map(rounds, ({ turnNs }, i) => turnNs * mhzAround(rounds, i) / 1000);
const within = (rounds, cycles, most) => filter(rounds, (_, i) => cycles[i] <= most && !(cycles[i + 1] > most));

function separateShared(rounds, clockGrainNs = 0) {
  const all = { alone: rounds, shared: null };
  if (clockGrainNs > COARSE_FOR_EMPTY_LOOP_NS) return all;
  const cycles = cyclesOf(rounds);
  const known = filter(cycles, (own) => own > 0);
  if (known.length < ENOUGH_ROUNDS) return all;
  const inOrder = toSorted(known);
  const least = quantileSorted(inOrder, 0.05);
  if (least < UNROLLED_CYCLES) return all;
  const limits = isWhole(least) ? USUAL : ODD;
  const isSteady = quantileSorted(inOrder, 0.75) <= limits.steady * least;
  if (isSteady) return { alone: within(rounds, cycles, OUTLYING * least), shared: null };
  const alone = within(rounds, cycles, limits.alone * least);
  if (alone.length >= max(ENOUGH_ROUNDS, limits.share * known.length)) return { alone, shared: null };
  const usualCycles = quantileSorted(inOrder, 0.5);
  if (usualCycles <= LEAST_SLOWDOWN * least) return all;
  return { alone: rounds, shared: { code: 'shared-core', leastCycles: least, usualCycles } };
}

// Times that a test takes longer on a shared core, at most: 1.51 cycles of the empty loop become 2.6.
const MOST_OF_SHARED = 2.5;

/**
 * How many times as long the empty loop of a row took as on an unshared core, where an iteration takes an integer
 * number of cycles; 1 without a warning.
 */
function slowdownOf(row) {
  const shared = filter(row.warnings, ({ code }) => code === 'shared-core')[0];
  if (!shared) return 1;
  const { leastCycles, usualCycles } = shared;
  const aloneCycles = isWhole(leastCycles) || leastCycles < 1 ? leastCycles : floor(leastCycles);
  return max(1, min(MOST_OF_SHARED, usualCycles / aloneCycles));
}

/** Extends the interval of a row or result of one process to the time that it may take on an unshared core. */
function includeUnshared(row) {
  if (row.nsLow !== null) row.nsLow /= slowdownOf(row);
}

/** Cycles per iteration of the empty loop in each round; null if unknown, or if the engine unrolls it. */
const estimateTurnCycles = (rounds) => map(cyclesOf(rounds), (own) => (own > UNROLLED_CYCLES ? own : null));

module.exports = {
  column, selectMeasured, withInterrupted, findDisturbedRounds, testWaits, splitRounds, sortOut, separateShared,
  includeUnshared, slowdownOf, estimateTurnCycles, cpuNsPerCall, waitingShare, ENOUGH_ROUNDS, FEW_CALLS,
  LONG_ROUND_NS, MOST_OF_SHARED,
};
