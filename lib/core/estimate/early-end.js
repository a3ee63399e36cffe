'use strict';

/* Ends tests early, at planned times: stopping at the first narrow interval would raise 5 % wrong answers to 8 %. */

const { chooseDeviation } = require('./suite-comparison');
const { summarizeSuite } = require('./suite-summary');

const { abs, log, max, min } = Math;

const PRECISE_LOOKS = [0.25, 0.5, 0.75];

// Often and early: half a second of four settles most questions.
const CLEAR_LOOKS = [0.0625, 0.08, 0.1, 0.125, 0.15, 0.18, 0.25, 0.35, 0.5, 0.75];

// Error level of each early check (Haybittle 1971, Peto 1976). All ten together add less than 1 %.
const EARLY_ERROR = 0.0005;

// With fewer rounds, correlation makes intervals too narrow. Tests that make garbage need about one round per loop.
const FEWEST_ROUNDS = 100;
const FEWEST_COLLECTING = 16;

// A rank needs an interval of a twentieth of its log distance from the baseline: 7 +- 0.35 % faster, 70 +- 2.7 %, 14 +-
// 0.7 times as fast. On an idle machine, tests that make garbage took 4 to 12 s to reach 1 %.
const DISTANCE_SHARE = 0.05;
const FAR_SHARE = 0.05;

const CLEAR = new Set(['baseline', 'same', 'slower', 'faster']);

// Warnings that may disappear with more time.
const PASSING = new Set(['not-steady', 'busy', 'shared-core', 'too-few-samples', 'few-samples']);

// Rounds below the top tier are left out. A smaller share of them means that V8 is done, or discards code occasionally.
const ON_ITS_WAY_SHARE = 0.1;

const mayPass = ({ code, found, share, byCalls }) => (PASSING.has(code) && !byCalls) ||
  (code === 'not-optimized' && (found === 'not-settled' || share > ON_ITS_WAY_SHARE));

const within = (low, value, high, share) => low > 0 && high > 0 && max(log(high / value), log(value / low)) <= share;
const isRankWithin = ({ rank, rankLow, rankHigh }, share) => within(rankLow, rank, rankHigh, share);
const isFailed = ({ verdict }) => verdict === 'failed';
const isTooFast = ({ verdict }) => verdict === 'below-resolution';
const arePrecise = (rows, share) => rows.every((row) => isFailed(row) || isTooFast(row) || isRankWithin(row, share));

/** A test can stay too fast even with a narrower interval. */
const isClear = (row) => isFailed(row) || (isTooFast(row) && row.resolutionNs > (row.nsHigh - row.nsLow) / 2) ||
  (CLEAR.has(row.verdict) && !row.warnings.some(mayPass));

const hasEnoughRounds = (row, collecting) => isFailed(row) ||
  row.rounds >= (collecting.has(row.name) ? FEWEST_COLLECTING : FEWEST_ROUNDS);

const shareOf = ({ rank }, share) => max(share, min(FAR_SHARE, DISTANCE_SHARE * abs(log(rank / 1000))));

/** isKnown(row): whether its rank (without comparisons: its time) is known to the share, or to leastOf(row) if more. */
function createIsKnown(rows, share, leastOf = () => 0) {
  const hasRank = (row) => !isFailed(row) && !isTooFast(row);
  const isAlone = rows.filter(hasRank).every(({ verdict }) => verdict === 'baseline');
  return (row) => !hasRank(row) || (isRankWithin(row, max(leastOf(row), shareOf(row, share))) &&
    (!isAlone || within(row.nsLow, row.nsPerCall, row.nsHigh, max(leastOf(row), share))));
}

const chooseLooks = ({ precision, untilClear }) => (precision ? PRECISE_LOOKS : untilClear ? CLEAR_LOOKS : []);

/** `sources` include tests for the noise floor, `isAsked` selects rows; `comparisons` is for the whole suite. */
function reasonToEnd(sources, isAsked, settings, comparisons) {
  const { precision, untilClear } = settings;
  const rowsAt = (level) => summarizeSuite(sources, settings, { ...level, comparisons }).filter(isAsked);
  const rows = rowsAt();
  if (precision) return arePrecise(rows, precision) ? 'precise' : null;
  const collecting = new Set(sources.filter(({ collects }) => collects).map(({ name }) => name));
  if (!rows.every((row) => hasEnoughRounds(row, collecting))) return null;
  if (!rows.every(createIsKnown(rows, untilClear, reachOf))) return null;
  const early = rowsAt({ error: EARLY_ERROR });
  return rows.every((row, i) => isBelowProcesses(row) || (isClear(row) && isClear(early[i]))) ? 'clear' : null;
}

/** Half width, a share, that more rounds hardly reduce, because the interval covers the variance between processes. */
const reachOf = (row) => 2 * chooseDeviation(row);

const isBelowProcesses = (row) => row.rank > 0 && !row.warnings.some(mayPass) && isRankWithin(row, reachOf(row));

/**
 * `share`: finished share of the restarts. The verdicts of rowsAt({ error }) have this error together. Returns { reason
 * (to end all tests, or null), clear (for each row, whether its test needs no more restarts) }.
 */
function restartsToEnd(rowsAt, { precision, untilClear }, share) {
  if (!precision && !untilClear) return { reason: null, clear: [] };
  const rows = rowsAt();
  if (precision) {
    return { reason: share >= PRECISE_LOOKS[0] && arePrecise(rows, precision) ? 'precise' : null, clear: [] };
  }
  const isKnown = createIsKnown(rows, untilClear);
  const now = rows.map((row) => isClear(row) && isKnown(row));
  const early = now.includes(true) ? rowsAt({ error: EARLY_ERROR }) : [];
  const clear = now.map((one, i) => one && isClear(early[i]));
  return { reason: clear.every(Boolean) ? 'clear' : null, clear };
}

module.exports = { chooseLooks, reasonToEnd, restartsToEnd };
