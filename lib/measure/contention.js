'use strict';

/*
 * Contention: other processes take the processor away from a run. Shorter slices are disturbed less often, and a run
 * gets more time. Nothing here reads the real clock.
 */

const { isInterrupted, isIdle } = require('../samples/round');

const { min } = Math;

// If most slices are interrupted they are halved, down to this.
const SHORT_SLICE_NS = 1.5e5;
const ROUNDS_TO_LOOK_AT = 8;

// A run takes up to three times as long until so many undisturbed rounds (or as many as fit) have taken this share of
// the goal. With six endless loops on two cores a seventh of the time is undisturbed.
const WANTED_ROUNDS = 24;
const WANTED_SHARE = 1 / 8;
const MOST_GOALS = 3;

// The mean of a test that makes garbage needs so many collections, or half of the number that fits into the time.
const WANTED_COLLECTIONS = 4;

// Under contention longer slices, for their share of collections, would all be interrupted: a process keeps its core
// for 3 to 4 ms.
const BUSY_SLICE_NS = 1.5e6;

/** Counts the undisturbed rounds of a test, and checks whether its slices are too long. */
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
      // A test that waits is without the processor, too, but not preempted.
      if (preemptions > 0 && isInterrupted(ns, cpuNs)) {
        disturbed++;
      } else {
        kept++;
        keptNs += ns;
        keptCalls += calls;
      }
    },
    /** Whether there are enough undisturbed rounds, for long enough, with enough collections; see allocation.js. */
    isEnough(goalNs, roundNs, allocation) {
      const callsPerCollection = allocation && allocation.callsPerCollection || Infinity;
      const fitting = goalNs / 2 / (keptNs / keptCalls * callsPerCollection);
      return keptNs >= goalNs * WANTED_SHARE && kept >= min(WANTED_ROUNDS, goalNs / 2 / roundNs) &&
        keptCalls / callsPerCollection >= min(WANTED_COLLECTIONS, fitting);
    },
    areTooLong: (sliceNs) => latest === ROUNDS_TO_LOOK_AT && disturbed * 2 > latest && sliceNs > 2 * SHORT_SLICE_NS,
  };
}

/**
 * Whether the processor was preempted since this call, and was elsewhere for more than a tenth of the time.
 *
 * @param {{ steadyNs, cpuNs, preemptions }} clock
 * @returns {function(): boolean}
 */
function watchWaiting({ steadyNs, cpuNs, preemptions }) {
  const begun = { ns: steadyNs(), cpuNs: cpuNs(), preemptions: preemptions() };
  return () => preemptions() > begun.preemptions && isIdle(steadyNs() - begun.ns, cpuNs() - begun.cpuNs);
}

module.exports = { createTally, watchWaiting, MOST_GOALS, BUSY_SLICE_NS };
