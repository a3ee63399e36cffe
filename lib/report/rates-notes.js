'use strict';

/* Notes on runs: too short or too noisy ones, and failures. */

const { maxOf } = require('../base/stats/sample');
const { label, printable } = require('../base/text/display');
const { machineLines } = require('./machines-notes');
const { isCounted } = require('./cells');
const { countNotes } = require('./count-notes');
const { OR_COUNTS } = require('./report');
const { limitLines, listNames } = require('../base/text/columns');
const { groupBy } = require('../base/text/grouped-by');
const { byFile, configurationName, nameText, shortConfiguration } = require('../base/text/configuration-names');
const { counted, shareText, secondsText } = require('../base/text/numbers');

const MOST_HINTS = 5;
const MOST_FAILURES = 20;
const MOST_NAMES = 20;
const CUT_SHORT = 'cut short: some runs are missing';

/** Names of configurations or of compared tests in sentences, with their files if there are several. */
function createNamer(list) {
  const hasFiles = byFile(list).size > 1;
  return ({ file, configuration, name = configuration }) => (
    file === null || name && !hasFiles ? shortConfiguration(name)
      : nameText(configurationName({ file, configuration: name })));
}

function hintLine(hints, nameOf) {
  const [{ kind, parameter }] = hints;
  const isShort = kind === 'too-short';
  const worst = hints.reduce((a, b) => ((isShort ? b.seconds < a.seconds : b.variation > a.variation) ? b : a));
  const suggestion = maxOf(hints.map((one) => one.suggestion || 0), 0);
  const name = nameOf(worst) + (hints.length > 1 ? ` and ${hints.length - 1} more in this file` : '');
  const usual = isShort ? 'do more operations per run' : 'more runs (--runs) narrow the interval';
  const key = printable(parameter);
  const advice = suggestion > 0 && parameter ? `${key}=${suggestion} suffices (--calibrate ${key} finds it)` : usual;
  const fault = isShort ? `a measured time of ${secondsText(worst.seconds)} is too short`
    : `the spread is ${shareText(worst.variation)}`;
  return `${name}: ${fault}; ${advice}`;
}

function hintLines(hints, nameOf) {
  const groups = groupBy(hints, ({ file, kind, parameter }) => JSON.stringify([file, kind, parameter]));
  return limitLines([...groups.values()].map((group) => hintLine(group, nameOf)), MOST_HINTS);
}

function gathered(failures) {
  const groups = groupBy(failures, ({ name, error }) => JSON.stringify([name, error.message, error.at]));
  return [...groups.values()].map(([{ name, error }, ...others]) => (
    { name: others.length > 0 ? `${name}, ${others.length + 1} times` : name, error }));
}

/** The numbers of failed runs and files, and each cause. measured[].runs: those with a rate */
function failuresBlock(measured, files) {
  const failed = measured.flatMap(({ name, errors }) => errors.map((error) => ({ name, error })));
  const runs = measured.reduce((sum, one) => sum + one.runs, failed.length);
  const parts = [
    failed.length > 0 && `${failed.length} of ${counted(runs, 'run')} failed`,
    files.length > 0 && `${counted(files.length, 'file')} could not be run`,
  ].filter(Boolean);
  return {
    type: 'failures', summary: parts.length ? `${parts.join(', ')}:` : '', most: MOST_FAILURES,
    items: gathered([...failed, ...files]),
  };
}

function skippedTexts({ skipped = [], sides }) {
  const nameOf = ({ side, file }) => label(file) + (sides.length > 1 ? ` (${label(side)})` : '');
  return [...groupBy(skipped, ({ words }) => printable(words))]
    .map(([said, own]) => `skipped: ${listNames(own.map(nameOf), MOST_NAMES)}: ${said}`);
}

/** Whether counts were requested, even if nothing could be counted. */
const hasCounts = (side) => Boolean(side) && (isCounted(side) || Boolean(side.warnings && side.warnings.length));
const hasCountedConfigurations = ({ configurations }) => configurations.some(({ sides }) => sides.some(hasCounts));

function rateCountNotes({ configurations, sides }, nameOf) {
  const rows = configurations.flatMap((one) => one.sides.flatMap((side, i) => (hasCounts(side) ? [{
    name: sides.length > 1 ? `${nameOf(one)} (${label(sides[i].label)})` : nameOf(one),
    kind: 'file', verdict: '', group: null, params: null, counts: side.counts, warnings: side.warnings || [],
  }] : [])));
  return countNotes(rows, true).flat();
}

function rateNotes(rates) {
  const { configurations, hints = [], complete } = rates;
  const nameOf = createNamer(configurations);
  return [
    ...hintLines(hints, nameOf), ...rateCountNotes(rates, nameOf), ...skippedTexts(rates), ...machineLines(rates),
    ...(complete === false ? [CUT_SHORT + (hasCountedConfigurations(rates) ? OR_COUNTS : '')] : []),
  ];
}

function failedRuns(measured, { sides, failures = [] }, nameOf) {
  const named = (name, side) => name + (sides.length > 1 ? ` (${label(side)})` : '');
  return failuresBlock(measured.flatMap((one) => one.sides.flatMap((side, i) => (side ? [{
    name: named(nameOf(one), sides[i].label), runs: (side.rates || []).length,
    errors: side.errors || (side.error ? [side.error] : []),
  }] : []))), failures.map(({ side, file, error }) => ({ name: named(label(file), side), error })));
}

module.exports = { hasCountedConfigurations, createNamer, rateNotes, failedRuns, failuresBlock, skippedTexts };
