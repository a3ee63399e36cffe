'use strict';

/* Made-up rows of stream suites, and documents with such suites. */

const { createEmptyRow, createFailedRow, sampleOfOne } = require('#lib/core/estimate/row');
const { mulberry32, gaussian } = require('./random');

const MB = 1e6;
const IN = 64 * MB;

/** The field `stream` of a row; `more` replaces fields. */
const streamOf = (more) => ({
  runs: 10, bytesIn: IN, bytesOut: IN, chunksIn: 977, chunksOut: 977, bytesPerSecondLow: null, bytesPerSecondHigh: null,
  firstByteNs: 212e3, peakRssBytes: 64.2 * MB, meanRssBytes: 60.14 * MB, isPeakExact: true, rssSamples: 163,
  samplerShare: 0.0004, heapGrowthBytes: 0.12 * MB, userShare: 0.981, systemShare: 0.042, moreRuns: null, ...more,
});

/**
 * The merged row of a contender.
 * @param {string} name
 * @param {number} speed MB/s
 * @param {number} reach relative half-width of its 95 % interval
 * @param {object} [more] replaces fields of the row; `stream` replaces fields of its stream
 */
function streamRow(name, speed, reach, { stream, ...more } = {}) {
  const ns = IN / (speed * MB) * 1e9;
  const normal = gaussian(mulberry32(speed));
  const samples = Array.from({ length: 10 }, () => sampleOfOne({ nsPerCall: ns * (1 + reach * 1.6 * normal()) }));
  return {
    ...createEmptyRow(name, 1),
    rank: 1000, rankLow: 1000, rankHigh: 1000, verdict: 'baseline', noiseFloor: 0.0042, margin: 0.002,
    nsPerCall: ns, nsLow: ns / (1 + reach), nsHigh: ns / (1 - reach), statistic: 'median', kind: 'stream',
    calls: 10, rounds: 10, processes: 10, bytesPerSecond: speed * MB,
    collections: { count: 12.34, share: 0.021, seconds: 0.0034, bytesPerCall: null },
    stream: streamOf(
      { bytesPerSecondLow: speed * MB * (1 - reach), bytesPerSecondHigh: speed * MB * (1 + reach), ...stream }),
    results: { avg: 1e9 / ns, min: 0.97e9 / ns, max: 1.02e9 / ns, count: 10, elapsed: ns / 1e8, runs: 10,
      duration: ns / 0.8e8, nloops: 1, stats: [] },
    samples, ...more,
  };
}

/** A contender slower or faster than the reference of 1235 MB/s. */
function against(name, speed, reach, more) {
  const rank = 1000 * speed / 1235;
  return streamRow(name, speed, reach, {
    rank, rankLow: rank * (1 - 1.2 * reach), rankHigh: rank * (1 + 1.2 * reach),
    verdict: rank > 1000 ? 'faster' : 'slower', ...more,
  });
}

const failedStream = (name) => ({
  ...createFailedRow(name, 1, {
    code: 'premature-close', message: 'Error: the stream was closed before its end', at: 'bench/zip.js:12:7',
    calls: null, stack: null, output: [],
  }),
  processes: 3, samples: [],
});

/** A row that is not measured yet. */
const openStream = (name) => ({ ...createEmptyRow(name, 1), samples: [] });

const reference = (more) => streamRow('pass-through', 1235, 0.012, more);

const gzip = (more = {}) => against('gzip', 52.1, 0.0081, {
  collections: { count: 31, share: 0.008, seconds: 0.0098, bytesPerCall: null }, ...more,
  stream: { bytesOut: 0.123 * IN, chunksOut: 481, firstByteNs: 4.02e6, peakRssBytes: 81.04 * MB,
    meanRssBytes: 78.3 * MB, heapGrowthBytes: -0.4 * MB, userShare: 1.04, systemShare: 0.06, ...more.stream },
});

/** A typical suite: fast and slow streams, a compressing, an unresolved and a failed one. */
const typical = () => [
  reference(), gzip(),
  against('gunzip and count lines', 240.4, 0.015,
    { stream: { bytesOut: 7.9 * IN, chunksOut: 31250, peakRssBytes: 143.2 * MB, meanRssBytes: 122 * MB,
      heapGrowthBytes: 12.34 * MB, userShare: 1.31, systemShare: 0.22 } }),
  against('to upper case', 1221, 0.02,
    { verdict: 'unresolved', stream: { moreRuns: 14, isPeakExact: false, samplerShare: 0.0021 } }),
  failedStream('closes early'),
];

/** A contender whose chunks have no size in bytes; speed: chunks per second */
const inChunks = (name, speed, reach, more = {}) => against(name, IN / MB * speed / 977, reach, {
  bytesPerSecond: null, itemsPerSecond: speed, rank: 1000, rankLow: 1000, rankHigh: 1000, verdict: 'baseline', ...more,
  stream: { bytesIn: null, bytesOut: null, bytesPerSecondLow: null, bytesPerSecondHigh: null, ...more.stream },
});

const objectMode = () => [
  inChunks('pass-through', 1.25e6, 0.01),
  inChunks('parse lines', 310e3, 0.02, { rank: 248, rankLow: 243, rankHigh: 253, verdict: 'slower' }),
];

/** A source has no input, a sink no output and no first byte. */
const oneSided = () => [
  reference({ stream: { bytesIn: null, chunksIn: null } }),
  against('write to nowhere', 2900, 0.03, { stream: { bytesOut: null, chunksOut: null, firstByteNs: null } }),
];

/** Only the values of one run, on a system with few facts. */
const single = () => [reference({
  nsLow: null, nsHigh: null, calls: 1, rounds: 1, processes: 0, noiseFloor: null,
  collections: { count: null, share: null, seconds: null, bytesPerCall: null },
  stream: {
    runs: 1, bytesPerSecondLow: null, bytesPerSecondHigh: null, peakRssBytes: null, meanRssBytes: null,
    isPeakExact: false, rssSamples: 0, samplerShare: null, heapGrowthBytes: null, userShare: null, systemShare: null,
  },
  samples: [],
})];

const many = () => Array.from({ length: 24 }, (_, i) => {
  if (i === 0) return reference();
  const stream = {
    peakRssBytes: (60 + 9 * i) * MB, meanRssBytes: (58 + 6 * i) * MB, userShare: 0.4 + i / 20,
    systemShare: (i % 6) / 10,
  };
  const more = { stream, ...(i % 5 === 0 && { verdict: 'unresolved' }) };
  return against(`contender number ${i} with a name that is long`, 1235 / 1.4 ** (i - 3), 0.01 + (i % 4) / 100, more);
});

const SETTINGS = { margin: 0.002, forkTests: 10, runs: 10, chunkSize: 65536, timeGoal: 4 };

/** A suite of streams for a document of results. */
const streamSuite = (tests, more) =>
  ({ file: 'bench/zip.js', suite: 1, settings: { ...SETTINGS }, tests, error: null, ...more });

module.exports = {
  failedStream, openStream, reference, gzip, typical, inChunks, objectMode, oneSided, single, many, streamSuite,
};
