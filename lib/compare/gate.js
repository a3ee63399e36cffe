'use strict';

/*
 * What a comparison answers to --max-regression: all tests are within the limit for sure, some are slower by more, or
 * it cannot be said, and what it would take to say it. Tests whose instructions were counted are judged by these alone:
 * what is not certainly more is within. A pure function over the finished comparison.
 */

const { RESERVE } = require('./plan');
const { affordable } = require('../stats/verdict');
const { isUntold } = require('../text/verdict-words');

const { ceil, exp, floor, log, log10, max } = Math;

// Where nobody knows how long a process takes, a hundred times as many are no advice.
const MOST_TIMES = 100;

// With a limit of more than twice the time nothing is guarded.
const MOST_LIMIT = 1;

const OPEN = ['too-wide', 'near-limit'];

// Fewer tell no spread.
const FEWEST = 2;

/** Two digits of a share or a time, the last one rounded by `whole`. */
function rounded(value, whole) {
  const power = 10 ** (floor(log10(value)) - 1);
  // 0.05 / 0.001 is 50.00000000000001.
  return +(whole(+(value / power).toPrecision(9)) * power).toPrecision(2);
}

/** Under which share no difference of two saved results is believed. */
const floorOf = ({ margin }, { kind }) => (kind === 'saved' ? margin : 0);

/** Whether its instructions decide over a change, and not its time. */
const isDecidedByCounts = ({ counts }) => Boolean(counts) && counts.regression !== null;

/** Why it is not sure that a change which is no regression is within the limit; null where it is. */
function reasonOf(change, document) {
  if (isDecidedByCounts(change)) return null;
  const { verdict, ratio, low, high } = change;
  const limit = document.maxRegression;
  if (verdict === 'failed' || verdict === 'unmatched' || isUntold(change)) return verdict;
  if (verdict === 'not-judged') return 'not-comparable';
  if (ratio === null) return 'not-measured';
  if (low === null || high === null) return 'no-interval';
  const least = floorOf(change, document);
  if (high <= (least > limit ? 1 / (1 + least) : 1 + limit)) return null;
  if (least > limit) return 'noise';
  return high / ratio > 1 + limit ? 'too-wide' : 'near-limit';
}

/** The smallest limit that this interval is within, two digits; null where there is none of use. */
function limitFor(change, document) {
  const limit = max(floorOf(change, document), change.high - 1);
  return limit > 0 && limit <= MOST_LIMIT ? rounded(limit, ceil) : null;
}

const NOTHING = { moreProcesses: null, moreSeconds: null, time: null, precision: null, runs: null };

/**
 * How far the end of the interval that has to move is from the ratio, and how near it has to come, on the log scale.
 * Near the limit the change itself tells. In an interval wider than the limit it can lie anywhere: first that has to
 * become as narrow.
 */
function distances({ ratio, low, high }, limit, reason) {
  if (reason === 'too-wide') return { reach: log(high / ratio), wanted: log(1 + limit) };
  const beyond = log(ratio / (1 + limit));
  return beyond < 0 ? { reach: log(high / ratio), wanted: -beyond } : { reach: log(ratio / low), wanted: beyond };
}

/** What it would take, for an interval shrinks with 1 / sqrt(processes). */
function needed({ change, pair, test }, reason, { secondsEach, limitSeconds, mostRuns }, document) {
  const { maxRegression: limit, precision } = document;
  const [processes, fewer] = pair.map(({ values }) => values.length).sort((a, b) => b - a);
  if (fewer < FEWEST) return NOTHING;
  const { reach, wanted } = distances(change, limit, reason);
  const times = (RESERVE * reach / wanted) ** 2;
  const all = ceil(times * processes);
  const secondsOfOne = secondsEach > 0 ? secondsEach * test.sides.length : null;
  const moreSeconds = secondsOfOne && (all - processes) * secondsOfOne;
  if (moreSeconds === null && !(times <= MOST_TIMES)) return NOTHING;
  const found = { ...NOTHING, moreProcesses: all - processes, moreSeconds };
  // Of rates each configuration has its runs, whatever they take and tell, unless these are planned.
  if (change.welch && mostRuns === null) return { ...found, runs: all };
  const isOverTime = !change.welch && secondsOfOne && all * secondsOfOne > limitSeconds;
  return {
    ...found,
    time: isOverTime ? rounded(all * secondsOfOne, ceil) : null,
    runs: change.welch && all > mostRuns ? all : null,
    // The plan has the same reserve.
    precision: exp(wanted) - 1 < precision ? rounded(exp(wanted) - 1, floor) : null,
  };
}

/** All changes with their tests, in order. */
function entriesOf({ tests, sides }) {
  return tests.flatMap((test, index) => test.changes.map((change, i) => {
    const { file, suite, name } = test;
    const where = { file, suite, name, side: sides[i + 1].label };
    return { change, test, index, pair: [test.sides[0], test.sides[i + 1]], where };
  }));
}

function unjudgedOf(entry, document, { secondsEach, ...limits }) {
  const reason = reasonOf(entry.change, document);
  const isOpen = OPEN.includes(reason);
  const isMeasured = isOpen && document.kind !== 'saved';
  const measured = { ...limits, secondsEach: secondsEach[entry.index] };
  const more = isMeasured ? needed(entry, reason, measured, document) : NOTHING;
  const limitItCouldJudge = isOpen || reason === 'noise' ? limitFor(entry.change, document) : null;
  return { ...entry.where, reason, ...more, limitItCouldJudge };
}

/** Files that could not be loaded, each once: nobody knows their tests. */
function filesOf({ failures }) {
  return [...new Set(failures.map(({ file }) => file))].map((file) => (
    { file, suite: 1, name: null, side: null, reason: 'file-failed', ...NOTHING, limitItCouldJudge: null }
  ));
}

/**
 * @typedef {object} Unjudged a test of which it cannot be said
 * @property {string|null} file
 * @property {number} suite
 * @property {string|null} name null where a file as a whole failed
 * @property {string|null} side label of the side that is compared with the first
 * @property {string} reason the interval reaches over the limit, and would do so around no change at all ('too-wide'),
 *   or because the change is near the limit ('near-limit'); the limit is less than saved results tell ('noise');
 *   'below-resolution'; 'too-noisy'; 'failed'; 'file-failed'; on one side only ('unmatched'); one figure whose error
 *   nobody knows ('no-interval'); 'not-measured' before the end; other conditions, or a rate of 0 ('not-comparable')
 * @property {number|null} moreProcesses per side that would tell; null where that cannot be said, and where those of
 *   all tests would take over an hour
 * @property {number|null} moreSeconds that they take
 * @property {number|null} time that --time has to allow for it, in s; null where it does already
 * @property {number|null} precision that --precision has to ask for; null where it does already
 * @property {number|null} runs that --runs has to ask for, of rates
 * @property {number|null} limitItCouldJudge share: with this limit it would have passed
 */

/**
 * @param {object} document a comparison with its tests, see docs/command-line.md
 * @param {object} [measured] how it was measured, for what more would take
 * @param {number[]} [measured.secondsEach] of each test: that one more process of one side takes, 0 where nobody knows
 * @param {number} [measured.limitSeconds] of --time
 * @param {number|null} [measured.mostRuns] of --runs, where a precision plans how many of them are made
 * @returns {{ limit: number, outcome: 'passed'|'failed'|'not-judged', passed: number, failed: object[],
 *   unjudged: Unjudged[], byCounts: number, byTime: object[] }|null} null where no limit was given; failed: { file,
 *   suite, name, side, by: 'instructions' or 'time' }; passed: how many are within for sure; byCounts: how many are
 *   judged by their instructions; byTime: where that is any, or all should be, those that nobody could count, { file,
 *   suite, name, side, reason: in words }. A comparison that was cut short, or of nothing, is not judged
 */
function gateOf(document, { secondsEach = [], limitSeconds = Infinity, mostRuns = null } = {}) {
  const { maxRegression: limit, failures, complete } = document;
  if (limit === null) return null;
  const entries = entriesOf(document);
  const failed = entries.filter(({ change }) => change.regression)
    .map(({ where, change }) => ({ ...where, by: isDecidedByCounts(change) ? 'instructions' : 'time' }));
  const byCounts = entries.filter(({ change }) => isDecidedByCounts(change)).length;
  const byTime = entries.filter(({ change }) => change.counts && !isDecidedByCounts(change))
    .map(({ where, change: { counts } }) => ({ ...where, reason: counts.reason || 'counted too roughly' }));
  const open = entries.filter(({ change }) => !change.regression && reasonOf(change, document) !== null);
  const passed = entries.length - failed.length - open.length;
  const measured = { secondsEach, limitSeconds, mostRuns };
  const found = [...open.map((entry) => unjudgedOf(entry, document, measured)), ...filesOf({ failures })];
  const isTooLong = affordable(found.reduce((sum, { moreSeconds }) => sum + moreSeconds, 0)) === null;
  const unjudged = isTooLong ? found.map((one) => ({ ...one, ...NOTHING })) : found;
  const isSure = unjudged.length === 0 && passed > 0 && complete;
  const outcome = failed.length ? 'failed' : isSure ? 'passed' : 'not-judged';
  return { limit, outcome, passed, failed, unjudged, byCounts, byTime };
}

module.exports = { gateOf };
