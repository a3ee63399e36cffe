'use strict';

const { expect } = require('chai');
const { summarizeForks } = require('../../lib/estimate/process-summary');
const { emptyRow } = require('../../lib/estimate/row');
const { mulberry32, gaussian } = require('../helpers/random');

const PLAN = { timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002 };

/** What one process reports of a test that takes so many ns per call. */
function rowOf(nsPerCall, given = {}) {
  const { results, collections, ops = 1, ...more } = given;
  return {
    ...emptyRow('told', ops),
    verdict: 'unresolved', nsPerCall, nsLow: nsPerCall * 0.99, nsHigh: nsPerCall * 1.01, statistic: 'median',
    kind: 'sync',
    calls: 1000, rounds: 40, resolutionNs: 0.1, overheadNs: 0.5,
    ...more,
    collections: { count: 0, share: 0, seconds: 0, bytesPerCall: 0, ...collections },
    results: {
      avg: ops * 1e9 / nsPerCall, min: ops * 0.98e9 / nsPerCall, max: ops * 1.02e9 / nsPerCall, count: 1000,
      elapsed: nsPerCall / 1e6,
      runs: 40, duration: 0.5, nloops: 25, stats: [{ count: 25, elapsed: nsPerCall / 4e7 }], ...results,
    },
  };
}

const source = (name, rows, more) => ({ name, ops: null, rows, error: null, isTwin: false, ...more });
const ofTimes = (name, times, more) => source(name, times.map((ns) => rowOf(ns)), more);
const summarize = (sources, plan) => summarizeForks(sources, { ...PLAN, ...plan });

describe('rows of processes', () => {
  it('find a difference between equals in no more than their 5 %', () => {
    const draw = gaussian(mulberry32(20));
    const eight = () => Array.from({ length: 8 }, () => 100 * Math.exp(0.02 * draw()));
    let different = 0;
    for (let pair = 0; pair < 2000; pair++) {
      const { verdict } = summarize([ofTimes('a', eight()), ofTimes('b', eight())], { margin: 0 })[1];
      if (verdict === 'slower' || verdict === 'faster') different++;
    }
    expect(different / 2000).to.be.at.most(0.065);
    // A rule that never finds anything would pass, too.
    expect(different / 2000).to.be.at.least(0.02);
  });
});
