'use strict';

/*
 * Whether tests may end before their time. Pure functions. Tests are checked at planned times: a check after each round
 * that stops at the first narrow interval would turn 5 % wrong answers into 8 %.
 */

const { deviationOf } = require('./suite-comparison');
const { summarizeSuite } = require('./suite-summary');

const { abs, log, max, min } = Math;

// Shares of the time of the tests.
const PRECISE_LOOKS = [0.25, 0.5, 0.75];

// Often, and early: half a second of four is enough for most questions.
const CLEAR_LOOKS = [0.0625, 0.08, 0.1, 0.125, 0.15, 0.18, 0.25, 0.35, 0.5, 0.75];

// At each of these a verdict needs this level, instead of the 5 % at the end (Haybittle 1971, Peto 1976): all ten add
// less than one wrong answer in a hundred.
const EARLY_ERROR = 0.0005;

// Fewer correlated rounds make an interval that is too narrow. Tests that make garbage are compared by the loops around
// them, and need about one round for each.
const FEWEST_ROUNDS = 100;
const FEWEST_COLLECTING = 16;

// A rank needs an interval of a twentieth of its distance from the baseline (of the logarithms): 7 +- 0.35 % faster, 70
// +- 2.7 %, 14 +- 0.7 times as fast. On an idle machine, tests that make garbage took 4 to 12 s to reach 1 %.
const DISTANCE_SHARE = 0.05;
const FAR_SHARE = 0.05;

const CLEAR = new Set(['baseline', 'same', 'slower', 'faster']);

// Warnings that may disappear with more time.
const PASSING = new Set(['not-steady', 'busy', 'shared-core', 'too-few-samples', 'few-samples']);

// Share of the time below the top tier. Such rounds are left out; a smaller share means that V8 is done, or discards
// code now and then.
const ON_ITS_WAY_SHARE = 0.1;

const mayPass = ({ code, found, share }) => PASSING.has(code) ||
  (code === 'not-optimized' && (found === 'not-settled' || share > ON_ITS_WAY_SHARE));

const within = (low, value, high, share) => low > 0 && high > 0 && max(log(high / value), log(value / low)) <= share;

const isFailed = ({ verdict }) => verdict === 'failed';
const isTooFast = ({ verdict }) => verdict === 'below-resolution';

/** Whether the interval of each ratio is within a share of it, to both sides. */
function isPrecise(rows, share) {
  return rows.every((row) => isFailed(row) || isTooFast(row) || within(row.rankLow, row.rank, row.rankHigh, share));
}

/** Whether it is too fast even with a narrower interval. */
const isTooFastForGood = (row) => isTooFast(row) && row.resolutionNs > (row.nsHigh - row.nsLow) / 2;

const isClear = (row) => isFailed(row) || isTooFastForGood(row) ||
  (CLEAR.has(row.verdict) && !row.warnings.some(mayPass));

/** Whether a row has enough rounds; collecting: names of tests that make garbage. */
const hasEnoughRounds = (row, collecting) => isFailed(row) ||
  row.rounds >= (collecting.has(row.name) ? FEWEST_COLLECTING : FEWEST_ROUNDS);

/** The largest relative error that a rank may have. */
const shareOf = ({ rank }, share) => max(share, min(FAR_SHARE, DISTANCE_SHARE * abs(log(rank / 1000))));

/** Whether ranks, or the times of uncompared tests, are known to a share; leastOf(row): not better than to this. */
function areKnown(rows, share, leastOf = () => 0) {
  const baselines = rows.filter(({ verdict }) => verdict === 'baseline');
  const isAlone = rows.every((row) => isFailed(row) || isTooFast(row) || row.verdict === 'baseline');
  return rows.every((row) => isPrecise([row], max(leastOf(row), shareOf(row, share)))) &&
    (!isAlone || baselines.every((row) => within(row.nsLow, row.nsPerCall, row.nsHigh, max(leastOf(row), share))));
}

/**
 * When the tests of a suite are checked, as shares of their time.
 *
 * @param {{ precision: number|false, untilClear: number|false|undefined }} settings shares
 * @returns {number[]}
 */
function looksOf({ precision, untilClear }) {
  if (precision) return PRECISE_LOOKS;
  return untilClear ? CLEAR_LOOKS : [];
}

/**
 * Decides whether some tests of a suite end now.
 *
 * @param {object[]} sources of these tests and of those for their noise floor, as summarizeSuite takes them
 * @param {function(object): boolean} isAsked whether a row is one of these
 * @param {object} settings of the suite
 * @param {number} comparisons that the whole suite will have
 * @returns {'precise'|'clear'|null} null: not yet
 */
function reasonToEnd(sources, isAsked, settings, comparisons) {
  const { precision, untilClear } = settings;
  const rowsAt = (error) => summarizeSuite(sources, settings, { error, comparisons }).filter(isAsked);
  const rows = rowsAt();
  if (precision) return isPrecise(rows, precision) ? 'precise' : null;
  const collecting = new Set(sources.filter(({ collects }) => collects).map(({ name }) => name));
  if (!rows.every((row) => hasEnoughRounds(row, collecting)) || !areKnown(rows, untilClear, reachOf)) return null;
  const early = rowsAt(EARLY_ERROR);
  return rows.every((row, i) => isBelowProcesses(row) || (isClear(row) && isClear(early[i]))) ? 'clear' : null;
}

/** The interval that covers the variance between processes; more rounds hardly narrow it. */
const reachOf = (row) => 2 * deviationOf(row);

/** Whether the variance between processes exceeds the error of its rounds: more time would not settle it. */
const isBelowProcesses = (row) => (
  row.rank > 0 && !row.warnings.some(mayPass) && within(row.rankLow, row.rank, row.rankHigh, reachOf(row)));

/**
 * Decides whether a suite ends after a restart of its processes.
 *
 * @param {function({ error: number }=): object[]} rowsAt rows with verdicts that have so much error together
 * @param {object} settings of the suite
 * @param {number} share of the restarts that are made
 * @returns {'precise'|'clear'|null} null: not yet
 */
function whyRestartsEnd(rowsAt, { precision, untilClear }, share) {
  if (precision) return share >= PRECISE_LOOKS[0] && isPrecise(rowsAt(), precision) ? 'precise' : null;
  if (!untilClear) return null;
  const rows = rowsAt();
  if (!rows.every(isClear) || !areKnown(rows, untilClear)) return null;
  return rowsAt({ error: EARLY_ERROR }).every(isClear) ? 'clear' : null;
}

module.exports = { looksOf, reasonToEnd, whyRestartsEnd };
