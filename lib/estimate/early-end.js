'use strict';

/*
 * Whether tests may end before their time, by what is known of them so far. Pure functions. That is looked at by plan:
 * looking after each round and stopping at the first narrow interval makes 5 % wrong answers into 8 %.
 */

const { deviationOf } = require('./process-variance');
const { summarizeSuite } = require('./suite-summary');

const { abs, log, max, min } = Math;

// Shares of the time of the tests.
const PRECISE_LOOKS = [0.25, 0.5, 0.75];

// Often, and early: of four seconds half a one is enough for most questions.
const CLEAR_LOOKS = [0.0625, 0.08, 0.1, 0.125, 0.15, 0.18, 0.25, 0.35, 0.5, 0.75];

// At each of those a verdict has to hold at this level, and not only at the 5 % of the end (Haybittle 1971, Peto 1976):
// with all ten there is less than one wrong answer in a hundred more, whatever the rounds are.
const EARLY_ERROR = 0.0005;

// Fewer rounds that resemble their neighbours make an interval that is too narrow. Tests that make garbage are compared
// by the loops around them, and one for most of these does.
const FEWEST_ROUNDS = 100;
const FEWEST_COLLECTING = 16;

// A rank needs to be known to a twentieth of its distance from the baseline (of the logarithms): 7 +- 0.35 % faster, 70
// +- 2.7 %, 14 +- 0.7 times as fast. Tests that make garbage took 4 to 12 s to be known to 1 %, on a quiet machine.
const DISTANCE_SHARE = 0.05;
const FAR_SHARE = 0.05;

const CLEAR = new Set(['baseline', 'same', 'slower', 'faster']);

// Of figures that more time may change.
const PASSING = new Set(['not-steady', 'busy', 'shared-core', 'too-few-samples', 'few-samples']);

// Of the time, below the top tier: rounds there are left out, and where they are fewer than that V8 is done, or throws
// code away now and then.
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

/** Whether it is too fast whatever its interval, which more time makes narrower. */
const isTooFastForGood = (row) => isTooFast(row) && row.resolutionNs > (row.nsHigh - row.nsLow) / 2;

const isClear = (row) => isFailed(row) || isTooFastForGood(row) ||
  (CLEAR.has(row.verdict) && !row.warnings.some(mayPass));

/** Whether there are rounds enough, where there is a figure at all; collecting: names of tests that make garbage. */
const areEnough = (row, collecting) => isFailed(row) ||
  row.rounds >= (collecting.has(row.name) ? FEWEST_COLLECTING : FEWEST_ROUNDS);

/** To which share a rank has to be known. */
const shareOf = ({ rank }, share) => max(share, min(FAR_SHARE, DISTANCE_SHARE * abs(log(rank / 1000))));

/**
 * Whether ranks are known to a share, or the time of a call that is compared with none; leastOf(row): to no less than
 * this.
 */
function areKnown(rows, share, leastOf = () => 0) {
  const baselines = rows.filter(({ verdict }) => verdict === 'baseline');
  const isAlone = rows.every((row) => isFailed(row) || isTooFast(row) || row.verdict === 'baseline');
  return rows.every((row) => isPrecise([row], max(leastOf(row), shareOf(row, share)))) &&
    (!isAlone || baselines.every((row) => within(row.nsLow, row.nsPerCall, row.nsHigh, max(leastOf(row), share))));
}

/**
 * When tests of a suite are looked at, as shares of their time.
 *
 * @param {{ precision: number|false, untilClear: number|false|undefined }} settings shares
 * @returns {number[]}
 */
function looksOf({ precision, untilClear }) {
  if (precision) return PRECISE_LOOKS;
  return untilClear ? CLEAR_LOOKS : [];
}

/**
 * Why some tests of a suite end now.
 *
 * @param {object[]} sources of these and of those that their noise floor is from, as summarizeSuite takes them
 * @param {function(object): boolean} isAsked whether a row is one of these
 * @param {object} settings of the suite
 * @param {number} comparisons that the whole suite will have
 * @returns {'precise'|'clear'|null} null: they go on
 */
function reasonToEnd(sources, isAsked, settings, comparisons) {
  const { precision, untilClear } = settings;
  const rowsAt = (error) => summarizeSuite(sources, settings, { error, comparisons }).filter(isAsked);
  const rows = rowsAt();
  if (precision) return isPrecise(rows, precision) ? 'precise' : null;
  const collecting = new Set(sources.filter(({ collects }) => collects).map(({ name }) => name));
  if (!rows.every((row) => areEnough(row, collecting)) || !areKnown(rows, untilClear, reachOf)) return null;
  const early = rowsAt(EARLY_ERROR);
  return rows.every((row, i) => isBelowProcesses(row) || (isClear(row) && isClear(early[i]))) ? 'clear' : null;
}

/** Below that more rounds hardly narrow an interval that covers the variance between processes. */
const reachOf = (row) => 2 * deviationOf(row);

/** Whether its rounds say more than the variance between processes leaves: more time would not settle it. */
const isBelowProcesses = (row) => (
  row.rank > 0 && !row.warnings.some(mayPass) && within(row.rankLow, row.rank, row.rankHigh, reachOf(row)));

/** Whether the verdicts are clear, and the ranks known to a share. */
const areClear = (rows, share) => rows.every(isClear) && areKnown(rows, share);

/**
 * Why a suite ends after a restart of its processes.
 *
 * @param {function({ error: number }=): object[]} rowsAt rows with verdicts that have so much error together
 * @param {object} settings of the suite
 * @param {number} share of the restarts that are made
 * @returns {'precise'|'clear'|null} null: it goes on
 */
function whyRestartsEnd(rowsAt, { precision, untilClear }, share) {
  if (precision) return share >= PRECISE_LOOKS[0] && isPrecise(rowsAt(), precision) ? 'precise' : null;
  if (!untilClear || !areClear(rowsAt(), untilClear)) return null;
  return rowsAt({ error: EARLY_ERROR }).every(isClear) ? 'clear' : null;
}

module.exports = { looksOf, reasonToEnd, whyRestartsEnd };
