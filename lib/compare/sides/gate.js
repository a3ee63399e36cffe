'use strict';

/*
 * Compares instruction counts of sides, and decides --max-regression: passed, failed, or not judged, with the effort
 * that would decide. Counts alone decide for tests that have them: only a certain increase is a regression.
 */

const { RESERVE } = require('./plan-restarts');
const { compareCounts, notCounted } = require('../../extras/counts/verdict');
const { affordable } = require('../../base/stats/verdict');
const { isUnmeasured } = require('../../base/text/verdict-words');

const { ceil, exp, floor, log, log10, max } = Math;
const MOST_TIMES = 100; // without a known time per process, the advice is limited to this factor
const MOST_LIMIT = 1; // a share. A limit above twice the time is useless
const OPEN = ['too-wide', 'near-limit'];

function whyNot(pair, labels) {
  const missing = pair.map((known) => !known || known.counts === null);
  const reasons = pair.map((known) => (known && known.reason) || 'the run ended before counting');
  if (missing[0] && missing[1] && reasons[0] === reasons[1]) return reasons[0];
  const at = missing.indexOf(true);
  return at < 0 ? null : `${labels[at]}: ${reasons[at]}`;
}

/** The tests with counts. known: { counts, reason } or null, per test and side; forbidden: a reason, or null */
function withCounts(tests, known, { sides, precision, maxRegression, forbidden = null }) {
  function changeOf(test, k, pair) {
    if ([test.sides[0], test.sides[k]].some((side) => !side || side.error)) return null;
    const why = forbidden || whyNot(pair, [sides[0].label, sides[k].label]);
    if (why !== null) return notCounted(why);
    return compareCounts(pair[0].counts, pair[1].counts, { precision, limit: maxRegression });
  }

  function sideOf(side, found) {
    const { counts = null, reason = null } = found || {};
    return side && { ...side, counts, notCounted: counts === null ? reason : null };
  }

  return tests.map((test, i) => ({
    ...test,
    sides: test.sides.map((side, k) => sideOf(side, known[i][k])),
    changes: test.changes.map((change, k) => (
      { ...change, counts: changeOf(test, k + 1, [known[i][0], known[i][k + 1]]) })),
  }));
}

/** Two significant digits, the last one rounded by `whole`. */
function rounded(value, whole) {
  const power = 10 ** (floor(log10(value)) - 1);
  // 0.05 / 0.001 is 50.00000000000001.
  return +(whole(+(value / power).toPrecision(9)) * power).toPrecision(2);
}

/** Smaller differences of two saved results are noise. */
const floorOf = ({ margin }, { kind }) => (kind === 'saved' ? margin : 0);

const isDecidedByCounts = ({ counts }) => Boolean(counts) && counts.regression !== null;

/** Whether a change certainly exceeds the limit, by instructions if they decide, otherwise by time. */
function isRegression(change, document) {
  if (isDecidedByCounts(change)) return change.counts.regression;
  const { verdict, low } = change;
  return verdict !== 'not-judged' && low !== null && low > 1 + max(document.maxRegression, floorOf(change, document));
}

/** Why a change without a regression is not certainly within the limit; null if it is. */
function reasonOf(change, document) {
  if (isDecidedByCounts(change)) return null;
  const { verdict, ratio, low, high } = change;
  const limit = document.maxRegression;
  if (verdict === 'failed' || verdict === 'unmatched' || isUnmeasured(change)) return verdict;
  if (verdict === 'not-judged') return 'not-comparable';
  if (ratio === null) return 'not-measured';
  if (low === null || high === null) return 'no-interval';
  const least = floorOf(change, document);
  if (high <= (least > limit ? 1 / (1 + least) : 1 + limit)) return null;
  if (least > limit) return 'noise';
  return high / ratio > 1 + limit ? 'too-wide' : 'near-limit';
}

const NOTHING = { moreProcesses: null, moreSeconds: null, time: null, precision: null, runs: null };

/**
 * Logarithms: reach: from the ratio to the end of the interval; wanted: the reach that would decide. Near the limit the
 * change determines it. An interval wider than the limit must first become narrow: the change can lie anywhere in it.
 */
function distances({ ratio, low, high }, limit, reason) {
  if (reason === 'too-wide') return { reach: log(high / ratio), wanted: log(1 + limit) };
  const beyond = log(ratio / (1 + limit));
  return beyond < 0 ? { reach: log(high / ratio), wanted: -beyond } : { reach: log(ratio / low), wanted: beyond };
}

/** The effort that would decide: an interval shrinks with 1 / sqrt(processes). */
function needed({ change, pair, test, secondsEach }, reason, { limitSeconds, mostRuns }, document) {
  const { maxRegression: limit, precision } = document;
  const [processes, fewer] = pair.map(({ values }) => values.length).sort((a, b) => b - a);
  if (fewer < 2) return NOTHING;
  const { reach, wanted } = distances(change, limit, reason);
  const times = (RESERVE * reach / wanted) ** 2;
  const all = ceil(times * processes);
  const secondsOfOne = secondsEach > 0 ? secondsEach * test.sides.length : null;
  const moreSeconds = secondsOfOne && (all - processes) * secondsOfOne;
  if (moreSeconds === null && !(times <= MOST_TIMES)) return NOTHING;
  const found = { ...NOTHING, moreProcesses: all - processes, moreSeconds };
  // Without a plan all configurations have equally many runs.
  if (change.welch && mostRuns === null) return { ...found, runs: all };
  const isOverTime = !change.welch && secondsOfOne && all * secondsOfOne > limitSeconds;
  return {
    ...found,
    time: isOverTime ? rounded(all * secondsOfOne, ceil) : null,
    runs: change.welch && all > mostRuns ? all : null,
    // The plan applies the same reserve.
    precision: exp(wanted) - 1 < precision ? rounded(exp(wanted) - 1, floor) : null,
  };
}

const entriesOf = ({ tests, sides }, secondsEach) => tests.flatMap((test, index) => test.changes.map((change, i) => {
  const { file, suite, name } = test;
  const where = { file, suite, name, side: sides[i + 1].label };
  return { change, test, secondsEach: secondsEach[index], pair: [test.sides[0], test.sides[i + 1]], where };
}));

function unjudgedOf(entry, document, limits) {
  const reason = reasonOf(entry.change, document);
  const isOpen = OPEN.includes(reason);
  const more = isOpen && document.kind !== 'saved' ? needed(entry, reason, limits, document) : NOTHING;
  const limit = max(floorOf(entry.change, document), entry.change.high - 1);
  const couldJudge = (isOpen || reason === 'noise') && limit > 0 && limit <= MOST_LIMIT;
  return { ...entry.where, reason, ...more, limitItCouldJudge: couldJudge ? rounded(limit, ceil) : null };
}

/** One entry per file that failed to load, because its tests are unknown. */
const filesOf = ({ failures }) => [...new Set(failures.map(({ file }) => file))].map((file) => (
  { file, suite: 1, name: null, side: null, reason: 'file-failed', ...NOTHING, limitItCouldJudge: null }));

function gateOf(document, { secondsEach = [], limitSeconds = Infinity, mostRuns = null }) {
  const { maxRegression: limit, failures, complete } = document;
  const entries = entriesOf(document, secondsEach);
  const failed = entries.filter(({ change }) => change.regression)
    .map(({ where, change }) => ({ ...where, by: isDecidedByCounts(change) ? 'instructions' : 'time' }));
  const byCounts = entries.filter(({ change }) => isDecidedByCounts(change)).length;
  const byTime = entries.filter(({ change }) => change.counts && !isDecidedByCounts(change))
    .map(({ where, change: { counts } }) => ({ ...where, reason: counts.reason || 'the count is not precise enough' }));
  const open = entries.filter(({ change }) => !change.regression && reasonOf(change, document) !== null);
  const passed = entries.length - failed.length - open.length;
  const limits = { limitSeconds, mostRuns };
  const found = [...open.map((entry) => unjudgedOf(entry, document, limits)), ...filesOf({ failures })];
  const isTooLong = affordable(found.reduce((sum, { moreSeconds }) => sum + moreSeconds, 0)) === null;
  const unjudged = isTooLong ? found.map((one) => ({ ...one, ...NOTHING })) : found;
  const isSure = unjudged.length === 0 && passed > 0 && complete;
  const outcome = failed.length ? 'failed' : isSure ? 'passed' : 'not-judged';
  return { limit, outcome, passed, failed, unjudged, byCounts, byTime };
}

/**
 * The comparison with `regression` of each change and `gate`, see docs/command-line.md, which is null without a limit.
 * effort: secondsEach: per test, for one process of one side, 0 if unknown; limitSeconds: --time; mostRuns: --runs, if
 * runs are planned.
 */
function withGate(document, effort = {}) {
  if (document.maxRegression === null) return { ...document, gate: null };
  const tests = document.tests.map((test) => (
    { ...test, changes: test.changes.map((change) => ({ ...change, regression: isRegression(change, document) })) }));
  const judged = { ...document, tests };
  return { ...judged, gate: gateOf(judged, effort) };
}

module.exports = { withCounts, withGate };
