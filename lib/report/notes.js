'use strict';

/* What has to be said below the table: its brackets and its doubts in words, and the failures again. */

const { factLines, countLines, shortCountLines } = require('#facts');
const { sentence, changesMeaning, isOfLeftOut } = require('../system/warnings');
const { alsoText, firstOf } = require('../text/columns');
const { counted, percent, rough } = require('../text/numbers');
const { escaped, label, plainLines } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');
const { namesDoubts, suiteAnswer } = require('./answer');
const { doubtOf, settlingTime } = require('./unresolved');
const { isUntold } = require('../text/verdict-words');

const OUTPUT_LINES = 20;

// Without `verbose` of 3: of 200 tests nobody reads more than these and a line of how many there are; the page has all.
const MOST_NOTES = 4;
const ALL_NOTES = 3;

/** 'noise floor here: 0.8 % (0.3 to 1.6 %); ...', '' where none is known */
function noiseLine(rows, margin) {
  const row = rows.find(({ noiseFloor }) => typeof noiseFloor === 'number');
  if (!row) return '';
  const { noiseFloor, noiseFloorLow: low, noiseFloorHigh: high } = row;
  // Rows of before have no interval of it.
  const hasInterval = typeof low === 'number' && typeof high === 'number';
  const floor = percent(noiseFloor) + (hasInterval ? ` (${rough(low * 100)} to ${percent(high)})` : '');
  const isOverMargin = noiseFloor > margin;
  return `noise floor here: ${floor}; what lies under it is not told apart${isOverMargin ? ', nor called same' : ''}`;
}

/** One warning with the sums of several of its code; not of what a test had all objects inherit. */
function addUp(sum, warning) {
  for (const [field, value] of Object.entries(warning)) {
    if (typeof value === 'number') sum[field] = (sum[field] || 0) + value;
  }
}

/**
 * What was left out for others had the processor, once for all tests: on a busy machine each has it.
 *
 * @param {Array<{ name: string, verdict: string, warnings: object[] }>} rows
 * @returns {Array<{ name: string|null, whose: string, words: string }>} name of the only test that has it, or else
 *   whose it is
 */
function leftOutOf(rows) {
  const sums = new Map();
  for (const { name, warnings = [] } of rows) {
    for (const warning of warnings.filter(isOfLeftOut)) {
      const { code } = warning;
      if (!sums.has(code)) sums.set(code, { sum: { code }, name, tests: 0 });
      addUp(sums.get(code).sum, warning);
      sums.get(code).tests++;
    }
  }
  const measured = rows.filter(({ verdict }) => verdict !== 'failed' && verdict !== null).length;
  return [...sums.values()].map(({ sum, name, tests }) => ({
    name: tests === 1 ? name : null,
    whose: tests < measured ? `${tests} of ${measured} tests` : 'all tests',
    words: sentence(sum),
  }));
}

/** Of a row without a speed: why it has none, and what may give it one. */
function untoldSentence({ verdict, warnings = [], resolutionNs }) {
  const words = sentence(warnings.find(({ code }) => code === verdict) || { code: verdict, resolutionNs });
  const isDropped = verdict === 'below-resolution';
  return isDropped ? `${words}; what nobody uses is dropped: timeit.keep(result) uses it` : words;
}

/** Somebody else's text behind one indent, its further lines behind another. */
function linesOf(text, indent, next) {
  return plainLines(`${text}`).map((line, i) => (i > 0 ? next : indent) + escaped(line));
}

/** What one test that failed said. */
function failureLines({ name, error }) {
  const { message, at, calls, round, output } = error || {};
  return [
    ...linesOf(message || 'failed', `  ${label(name)}: `, '    '),
    ...(at ? [`    at ${escaped(at)}`] : []),
    ...(calls ? [`    on call ${escaped(calls)}${round > 1 ? `, in round ${round}` : ''}`] : []),
    ...(output || []).slice(-OUTPUT_LINES).flatMap((line) => linesOf(line, '    | ', '    | ')),
  ];
}

/** @returns {Array<{ name: string, kind: string, words: string }>} what makes the figures of single tests doubtful */
function doubtsOf(rows) {
  // A test that failed has no figures to doubt.
  return rows.filter(({ verdict }) => verdict !== 'failed').flatMap((row) => [
    ...(row.verdict === 'unresolved' ? [{ kind: 'unresolved', words: doubtOf(row) }] : []),
    ...(isUntold(row) ? [{ kind: row.verdict, words: untoldSentence(row) }] : []),
    ...(row.warnings || []).filter(changesMeaning).map((warning) => (
      { kind: warning.code, words: escaped(sentence(warning)) })),
  ].map((doubt) => ({ ...doubt, row, name: label(row.name) })));
}

/** What is the same of several tests: their figures may differ, but not why they are not resolved. */
const sameOf = ({ kind, row, words }) => (kind === 'unresolved' && !settlingTime([row]) ? words : kind);

/** The same said of several tests once: 'a: not steady: 25 % slower at the end than at the start (also: b, c)' */
function gathered(doubts) {
  // What is so of the most tests first: the last ones may not be shown.
  const groups = [...groupedBy(doubts, sameOf).values()].sort((a, b) => b.length - a.length);
  return groups.map(([{ name, words }, ...others]) => {
    return `${name}: ${words}${alsoText(others.map((one) => one.name))}`;
  });
}

const leftOutLines = (rows) =>
  leftOutOf(rows).map(({ name, whose, words }) => `${name === null ? whose : label(name)}: ${words}`);

/**
 * What the tests that failed said.
 *
 * @param {Array<object>} rows with name, verdict, error
 * @returns {string[]} lines, none where none has failed
 */
function failedLines(rows) {
  const failed = rows.filter(({ verdict }) => verdict === 'failed');
  if (!failed.length) return [];
  return [`${failed.length} of ${counted(rows.length, 'test')} failed:`, ...failed.flatMap(failureLines)];
}

/**
 * All that is to be said of the tests that have figures.
 *
 * @param {Array<object>} rows as tableLines() takes them
 * @param {number} [margin] the share below which two tests shall count as the same
 * @returns {string[]} lines, none where there is nothing to say
 */
function remarkLines(rows, margin) {
  const noise = noiseLine(rows, margin);
  const doubts = doubtsOf(rows).map(({ name, words }) => `${name}: ${words}`);
  return [
    ...(noise ? [noise] : []), ...doubts, ...leftOutLines(rows), ...factLines(rows), ...countLines(rows),
  ];
}

/** What matters most of remarkLines(): nothing that the answer tells, and once what is so of several tests. */
function shortRemarkLines(rows, margin) {
  const isTold = namesDoubts(rows);
  const doubts = doubtsOf(rows).filter(({ kind, row }) => kind !== 'unresolved' || !isTold || !settlingTime([row]));
  const noise = noiseLine(rows, margin);
  const first = (lines) => firstOf(lines, MOST_NOTES, 'more, which verbose shows');
  return [
    ...first([...(noise ? [noise] : []), ...gathered(doubts), ...leftOutLines(rows)]), ...first(factLines(rows)),
    ...shortCountLines(rows, MOST_NOTES),
  ];
}

/** All of them, or what matters most. */
const remarksFor = (rows, { margin, verbose }) => (
  (verbose >= ALL_NOTES ? remarkLines : shortRemarkLines)(rows, margin));

/**
 * @param {Array<object>} rows as tableLines() takes them
 * @param {object} settings
 * @param {number} [settings.margin] the share below which two tests shall count as the same
 * @param {number} [settings.verbose] 3 and above: all notes, of each test
 * @returns {string[]} lines, none where there is nothing to say; the last is the answer
 */
function noteLines(rows, { margin, verbose = 2 } = {}) {
  return [...remarksFor(rows, { margin, verbose }), ...failedLines(rows), ...suiteAnswer(rows)];
}

module.exports = { noteLines, remarkLines, remarksFor, ALL_NOTES, failedLines, failureLines, noiseLine, leftOutOf };
