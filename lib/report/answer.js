'use strict';

/* The answer to a suite: the fastest test with its lead, then the uncertainties. Percentages are of the speed. */

const { maxOf } = require('../base/stats/sample');
const { listAll, listNames } = require('../base/text/columns');
const { label } = require('../base/text/display');
const {
  counted, isNumber, shareText, shortPercent, formatSpeedWithInterval, speedWords,
} = require('../base/text/numbers');
const { groupBy } = require('../base/text/grouped-by');
const { UNMEASURED } = require('../base/text/verdict-words');
const { isCounted, isMeasured } = require('./cells');
const { formatBrackets } = require('../core/system/warnings');
const { groupRows, shortName } = require('./row-groups');
const { settlingTime } = require('./unresolved');

const { max } = Math;

const MOST_NAMES = 3;
const MOST_GROUPS = 4;
const MOST_LINES = 8;

// Words about instructions are loaded if tests have some.
const executedText = (rows, baseline, nameOf) => (
  isCounted(baseline) ? require('./count-notes').executedText(rows, baseline, nameOf) : '');
const fewestText = (rows, fastest, nameOf) => (
  rows.some(isCounted) ? require('./count-notes').fewestText(rows, fastest, nameOf) : '');

const together = (names) => (names.length > MOST_NAMES ? listNames(names, MOST_NAMES) : listAll(names));

/** Their names; of more than three, their number: '12 of 40 tests' */
const namesOrNumber = (some, rows, nameOf) => (
  some.length > MOST_NAMES ? `${some.length} of ${rows.length} tests` : together(some.map(nameOf)));

const OF_MACHINE = ['shared-core', 'busy'];

/** Codes of warnings about the machine that all of several tests have: rows and answers name them once. */
function sharedCodes(rows) {
  const [first, ...others] = rows.filter(isMeasured);
  if (others.length === 0) return [];
  const has = (code) => ({ warnings = [] }) => warnings.some((one) => one.code === code);
  return (first.warnings || []).map(({ code }) => code)
    .filter((code) => OF_MACHINE.includes(code) && others.every(has(code)));
}

function withoutShared(rows) {
  const shared = sharedCodes(rows);
  return rows.map((row) => ({ ...row, warnings: (row.warnings || []).filter(({ code }) => !shared.includes(code)) }));
}

/** '; all tests: busy' */
function sharedText(rows) {
  const brackets = formatBrackets(sharedCodes(rows).map((code) => ({ code })));
  return brackets && `; all tests: ${brackets.slice(1, -1)}`;
}

const isResolved = ({ verdict }) => ['faster', 'baseline', 'same', 'slower'].includes(verdict);

/** Whether the intervals of the ranks overlap. The baseline has none: its verdict decides. */
function isTied(row, fastest) {
  if (row.verdict === 'baseline') return fastest.verdict === 'same';
  if (fastest.verdict === 'baseline') return row.verdict === 'same';
  return isNumber(row.rankHigh) && isNumber(fastest.rankLow) && row.rankHigh >= fastest.rankLow;
}

// The words of the verdict of a fastest test
const FASTEST_WORDS = { faster: 'fastest', baseline: 'fastest, baseline' };

const byRank = (a, b) => b.rank - a.rank;

/** The fastest of the resolved tests, then those not distinguished from it, by rank. Empty if none. */
function leadersOf(rows) {
  const ranked = rows.filter((row) => row.rank > 0 && isResolved(row)).sort(byRank);
  const baseline = ranked.find(({ verdict }) => verdict === 'baseline');
  if (!baseline || ranked.length < 2) return [];
  // A test that is as fast as the baseline does not beat it.
  const first = ranked.find(({ verdict }) => verdict !== 'same');
  return [first, ...ranked.filter((row) => row !== first && isTied(row, first))];
}

/** Whether a test without a resolved verdict may be as fast as this one */
function mayBeAsFast(row, { rank, rankLow, verdict }) {
  if (row.verdict !== 'unresolved' && row.verdict !== 'too-noisy') return false;
  const least = isNumber(rankLow) ? rankLow : rank;
  return verdict === 'baseline' || !(row.rankHigh < least);
}

const isProven = (rows, fastest) => !rows.some((row) => mayBeAsFast(row, fastest));

/** As leadersOf(), but empty if another test may be as fast */
function findFastest(rows) {
  const leaders = leadersOf(rows);
  return leaders.length > 0 && isProven(rows, leaders[0]) ? leaders : [];
}

/** The tests that tables call fastest: each group has its own, and a test that is as fast as the baseline is `same` */
const namedFastest = (rows) => groupRows(rows).flatMap(({ rows: own }) => findFastest(own))
  .filter(({ verdict }) => FASTEST_WORDS[verdict]);

/** The largest difference from the baseline within the interval, as a share. Infinity without an interval. */
const mostApart = ({ rankLow, rankHigh }) =>
  rankLow > 0 && isNumber(rankHigh) ? max(1000 / rankLow, rankHigh / 1000) - 1 : Infinity;

function doubtText(rows) {
  const within = maxOf(rows.map(mostApart));
  const time = settlingTime(rows);
  const settled = time && `${time} more per test would settle it`;
  const words = [within < 1 && `within ${shareText(within)}`, settled].filter(Boolean);
  return words.length ? ` (${words.join('; ')})` : '';
}

const be = (some) => (some.length > 1 ? 'are' : 'is');

/** '61 % (41 to 83 %) faster' */
const speedOf = ({ rank, rankLow, rankHigh }) => (
  formatSpeedWithInterval(...[rank, rankLow, rankHigh].map((value) => (isNumber(value) ? value / 1000 : null))));

/** With warnings about the meaning of its figures: 'a (busy)' */
const withBrackets = (row, nameOf) => [nameOf(row), formatBrackets(row.warnings)].filter(Boolean).join(' ');

/** 'a (baseline)', with its warnings about the meaning of figures: 'a (baseline, busy)' */
function baseOf(baseline, nameOf) {
  const brackets = formatBrackets(baseline.warnings);
  return `${nameOf(baseline)} (baseline${brackets ? `, ${brackets.slice(1)}` : ')'}`;
}

const fastestSlower = (rows) => rows.filter(({ verdict }) => verdict === 'slower').sort(byRank)[0];

function behindText(rows, baseline, nameOf) {
  const next = fastestSlower(rows);
  if (!next) return '';
  const name = withBrackets(next, nameOf) + (rows.length > 2 ? ', the next fastest,' : '');
  return `: ${name} is ${speedOf(next)}${executedText([next], baseline)}`;
}

/** The difference between two tests, if it is unknown which one is fastest */
function provenText(rows, first, baseline, nameOf) {
  const row = first === baseline ? fastestSlower(rows) : first;
  return row ? `${withBrackets(row, nameOf)} is ${speedOf(row)} than ${baseOf(baseline, nameOf)}` : '';
}

/** 'b is fastest: 82 % faster than a (baseline)', or why there is no fastest test; '' without a comparison */
function fastestText(rows, nameOf) {
  const baseline = rows.find(({ verdict }) => verdict === 'baseline');
  const base = baseOf(baseline, nameOf);
  const [first, ...tied] = leadersOf(rows);
  if (!first) return '';
  if (!isProven(rows, first)) return provenText(rows, first, baseline, nameOf);
  if (first === baseline) {
    const margin = tied.length > 0 && shortPercent(maxOf(tied.map((row) => row.margin)));
    return tied.length > 0 ? `${namesOrNumber(tied, rows, nameOf)} ${be(tied)} as fast as ${base}, within ${margin}`
      : `${base} is fastest${behindText(rows, baseline, nameOf)}`;
  }
  const [next] = rows.filter((row) => row !== first && row.rank > 0).sort(byRank);
  const isKnown = next !== baseline && isResolved(next) && tied.length === 0;
  const runnerUp = isKnown ? `; ${nameOf(next)} is next, ${speedWords(next.rank / first.rank)}` : '';
  const lead = `${speedOf(first)} than ${base}${executedText([first], baseline)}${runnerUp}`;
  if (tied.length === 0) return `${withBrackets(first, nameOf)} is fastest: ${lead}`;
  const names = together([first, ...tied].map(nameOf));
  return `${names} are fastest and cannot be distinguished: ${nameOf(first)} is ${lead}`;
}

function doubtsText(rows, nameOf) {
  const of = (verdict) => rows.filter((row) => row.verdict === verdict);
  const names = (some) => namesOrNumber(some, rows, nameOf);
  const baseline = rows.find(({ verdict }) => verdict === 'baseline');
  const [unresolved, unknown] = [true, false].map((isKnown) => (
    of('unresolved').filter(({ rankLow, rankHigh }) => (isNumber(rankLow) && isNumber(rankHigh)) === isKnown)
  ));
  const clauses = Object.entries(UNMEASURED).map(([verdict, words]) => [of(verdict), words]);
  return [
    unresolved.length > 0 && `${names(unresolved)} cannot be distinguished from ${baseOf(baseline, nameOf)} yet` +
      doubtText(unresolved) + executedText(unresolved.slice(0, MOST_NAMES), baseline, nameOf),
    unknown.length > 0 && `${names(unknown)} cannot be compared with ${baseOf(baseline, nameOf)} yet` +
      doubtText(unknown),
    ...[...clauses, [of('failed'), 'failed']].filter(([some]) => some.length > 0)
      .map(([some, words]) => `${names(some)} ${words === 'failed' ? '' : `${be(some)} `}${words}`),
  ].filter(Boolean).join('; ');
}

function linesOf(rows, nameOf) {
  const baseline = rows.find(({ verdict }) => verdict === 'baseline');
  const measured = withoutShared(rows.filter(({ verdict }) => verdict !== null));
  const isAnswer = baseline && measured.some(({ verdict }) => verdict !== 'baseline' && verdict !== 'failed');
  if (!isAnswer) return [];
  const fastest = fastestText(measured, nameOf);
  const doubts = doubtsText(measured, nameOf);
  const [first, ...others] = [fastest, doubts].filter(Boolean);
  const counts = measured.length > 2 ? fewestText(measured, findFastest(measured)[0], nameOf) : '';
  return first ? [first + counts, ...others] : [];
}

/** Parts of the answer: { rows, lines, grid } with a grid if answer-by-test.js compares tests over several inputs */
function partsOf(rows) {
  const { findGrid, formatGrid } = rows.length > 3 ? require('./answer-by-test') : { findGrid: () => null };
  const partOf = (heading, own, grid) => {
    const [first, ...others] = grid ? formatGrid(grid)
      : linesOf(own, (row) => label(heading ? shortName(row) : row.name));
    const lines = first ? [first + sharedText(own), ...others] : [];
    return { rows: own, grid, lines: lines.map((line) => (heading ? `${heading}: ${line}` : line)) };
  };
  const byGroup = [...groupBy(groupRows(rows), ({ rows: [{ group }] }) => group ?? null)];
  const parts = byGroup.flatMap(([group, groups]) => {
    const own = groups.flatMap((one) => one.rows);
    const grid = findGrid(withoutShared(own).map((row) => ({ ...row, group: null })));
    return grid ? [partOf(groups.length > 1 ? group && label(group) : groups[0].heading, own, grid)]
      : groups.map((one) => partOf(one.heading, one.rows, null));
  }).filter(({ lines }) => lines.length > 0);
  const flat = parts.filter(({ grid }) => !grid);
  if (flat.length <= MOST_GROUPS) return parts;
  const own = flat.flatMap((part) => part.rows);
  const grid = findGrid(withoutShared(own));
  return [...parts.filter((part) => part.grid), ...(grid ? [partOf('', own, grid)] : [])];
}

function suiteAnswer(rows) {
  const parts = partsOf(rows);
  const lines = parts.flatMap((part) => part.lines);
  const left = parts.reduce((sum, { grid }) => sum + (grid ? grid.left : 0), max(0, lines.length - MOST_LINES));
  return [...lines.slice(0, MOST_LINES), ...(left > 0 ? [`and ${counted(left, 'more test')}; see the table`] : [])];
}

/** The rows whose unresolved verdicts the answer names, with the time that would settle them */
const namedRows = (rows) => new Set(partsOf(rows).flatMap(({ grid, rows: own }) => (grid ? [] : own)));

module.exports = { suiteAnswer, namedRows, FASTEST_WORDS, findFastest, namedFastest, sharedCodes, together };
