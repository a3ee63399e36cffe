'use strict';

/* What has to be said below the table: its brackets and its doubts in words, and the failures again. */

const { counted, percent, rough } = require('../text/numbers');
const { escaped, label, plainLines, truncate } = require('../text/display');
const { doubtOf } = require('./unresolved');
const { factLines } = require('./fact-notes');
const { isUntold } = require('../text/verdict-words');
const { sentence, changesMeaning, isOfLeftOut } = require('../system/warnings');

const OUTPUT_LINES = 20;

/** 'noise floor here: 0.8 % (0.3 to 1.6 %); ...', '' where none is known */
function noiseLine(rows, margin) {
  const row = rows.find(({ noiseFloor }) => typeof noiseFloor === 'number');
  if (!row) return '';
  const { noiseFloor, noiseFloorLow: low, noiseFloorHigh: high } = row;
  // Rows of before have no interval of it.
  const hasInterval = typeof low === 'number' && typeof high === 'number';
  const floor = percent(noiseFloor) + (hasInterval ? ` (${rough(low * 100)} to ${percent(high)})` : '');
  return `noise floor here: ${floor}; differences under it are not told apart` +
    (noiseFloor > margin ? `, and none is called same, for it is above the margin of ${percent(margin)}` : '');
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

/** Of a row without a speed: why it has none. */
function untoldSentence({ verdict, warnings = [], resolutionNs }) {
  return sentence(warnings.find(({ code }) => code === verdict) || { code: verdict, resolutionNs });
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

/**
 * What is to be said of the tests that have figures.
 *
 * @param {Array<object>} rows as tableLines() takes them
 * @param {number} [margin] the share below which two tests shall count as the same
 * @returns {string[]} lines, none where there is nothing to say
 */
function remarkLines(rows, margin) {
  const noise = noiseLine(rows, margin);
  const doubts = rows.flatMap((row) => [
    ...(row.verdict === 'unresolved' ? [doubtOf(row)] : []),
    ...(isUntold(row) ? [untoldSentence(row)] : []),
    ...(row.warnings || []).filter(changesMeaning).map((warning) => escaped(sentence(warning))),
  ].map((words) => `${label(row.name)}: ${words}`));
  const leftOut = leftOutOf(rows).map(({ name, whose, words }) => `${name === null ? whose : label(name)}: ${words}`);
  return [...(noise ? [noise] : []), ...doubts, ...leftOut, ...factLines(rows)];
}

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
 * @param {Array<object>} rows as tableLines() takes them
 * @param {object} settings
 * @param {number} [settings.columns] of the terminal: lines are cut to them, except what failures said
 * @param {number} [settings.margin] the share below which two tests shall count as the same
 * @returns {string[]} lines, none where there is nothing to say
 */
function noteLines(rows, { columns, margin } = {}) {
  const [head, ...causes] = failedLines(rows);
  const lines = [...remarkLines(rows, margin), ...(head === undefined ? [] : [head])];
  return [...lines.map((line) => (columns > 0 ? truncate(line, columns) : line)), ...causes];
}

module.exports = { noteLines, remarkLines, failedLines, failureLines, noiseLine, leftOutOf };
