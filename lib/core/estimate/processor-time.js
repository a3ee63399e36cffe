'use strict';

/* Processor time per call, summed over all threads of the process: a collection on three threads counts three times. */

const { map, sum } = require('../samples/round');
const { median, quantileSorted, toSorted } = require('../../base/stats/sample');

const { max, round: nearest } = Math;

// Some systems count in ticks of 4 to 16 ms. A figure over this many ticks is right within 5 %.
const COARSE_NS = 1e5;
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

const cpuNsOf = (rounds) => sum(rounds, ({ cpuNs }) => cpuNs);

const isFineEnough = (rounds, cpuNs) => {
  const step = findClockStep(rounds);
  return step > 0 && (step < COARSE_NS || cpuNs >= ENOUGH_STEPS * step);
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

module.exports = { cpuNsPerCall, waitingShare, findClockStep, COARSE_NS };
