'use strict';

/* Tests of a suite as summarizeSuite takes them, from rounds that are made up. */

const COST = 20;
const REFERENCE = 0.4;

/** A round as task.js makes it, of calls with a body of `net` ns each. */
function roundOf(net, turn, copy = 0) {
  const calls = 1000;
  const ns = calls * (net + REFERENCE) + COST;
  return { phase: 'measured', turn, copy, calls, ns, referenceNs: REFERENCE, mhz: 3000, cpuNs: ns, heapBytes: 0 };
}

/** @param {object[]|null} rounds null where the test has none */
function suiteSource(name, rounds, more = {}) {
  return {
    name, ops: null, bytes: null, items: null, failure: null, durationNs: 1e9, nloops: 1000, isTwin: false,
    collects: false, early: null,
    samples: rounds && {
      kind: 'sync', rounds, stopped: null, allocation: null, clockCostNs: COST, clockGrainNs: 20, ops: 1,
    },
    ...more,
  };
}

module.exports = { roundOf, suiteSource };
