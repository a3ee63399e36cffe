'use strict';

/* What has to be said of runs beside their figures: those too short or too noisy to tell much, and what failed. */

const { label, printable } = require('../text/display');
const { failureLines } = require('./comparison-table');
const { machineLines } = require('./machines-notes');
const { anyCounts, rateCountLines } = require('./rates-counts');
const { firstOf, listing } = require('../text/columns');
const { groupedBy } = require('../text/grouped-by');
const { configurationName, nameText, byFile } = require('../text/configuration-names');
const { counted, shareText, secondsText } = require('../text/numbers');

const { max } = Math;

const MOST_HINTS = 5;
const MOST_FAILURES = 20;
const MOST_NAMES = 20;
const OR_COUNTS = ', or not all were counted';
const CUT_SHORT = 'cut short: not all runs have been made';

/** 'n=1024', with the file where there are several */
function hintName({ file, configuration }, hasFiles) {
  return hasFiles || !configuration ? nameText(configurationName({ file, configuration })) : nameText(configuration);
}

function hintLine(hints, hasFiles) {
  const [{ kind, parameter }] = hints;
  const isShort = kind === 'too-short';
  const worst = hints.reduce((a, b) => ((isShort ? b.seconds < a.seconds : b.variation > a.variation) ? b : a));
  const suggestion = max(0, ...hints.map((one) => one.suggestion || 0));
  const name = hintName(worst, hasFiles) + (hints.length > 1 ? ` and ${hints.length - 1} more of this file` : '');
  const usual = isShort ? 'let a run do more operations' : 'more runs (--runs) narrow the interval';
  const key = printable(parameter);
  const advice = suggestion > 0 && parameter ? `${key}=${suggestion} would do (--calibrate ${key} finds it)` : usual;
  const fault = isShort ? `${secondsText(worst.seconds)} measured is too short`
    : `runs differ by ${shareText(worst.variation)}`;
  return `${name}: ${fault}; ${advice}`;
}

/** A line for those of one file that are to be said the same of. */
function hintLines(hints, hasFiles) {
  const groups = groupedBy(hints, ({ file, kind, parameter }) => JSON.stringify([file, kind, parameter]));
  return firstOf([...groups.values()].map((group) => hintLine(group, hasFiles)), MOST_HINTS);
}

/**
 * Failures with the same words once, and how often they were.
 *
 * @param {{ name: string, error: object }[]} failures
 * @returns {string[]} lines with the cause of each, the first 20 of them
 */
function failedLines(failures) {
  const groups = groupedBy(failures, ({ name, error }) => JSON.stringify([name, error.message, error.at]));
  const causes = [...groups.values()].map((same) => (
    failureLines(same.length > 1 ? `${same[0].name}, ${same.length} times` : same[0].name, same[0].error)));
  return firstOf(causes, MOST_FAILURES, 'more that failed').flat();
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
  if (failed.length > 0) parts.push(`${failed.length} of ${counted(runs, 'run')} failed`);
  if (files.length > 0) parts.push(`${counted(files.length, 'file')} could not be run`);
  return parts.length ? [`${parts.join(', ')}:`, ...failedLines([...failed, ...files])] : [];
}

/** Files that did not want to run, with what they said; the same words once. */
function skippedLines({ skipped = [], sides }) {
  const nameOf = ({ side, file }) => label(file) + (sides.length > 1 ? ` (${label(side)})` : '');
  return [...groupedBy(skipped, ({ words }) => printable(words))]
    .map(([said, own]) => `skipped: ${listing(own.map(nameOf), MOST_NAMES)}: ${said}`);
}

/** What is to be said beside the figures. */
function remarkLines(rates) {
  const { configurations, hints = [], complete } = rates;
  const lines = [
    ...hintLines(hints, byFile(configurations).size > 1), ...rateCountLines(rates), ...skippedLines(rates),
    ...machineLines(rates),
  ];
  return complete === false ? [...lines, CUT_SHORT + (anyCounts(rates) ? OR_COUNTS : '')] : lines;
}

/** What failed of a document of rates. */
function rateFailures({ configurations, failures = [], sides }) {
  const named = (name, side) => name + (sides.length > 1 ? ` (${label(side)})` : '');
  const measured = configurations.flatMap((one) => one.sides.flatMap((side, i) => (side ? [{
    name: named(nameText(configurationName(one)), sides[i].label), runs: side.rates.length, errors: side.errors || [],
  }] : [])));
  return failureText(measured, failures.map(({ side, file, error }) => ({ name: named(label(file), side), error })));
}

/** All of it, for a terminal: the worst comes last, where it is seen. */
function noteLines(rates) {
  return [...remarkLines(rates), ...rateFailures(rates)];
}

module.exports = { OR_COUNTS, noteLines, remarkLines, rateFailures, failureText, hintLines, skippedLines };
