'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { summarizeSuite } = require('../../lib/estimate/suite-summary');

const COST = 20;
const REFERENCE = 0.4;
const PLAN = Object.freeze({ timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002 });

/** Not Array.from(), which takes several times as long. */
function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

/** A round as task.js makes it, of calls with a body of `net` ns each. */
function round(net, turn, more = {}) {
  const { calls = 1000, referenceNs = REFERENCE } = more;
  const ns = calls * (net + referenceNs) + COST;
  return { phase: 'measured', turn, copy: 0, calls, ns, referenceNs, mhz: 3000, cpuNs: ns, heapBytes: 0, ...more };
}

/**
 * What summarizeSuite takes of a test whose calls took so long, in turns 0, 1, 2 ...
 *
 * @param {Array<number|object>} nets ns, or whole rounds
 */
function source(name, nets, more = {}) {
  const { samples, ...rest } = more;
  const rounds = nets && nets.map((net, i) => (typeof net === 'number' ? round(net, i) : net));
  return {
    name, ops: null, bytes: null, items: null, failure: null, durationNs: 4.5e9, nloops: 1000, isTwin: false,
    collects: false, early: null,
    samples: rounds &&
      { kind: 'sync', rounds, stopped: null, allocation: null, clockCostNs: COST, clockGrainNs: 20, ops: 1,
        ...samples },
    ...rest,
  };
}

const summarize = (sources, plan) => summarizeSuite(sources, { ...PLAN, ...plan });

// The same 1000 suites in every run, so the share is exact.
describe('suite-summary: how often it is wrong', () => {
  it('of eight equal tests any is called different in 1 of 20 suites', () => {
    const normal = gaussian(mulberry32(8));
    let wrong = 0;
    // The same in every run: 15 of them.
    for (let suite = 0; suite < 500; suite++) {
      const sources = range(8, (i) => source(`${i}`, range(40, () => 100 * (1 + 0.02 * normal()))));
      // A margin of 0: nothing hides behind 'same'.
      const rows = summarize(sources, { margin: 0 });
      if (rows.some(({ verdict }) => verdict === 'slower' || verdict === 'faster')) wrong++;
    }
    expect(wrong / 500).to.be.within(0.01, 0.065);
  });
});
