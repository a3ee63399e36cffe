'use strict';

/* What has to be said below the table: its brackets and its doubts in words, and the failures again. */

const { rough, percent } = require('../text/amounts');
const { escaped, label, truncate } = require('../text/display');
const { doubtOf } = require('./unresolved');
const { factLines } = require('./fact-notes');
const { isUntold } = require('../text/verdict-words');
const { sentence, changesMeaning, isOfLeftOut } = require('../system/warnings');

const OUTPUT_LINES = 20;

/** Colours and other sequences to a terminal, which the tools that write to stderr put around words. */
const ESC = '\x1b';
const SEQUENCE = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, 'g');

/** 'noise floor here: 0.8 % (0.3 to 1.6 %); ...', '' where none is known */
function noiseLine(rows, margin) {
  for (let i = 0; i < rows.length; i++) {
    const { noiseFloor, noiseFloorLow, noiseFloorHigh } = rows[i];
    if (typeof noiseFloor !== 'number') continue;
    // Rows of before have no interval of it.
    const hasInterval = typeof noiseFloorLow === 'number' && typeof noiseFloorHigh === 'number';
    const floor = percent(noiseFloor) + (hasInterval ? ` (${rough(noiseFloorLow * 100)} to ${percent(noiseFloorHigh)})` : '');
    const line = `noise floor here: ${floor}; differences under it are not told apart`;
    return noiseFloor > margin ? `${line}, and none is called same, for it is above the margin of ${percent(margin)}` : line;
  }
  return '';
}

/** One warning with the sums of several of its code. */
function addUp(sum, warning) {
  for (const field in warning) if (typeof warning[field] === 'number') sum[field] = (sum[field] || 0) + warning[field];
}

/**
 * What was left out for others had the processor, once for all tests: on a busy machine each has it.
 *
 * @param {Array<{ name: string, verdict: string, warnings: object[] }>} rows
 * @returns {Array<{ name: string|null, whose: string, words: string }>} name of the only test that has it, or else whose it is
 */
function leftOutOf(rows) {
  const sums = { __proto__: null };
  const found = [];
  let measured = 0;
  for (let i = 0; i < rows.length; i++) {
    const { name, verdict, warnings = [] } = rows[i];
    if (verdict !== 'failed' && verdict !== null) measured++;
    for (let k = 0; k < warnings.length; k++) {
      const { code } = warnings[k];
      if (!isOfLeftOut(warnings[k])) continue;
      if (!sums[code]) found[found.length] = sums[code] = { warning: { __proto__: null, code }, name, tests: 0 };
      addUp(sums[code].warning, warnings[k]);
      sums[code].tests++;
    }
  }
  const remarks = [];
  for (let i = 0; i < found.length; i++) {
    const { warning, name, tests } = found[i];
    const whose = tests < measured ? `${tests} of ${measured} tests` : 'all tests';
    remarks[i] = { name: tests === 1 ? name : null, whose, words: sentence(warning) };
  }
  return remarks;
}

/** Of a row without a speed: why it has none. */
function untoldSentence({ verdict, warnings = [], resolutionNs }) {
  for (let i = 0; i < warnings.length; i++) if (warnings[i].code === verdict) return sentence(warnings[i]);
  return sentence({ code: verdict, resolutionNs });
}

/** Lines of somebody else's text: without colours, nothing else dropped. */
function linesOf(text, indent, lines) {
  const parts = `${text}`.replace(SEQUENCE, '').replace(/\t/g, '    ').split(/\r\n|\n|\r/);
  for (let i = 0; i < parts.length; i++) {
    lines[lines.length] = (i > 0 ? indent : '') + escaped(parts[i]);
  }
}

function failureLines(row, lines) {
  const { message, at, calls, round, output } = row.error || {};
  const first = lines.length;
  linesOf(message || 'failed', '    ', lines);
  lines[first] = `  ${label(row.name)}: ${lines[first]}`;
  if (at) lines[lines.length] = `    at ${escaped(at)}`;
  if (calls) lines[lines.length] = `    on call ${escaped(calls)}${round > 1 ? `, in round ${round}` : ''}`;
  if (!output) return;
  for (let i = output.length > OUTPUT_LINES ? output.length - OUTPUT_LINES : 0; i < output.length; i++) {
    const start = lines.length;
    linesOf(output[i], '    | ', lines);
    lines[start] = `    | ${lines[start]}`;
  }
}

/**
 * What is to be said of the tests that have figures.
 *
 * @param {Array<object>} rows as tableLines() takes them
 * @param {number} [margin] the share below which two tests shall count as the same
 * @returns {string[]} lines, none where there is nothing to say
 */
function remarkLines(rows, margin) {
  const lines = [];
  const say = (line) => { lines[lines.length] = line; };
  const noise = noiseLine(rows, margin);
  if (noise) say(noise);
  for (let i = 0; i < rows.length; i++) {
    const { name, verdict, warnings = [] } = rows[i];
    if (verdict === 'unresolved') say(`${label(name)}: ${doubtOf(rows[i])}`);
    if (isUntold(rows[i])) say(`${label(name)}: ${untoldSentence(rows[i])}`);
    for (let k = 0; k < warnings.length; k++) {
      if (changesMeaning(warnings[k])) say(`${label(name)}: ${escaped(sentence(warnings[k]))}`);
    }
  }
  const leftOut = leftOutOf(rows);
  for (let i = 0; i < leftOut.length; i++) {
    const { name, whose, words } = leftOut[i];
    say(`${name === null ? whose : label(name)}: ${words}`);
  }
  const facts = factLines(rows);
  for (let i = 0; i < facts.length; i++) say(facts[i]);
  return lines;
}

/**
 * What the tests that failed said.
 *
 * @param {Array<object>} rows with name, verdict, error
 * @returns {string[]} lines, none where none has failed
 */
function failedLines(rows) {
  const lines = [];
  let failed = 0;
  for (let i = 0; i < rows.length; i++) if (rows[i].verdict === 'failed') failed++;
  if (failed) lines[0] = `${failed} of ${rows.length} test${rows.length === 1 ? '' : 's'} failed:`;
  for (let i = 0; i < rows.length; i++) {
    if (rows[i].verdict === 'failed') failureLines(rows[i], lines);
  }
  return lines;
}

/**
 * @param {Array<object>} rows as tableLines() takes them
 * @param {object} settings
 * @param {number} [settings.columns] of the terminal: lines are cut to them, except what failures said
 * @param {number} [settings.margin] the share below which two tests shall count as the same
 * @returns {string[]} lines, none where there is nothing to say
 */
function noteLines(rows, { columns, margin } = {}) {
  const lines = remarkLines(rows, margin);
  const failed = failedLines(rows);
  const first = lines.length;
  for (let i = 0; i < failed.length; i++) lines[first + i] = failed[i];
  if (!(columns > 0)) return lines;
  for (let i = 0; i <= first && i < lines.length; i++) lines[i] = truncate(lines[i], columns);
  return lines;
}

module.exports = { noteLines, remarkLines, failedLines, failureLines, noiseLine, leftOutOf, percent };
