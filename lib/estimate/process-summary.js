'use strict';

/*
 * From the rows of many processes to one row per test. The unit is the process: two identical functions in
 * a process each differ "significantly" in 65 of 91 pairs where their rounds are compared, because code and
 * objects lie elsewhere; so each process gives one number. In processor cycles where they can be told,
 * which takes the changes of the clock rate off: 2.1 % between processes become 0.2 %. They are shown as ns at one
 * rate, so that a rank is the ratio of what stands in the rows.
 */

const { commonRate, haveCycles } = require('./common-rate');
const { estimateOf, contrastOfPairs, contrastWithTime, judgeTogether, ALPHA } = require('../stats/process-contrast');
const { mean, median } = require('../stats/sample');
const { decisiveFloor, floorOf } = require('../stats/verdict');
const { emptyRow, describeVariant } = require('./row');
const { aloneRestarts, logRatios, turnCyclesAlone } = require('./restarts');
const { alignWith } = require('./suite-comparison');
const { groupOf, baselinesOf, judge, setBaseline } = require('./suite-summary');
const { putGrowth } = require('./growth');
const { mergeMemory, mergeColdCache } = require('./merge-passes');
const { hasSpeed, isUntold, untoldVerdictOf } = require('../text/verdict-words');

const { log, max, min } = Math;

const values = (rows, pick) => rows.map(pick).filter((value) => value !== null && value !== undefined);
const sum = (list) => list.reduce((total, value) => total + value, 0);
const medianOf = (list) => (list.length ? median(list) : null);

/** The rows whose speed is told, where they are most. */
function toldOf({ rows }) {
  const told = rows.filter((row) => hasSpeed(row) && row.nsPerCall > 0);
  return told.length * 2 > rows.length ? told : [];
}

// What happened to one process of eight, its trimmed mean leaves out.
const OF_MOST = new Set([
  'not-optimized', 'busy', 'shared-core', 'prolonged', 'disturbed', 'not-steady', 'few-samples', 'too-few-samples',
  'coarse-clock', 'too-noisy', 'below-resolution', 'folded', 'hoisted',
]);

/** Warnings of all processes, one of each code: what doubts a figure where most of them have it. */
function mergeWarnings(rows) {
  const byCode = new Map();
  for (const { warnings } of rows) {
    for (const warning of warnings) byCode.set(warning.code, [...(byCode.get(warning.code) || []), warning]);
  }
  const told = [...byCode.values()].filter((same) => !OF_MOST.has(same[0].code) || same.length * 2 > rows.length);
  return told.map(([first]) => first);
}

/**
 * One row out of those of several processes, and the times that it is made of: { row, times }, no times where they tell
 * nothing.
 *
 * @param {{ name: string, ops: number, rows: object[], error: object|null, variant: object }} source ops: per call
 * @param {number} rate the clock rate that cycles are brought to, in cycles per ns
 */
function mergeRows({ name, ops, rows, error, variant }, rate) {
  const empty = describeVariant(emptyRow(name, ops), variant);
  if (error) return { row: { ...empty, verdict: 'failed', error, processes: rows.length }, times: [] };
  if (rows.length === 0) return { row: empty, times: [] };
  const told = toldOf({ rows });
  const isTold = told.length > 0;
  const inCycles = isTold && haveCycles(told);
  const times = told.map(({ cycles, nsPerCall }) => (inCycles ? cycles / rate : nsPerCall));
  const middle = (pick) => medianOf(values(rows, pick));
  const { estimate, low, high } = isTold ? estimateOf(times)
    : { estimate: middle((row) => row.nsPerCall), low: null, high: null };
  const share = values(rows, (row) => row.collections.share);
  const perSecond = (ns) => (isTold ? ops * 1e9 / ns : null);
  const throughput = (field) => {
    const amounts = values(told, (row) => row[field] && row[field] * row.nsPerCall);
    return amounts.length ? median(amounts) / estimate : null;
  };
  const total = (field) => sum(rows.map((row) => row.results[field]));
  const row = {
    ...empty,
    verdict: isTold ? 'unresolved' : untoldVerdictOf(rows.filter(isUntold).map(({ verdict }) => verdict)),
    cycles: inCycles ? estimate * rate : null,
    nsPerCall: estimate,
    nsLow: low,
    nsHigh: high,
    statistic: isTold ? 'trimmed-mean' : 'median',
    intervalBasis: isTold && high !== null ? 'processes' : null,
    kind: rows[0].kind,
    calls: sum(rows.map((row) => row.calls)),
    rounds: sum(rows.map((row) => row.rounds)),
    processes: rows.length,
    resolutionNs: middle((row) => row.resolutionNs),
    overheadNs: middle((row) => row.overheadNs),
    collections: empty.isCold ? empty.collections : {
      count: sum(values(rows, (row) => row.collections.count)),
      share: share.length ? mean(share) : null,
      seconds: share.length ? sum(values(rows, (row) => row.collections.seconds)) : null,
      bytesPerCall: middle((row) => row.collections.bytesPerCall),
    },
    cpuNsPerCall: middle((row) => row.cpuNsPerCall),
    memory: mergeMemory(rows),
    coldCache: mergeColdCache(rows),
    bytesPerSecond: throughput('bytesPerSecond'),
    itemsPerSecond: throughput('itemsPerSecond'),
    warnings: mergeWarnings(rows),
    results: {
      avg: perSecond(estimate), min: perSecond(max(...times)), max: perSecond(min(...times)),
      count: total('count'), elapsed: total('elapsed'), runs: rows.length, duration: total('duration'),
      nloops: rows[0].results.count,
      stats: rows.map(({ results }) => ({ count: results.count, elapsed: results.elapsed })),
    },
  };
  return { row, times };
}

/** Times for one operation. */
const perOperation = ({ row, times }) => times.map((ns) => ns / row.ops);

/** Two tests by the restarts that both took part in; null without any. */
function contrastOfTests(one, other) {
  const differences = logRatios(one.restarts, other.restarts, one.usual);
  // A stream has another number of operations than its runs say.
  const scale = log(one.scale / other.scale);
  return differences.length > 0 ? contrastOfPairs(differences.map((difference) => difference - scale)) : null;
}

/** How far a test is from itself, by the processes of its twin. */
const noiseOf = (twin, baseline) => floorOf((twin && baseline && contrastOfTests(twin, baseline)) || { error: null });

/** The restarts of a source, by their number. */
const restartsOf = ({ restarts, rows }) => restarts || new Map(rows.map((row, i) => [i, { row, rounds: null }]));

/** A source with the rows of restarts that had their core to themselves, if these are enough. */
function withChosenRows(source, usual) {
  const restarts = restartsOf(source);
  const chosen = aloneRestarts([...restarts.values()].map((measured) => [measured]), [usual]);
  return { ...source, restarts, rows: chosen.filter(Boolean).map(([{ row }]) => row) };
}

/**
 * @param {object[]} sources { name, ops (of the test, or null), rows (of its processes), restarts (the same by the
 *   number of their restart: a map of { row, rounds }; without it the i-th row is of the i-th restart), error, isTwin,
 *   variant (see variants.js) }
 * @param {object} plan { timeGoal, opsPerTest, baselineAvg, margin }
 * @param {{ error: number }} [level] error that all verdicts may have together
 * @returns {object[]} one row for each test
 */
function summarizeForks(sources, plan, { error = ALPHA } = {}) {
  const usual = turnCyclesAlone(sources.flatMap((source) => [...restartsOf(source).values()]));
  const chosen = sources.map((source) => withChosenRows(source, usual));
  const rate = commonRate(chosen.map(toldOf).filter(haveCycles).flat());
  const members = chosen.map((source) => ({
    isTwin: source.isTwin, group: groupOf(source), restarts: source.restarts, usual,
    ...mergeRows({ ...source, ops: source.ops || plan.opsPerTest }, rate),
  }));
  for (const member of members) {
    const [first] = member.restarts.values();
    member.scale = first ? member.row.ops / first.row.ops : 1;
  }
  const tests = members.filter(({ isTwin }) => !isTwin);
  const working = tests.filter(({ times }) => times.length > 0);
  const baselines = baselinesOf(working);
  const twin = members.find(({ isTwin, times }) => isTwin && times.length > 0);
  const { floor, low, high } = noiseOf(twin, working[0] === tests[0] && working[0]);
  const noise = { margin: plan.margin, noiseFloor: floor, noiseFloorLow: low, noiseFloorHigh: high };
  for (const { row } of tests) Object.assign(row, noise);

  const contrastOf = (member) => (plan.baselineAvg ? contrastWithTime(perOperation(member), 1e9 / plan.baselineAvg)
    : contrastOfTests(member, baselines.get(member.group)));
  const compared = working.filter((member) => plan.baselineAvg || member !== baselines.get(member.group))
    .map((member) => ({ ...member, contrast: contrastOf(member) })).filter(({ contrast }) => contrast !== null);
  judgeTogether(compared.map(({ contrast }) => contrast), ALPHA / error).forEach((found, i) => {
    const { row, group } = compared[i];
    if (!plan.baselineAvg) alignWith(row, baselines.get(group).row, found.ratio);
    judge(row, found, { margin: plan.margin, floor: decisiveFloor({ floor, low, high }, plan.margin) }, plan.timeGoal);
    // More processes would settle it, and no time.
    if (row.isCold) row.moreSeconds = null;
  });
  if (!plan.baselineAvg) for (const { row } of baselines.values()) setBaseline(row);
  return putGrowth(tests.map(({ row }) => row));
}

module.exports = { summarizeForks };
