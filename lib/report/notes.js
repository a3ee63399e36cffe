'use strict';

/* What has to be said below the table: its '*' and its doubts in words, and the failures again. */

const { rough, percent } = require('./amounts');
const { escaped, label, truncate } = require('./display');
const { factLines } = require('./fact-notes');
const { sentence } = require('../warnings');

// These change what the figures mean; the others stand in the result for those who ask.
const MARKED = {
  'cold-start': true, 'not-steady': true, disturbed: true, 'may-hide': true, 'heap-limit': true, interrupted: true,
  'handles-left': true, 'tier-not-held': true, 'short-runs': true, 'output-varies': true,
};

const OUTPUT_LINES = 20;

/** Colours and other sequences to a terminal, which the tools that write to stderr put around words. */
const ESC = '\x1b';
const SEQUENCE = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, 'g');

/** @returns {boolean} whether the warning belongs to the '*' behind a verdict */
function isMarked(warning) {
  return MARKED[warning.code] === true;
}

function time(seconds) {
  if (seconds < 120) return `${rough(seconds)} s`;
  return seconds < 7200 ? `${rough(seconds / 60)} min` : `${rough(seconds / 3600)} h`;
}

function noiseLine(rows, margin) {
  for (let i = 0; i < rows.length; i++) {
    const { noiseFloor } = rows[i];
    if (typeof noiseFloor !== 'number') continue;
    const line = `noise floor here: ${percent(noiseFloor)}; differences under it are not told apart`;
    return noiseFloor > margin ? `${line} (it takes the place of the margin of ${percent(margin)})` : line;
  }
  return '';
}

function doubtOf({ moreSeconds, processes, stream, isCold }) {
  if (stream) return streamDoubtOf(stream);
  if (isCold) return 'not resolved; more processes may settle it, forkTests: 100';
  if (moreSeconds > 0) return `not resolved; about ${time(moreSeconds)} more per test would settle it`;
  if (processes > 0) return 'not resolved; more time would not settle it';
  return 'not resolved; more time in one process would not settle it, try forkTests';
}

/** Of streams each run is one sample: more of them narrow the interval. */
function streamDoubtOf({ runs, moreRuns }) {
  if (moreRuns > 0) return `not resolved; about ${rough(moreRuns)} more run${moreRuns === 1 ? '' : 's'} would settle it`;
  return runs > 1 ? 'not resolved; more runs would not settle it' : 'not resolved; one run has no interval';
}

function belowResolution({ warnings = [], resolutionNs }) {
  for (let i = 0; i < warnings.length; i++) if (warnings[i].code === 'below-resolution') return sentence(warnings[i]);
  return sentence({ code: 'below-resolution', resolutionNs });
}

/** Lines of somebody else's text: without colours, nothing else dropped. */
function linesOf(text, indent, lines) {
  const parts = `${text}`.replace(SEQUENCE, '').replace(/\t/g, '    ').split(/\r\n|\n|\r/);
  for (let i = 0; i < parts.length; i++) {
    lines[lines.length] = (i > 0 ? indent : '') + escaped(parts[i]);
  }
}

function failureLines(row, lines) {
  const { message, at, calls, output } = row.error || {};
  const first = lines.length;
  linesOf(message || 'failed', '    ', lines);
  lines[first] = `  ${label(row.name)}: ${lines[first]}`;
  if (at) lines[lines.length] = `    at ${escaped(at)}`;
  if (calls) lines[lines.length] = `    on call ${escaped(calls)}`;
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
    if (verdict === 'below-resolution') say(`${label(name)}: ${belowResolution(rows[i])}`);
    for (let k = 0; k < warnings.length; k++) {
      if (isMarked(warnings[k])) say(`${label(name)}: ${escaped(sentence(warnings[k]))}`);
    }
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

module.exports = { noteLines, remarkLines, failedLines, failureLines, streamDoubtOf, isMarked, percent };
