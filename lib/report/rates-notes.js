'use strict';

/* What has to be said of runs beside their figures: those too short or too noisy to tell much, and what failed. */

const { label, printable } = require('../text/display');
const { failureLines } = require('./comparison-table');
const { listing } = require('../text/columns');
const { configurationName, nameText, byFile } = require('../text/configuration-names');
const { shareText, secondsText } = require('../text/numbers');

const { max } = Math;

const MOST_HINTS = 5;
const MOST_FAILURES = 20;
const MOST_NAMES = 20;

/** 'n=1024', with the file where there are several */
function hintName({ file, configuration }, hasFiles) {
  return hasFiles || !configuration ? nameText(configurationName({ file, configuration })) : nameText(configuration);
}

function hintLine(hints, hasFiles) {
  const [{ kind, parameter }] = hints;
  const worst = hints.reduce((a, b) => (kind === 'noisy' ? b.variation > a.variation : b.seconds < a.seconds) ? b : a);
  const suggestion = hints.reduce((most, one) => max(most, one.suggestion || 0), 0);
  const name = hintName(worst, hasFiles) + (hints.length > 1 ? ` and ${hints.length - 1} more of this file` : '');
  const advice = suggestion > 0 && parameter ? `${printable(parameter)}=${suggestion} would do (--calibrate ${printable(parameter)} finds it)` : '';
  if (kind === 'too-short') {
    return `${name}: ${secondsText(worst.seconds)} measured is too short${advice ? `; ${advice}` : '; let a run do more operations'}`;
  }
  return `${name}: runs differ by ${shareText(worst.variation)}${advice ? `; ${advice}` : '; more runs (--runs) narrow the interval'}`;
}

/** A line for those of one file that are to be said the same of. */
function hintLines(hints, hasFiles) {
  const groups = new Map();
  for (const hint of hints) {
    const key = JSON.stringify([hint.file, hint.kind, hint.parameter]);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(hint);
  }
  const lines = [...groups.values()].map((group) => hintLine(group, hasFiles));
  return lines.length > MOST_HINTS ? [...lines.slice(0, MOST_HINTS), `and ${lines.length - MOST_HINTS} more`] : lines;
}

/**
 * Failures with the same words once, and how often they were.
 *
 * @param {{ name: string, error: object }[]} failures
 * @returns {string[]} lines with the cause of each, the first 20 of them
 */
function failedLines(failures) {
  const groups = new Map();
  for (const { name, error } of failures) {
    const key = JSON.stringify([name, error.message, error.at]);
    if (!groups.has(key)) groups.set(key, { name, error, times: 0 });
    groups.get(key).times++;
  }
  const kinds = [...groups.values()];
  const lines = kinds.slice(0, MOST_FAILURES).flatMap(({ name, error, times }) => failureLines(times > 1 ? `${name}, ${times} times` : name, error));
  if (kinds.length > MOST_FAILURES) lines.push(`and ${kinds.length - MOST_FAILURES} more that failed`);
  return lines;
}

/**
 * How many failed, and each with its cause.
 *
 * @param {{ name: string, runs: number, errors: object[] }[]} measured runs: those that gave a rate
 * @param {{ name: string, error: object }[]} files that could not be run at all
 * @returns {string[]} [] where none has failed
 */
function failureText(measured, files) {
  const failed = measured.flatMap(({ name, errors }) => errors.map((error) => ({ name, error })));
  const runs = measured.reduce((sum, one) => sum + one.runs, failed.length);
  const parts = [];
  if (failed.length > 0) parts.push(`${failed.length} of ${runs} run${runs === 1 ? '' : 's'} failed`);
  if (files.length > 0) parts.push(files.length === 1 ? '1 file could not be run' : `${files.length} files could not be run`);
  return parts.length ? [`${parts.join(', ')}:`, ...failedLines([...failed, ...files])] : [];
}

/** Files that did not want to run, with what they said; the same words once. */
function skippedLines({ skipped = [], sides }) {
  const files = new Map();
  for (const { side, file, words } of skipped) {
    const name = label(file) + (sides.length > 1 ? ` (${label(side)})` : '');
    const said = printable(words);
    files.set(said, [...(files.get(said) || []), name]);
  }
  return [...files].map(([said, names]) => `skipped: ${listing(names, MOST_NAMES)}: ${said}`);
}

/** What is to be said beside the figures. */
function remarkLines(rates) {
  const { configurations, hints = [], complete } = rates;
  const lines = [...hintLines(hints, byFile(configurations).size > 1), ...skippedLines(rates)];
  return complete === false ? [...lines, 'cut short: not all runs have been made'] : lines;
}

/** What failed of a document of rates. */
function rateFailures({ configurations, failures = [], sides }) {
  const sideName = (side) => (sides.length > 1 ? ` (${label(side)})` : '');
  const measured = configurations.flatMap((one) => one.sides.flatMap((side, i) => (
    side ? [{ name: nameText(configurationName(one)) + sideName(sides[i].label), runs: side.rates.length, errors: side.errors || [] }] : []
  )));
  return failureText(measured, failures.map(({ side, file, error }) => ({ name: label(file) + sideName(side), error })));
}

/** All of it, for a terminal: the worst comes last, where it is seen. */
function noteLines(rates) {
  return [...remarkLines(rates), ...rateFailures(rates)];
}

module.exports = { noteLines, remarkLines, rateFailures, failureText, hintLines, skippedLines };
