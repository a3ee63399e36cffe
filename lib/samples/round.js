'use strict';

/* What one round tells by itself. Its shape is in task.js. */

// Captured at load, because a measured test may change it.
const { max } = Math;

// Nobody disturbs a slice in which the processor's clock goes on as the other one does: without neighbours they differ
// by 3 microseconds at most, and an interruption takes 4 ms.
const INTERRUPTED_NS = 2e4;
const INTERRUPTED_SHARE = 0.01;

// A test that rests a tenth of the time waits by itself, where nobody takes the processor away.
const IDLE_SHARE = 0.1;

// The median of slices drops the collections that most slices do not hold: a test that keeps what it
// allocates reads 9 ns in slices of 0.3 ms, and takes 40. It keeps them where each slice holds several
// of the same kind; where objects survive, collections of the old generation come too.
const COLLECTIONS_FOR_MEDIAN = 5;

// The shortest slice that is looked at for what it allocates; slower tests have too few calls in one to vary.
const FEWEST_CALLS = 16;

const TOP = 'optimized';

/** Body of one call in one round, in ns: the loop's and the clock's cost taken off. Can be negative. */
function netNs(round, clockCostNs) {
  return (round.ns - clockCostNs) / round.calls - round.referenceNs;
}

/** Whether the processor was elsewhere during a slice that took `ns` on the clock and `cpuNs` of its time. */
function isInterrupted(ns, cpuNs, clockGrainNs = 0) {
  return ns - cpuNs > max(INTERRUPTED_NS, INTERRUPTED_SHARE * ns, clockGrainNs);
}

/** Whether a tenth of a slice is missing, for whatever reason. */
function isIdle(ns, cpuNs) {
  return ns - cpuNs > IDLE_SHARE * ns;
}

/**
 * Whether less than half of what a round has allocated is there at its end.
 *
 * @param {{ heapBytes: number, calls: number }} round
 * @param {number|null} bytesPerCall null of a heap that changes at collections only
 */
function holdsCollection({ heapBytes, calls }, bytesPerCall) {
  return bytesPerCall === null ? heapBytes !== 0 : heapBytes < bytesPerCall * calls / 2;
}

/** Whether it ran in V8's top tier, as far as can be told. */
const isTop = ({ tier = null }) => tier === null || tier === TOP;

module.exports = {
  netNs, isInterrupted, isIdle, holdsCollection, isTop, TOP, IDLE_SHARE, COLLECTIONS_FOR_MEDIAN, FEWEST_CALLS,
};
