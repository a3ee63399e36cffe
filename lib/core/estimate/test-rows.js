'use strict';

/* The row of each test before any comparison, by way of a source: a member of a suite, measured or not, as data. */

const { formatFailedCall, createCutShortError, toRowError, createRowError } = require('../../base/text/row-error');
const { hasSpeed, isUnmeasured } = require('../../base/text/verdict-words');
const { netNs } = require('../samples/round');
const { fitTrend } = require('./diagnostics');
const { estimateTurnCycles, sortOut } = require('./rounds');
const { createEmptyRow, describeVariant } = require('./row');
const { FEWEST_FOR_INTERVAL, summarize } = require('./summary');

const { ceil, max, min } = Math;

const MOST_RUNS = 250; // entries of results.stats: a suite makes up to 6000 rounds

// A call this long is a measurement even without a warm-up. A cold call of an empty async function can read 6 ms.
const LONG_CALL_NS = 1e8;

/** Warm-up rounds of long calls count, and if it stopped or failed. A second callback makes all rounds useless. */
function hasUsableRounds({ measured, failure, task: { samples } }) {
  if (failure && failure.twice) return false;
  const { rounds } = samples;
  const latest = rounds[rounds.length - 1];
  if (!failure && latest && latest.ns >= LONG_CALL_NS * latest.calls) return true;
  return measured || samples.stopped !== null || (failure !== null && rounds.length >= FEWEST_FOR_INTERVAL);
}

const MEANT_CALLBACK = ". fn takes one parameter, which is the value of setup. For a callback, set kind: 'callback'";

const NOT_BEGUN = { isTwin: false, samples: null, failure: null };

const isInFirstCall = (member, { current }) => member && member === current && member.progress.calls === 0;

/** `cause`: null, or { code, words, current }: error of tests without samples, and message for the test to blame. */
function collectSources(state, cause) {
  const count = Math.max(state.tests.length, state.members.length);
  return Array.from({ length: count }, (_, i) => {
    const member = state.members[i];
    const source = member ? sourceOf(member) : { ...NOT_BEGUN, ...ofTest(state.tests[i]) };
    if (!cause || source.failure) return source;
    if (cause.current && member && member === state.current) {
      source.failure = createRowError(cause.code, cause.current);
    } else if (!source.samples) {
      source.failure = createCutShortError(cause.code, cause.words, isInFirstCall(member, state));
    } else {
      source.early = 'interrupted';
    }
    return source;
  });
}

const ofTest = (test) => ({ variant: test, name: test.name, ops: test.ops, bytes: test.bytes, items: test.items });

function sourceOf(member) {
  const { test, isTwin, collects, handles, memory, coldCache, endedEarly, failure, progress } = member;
  const { samples } = member.task;
  const source = {
    ...ofTest(test), isTwin, collects, handles, memory, coldCache, endedEarly, failure: null, early: null,
    durationNs: member.spentNs, nloops: member.calls, samples: hasUsableRounds(member) ? samples : null,
  };
  if (failure) {
    source.failure = toRowError(failure, samples.kind, formatFailedCall(failure, progress));
    if (test.mayMeanValue && member.setupValue !== undefined && failure.stage === 'test') {
      source.failure.message += MEANT_CALLBACK;
    }
    source.failure.round = failure.stage === 'test' ? samples.rounds.length + 1 : null;
  }
  return source;
}

/**
 * The row of one test before any comparison.
 *
 * @param {object} source { name, samples, ops, bytes, items, failure (a row's error, or null), durationNs, nloops,
 *   isTwin, collects (whether slices are long, for garbage), early (code of a warning, or null), handles
 *   (left open), memory, coldCache (of their passes, or null) }
 * @param {object} plan { timeGoal (seconds), opsPerTest }
 * @returns {{ row: object, nets: object|null }} nets: { turns, copies, ns } of the measured rounds, ns per operation
 */
function measurementOf(source, plan) {
  const { name, samples, bytes, items, failure, nloops, collects, handles } = source;
  const ops = source.ops || plan.opsPerTest;
  const ofFailure = failure ? { verdict: 'failed', error: failure } : {};
  const empty = describeVariant(createEmptyRow(name, ops), source.variant);
  if (!samples) return { row: { ...empty, ...ofFailure }, nets: null };

  const { clockCostNs } = samples;
  const goal = goalOf(plan);
  const parts = sortOut(samples, goal);
  const { used } = parts;
  const result = summarize(samples, goal, source.durationNs, parts);
  const { stats, fastest, slowest } = runsOf(used, clockCostNs);
  const reason = result.warnings.find(({ code }) => isUnmeasured({ verdict: code }));
  const verdict = reason ? reason.code : 'unresolved';
  const isMeasured = hasSpeed({ verdict });
  const perSecond = (ns) => (isMeasured && ns > 0 && ns < Infinity ? ops * 1e9 / ns : null);
  const throughput = (amount) => (amount && isMeasured ? amount * 1e9 / result.nsPerCall : null);
  const { count, elapsed, cyclesPerCall, collections, ...ofRow } = result;
  delete ofRow.wallclock;
  const row = {
    ...empty, ...ofRow,
    verdict,
    cycles: cyclesPerCall,
    calls: count,
    collections: { ...collections, seconds: collections.share === null ? null : collections.share * elapsed },
    bytesPerSecond: throughput(bytes),
    itemsPerSecond: throughput(items),
    results: {
      avg: perSecond(result.nsPerCall), min: perSecond(slowest), max: perSecond(fastest), count, elapsed,
      runs: stats.length, duration: source.durationNs / 1e9, nloops: stats.length ? stats[0].count : nloops, stats,
    },
    coldCache: source.coldCache || null,
    endedEarly: source.endedEarly || null,
    ...ofFailure,
  };
  if (source.memory) {
    const { figures, reason: doubt } = source.memory;
    row.memory = figures;
    if (doubt !== null) row.warnings.push({ code: 'memory-unsure', reason: doubt });
  }
  if (handles && handles.length) row.warnings.push({ code: 'handles-left', handles });
  const early = failure ? 'interrupted' : source.early;
  if (early) row.warnings.push({ code: early });
  return { row, nets: isMeasured && !failure ? netsOf(used, clockCostNs, ops) : null, collects };
}

const goalOf = ({ timeGoal }) => ({ seconds: timeGoal || Number.MIN_VALUE });

const netsOf = (rounds, clockCostNs, ops) => ({
  turns: rounds.map(({ turn }) => turn), copies: rounds.map(({ copy }) => copy),
  ns: rounds.map((round) => netNs(round, clockCostNs) / ops),
});

/** For restart-comparison.js. Includes rounds with a shared core, because only all restarts together show them. */
function roundsForPairs({ samples, ops }, plan) {
  const { candidates } = sortOut(samples, goalOf(plan));
  const nets = netsOf(candidates, samples.clockCostNs, ops || plan.opsPerTest);
  const { exponent = null } = fitTrend(samples) || {};
  return { ...nets, cycles: estimateTurnCycles(candidates), exponent };
}

/** Joins rounds to limit the stored result; `fastest` and `slowest` are ns per call. */
function runsOf(rounds, clockCostNs) {
  const together = ceil(rounds.length / MOST_RUNS);
  const stats = [];
  let fastest = Infinity;
  let slowest = 0;
  for (let i = 0; i + together <= rounds.length; i += together) {
    let count = 0;
    let elapsedNs = 0;
    for (const round of rounds.slice(i, i + together)) {
      count += round.calls;
      elapsedNs += netNs(round, clockCostNs) * round.calls;
    }
    stats.push({ count, elapsed: max(0, elapsedNs) / 1e9 });
    if (elapsedNs <= 0) continue;
    fastest = min(fastest, elapsedNs / count);
    slowest = max(slowest, elapsedNs / count);
  }
  return { stats, fastest, slowest };
}

function setBaseline(row) {
  Object.assign(row, { rank: 1000, rankLow: 1000, rankHigh: 1000, verdict: 'baseline' });
}

/** The row of the only test of a process. The process that started it compares the rows. */
function summarizeAlone(source, plan) {
  const { row, nets } = measurementOf(source, plan);
  row.margin = plan.margin;
  if (nets) setBaseline(row);
  return row;
}

module.exports = { collectSources, measurementOf, roundsForPairs, setBaseline, summarizeAlone };
