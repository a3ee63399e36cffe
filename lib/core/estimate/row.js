'use strict';

function createEmptyRow(name, ops) {
  return {
    name, test: name, group: null, params: null, tier: null, isCold: false, rank: null, rankLow: null, rankHigh: null,
    verdict: null, moreSeconds: null, endedEarly: null, margin: 0,
    noiseFloor: null, noiseFloorLow: null, noiseFloorHigh: null,
    cycles: null, nsPerCall: null, nsLow: null, nsHigh: null, statistic: null,
    intervalBasis: null, kind: null,
    ops, calls: 0, rounds: 0, processes: 0, resolutionNs: null, overheadNs: null,
    collections: { count: null, share: null, seconds: null, bytesPerCall: null },
    bytesPerSecond: null, itemsPerSecond: null, cpuNsPerCall: null, memory: null, coldCache: null, counts: null,
    polluted: null,
    growth: null, stream: null, warnings: [], error: null,
    results: { avg: null, min: null, max: null, count: 0, elapsed: 0, runs: 0, duration: 0, nloops: 0, stats: [] },
  };
}

const createFailedRow = (name, ops, error) => ({ ...createEmptyRow(name, ops), verdict: 'failed', error });

function describeVariant(row, variant) {
  const { test = row.test, groupName: group = null, params = null, tier = null, isCold = false } = variant || {};
  return Object.assign(row, { test, group, params, tier, isCold });
}

/** The `results` of a row of one call. rate: per second, null if unknown; elapsed, duration: in seconds */
const resultsOfOne = (rate, elapsed, duration = elapsed) => ({
  avg: rate, min: rate, max: rate, count: 1, elapsed, runs: 1, duration, nloops: 1, stats: [{ count: 1, elapsed }],
});

/** The sample of a row of one call, see samples/samples.js */
const sampleOfOne = ({ nsPerCall }) => (
  { nsPerCall, nsLow: null, nsHigh: null, cycles: null, calls: 1, rounds: null });

module.exports = { createEmptyRow, createFailedRow, describeVariant, resultsOfOne, sampleOfOne };
