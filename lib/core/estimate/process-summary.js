'use strict';

/*
 * Merges the rows of many processes. Each process counts as one number: by rounds, two identical functions in separate
 * processes differ "significantly" in 65 of 91 pairs. Cycles, if known, remove changes of the clock rate. All rows have
 * ns at one rate, so that a rank is the ratio of the times in the rows.
 */

const { putGrowth } = require('./growth');
const { commonRate, haveCycles, isKnown, keepUnshared, logRatios, turnCyclesAlone } = require('./restart-comparison');
const { slowdownOf, FEW_CALLS, MOST_OF_SHARED } = require('./rounds');
const { createEmptyRow, describeVariant } = require('./row');
const { alignWith, contrastOfEstimates, coverProcesses, chooseDeviation } = require('./suite-comparison');
const { groupOf, findBaselines, setVerdict, spentSeconds } = require('./suite-summary');
const { setBaseline } = require('./test-rows');
const { changeInProcesses } = require('./diagnostics');
const {
  estimateWithInterval, findOutliers, includeNearest, contrastOfPairs, varianceOfPairs, contrastWithTime, judgeTogether,
  ALPHA,
} = require('../../base/stats/process-contrast');
const { contrastByAlignedRanks, FEWEST_PAIRS } = require('../../base/stats/aligned-ranks');
const { maxOf, mean, median, medianInterval, minOf } = require('../../base/stats/sample');
const { usualVariance } = require('../../base/stats/shared-variance');
const { decisiveFloor, estimateFloor } = require('../../base/stats/verdict');
const { isUnmeasured, pickUnmeasuredVerdict } = require('../../base/text/verdict-words');

const { abs, log } = Math;

const values = (list, pick) => list.map(pick).filter((value) => value !== null && value !== undefined);
const sum = (list) => list.reduce((total, value) => total + value, 0);
/** For fields that all rows may lack: null for an empty list, for which sum() is 0. */
const ofKnown = (statistic) => (list) => (list.length ? statistic(list) : null);
const [sumOf, medianOf, meanOf] = [sum, median, mean].map(ofKnown);

const mergeFields = (list, statistics) => Object.fromEntries(Object.entries(statistics).map(
  ([field, statisticOf]) => [field, statisticOf(values(list, (one) => one[field]))]));

function rowsWithSpeed({ rows }) {
  const found = rows.filter((row) => isKnown({ row }));
  return found.length * 2 > rows.length ? found : [];
}

// Warnings that count only if most processes have them: the trimmed mean leaves out one process of eight.
const OF_MOST = new Set([
  'not-optimized', 'busy', 'shared-core', 'prolonged', 'disturbed', 'not-steady', 'few-samples', 'few-calls',
  'too-few-samples', 'coarse-clock', 'too-noisy', 'below-resolution', 'folded', 'hoisted',
]);

// Noise changes some processes one way, and some the other.
const kindOf = ({ code, drift }) => (code === 'not-steady' ? `${code} ${Math.sign(drift)}` : code);

/**
 * Warnings of the processes of a test, with these rows and rounds (see roundsForPairs(); null if unknown).
 *
 * Each process of a slow test makes a few calls; all processes together may have made enough. The reason for a row
 * without a time, of which no process in two may have the same, is always included.
 */
function mergeWarnings(rows, rounds, verdict = null) {
  const merged = mergeByCode(rows, values(rounds, (one) => one && one.exponent));
  const reason = rows.flatMap(({ warnings }) => warnings).find(({ code }) => code === verdict);
  if (reason && !merged.some(({ code }) => code === verdict)) merged.push(reason);
  const calls = sum(rows.map((row) => row.calls));
  return merged.filter(({ code }) => code !== 'few-calls' || calls < FEW_CALLS)
    .map((warning) => (warning.code === 'few-calls' ? { ...warning, calls } : warning));
}

/** The middle one of several warnings about a shared core */
function usualOf(shared) {
  const inOrder = shared.slice().sort((one, other) => one.usualCycles - other.usualCycles);
  return inOrder[inOrder.length >> 1];
}

function mergeByCode(rows, exponents) {
  const all = rows.flatMap(({ warnings }) => warnings);
  const byKind = [...new Set(all.map(kindOf))].map((kind) => all.filter((one) => kindOf(one) === kind));
  const kept = byKind.filter((same) => !OF_MOST.has(same[0].code) || same.length * 2 > rows.length)
    .map((same) => (same[0].code === 'shared-core' ? usualOf(same) : same[0]));
  const drift = changeInProcesses(exponents);
  return drift === null ? kept
    : [...kept.filter(({ code }) => code !== 'not-steady'), { code: 'not-steady', drift, byCalls: true }];
}

// The range of three processes is a 75 % interval. A 95 % interval needs six.
const FEWEST_FOR_RANGE = 3;
const FEWEST_FOR_INTERVAL = 6;

const LONG_CALL_NS = 2e7;

/** Interval of the median over processes; for few processes the median ends of their intervals. */
function intervalOf(list, low, high) {
  if (list.length >= FEWEST_FOR_INTERVAL) return medianInterval(list);
  return list.length >= FEWEST_FOR_RANGE ? { low: minOf(list), high: maxOf(list) } : { low, high };
}

/** Buffers that a call frees do not count in each process, but a call allocates at least its peak. */
function atLeastPeak(found) {
  const peakBytes = medianOf(values(found, (one) => one.peakBytes ?? null));
  const isLess = ({ bytesPerCall }) => peakBytes !== null && bytesPerCall < peakBytes;
  return found.map((one) => (isLess(one) ? { ...one, bytesPerCall: peakBytes, bytesHigh: null, bytesLow: null } : one));
}

function mergeMemory(rows) {
  const found = atLeastPeak(values(rows, (row) => row.memory));
  if (found.length === 0) return null;
  const merged = mergeFields(found, {
    bytesPerCall: medianOf, bytesLow: medianOf, bytesHigh: medianOf, heapBytesPerCall: medianOf,
    externalBytesPerCall: medianOf, keptBytesPerCall: medianOf, peakBytes: medianOf, calls: sumOf,
  });
  const { low, high } = intervalOf(values(found, (one) => one.bytesPerCall), merged.bytesLow, merged.bytesHigh);
  const collections = mergeFields(found.map((one) => one.collections),
    { count: sumOf, young: sumOf, old: sumOf, seconds: sumOf, share: meanOf });
  const callsPerCollection = collections.count > 0 ? merged.calls / collections.count : null;
  return { ...merged, bytesLow: low, bytesHigh: high, collections: { ...collections, callsPerCollection } };
}

function mergeColdCache(rows) {
  const found = values(rows, (row) => row.coldCache);
  if (found.length === 0) return null;
  const merged = mergeFields(found, {
    nsPerCall: medianOf, nsLow: medianOf, nsHigh: medianOf, samples: sumOf, evictedBytes: medianOf,
    resolutionNs: medianOf,
  });
  const { low, high } = intervalOf(values(found, (one) => one.nsPerCall), merged.nsLow, merged.nsHigh);
  return { ...merged, nsLow: low, nsHigh: high };
}

// A slow test may have time for one process only.
const isOneSlow = (rows) => rows.length === 1 && rows[0].nsPerCall >= LONG_CALL_NS;

/** The interval of its rounds, widened by the usual variance between processes. */
function ofOneProcess(row, ns) {
  const { nsPerCall, nsLow, nsHigh } = row;
  const [low, high] = [nsLow, nsHigh].map((end) => (end === null ? null : end * ns / nsPerCall));
  const covered = coverProcesses({ ratio: ns, low, high }, chooseDeviation(row), 0.95);
  return { estimate: ns, low: covered.low, high: covered.high };
}

const knownTime = ({ cycles, nsPerCall }, inCycles) => (inCycles ? cycles : nsPerCall);

const isOfSharedCore = ({ code }) => code === 'shared-core';
const sharesCore = ({ row }) => row.warnings.some(isOfSharedCore);

/** Excludes outliers among the processes of a test, except fast ones if most processes shared their core. */
function withoutOutliers(source) {
  const { restarts } = source;
  // Runs of streams differ by the other work of the process.
  if (source.rows.some(({ stream }) => stream !== null && stream !== undefined)) return source;
  const known = [...restarts].filter(([, measured]) => isKnown(measured));
  const inCycles = haveCycles(known.map(([, { row }]) => row));
  const times = known.map(([, { row }]) => knownTime(row, inCycles));
  const usual = median(times);
  const found = findOutliers(times);
  const others = known.filter((_, i) => !found[i]);
  const areShared = others.filter(([, one]) => sharesCore(one)).length * 2 > others.length;
  const hadCore = (time) => areShared && time < usual && usual <= MOST_OF_SHARED * time;
  const flags = found.map((isFound, i) => isFound && !hadCore(times[i]));
  if (!flags.includes(true)) return source;
  const left = new Set(known.filter((_, i) => flags[i]).map(([number]) => number));
  const farthest = times.filter((_, i) => flags[i])
    .reduce((most, time) => (abs(log(time / usual)) > abs(log(most / usual)) ? time : most));
  const outliers = { code: 'outliers', processes: left.size, all: restarts.size, factor: farthest / usual };
  const kept = new Map([...restarts].filter(([number]) => !left.has(number)));
  return { ...source, restarts: kept, rows: [...kept.values()].map(({ row }) => row), outliers };
}

// A time with other tests in one process is noted beyond this factor, and this multiple of the interval's half width.
const TOGETHER_FACTOR = 1.25;
const TOGETHER_WIDTHS = 2;
const LEAST_TOGETHER_NS = 1; // smaller differences come from the loop around the test

const ONE_CONFIDENCE = 0.95; // of each factor

/** The warning about a test that differs with others in its process, in all processes that measured it so; or null */
function differenceTogether({ nsPerCall, nsLow, nsHigh, cycles }, together) {
  const factors = together.map((one) => (
    cycles > 0 && one.cycles > 0 ? one.cycles / cycles : one.nsPerCall / nsPerCall));
  if (factors.length === 0 || !(nsLow > 0) || !factors.every((factor) => factor > 0)) return null;
  const least = Math.max(log(TOGETHER_FACTOR), TOGETHER_WIDTHS * log(nsHigh / nsLow) / 2);
  const isSlower = factors.every((factor) => log(factor) > least);
  if (!isSlower && !factors.every((factor) => log(factor) < -least)) return null;
  const factor = isSlower ? minOf(factors) : maxOf(factors);
  if (abs(factor - 1) * nsPerCall < LEAST_TOGETHER_NS) return null;
  return { code: 'together', factor, nsPerCall: nsPerCall * factor };
}

/** The time of a test after the others in its process (`polluted`), relative to the restarts of the test alone */
function timeAfterOthers(polluted, alone) {
  const contrast = polluted.times.length > 0 && alone.times.length > 0 ? contrastOfTests(polluted, alone) : null;
  if (contrast === null) {
    const { error } = polluted.row;
    return {
      nsPerCall: null, factor: null, low: null, high: null, processes: polluted.row.processes,
      reason: error ? error.message : null,
    };
  }
  const { ratio: factor, low, high } = contrast.interval(ONE_CONFIDENCE);
  return {
    nsPerCall: factor * alone.row.nsPerCall, factor, low, high, processes: polluted.row.processes, reason: null,
  };
}

function mergeRows({ name, ops, rows, error, variant, restarts, outliers = null }, rate, isCommand = false) {
  const empty = describeVariant(createEmptyRow(name, ops), variant);
  if (error) return { row: { ...empty, verdict: 'failed', error, processes: rows.length }, times: [] };
  if (rows.length === 0) return { row: empty, times: [] };
  const measured = rowsWithSpeed({ rows });
  const isMeasured = measured.length > 0;
  const inCycles = isMeasured && haveCycles(measured);
  const times = measured.map(({ cycles, nsPerCall }) => (inCycles ? cycles / rate : nsPerCall));
  const middles = mergeFields(rows,
    { nsPerCall: medianOf, resolutionNs: medianOf, overheadNs: medianOf, cpuNsPerCall: medianOf });
  const { estimate, low, high } = !isMeasured ? { estimate: middles.nsPerCall, low: null, high: null }
    : isOneSlow(measured) ? ofOneProcess(measured[0], times[0])
      : isCommand && times.length >= FEWEST_FOR_INTERVAL ? { estimate: median(times), ...medianInterval(times) }
        : estimateWithInterval(times);
  const perSecond = (ns) => (isMeasured ? ops * 1e9 / ns : null);
  const throughput = (field) => {
    const amounts = values(measured, (row) => row[field] && row[field] * row.nsPerCall);
    return amounts.length ? median(amounts) / estimate : null;
  };
  const verdict = isMeasured ? 'unresolved'
    : pickUnmeasuredVerdict(rows.filter(isUnmeasured).map((one) => one.verdict));
  const row = {
    ...empty, ...middles,
    verdict,
    cycles: inCycles ? estimate * rate : null,
    nsPerCall: estimate,
    nsLow: low,
    nsHigh: high,
    statistic: isMeasured && !isCommand ? 'trimmed-mean' : 'median',
    intervalBasis: !isMeasured || high === null ? null : isOneSlow(measured) ? 'model' : 'processes',
    kind: rows[0].kind,
    ...mergeFields(rows, { calls: sum, rounds: sum }),
    processes: rows.length,
    collections: empty.isCold ? empty.collections : mergeFields(rows.map(({ collections }) => collections),
      { count: sum, share: meanOf, seconds: sumOf, bytesPerCall: medianOf }),
    memory: mergeMemory(rows),
    coldCache: mergeColdCache(rows),
    bytesPerSecond: throughput('bytesPerSecond'),
    itemsPerSecond: throughput('itemsPerSecond'),
    warnings: [
      ...mergeWarnings(rows, [...restarts.values()].map(({ rounds }) => rounds), verdict),
      ...(outliers ? [outliers] : []),
    ],
    results: {
      ...empty.results, avg: perSecond(estimate), min: perSecond(maxOf(times)), max: perSecond(minOf(times)),
      ...mergeFields(rows.map(({ results }) => results), { count: sum, elapsed: sum, duration: sum }),
      runs: rows.length, nloops: rows[0].results.count,
      stats: rows.map(({ results }) => ({ count: results.count, elapsed: results.elapsed })),
    },
  };
  return {
    row, times, rawTimes: measured.map(({ nsPerCall }) => nsPerCall),
    slowdowns: measured.map(slowdownOf),
  };
}

/** Logarithms of the ratios of two tests in the restarts that have both. */
function differencesOf(one, other) {
  // A stream has a different number of operations than its runs.
  const scale = log(one.scale / other.scale);
  return logRatios(one.restarts, other.restarts, one.usual).map((difference) => difference - scale);
}

/** Compares two tests by the restarts that have both; null without any. usual: see usualVariance() */
function contrastOfTests(one, other, differences = differencesOf(one, other), usual = null) {
  if (differences.length > 1) return contrastOfPairs(differences, usual);
  const [a, b] = [one.row, other.row];
  const isSlow = a.nsPerCall >= LONG_CALL_NS || b.nsPerCall >= LONG_CALL_NS;
  if (isSlow && a.nsLow > 0 && b.nsLow > 0) {
    return contrastOfEstimates(a.nsPerCall / a.ops / (b.nsPerCall / b.ops), a, b);
  }
  return differences.length > 0 ? contrastOfPairs(differences) : null;
}

/** Compares commands by the rounds that have both. */
function contrastOfCommands(one, other) {
  const rounds = [...one.restarts.keys()].filter((number) => other.restarts.has(number));
  const [own, others] = [one, other].map(({ restarts }) => (
    rounds.map((number) => log(restarts.get(number).row.nsPerCall))));
  return contrastByAlignedRanks(others, own);
}

/** Adds contrasts with the baselines of their groups. */
function withContrasts(members, baselines, areCommands) {
  const differing = members.map((member) => {
    const baseline = baselines.get(member.group);
    return { member, baseline, differences: differencesOf(member, baseline) };
  });
  const usual = usualVariance(differing.map(({ differences }) => varianceOfPairs(differences)).filter(Boolean));
  return differing.map(({ member, baseline, differences }) => ({
    ...member, contrast: areCommands && differences.length >= FEWEST_PAIRS
      ? contrastOfCommands(member, baseline) : contrastOfTests(member, baseline, differences, usual),
  }));
}

function withRowsAlone(source, usual) {
  const chosen = keepUnshared([...source.restarts.values()].map((measured) => [measured]), [usual]);
  return { ...source, rows: chosen.filter(Boolean).map(([{ row }]) => row) };
}

/**
 * @param {object[]} sources { name, ops (of the test, or null), restarts (map from the number of a restart to { row,
 *   rounds }), error, isTwin, variant (see round-strategy.js), together (times in a process with all tests), alone (of
 *   a test after the others: its source) }
 * @param {object} plan { timeGoal, opsPerTest, baselineAvg, margin, areCommands (whose times have long tails) }
 * @param {{ error: number }} [level] error of all verdicts together
 * @returns {object[]} one row per test
 */
function summarizeForks(sources, plan, { error = ALPHA } = {}) {
  const usual = turnCyclesAlone(sources.flatMap(({ restarts }) => [...restarts.values()]));
  const unshared = sources.map((source) => withRowsAlone(source, usual));
  // Late starts are no outliers of commands: medians and ranks ignore them.
  const chosen = plan.areCommands ? unshared : unshared.map(withoutOutliers);
  const rate = commonRate(chosen.map(rowsWithSpeed).filter(haveCycles).flat());
  const members = chosen.map((source) => {
    const { isTwin, alone = null, restarts, together = [] } = source;
    const merged = mergeRows({ ...source, ops: source.ops || plan.opsPerTest }, rate, plan.areCommands);
    const [first] = restarts.values();
    const scale = first ? merged.row.ops / first.row.ops : 1;
    return { ...merged, isTwin, alone, group: groupOf(source), restarts, usual, scale, together };
  });
  const tests = members.filter(({ isTwin, alone }) => !isTwin && alone === null);
  const working = tests.filter(({ times }) => times.length > 0);
  const baselines = findBaselines(working);
  const twin = members.find(({ isTwin, times }) => isTwin && times.length > 0);
  const ofTwin = twin && working[0] === tests[0] ? contrastOfTests(twin, working[0]) : null;
  const { floor, low, high } = estimateFloor(ofTwin || { error: null });
  for (const { row } of tests) {
    Object.assign(row, { margin: plan.margin, noiseFloor: floor, noiseFloorLow: low, noiseFloorHigh: high });
  }

  const compared = (plan.baselineAvg
    ? working.map((member) => (
      { ...member, contrast: contrastWithTime(member.times, member.row.ops * 1e9 / plan.baselineAvg) }))
    : withContrasts(working.filter((member) => member !== baselines.get(member.group)), baselines, plan.areCommands)
  ).filter(({ contrast }) => contrast !== null);
  judgeTogether(compared.map(({ contrast }) => contrast), ALPHA / error).forEach((found, i) => {
    const { row, group } = compared[i];
    if (!plan.baselineAvg && !plan.areCommands) alignWith(row, baselines.get(group).row, found.ratio);
    const limits = { margin: plan.margin, floor: decisiveFloor({ floor, low, high }, plan.margin) };
    setVerdict(row, found, limits, spentSeconds(row, plan));
    // These need more processes, not more time.
    if (row.isCold || row.processes < 2) row.moreSeconds = null;
  });
  if (!plan.baselineAvg) for (const { row } of baselines.values()) setBaseline(row);
  for (const { row, times, rawTimes, slowdowns, together } of tests) {
    includeProcesses(row, times, rawTimes);
    const warning = differenceTogether(row, together);
    if (warning) row.warnings.push(warning);
    includeUnshared(row, slowdowns);
    // The times of commands have long tails, and ranks compare them.
    if (!plan.areCommands) markNoise(row);
  }
  for (const member of members.filter(({ alone }) => alone !== null)) {
    const alone = members[sources.indexOf(member.alone)];
    alone.row.polluted = timeAfterOthers(member, alone);
  }
  return putGrowth(tests.map(({ row }) => row));
}

/**
 * A test that is not distinguished from the baseline, with an interval that exceeds its time, has no speed, as in one
 * process. Ratios within restarts can be clear even then.
 */
function markNoise(row) {
  const halfWidthNs = (row.nsHigh - row.nsLow) / 2;
  if (row.verdict !== 'unresolved' || !(halfWidthNs > row.nsPerCall)) return;
  Object.assign(row, {
    verdict: 'too-noisy', rank: null, rankLow: null, rankHigh: null, moreSeconds: null, resolutionNs: halfWidthNs,
    bytesPerSecond: null, itemsPerSecond: null, results: { ...row.results, avg: null, min: null, max: null },
  });
  row.warnings.push({ code: 'too-noisy', resolutionNs: halfWidthNs });
}

/**
 * Extends the interval, if most processes shared their core, to the time that they probably take on an unshared one.
 * Also if some processes or rounds seem unshared: in public suites, their times were still up to 1.7 times too high.
 */
function includeUnshared(row, slowdowns) {
  if (row.nsLow !== null && row.warnings.some(isOfSharedCore)) row.nsLow /= median(slowdowns);
}

/** Extends the interval to the nearest process, at the common clock rate (times) and at their own (rawTimes). */
function includeProcesses(row, times, rawTimes) {
  const own = { low: row.nsLow, high: row.nsHigh };
  const { low, high } = includeNearest(includeNearest(own, times), rawTimes);
  Object.assign(row, { nsLow: low, nsHigh: high });
}

module.exports = { summarizeForks, mergeMemory, mergeColdCache, mergeWarnings };
