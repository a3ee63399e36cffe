'use strict';

const { isInterrupted } = require('../samples/round');

const { max } = Math;

const TRIES = 3; // of a slice that was interrupted

// After a test of this length the first slice of a reference takes 2 to 10 % more than the next ones.
const LONG_NS = 2e6;

/**
 * read() runs a slice of the chain and of each empty loop, and repeats interrupted ones: an empty loop that took 4 ms
 * would make a test negative.
 *
 * @returns {{ mhz, turnNs, lostNs, use, read }} turnNs: an iteration of the plain empty loop; lostNs: off the processor
 */
function createReferences({ calibration, clock }) {
  const costNs = clock.costNs();
  const inUse = [];
  let latestCpuNs = clock.cpuNs();
  const references = { mhz: NaN, turnNs: NaN, lostNs: 0, use, read };

  /** Adds the empty loop that all tests of a kind share. `ns` of the result is its latest slice. */
  function* use(kind, form) {
    // The plain loop is always the first.
    if (inUse.length === 0 && (kind !== 'sync' || form)) yield* use('sync');
    const { loop, calls } = yield* calibration.reference(kind, form);
    for (let i = 0; i < inUse.length; i++) if (inUse[i].loop === loop) return inUse[i];
    return (inUse[inUse.length] = { loop, calls, ns: 0 });
  }

  function* slice({ loop, calls }) {
    let ns = 0;
    for (let tries = 0; tries < TRIES; tries++) {
      const startedNs = clock.steadyNs();
      const cpuBefore = clock.cpuNs();
      ns = yield [loop, calls];
      const cpuNs = clock.cpuNs() - cpuBefore;
      // A coarse processor clock may not advance. A negative time comes from a clock that was set.
      if (ns >= 0 && (cpuNs === 0 || !isInterrupted(ns, cpuNs, clock.grainNs()))) return { ns, isGood: true };
      if (ns <= clock.steadyNs() - startedNs) references.lostNs += max(0, ns - cpuNs);
    }
    return { ns, isGood: false };
  }

  function* read() {
    const chain = yield* calibration.frequency();
    if (clock.cpuNs() - latestCpuNs > LONG_NS) yield* slice(chain);
    const speed = yield* slice(chain);
    references.mhz = speed.isGood ? calibration.mhzOf(speed.ns) : NaN;
    for (let i = 0; i < inUse.length; i++) {
      const { ns, isGood } = yield* slice(inUse[i]);
      if (isGood || inUse[i].ns === 0) inUse[i].ns = (ns - costNs) / inUse[i].calls;
      if (i === 0) references.turnNs = isGood ? inUse[i].ns : NaN;
    }
    latestCpuNs = clock.cpuNs();
  }

  return references;
}

module.exports = { createReferences };
