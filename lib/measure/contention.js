'use strict';

/*
 * Contention: other processes use the processor during a run. Shorter slices are interrupted less often, and the run
 * gets more time.
 */

const { isInterrupted, isIdle } = require('../samples/round');

const { min } = Math;

// If most slices are interrupted, they are halved down to this length.
const SHORT_SLICE_NS = 1.5e5;
const ROUNDS_TO_LOOK_AT = 8;

// A run takes up to three times as long until this number of undisturbed rounds (or as many as fit) has taken this
// share of the goal. With six endless loops on two cores a seventh of the time is undisturbed.
const WANTED_ROUNDS = 24;
const WANTED_SHARE = 1 / 8;
const MOST_GOALS = 3;

// Collections that the mean of an allocating test needs, or half of the number that fits into the time.
const WANTED_COLLECTIONS = 4;

// Under contention longer slices, which collections need, would all be interrupted: a process keeps its core for 3 to
// 4 ms.
const BUSY_SLICE_NS = 1.5e6;

function createTally() {
  let kept = 0;
  let keptNs = 0;
  let keptCalls = 0;
  let latest = 0;
  let disturbed = 0;
  return {
    add({ ns, cpuNs, calls, preemptions }) {
      if (latest === ROUNDS_TO_LOOK_AT) {
        latest = 0;
        disturbed = 0;
      }
      latest++;
      // A waiting test also loses the processor, but without a preemption.
      if (preemptions > 0 && isInterrupted(ns, cpuNs)) {
        disturbed++;
      } else {
        kept++;
        keptNs += ns;
        keptCalls += calls;
      }
    },
    /** allocation: see allocation.js. */
    isEnough(goalNs, roundNs, allocation) {
      const callsPerCollection = allocation && allocation.callsPerCollection || Infinity;
      const fitting = goalNs / 2 / (keptNs / keptCalls * callsPerCollection);
      return keptNs >= goalNs * WANTED_SHARE && kept >= min(WANTED_ROUNDS, goalNs / 2 / roundNs) &&
        keptCalls / callsPerCollection >= min(WANTED_COLLECTIONS, fitting);
    },
    areTooLong: (sliceNs) => latest === ROUNDS_TO_LOOK_AT && disturbed * 2 > latest && sliceNs > 2 * SHORT_SLICE_NS,
  };
}

/** Returns whether, since this call, the process was preempted and off the processor for over a tenth of the time. */
function watchWaiting({ steadyNs, cpuNs, preemptions }) {
  const begun = { ns: steadyNs(), cpuNs: cpuNs(), preemptions: preemptions() };
  return () => preemptions() > begun.preemptions && isIdle(steadyNs() - begun.ns, cpuNs() - begun.cpuNs);
}

module.exports = { createTally, watchWaiting, MOST_GOALS, BUSY_SLICE_NS };
