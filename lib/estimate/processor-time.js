'use strict';

/*
 * What rounds tell of the processor time of one call, all threads of the process together: a collection that
 * runs on three threads counts three times. Pure functions over rounds as measure() makes them.
 */

const { median, quantileSorted, sorted } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { max, round: nearest } = Math;

// Some systems count processor time by ticks of 4 to 16 ms. Each tick goes to whoever runs then: over so many of
// them the figure is right within 5 %.
const COARSE_NS = 1e5;
const ENOUGH_STEPS = 400;

// A round of fewer steps tells little by itself, and all together tell more.
const FINE_STEPS = 100;

// A test that uses less than this share of its time waits.
const BUSY_SHARE = 0.9;
const FEWEST_ROUNDS = 3;
const QUIET_SHARE = 0.25; // of the rounds

/** Euclid's, without taking arrays apart: a measured test may have replaced their iterator. */
function divisor(a, b) {
  return b > 0 ? divisor(b, a % b) : a;
}

/** Smallest step of the processor's clock, in ns: what all readings are a multiple of, in whole microseconds. */
function stepOf(rounds) {
  let step = 0;
  for (let i = 0; i < rounds.length && step !== 1; i++) step = divisor(step, nearest(max(0, rounds[i].cpuNs) / 1000));
  return step * 1000;
}

/** Whether the processor's clock is fine enough for so much time. */
const isTold = (rounds, cpuNs) => {
  const step = stepOf(rounds);
  return step > 0 && (step < COARSE_NS || cpuNs >= ENOUGH_STEPS * step);
};

/**
 * @param {{ rounds: object[], clockCostNs: number, cpuCostNs: number }} samples
 * @param {object[]} used of the rounds, those that the estimate is made of
 * @param {'median'|'mean'} statistic of the estimate
 * @returns {number|null} ns of one call, the empty loop taken off; null where the processor's clock is too coarse
 */
function cpuNsPerCall({ rounds, clockCostNs, cpuCostNs = 0 }, used, statistic) {
  const nets = [];
  let calls = 0;
  let grossNs = 0;
  let netNs = 0;
  for (let i = 0; i < used.length; i++) {
    const round = used[i];
    // The empty loop does not wait.
    const ns = round.cpuNs - clockCostNs - cpuCostNs - round.referenceNs * round.calls;
    nets[i] = ns / round.calls;
    calls += round.calls;
    grossNs += round.cpuNs;
    netNs += ns;
  }
  if (!(calls > 0) || !isTold(rounds, grossNs)) return null;
  const isFine = grossNs > FINE_STEPS * stepOf(rounds) * used.length;
  return max(0, statistic === 'median' && isFine ? median(nets) : netNs / calls);
}

/**
 * A test that waits does so in nearly each round; where others take the processor away some rounds are left alone.
 *
 * @param {{ rounds: object[] }} samples
 * @param {object[]} used
 * @returns {number|null} share of the time, 0..1, in which no processor worked for the test; null where that is no
 *   tenth, or cannot be told
 */
function waitingShare({ rounds }, used) {
  const shares = [];
  let cpuNs = 0;
  let ns = 0;
  for (let i = 0; i < used.length; i++) {
    shares[i] = 1 - used[i].cpuNs / max(1, used[i].ns);
    cpuNs += used[i].cpuNs;
    ns += max(0, used[i].ns);
  }
  if (used.length < FEWEST_ROUNDS || !isTold(rounds, cpuNs)) return null;
  const isFine = ns > FINE_STEPS * stepOf(rounds) * used.length;
  if (isFine && quantileSorted(sorted(shares), QUIET_SHARE) <= 1 - BUSY_SHARE) return null;
  return cpuNs < BUSY_SHARE * ns ? 1 - cpuNs / ns : null;
}

module.exports = { cpuNsPerCall, waitingShare, stepOf, COARSE_NS };
