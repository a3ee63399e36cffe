'use strict';

/*
 * Which rounds of a run tell of the test, and which of the machine: interrupted ones, cold ones, steady
 * ones. Pure functions over rounds as measure() makes them.
 */

const { median } = require('./stats/sample');

// Captured at load, because a measured test may change it.
const { max } = Math;

// A slice in which the process rested a tenth of the time was interrupted: the machine was suspended,
// or given to others. Tests that wait do so in every slice, and are left alone; and where a quarter of
// the slices look so, the system counts processor time too coarsely to tell.
const IDLE_SHARE = 0.1;
const IDLE_NS = 1e5;
const MOST_INTERRUPTED = 0.25;

// Without exact processor times this much is still beyond doubt.
const LONG_IDLE_SHARE = 0.5;
const LONG_IDLE_NS = 2e7;

// Calls are cold while they take a quarter more than later ones.
const COLD_FACTOR = 1.25;

/** One field of all rounds. */
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
 * The rounds of a run, sorted out.
 *
 * @param {{ rounds: Array, clockCostNs: number }} samples
 * @param {{ count: number } | { seconds: number }} goal
 * @returns {{ waits: boolean, disturbed: boolean[], used: Array, cold: Array }} waits: whether the test
 *   itself rests; disturbed: for each round; used and cold as in partsOf
 */
function sortOut({ rounds, clockCostNs }, goal) {
  const waits = testWaits(rounds);
  const disturbed = disturbedRounds(rounds, waits);
  return { waits, disturbed, ...partsOf(rounds, disturbed, goal, clockCostNs) };
}

module.exports = { column, netNs, disturbedRounds, testWaits, partsOf, sortOut };
