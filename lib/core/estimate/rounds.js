'use strict';

/* Selects the rounds that measure the test, without interrupted and cold rounds. */

const { findClockStep, COARSE_NS } = require('./processor-time');
const { filter, map, reduce, sum, isInterrupted, isIdle, isTop, IDLE_SHARE } = require('../samples/round');
const { separateShared } = require('../samples/shared-core');
const { median } = require('../../base/stats/sample');

const { max, min } = Math;

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
const LONG_ROUND_NS = 2e7;

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
  return !(step > 0 && step < COARSE_NS) && filter(rounds, ({ cpuNs }) => cpuNs >= 0).length > 0;
}

const nsOf = (rounds) => sum(rounds, ({ ns }) => ns);
const worksFor = (rounds, share) => sum(rounds, ({ cpuNs }) => cpuNs) >= share * nsOf(rounds);

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
  if (undisturbed.length === 0 && !isMixed) return { used: rounds, cold: [], isMixed };
  if (!isMixed) return { ...chosenOf(undisturbed, goal, clockCostNs), isMixed };
  const measured = filter(rounds, isMeasured);
  return { used: measured.length > 0 ? measured : rounds, cold: [], isMixed };
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
  const { alone, shared } = separateShared(used, ENOUGH_ROUNDS, clockGrainNs);
  return { waits, disturbed, candidates: used, used: alone, cold, shared, isMixed };
}

module.exports = {
  column, selectMeasured, withInterrupted, findDisturbedRounds, testWaits, splitRounds, sortOut, ENOUGH_ROUNDS,
  FEW_CALLS,
};
