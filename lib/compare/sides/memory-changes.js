'use strict';

/*
 * Compares the memory per call of sides, and decides --max-regression-memory. V8 counts its allocations, so processes
 * of the same code agree to a few bytes, next to other programs, too.
 */

const { mergeMemory } = require('../../core/estimate/process-summary');
const { maxOf, median, minOf } = require('../../base/stats/sample');
const { UsageError } = require('../../base/text/usage-error');

const { max } = Math;

// Smaller differences are the same: no object has four bytes, and the portions in which V8 counts some allocations
// differ by 0.3 % between processes. The allocation of a single process can differ if its code is optimized otherwise:
// the differences of few processes need to be larger, and smaller ones are unresolved.
const LEAST_BYTES = 4;
const LEAST_SHARE = 0.005;
const LEAST_SHARE_OF_FEW = 0.05;
const FEW_PROCESSES = 3;

// Of peaks, which are seen in three calls of a process, now and then.
const PEAK_SHARE = 0.1;
const PEAK_SHARE_OF_FEW = 0.2;

const marginOf = (bytes, share) => max(LEAST_BYTES, share * bytes);

/** Whether the batches of a process agree. In some processes, V8 takes portions of 256 KB in the middle of them. */
function isSure({ warnings = [], memory: { bytesPerCall, bytesLow, bytesHigh } }) {
  if (warnings.some(({ code }) => code === 'memory-unsure')) return false;
  return bytesLow === null || bytesHigh - bytesLow <= 2 * marginOf(bytesPerCall, LEAST_SHARE);
}

/** Rows with memory, without those whose figures are unsure if two others are left. */
function chooseRows(rows) {
  const sure = rows.filter(isSure);
  return sure.length > 1 ? sure : rows;
}

function allocatedBy(rows) {
  const { bytesPerCall: bytes, bytesLow, bytesHigh } = mergeMemory(rows);
  const [low, high] = [bytesLow ?? bytes, bytesHigh ?? bytes];
  if (rows.length >= FEW_PROCESSES) return { bytes, low, high };
  // The interval of two processes comes from their slices, which do not show that the processes differ.
  const values = rows.map(({ memory }) => memory.bytesPerCall);
  return { bytes, low: minOf([low, ...values]), high: maxOf([high, ...values]) };
}

/** Range of a field over the processes; null if no process knows it */
function rangeOf(rows, field) {
  const known = rows.map(({ memory }) => memory[field]).filter(Number.isFinite);
  if (known.length === 0) return null;
  return { bytes: median(known), low: minOf(known), high: maxOf(known), isOfFew: known.length < FEW_PROCESSES };
}

/** Smaller differences than sameMargin are the same, and larger ones than margin are differences. */
function differenceOf(old, fresh, { margin, sameMargin }) {
  const [low, high] = [fresh.low - old.high, fresh.high - old.low];
  const isSame = low >= -sameMargin && high <= sameMargin;
  const verdict = low > margin ? 'more' : high < -margin ? 'less' : isSame ? 'same' : 'unresolved';
  return { old: old.bytes, fresh: fresh.bytes, difference: fresh.bytes - old.bytes, low, high, margin, verdict };
}

const VAGUE = new Set(['spread', 'other-work']);

/** Whether the batches of all processes disagree, or other work allocates, so that a difference may be of that */
const areVague = (rows) => rows.every(({ warnings = [] }) => (
  warnings.some(({ code, reason }) => code === 'memory-unsure' && VAGUE.has(reason))));

const unlessVague = (difference, old, fresh) => (
  difference.verdict !== 'same' && [old, fresh].some(areVague) ? { ...difference, verdict: 'unresolved' } : difference);

/** Retained memory is also allocated: only what changes beyond it is a change of allocation. */
function beyondKept(allocated, kept) {
  const { verdict, margin } = allocated;
  const isMoved = verdict === 'more' || verdict === 'less';
  if (!isMoved || kept === null || kept.verdict !== verdict) return allocated;
  const isBeyond = verdict === 'more' ? allocated.low - kept.high > margin : allocated.high - kept.low < -margin;
  return isBeyond ? allocated : { ...allocated, verdict: 'same' };
}

/** Whether a part certainly exceeds the limit; null if it may */
function exceeds({ verdict, low, high, old }, limit) {
  if (verdict === 'same' || verdict === 'less' || high <= limit * old) return false;
  return verdict === 'more' && low > limit * old ? true : null;
}

/** Only a peak that certainly differs counts: otherwise, each test with collections would be unresolved. */
function peakOf(old, fresh) {
  const [before, after] = [old, fresh].map((rows) => rangeOf(rows, 'peakBytes'));
  if (before === null || after === null) return null;
  // Also of saved results, which have no ranges.
  const isOfFew = before.isOfFew || after.isOfFew;
  const margin = marginOf(max(before.bytes, after.bytes), isOfFew ? PEAK_SHARE_OF_FEW : PEAK_SHARE);
  const peak = differenceOf(before, after, { margin, sameMargin: margin });
  return peak.verdict === 'more' || peak.verdict === 'less' ? peak : null;
}

const partsOf = ({ allocated, kept, peak }) => [allocated, kept, peak].filter(Boolean);

const firstOf = (order, values) => order.find((value) => values.includes(value));

/** Whether a change certainly exceeds the limit; null without a limit, or if it may */
function regressionOf(change, limit) {
  if (limit === null) return null;
  return firstOf([true, null, false], partsOf(change).map((part) => exceeds(part, limit))) ?? null;
}

const processesOf = (rows) => rows.reduce((sum, { processes }) => sum + max(1, processes || 0), 0);

/**
 * The changes[].memory of a comparison, see public/documents.d.ts. old, fresh: rows with memory, of processes or of
 * saved results; limit: share of --max-regression-memory, or null
 */
function compareMemory(old, fresh, limit = null) {
  if (old.length === 0 || fresh.length === 0) {
    return { allocated: null, kept: null, peak: null, verdict: 'not-measured', regression: null };
  }
  const [before, after] = [old, fresh].map(allocatedBy);
  const isOfFew = processesOf(old) < FEW_PROCESSES || processesOf(fresh) < FEW_PROCESSES;
  const sameMargin = marginOf(max(before.bytes, after.bytes), LEAST_SHARE);
  const margin = isOfFew ? marginOf(max(before.bytes, after.bytes), LEAST_SHARE_OF_FEW) : sameMargin;
  const [keptBefore, keptAfter] = [old, fresh].map((rows) => rangeOf(rows, 'keptBytesPerCall'));
  const kept = keptBefore && keptAfter && differenceOf(keptBefore, keptAfter, { margin, sameMargin });
  const difference = unlessVague(differenceOf(before, after, { margin, sameMargin }), old, fresh);
  const allocated = beyondKept(difference, kept);
  const parts = { allocated, kept, peak: peakOf(old, fresh) };
  return {
    ...parts,
    verdict: firstOf(['more', 'less', 'unresolved', 'same'], partsOf(parts).map(({ verdict }) => verdict)),
    regression: regressionOf(parts, limit),
  };
}

/** The tests with changes[].memory, unless no side has any. rows: with memory, for each test and side */
function withMemory(tests, rows, limit = null) {
  return tests.map((test, i) => {
    const own = rows[i].map(chooseRows);
    if (own.every(({ length }) => length === 0)) return test;
    const isCompared = (k) => [test.sides[0], test.sides[k]].every((side) => side && !side.error);
    return {
      ...test,
      sides: test.sides.map((side, k) => side && { ...side, memory: mergeMemory(own[k]) }),
      changes: test.changes.map((change, k) => (
        { ...change, memory: isCompared(k + 1) ? compareMemory(own[0], own[k + 1], limit) : null })),
    };
  });
}

/** The answer to --max-regression-memory, see public/documents.d.ts; null without a limit */
function createMemoryGate({ tests, sides, failures, complete, maxRegressionMemory: limit = null }) {
  if (limit === null) return null;
  const entries = tests.flatMap(({ file, suite, name, changes }) => changes.map(({ memory }, i) => ({
    place: { file, suite, name, side: sides[i + 1].label },
    isMeasured: Boolean(memory) && memory.verdict !== 'not-measured', regression: memory ? memory.regression : null,
  })));
  const failed = entries.filter(({ regression }) => regression).map(({ place }) => place);
  const unjudged = entries.filter(({ regression }) => regression === null)
    .map(({ place, isMeasured }) => ({ ...place, reason: isMeasured ? 'not-resolved' : 'not-measured' }));
  const passed = entries.length - failed.length - unjudged.length;
  const isSure = unjudged.length === 0 && failures.length === 0 && passed > 0 && complete;
  const outcome = failed.length > 0 ? 'failed' : isSure ? 'passed' : 'not-judged';
  return { limit, outcome, passed, failed, unjudged };
}

/** The comparison with another --max-regression-memory, if there is one */
function withMemoryLimit(comparison, limit) {
  if (limit === undefined) return comparison;
  if (!comparison.tests.some(({ changes }) => changes.some(({ memory }) => memory))) {
    throw new UsageError('--max-regression-memory: there is no memory in the files. Measure with compare --memory');
  }
  const changeOf = ({ memory, ...change }) => (
    { ...change, memory: memory ? { ...memory, regression: regressionOf(memory, limit) } : null });
  const tests = comparison.tests.map((test) => ({ ...test, changes: test.changes.map(changeOf) }));
  const limited = { ...comparison, tests, maxRegressionMemory: limit };
  return { ...limited, memoryGate: createMemoryGate(limited) };
}

module.exports = { createMemoryGate, withMemory, withMemoryLimit };
