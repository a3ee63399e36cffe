'use strict';

/* Summarizes the runs of each stream. Streams are compared by time per byte, because amounts of output may differ. */

const { summarizeForks } = require('../../core/estimate/process-summary');
const { maxOf, mean, median, minOf } = require('../../base/stats/sample');
const { affordable } = require('../../base/stats/verdict');

const { ceil, max } = Math;
const SHORT_SECONDS = 0.02; // in shorter runs V8 has not yet compiled most of the code

const MEDIANS = [
  'bytesIn', 'bytesOut', 'chunksIn', 'chunksOut', 'firstByteNs', 'peakRssBytes', 'meanRssBytes', 'rssSamples',
  'samplerShare', 'userShare', 'systemShare',
];

function over(rows, pick, statistic) {
  const values = rows.map(pick);
  return values.length > 0 && values.every((value) => typeof value === 'number') ? statistic(values) : null;
}

/** Amounts of the input, or of the output without an input; bytes are null for chunks without bytes. */
function amountsOf(rows) {
  const takes = rows.length > 0 && rows[0].stream.chunksIn !== null;
  return {
    bytes: over(rows, ({ stream }) => (takes ? stream.bytesIn : stream.bytesOut), median),
    chunks: over(rows, ({ stream }) => (takes ? stream.chunksIn : stream.chunksOut), median),
  };
}

/** The common unit of all streams: 'bytes', 'chunks', or null for whole runs. */
function unitOf(amounts) {
  if (amounts.every(({ bytes }) => bytes > 0)) return 'bytes';
  return amounts.every(({ bytes, chunks }) => bytes === null && chunks > 0) ? 'chunks' : null;
}

function warningsOf(rows) {
  const warnings = [];
  const seconds = over(rows, ({ nsPerCall }) => nsPerCall, median) / 1e9;
  if (seconds < SHORT_SECONDS) warnings.push({ code: 'short-runs', seconds });
  const [low, high] = [minOf, maxOf].map((end) => over(rows, ({ stream }) => stream.bytesOut, end));
  if (low !== high) warnings.push({ code: 'output-varies', low, high });
  return warnings;
}

/** More runs per stream that would settle the comparison; null if they take too long. times: of the runs so far. */
function moreRunsOf(times, rows, contenders) {
  const runs = max(1, ceil(times * rows.length));
  return affordable(runs * contenders * mean(rows.map(({ nsPerCall }) => nsPerCall)) / 1e9) === null ? null : runs;
}

function streamOf(rows, { nsLow, nsHigh, moreSeconds }, bytes, contenders) {
  const runs = rows.length;
  const perSecond = (ns) => (bytes > 0 && ns > 0 ? bytes * 1e9 / ns : null);
  const stream = { runs };
  for (const field of MEDIANS) stream[field] = over(rows, (row) => row.stream[field], median);
  stream.isPeakExact = rows.every((row) => row.stream.isPeakExact);
  stream.bytesPerSecondLow = perSecond(nsHigh);
  stream.bytesPerSecondHigh = perSecond(nsLow);
  // moreSeconds assumes a timeGoal of 1.
  stream.moreRuns = moreSeconds === null ? null : moreRunsOf(moreSeconds, rows, contenders);
  return stream;
}

function completeRow(row, { rows, trial, error }, settings, contenders) {
  row.kind = 'stream';
  row.ops = 1;
  if (!settings.forkTests) row.processes = 0;
  if (error || rows.length === 0) return;
  const { bytes, chunks } = amountsOf(rows);
  const { nsPerCall } = row;
  row.stream = streamOf(rows, row, bytes, contenders);
  row.stream.heapGrowthBytes = trial && trial.stream ? trial.stream.heapGrowthBytes : null;
  row.moreSeconds = null;
  row.bytesPerSecond = bytes > 0 ? bytes * 1e9 / nsPerCall : null;
  row.itemsPerSecond = bytes === null ? chunks * 1e9 / nsPerCall : null;
  row.cpuNsPerCall = over(rows, ({ cpuNsPerCall }) => cpuNsPerCall, median);
  row.results.avg = 1e9 / nsPerCall;
  for (const field of ['count', 'seconds', 'share']) {
    row.collections[field] = over(rows, ({ collections }) => collections[field], mean);
  }
  row.warnings = row.warnings.concat(warningsOf(rows));
}

/** sources: { name, rows (of runStream), trial (row of the run before these, or null), error, isTwin }. */
function summarizeStreams(sources, settings, level) {
  const working = sources.filter(({ error, rows }) => !error && rows.length > 0);
  const unit = unitOf(working.map(({ rows }) => amountsOf(rows)));
  const scaled = sources.map((source) => ({ ...source, ops: (unit && amountsOf(source.rows)[unit]) || 1 }));
  const plan = { margin: settings.margin, opsPerTest: 1, baselineAvg: false, timeGoal: 1 };
  const rows = summarizeForks(scaled, plan, level);
  const tests = sources.filter(({ isTwin }) => !isTwin);
  rows.forEach((row, i) => completeRow(row, tests[i], settings, sources.length));
  return rows;
}

module.exports = { summarizeStreams };
