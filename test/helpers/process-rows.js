'use strict';

/* Rows of processes, and tests as input of summarizeForks(). */

const { createEmptyRow } = require('#lib/core/estimate/row');

/** The row that a process reports for a test with this time per call. */
function rowOf(nsPerCall, given = {}) {
  const { results, collections, ops = 1, ...more } = given;
  return {
    ...createEmptyRow('told', ops),
    verdict: 'unresolved', nsPerCall, nsLow: nsPerCall * 0.99, nsHigh: nsPerCall * 1.01, statistic: 'median',
    kind: 'sync', calls: 1000, rounds: 40, resolutionNs: 0.1, overheadNs: 0.5, ...more,
    collections: { count: 0, share: 0, seconds: 0, bytesPerCall: 0, ...collections },
    results: {
      avg: ops * 1e9 / nsPerCall, min: ops * 0.98e9 / nsPerCall, max: ops * 1.02e9 / nsPerCall, count: 1000,
      elapsed: nsPerCall / 1e6, runs: 40, duration: 0.5, nloops: 25, stats: [{ count: 25, elapsed: nsPerCall / 4e7 }],
      ...results,
    },
  };
}

/** Each row is of another restart. */
const sourceOfRows = (name, rows, more) => ({
  name, ops: null, rows, restarts: new Map(rows.map((row, i) => [i, { row, rounds: null }])), error: null,
  isTwin: false, ...more,
});
const sourceOfTimes = (name, times, more) => sourceOfRows(name, times.map((ns) => rowOf(ns)), more);

module.exports = { rowOf, sourceOfRows, sourceOfTimes };
