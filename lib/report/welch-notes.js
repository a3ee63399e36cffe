'use strict';

/*
 * What a comparison of rates leaves open: stars that are chance, what is not resolved, what could not be tested or
 * stands on one side only, and what failed. With a thousand tests each kind takes a few lines.
 */

const { escaped, label } = require('../text/display');
const { conditionLines, regressionLine } = require('./comparison-table');
const { listing } = require('../text/columns');
const { configurationName, nameText } = require('../text/configuration-names');
const { timeLeft } = require('../text/numbers');
const { failureText, skippedLines } = require('./rates-notes');

const MOST_DOUBTS = 5;
const MOST_NAMES = 20;

// After which compare.R gives its stars: how many of them chance gives where nothing has changed.
const LEVELS = [[0.05, '(*) or more'], [0.01, '(**) or more'], [0.001, '(***)']];

const SKIPPED = {
  'too-few': 'not tested, under two rates on a side',
  'no-variance': 'not tested, all rates of a side are equal',
  'old-is-zero': 'no share of it can be told, the old rate is 0',
  'not-finite': 'not tested, a rate is no finite number',
};

/** All changes with the name of their test: without the file where there is only one. */
function entriesOf({ tests, sides }) {
  const hasFiles = new Set(tests.map(({ file }) => file)).size > 1;
  return tests.flatMap((test) => {
    const configuration = test.name || (hasFiles ? '' : '(no parameters)');
    const name = hasFiles && test.file !== null ? nameText(configurationName({ file: test.file, configuration })) : nameText(configuration);
    return test.changes.map((change, i) => ({ test, change, side: i + 1, plain: name, name: sides.length > 2 ? `${name} (${label(sides[i + 1].label)})` : name }));
  });
}

const isDifferent = ({ verdict }) => /(?:faster|slower)$/.test(verdict);

/** How far the stars can be believed. */
function chanceLines(entries) {
  const tested = entries.filter(({ change: { welch } }) => welch && welch.p !== null);
  const count = tested.length;
  if (count === 0) return [];
  const lines = [`Where nothing has changed, chance alone gives stars: of ${count} comparison${count === 1 ? '' : 's'}, about`];
  for (const [level, words] of LEVELS) lines.push(`  ${(count * level).toFixed(2)} have ${words}`);
  const starred = tested.filter(({ change }) => change.welch.stars !== '').length;
  const different = entries.filter(({ change }) => isDifferent(change));
  const faster = different.filter(({ change }) => /faster$/.test(change.verdict)).length;
  const parts = [[faster, 'faster'], [different.length - faster, 'slower']].filter(([many]) => many > 0).map(([many, word]) => `${many} ${word}`);
  const stand = `${different.length} difference${different.length === 1 ? ' stands' : 's stand'}${parts.length ? `: ${parts.join(', ')}` : ''}`;
  lines.push(`${starred} of ${count} ${starred === 1 ? 'has' : 'have'} stars; after Holm's correction for the number of comparisons ${stand}`);
  return lines;
}

/** Unresolved ones: what would settle them, the cheapest first. */
function doubtLines(entries) {
  const doubts = entries.filter(({ change }) => change.verdict === 'unresolved' && change.ratio !== null);
  const told = doubts.filter(({ change }) => change.moreProcesses !== null).sort((a, b) => a.change.moreProcesses - b.change.moreProcesses);
  const lines = told.slice(0, MOST_DOUBTS).map(({ name, change: { moreProcesses, moreSeconds } }) => {
    const wait = moreSeconds ? ` (${timeLeft(moreSeconds)})` : '';
    return `${name}: not resolved; about ${moreProcesses} more run${moreProcesses === 1 ? '' : 's'} of each side${wait} would settle it`;
  });
  if (told.length > MOST_DOUBTS) lines.push(`and ${told.length - MOST_DOUBTS} more, not resolved either`);
  const others = doubts.filter(({ change }) => change.moreProcesses === null && !(change.welch && change.welch.skipped));
  if (others.length) lines.push(`not resolved: ${listing(others.map(({ name }) => name), MOST_NAMES)}`);
  return lines;
}

/** What has no test of Welch, by its reason, and what one side lacks. */
function missingLines(entries, { sides }) {
  const lines = [];
  for (const [reason, words] of Object.entries(SKIPPED)) {
    const names = entries.filter(({ change }) => change.verdict !== 'failed' && change.verdict !== 'unmatched' && change.welch && change.welch.skipped === reason).map(({ name }) => name);
    if (names.length) lines.push(`${words}: ${listing(names, MOST_NAMES)}`);
  }
  const only = new Map();
  for (const { test, change, side, plain } of entries) {
    if (change.verdict !== 'unmatched') continue;
    for (const index of new Set(sides.length > 2 ? sides.keys() : [0, side])) {
      if (test.sides[index]) continue;
      const words = sides.length > 2 ? `not in ${label(sides[index].label)}` : `only in ${label(sides[1 - index].label)}`;
      only.set(words, (only.get(words) || new Set()).add(plain));
    }
  }
  for (const [words, names] of only) lines.push(`${words}: ${listing([...names], MOST_NAMES)}`);
  return lines;
}

/** Runs that failed, and files that could not be run at all, with their causes. */
function welchFailures(comparison) {
  const { sides, failures = [] } = comparison;
  const names = new Map(entriesOf(comparison).map(({ test, plain }) => [test, plain]));
  const measured = [...names].flatMap(([test, plain]) => test.sides.flatMap((side, i) => (
    side ? [{ name: `${plain} (${label(sides[i].label)})`, runs: (side.rates || []).length, errors: side.errors || (side.error ? [side.error] : []) }] : []
  )));
  return failureText(measured, failures.map(({ side, file, error }) => ({ name: `${label(file)} (${label(side)})`, error })));
}

/**
 * @param {object} comparison of rates
 * @returns {string[]} lines; the worst comes last, where it is seen
 */
function remarkLines(comparison) {
  const entries = entriesOf(comparison);
  const regressions = entries.filter(({ change }) => change.regression).map(({ name, change }) => regressionLine(name, change, comparison));
  const lines = [...chanceLines(entries), ...doubtLines(entries), ...missingLines(entries, comparison), ...skippedLines(comparison), ...conditionLines(comparison)];
  if (comparison.complete === false) lines.push('cut short: fewer runs than were planned');
  lines.push(...regressions.slice(0, MOST_NAMES));
  if (regressions.length > MOST_NAMES) lines.push(`and ${regressions.length - MOST_NAMES} more regressions`);
  return lines.map(escaped);
}

/** All of it, for a terminal. */
function noteLines(comparison) {
  return [...remarkLines(comparison), ...welchFailures(comparison)];
}

module.exports = { noteLines, remarkLines, welchFailures, entriesOf };
