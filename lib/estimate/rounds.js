'use strict';

/*
 * Selects the rounds that measure the test: not the interrupted and not the cold ones. Pure functions over rounds as
 * measure() makes them.
 */

const { stepOf, COARSE_NS } = require('./processor-time');
const { isInterrupted, isIdle, isTop, IDLE_SHARE } = require('../samples/round');
const { aloneOf } = require('../samples/shared-core');
const { median } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { max, min } = Math;

// Idle time without a preemption: a collection waits for its other threads, up to some percent of a slice.
const STOPPED_NS = 1e5;

// Idle time that even a clock too coarse for single slices shows.
const LONG_IDLE_SHARE = 0.5;
const LONG_IDLE_NS = 2e7;

// With fewer undisturbed rounds, all rounds are better.
const ENOUGH_ROUNDS = 12;

// Calls are cold while they take a quarter more than later ones.
const COLD_FACTOR = 1.25;

/** The measured rounds; without any, the rounds used. */
function measuredOf(rounds, used) {
  const measured = [];
  for (let i = 0; i < rounds.length; i++) if (rounds[i].phase === 'measured') measured[measured.length] = rounds[i];
  return measured.length ? measured : used;
}

/** The rounds used, and interrupted ones that are as long: shorter ones hold fewer collections. */
function withInterrupted({ used, disturbed }, rounds, goal) {
  const all = [];
  let shortest = Infinity;
  for (let i = 0; i < used.length; i++) {
    all[i] = used[i];
    shortest = min(shortest, used[i].calls);
  }
  for (let i = 0; i < rounds.length; i++) {
    const isLike = rounds[i].calls >= shortest && (goal.count || rounds[i].phase === 'measured');
    if (disturbed[i] && isLike) all[all.length] = rounds[i];
  }
  return all;
}

/** One field of all rounds. */
function column(rounds, field) {
  const values = [];
  for (let i = 0; i < rounds.length; i++) values[i] = rounds[i][field];
  return values;
}

/** For each round whether the clock jumped or the process was kept from running. */
function disturbedRounds(rounds, waits, clockGrainNs = 0) {
  const step = stepOf(rounds);
  const isFine = step > 0 && step < COARSE_NS;
  const disturbed = [];
  for (let i = 0; i < rounds.length; i++) {
    const { ns, cpuNs, preemptions } = rounds[i];
    const idleNs = ns - cpuNs;
    const isTaken = preemptions !== 0 || (isIdle(ns, cpuNs) && idleNs > STOPPED_NS);
    const isLong = idleNs > LONG_IDLE_NS && idleNs > LONG_IDLE_SHARE * ns;
    disturbed[i] = ns < 0 || (!waits && (isFine ? isTaken && isInterrupted(ns, cpuNs, clockGrainNs) : isLong));
  }
  return disturbed;
}

/**
 * Whether the test itself waits more than a tenth of the time: in a typical round, and without preemptions, because
 * then the test has given up the processor.
 */
function testWaits(rounds) {
  const shares = [];
  let resting = 0;
  let preempted = 0;
  for (let i = 0; i < rounds.length; i++) {
    const { ns, cpuNs, preemptions } = rounds[i];
    shares[i] = 1 - cpuNs / max(1, ns);
    if (preemptions > 0) preempted++;
    else if (isIdle(ns, cpuNs)) resting++;
  }
  if (rounds.length < 3) return preempted === 0;
  return resting > (rounds.length - preempted) / 2 && median(shares) > IDLE_SHARE;
}

/**
 * Index of the first round that was as fast as the later ones: the calls before it were cold. The median of four rounds
 * needs to be as fast, because one quick slice proves nothing. If that comes after half of the calls, slow and fast
 * rounds alternate, and none was cold. After a warm-up a single slow round is not cold: it holds a collection.
 */
function steadyFrom(rounds, clockCostNs, isWarmedUp = false) {
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
    const isFast = values[i] <= usual || (isWarmedUp && i === 0 && values[1] <= usual);
    if (isFast && median(part(i, i + 4)) <= usual) return i;
    before += rounds[i].calls;
  }
  return 0;
}

/** The rounds in V8's top tier if these are enough, otherwise all. */
function topOf(rounds) {
  const top = [];
  for (let i = 0; i < rounds.length; i++) if (isTop(rounds[i])) top[top.length] = rounds[i];
  return top.length >= ENOUGH_ROUNDS ? top : rounds;
}

/**
 * The rounds for the estimate, and the cold ones before them. For a time the measured ones; for a count all after the
 * cold ones, except for short ones, which measure mostly the clock.
 */
function partsOf(rounds, disturbed, goal, clockCostNs) {
  const kept = [];
  const measured = [];
  for (let i = 0; i < rounds.length; i++) {
    if (disturbed[i]) continue;
    kept[kept.length] = rounds[i];
    if (rounds[i].phase === 'measured') measured[measured.length] = rounds[i];
  }
  if (goal.seconds && measured.length > 0) {
    const top = topOf(measured);
    const used = [];
    for (let i = steadyFrom(top, clockCostNs, true); i < top.length; i++) used[used.length] = top[i];
    return { used, cold: [] };
  }
  // Without undisturbed rounds all count, with a warning.
  if (kept.length === 0) return { used: rounds, cold: [] };
  return steadyParts(kept, clockCostNs);
}

function steadyParts(kept, clockCostNs) {
  const from = steadyFrom(kept, clockCostNs);
  const steady = [];
  const cold = [];
  let longest = 0;
  for (let i = 0; i < kept.length; i++) {
    if (i < from) {
      cold[cold.length] = kept[i];
    } else {
      steady[steady.length] = kept[i];
      longest = max(longest, kept[i].calls);
    }
  }
  const long = [];
  for (let i = 0; i < steady.length; i++) if (steady[i].calls >= longest / 2) long[long.length] = steady[i];
  return { used: topOf(long), cold };
}

/**
 * Sorts the rounds of a run.
 *
 * @param {{ rounds: Array, clockCostNs: number }} samples
 * @param {{ count: number } | { seconds: number }} goal
 * @returns {{ waits: boolean, disturbed: boolean[], candidates: Array, used: Array, cold: Array, shared: object|null }}
 *   waits: whether the test itself waits; disturbed: for each round; candidates and cold: as used and cold of partsOf;
 *   used: the candidates that had the core to themselves, and shared, as of aloneOf
 */
function sortOut({ rounds, clockCostNs, clockGrainNs }, goal) {
  const waits = testWaits(rounds);
  const disturbed = disturbedRounds(rounds, waits, clockGrainNs);
  const { used, cold } = partsOf(rounds, disturbed, goal, clockCostNs);
  const { alone, shared } = aloneOf(used, ENOUGH_ROUNDS, clockGrainNs);
  return { waits, disturbed, candidates: used, used: alone, cold, shared };
}

module.exports = { column, measuredOf, withInterrupted, disturbedRounds, testWaits, partsOf, sortOut, ENOUGH_ROUNDS };
