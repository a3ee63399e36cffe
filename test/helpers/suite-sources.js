'use strict';

/* Made-up rounds, and tests of a suite as input of summarizeSuite(). */

const COST = 20;
const REFERENCE = 0.4;

/** A round as task.js records it; `net` is the time per call without the loop, in ns. */
function roundOf(net, turn, more = {}) {
  const { calls = 1000, referenceNs = REFERENCE } = more;
  const ns = calls * (net + referenceNs) + COST;
  return { phase: 'measured', turn, copy: 0, calls, ns, referenceNs, mhz: 3000, cpuNs: ns, heapBytes: 0, ...more };
}

/** Samples as measure() returns them. */
const samplesOf = (rounds, more) => ({
  kind: 'sync', rounds, stopped: null, allocation: null, notInlined: null, clockCostNs: COST, clockGrainNs: 20,
  cpuCostNs: 0, isWarm: true, isProlonged: false, isAsked: true, isCalled: false, threads: { ns: 0, cpuNs: 0 }, ...more,
});

/** @param {(number|object)[]|null} nets ns per call in turns 0, 1, 2 ..., or complete rounds; null: no samples */
function suiteSource(name, nets, { samples, ...more } = {}) {
  const rounds = nets && nets.map((net, i) => (typeof net === 'number' ? roundOf(net, i) : net));
  return {
    name, ops: null, bytes: null, items: null, failure: null, durationNs: 4.5e9, nloops: 1000, isTwin: false,
    collects: false, early: null, samples: rounds && samplesOf(rounds, samples), ...more,
  };
}

module.exports = { roundOf, samplesOf, suiteSource };
