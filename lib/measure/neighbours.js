'use strict';

/*
 * What a run does about neighbours that take the processor away from it: shorter slices, of which more are left alone,
 * and more time. Nothing here reads a clock but what it is handed.
 */

const { isInterrupted, isIdle } = require('../samples/round');

const { min } = Math;

// Where most of the slices are interrupted they are halved, down to this.
const SHORT_SLICE_NS = 1.5e5;
const ROUNDS_TO_LOOK_AT = 8;

// Where fewer rounds than this were left alone, and fewer than there was time for, or these took less than this share
// of the goal, a run goes on, up to three times as long. Beside six loops on two cores a seventh of the time is left
// alone.
const WANTED_ROUNDS = 24;
const WANTED_SHARE = 1 / 8;
const MOST_GOALS = 3;

// The mean of a test that makes garbage is made of so many collections at least, or of half of those that there is time
// for.
const WANTED_COLLECTIONS = 4;

// Longer slices, for their share of collections, would all be interrupted: a process has its core for 3 to 4 ms in a
// row.
const BUSY_SLICE_NS = 1.5e6;

/** Counts the rounds of a test that were left alone, and looks whether its slices are too long for that. */
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
      // A test that waits is without the processor, too.
      if (preemptions > 0 && isInterrupted(ns, cpuNs)) {
        disturbed++;
      } else {
        kept++;
        keptNs += ns;
        keptCalls += calls;
      }
    },
    /** Whether they are enough: so many, for so long, with so many collections; see allocation.js. */
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
 * From now on: whether the processor was taken away, and was elsewhere for more than a tenth of the time.
 * @param {{ steadyNs, cpuNs, preemptions }} clock
 * @returns {function(): boolean}
 */
function watchWaiting({ steadyNs, cpuNs, preemptions }) {
  const begun = { ns: steadyNs(), cpuNs: cpuNs(), preemptions: preemptions() };
  return () => preemptions() > begun.preemptions && isIdle(steadyNs() - begun.ns, cpuNs() - begun.cpuNs);
}

module.exports = { createTally, watchWaiting, MOST_GOALS, BUSY_SLICE_NS };
