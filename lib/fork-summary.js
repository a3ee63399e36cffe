'use strict';

/*
 * From the rows of many processes to one row per test. The unit is the process: two identical functions in
 * a process each differ "significantly" in 65 of 91 pairs where their rounds are compared, because code and
 * objects lie elsewhere; so each process gives one number. In processor cycles where they can be told,
 * which takes the changes of the clock rate off: 2.1 % between processes become 0.2 %.
 */

const { welchLog, yuenLog, mannWhitney } = require('./stats/comparison');
const { lnChoose } = require('./stats/distributions');
const { mean, median, meanInterval, medianInterval } = require('./stats/sample');
const { emptyRow, groupOf, judge, setBaseline, floorOf, JOINT_ERROR } = require('./suite-summary');
const { putGrowth } = require('./growth');
const { mergeMemory, mergeColdCache } = require('./merge-passes');
const { describeVariant } = require('./variants');

const { exp, log, max, min, LN2 } = Math;

const values = (rows, pick) => rows.map(pick).filter((value) => value !== null && value !== undefined);
const sum = (list) => list.reduce((total, value) => total + value, 0);
const medianOf = (list) => (list.length ? median(list) : null);
const geometricMean = (list) => exp(mean(list.map(log)));

const hasSpeed = ({ verdict }) => verdict !== 'below-resolution' && verdict !== 'failed';

/** Warnings of all processes, one of each code. */
function mergeWarnings(rows) {
  const merged = [];
  for (const { warnings } of rows) {
    for (const warning of warnings) if (!merged.some(({ code }) => code === warning.code)) merged.push(warning);
  }
  return merged;
}

/**
 * One row out of those of several processes.
 *
 * Of first calls it is the median: one or two of 30 took half as long again or more, up to many times, for its process was kept waiting.
 * Medians of 30 differ by 1.4 to 3.6 % from one to the next, geometric means by 8 to 15 %.
 *
 * @param {{ name: string, ops: number, rows: object[], error: object|null, variant: object }} source ops: per call
 */
function mergeRows({ name, ops, rows, error, variant }) {
  const empty = describeVariant(emptyRow(name, ops), variant || {});
  if (error) return { ...empty, verdict: 'failed', error, processes: rows.length };
  if (rows.length === 0) return empty;
  const told = rows.filter(hasSpeed);
  const isTold = told.length * 2 > rows.length;
  const ns = values(isTold ? told : rows, (row) => row.nsPerCall);
  const isMean = isTold && !empty.isCold;
  const nsPerCall = isMean ? geometricMean(ns) : median(ns);
  const interval = !isTold ? null : isMean ? meanInterval(ns.map(log)) : medianInterval(ns.map(log));
  const cycles = values(told, (row) => row.cycles);
  const rates = values(told, (row) => row.results.avg);
  const share = values(rows, (row) => row.collections.share);
  const throughput = (field) => {
    const amounts = values(told, (row) => row[field]);
    return isTold && amounts.length ? geometricMean(amounts) : null;
  };
  const total = (field) => sum(rows.map((row) => row.results[field]));
  return {
    ...empty,
    verdict: isTold ? 'unresolved' : 'below-resolution',
    cycles: isTold && cycles.length === told.length ? geometricMean(cycles) : null,
    nsPerCall,
    nsLow: interval && exp(interval.low),
    nsHigh: interval && exp(interval.high),
    statistic: isMean ? 'geometric-mean' : 'median',
    kind: rows[0].kind,
    calls: sum(rows.map((row) => row.calls)),
    rounds: sum(rows.map((row) => row.rounds)),
    processes: rows.length,
    resolutionNs: medianOf(values(rows, (row) => row.resolutionNs)),
    overheadNs: medianOf(values(rows, (row) => row.overheadNs)),
    collections: empty.isCold ? empty.collections : {
      count: sum(values(rows, (row) => row.collections.count)),
      share: share.length ? mean(share) : null,
      seconds: share.length ? sum(values(rows, (row) => row.collections.seconds)) : null,
      bytesPerCall: medianOf(values(rows, (row) => row.collections.bytesPerCall)),
    },
    cpuNsPerCall: medianOf(values(rows, (row) => row.cpuNsPerCall)),
    memory: mergeMemory(rows),
    coldCache: mergeColdCache(rows),
    bytesPerSecond: throughput('bytesPerSecond'),
    itemsPerSecond: throughput('itemsPerSecond'),
    warnings: mergeWarnings(rows),
    results: {
      avg: isTold ? ops * 1e9 / nsPerCall : null,
      min: isTold ? min(...rates) : null,
      max: isTold ? max(...rates) : null,
      count: total('count'), elapsed: total('elapsed'), runs: rows.length, duration: total('duration'),
      nloops: rows[0].results.count,
      stats: rows.map(({ results }) => ({ count: results.count, elapsed: results.elapsed })),
    },
  };
}

/** The smallest p that the rank test can give for two lists of these lengths. */
const smallestRankP = (n, m) => exp(LN2 - lnChoose(n + m, n));

/**
 * Two tests by their processes. Where the ranks do not agree that there is a difference, the interval is
 * taken to reach 1: it stands on a few processes that lie far off.
 */
function compareProcesses(a, b, confidence) {
  const useCycles = a.cycles !== null && b.cycles !== null;
  const numbers = ({ source, row }) => source.rows.filter(hasSpeed).map((one) => (useCycles ? one.cycles : one.nsPerCall) / row.ops);
  const first = numbers(a.merged);
  const second = numbers(b.merged);
  // Trimmed, where one of them is of first calls: see mergeRows.
  const compare = a.row.isCold || b.row.isCold ? yuenLog : welchLog;
  const { ratio, low, high } = compare(first, second, confidence);
  const alpha = 1 - confidence;
  const isDifferent = low !== null && (low > 1 || high < 1);
  if (isDifferent && smallestRankP(first.length, second.length) <= alpha && mannWhitney(first, second).p > alpha) {
    return { ratio, low: min(low, 1), high: max(high, 1) };
  }
  return { ratio, low, high };
}

/**
 * @param {object[]} sources { name, ops (of the test, or null), rows (of its processes), error, isTwin, variant (see variants.js) }
 * @param {object} plan { timeGoal, opsPerTest, baselineAvg, margin }
 * @returns {object[]} one row for each test
 */
function summarizeForks(sources, plan) {
  const members = sources.map((source) => {
    const row = mergeRows({ ...source, ops: source.ops || plan.opsPerTest });
    return { isTwin: source.isTwin, row, cycles: row.cycles, group: groupOf(source), merged: { source, row } };
  });
  const tests = members.filter(({ isTwin }) => !isTwin);
  const working = tests.filter(({ row }) => row.verdict === 'unresolved');
  const baseline = working[0];
  // Of each combination of parameters: the first test that has a speed.
  const baselines = new Map(working.slice().reverse().map((member) => [member.group, member]));
  const twin = members.find(({ isTwin, row }) => isTwin && row.verdict === 'unresolved');
  const noiseFloor = twin && baseline === tests[0] ? floorOf(compareProcesses(twin, baseline, 1 - JOINT_ERROR)) : null;
  const limits = { margin: plan.margin, floor: noiseFloor || 0 };
  const comparisons = plan.baselineAvg ? working.length : working.length - baselines.size;
  const confidence = 1 - JOINT_ERROR / max(1, comparisons);

  for (const { row } of tests) {
    row.margin = plan.margin;
    row.noiseFloor = noiseFloor;
  }
  for (const member of working) {
    const { row } = member;
    if (plan.baselineAvg) {
      const over = (ns) => ns && ns * plan.baselineAvg / (row.ops * 1e9);
      judge(row, { ratio: over(row.nsPerCall), low: over(row.nsLow), high: over(row.nsHigh) }, limits, plan.timeGoal);
    } else if (member === baselines.get(member.group)) {
      setBaseline(row);
    } else {
      judge(row, compareProcesses(member, baselines.get(member.group), confidence), limits, plan.timeGoal);
      // More processes would settle it, and no time.
      if (row.isCold) row.moreSeconds = null;
    }
  }
  return putGrowth(tests.map(({ row }) => row));
}

module.exports = { summarizeForks };
