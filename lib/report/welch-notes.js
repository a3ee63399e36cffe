'use strict';

/* Notes on a comparison of rates. With a thousand tests, each kind takes a few lines. */

const { label } = require('../text/display');
const { firstOf, listing } = require('../text/columns');
const { groupedBy } = require('../text/grouped-by');
const { configurationName, nameText } = require('../text/configuration-names');
const { counted } = require('../text/numbers');
const { OR_COUNTS, failuresBlock } = require('./rates-notes');
const { doubtOfChange } = require('./unresolved');

const MOST_DOUBTS = 5;
const MOST_NAMES = 20;

// Levels of the stars of compare.R, which give the expected number of stars without any change.
const LEVELS = [[0.05, '(*) or more'], [0.01, '(**) or more'], [0.001, '(***)']];

const SKIPPED = {
  'too-few': 'not tested, under two rates on a side',
  'no-variance': 'not tested, all rates of a side are equal',
  'old-is-zero': 'no share of it can be told, the old rate is 0',
  'not-finite': 'not tested, a rate is no finite number',
};

function entriesOf({ tests, sides }) {
  const hasFiles = new Set(tests.map(({ file }) => file)).size > 1;
  const nameOf = ({ file, name }) => {
    const configuration = name || (hasFiles ? '' : '(no parameters)');
    return nameText(hasFiles && file !== null ? configurationName({ file, configuration }) : configuration);
  };
  return tests.flatMap((test) => test.changes.map((change, i) => {
    const plain = nameOf(test);
    const name = sides.length > 2 ? `${plain} (${label(sides[i + 1].label)})` : plain;
    return { test, change, side: i + 1, plain, name };
  }));
}

const isDifferent = ({ change }) => /(?:faster|slower)$/.test(change.verdict);

function chanceTexts(entries) {
  const tested = entries.filter(({ change: { welch } }) => welch && welch.p !== null);
  const count = tested.length;
  if (count === 0) return [];
  const starred = tested.filter(({ change }) => change.welch.stars !== '').length;
  const different = entries.filter(isDifferent);
  const parts = ['faster', 'slower'].flatMap((word) => {
    const many = different.filter(({ change }) => change.verdict.endsWith(word)).length;
    return many > 0 ? [`${many} ${word}`] : [];
  });
  const stand = counted(different.length, 'difference stands', 'differences stand');
  return [
    `Where nothing has changed, chance alone gives stars: of ${counted(count, 'comparison')}, about`,
    ...LEVELS.map(([level, words]) => `  ${(count * level).toFixed(2)} have ${words}`),
    `${starred} of ${count} ${starred === 1 ? 'has' : 'have'} stars; ` +
      `after Holm's correction for the number of comparisons ${stand}${parts.length ? `: ${parts.join(', ')}` : ''}`,
  ];
}

const namesOf = (entries) => listing(entries.map(({ name }) => name), MOST_NAMES);

const RUN_WORDS = {
  one: 'more run of each side', many: 'more runs of each side', changeOf: (ratio) => 1 / ratio,
};

/** Advice for unresolved changes, cheapest first, then changes that differ between machines and stay open. */
function doubtTexts(entries, { machines }) {
  const doubts = entries.filter(({ change }) => change.verdict === 'unresolved' && change.ratio !== null);
  const isTold = ({ change: { moreProcesses, machinesDiffer } }) => moreProcesses !== null || machinesDiffer;
  const costOf = ({ change: { moreProcesses } }) => (moreProcesses === null ? Infinity : moreProcesses);
  const told = doubts.filter(isTold).sort((a, b) => (costOf(a) < costOf(b) ? -1 : costOf(a) > costOf(b) ? 1 : 0));
  const lines = told.map(({ name, change }) => `${name}: ${doubtOfChange(change, { ...RUN_WORDS, machines })}`);
  const others = doubts.filter((entry) => !isTold(entry) && !(entry.change.welch && entry.change.welch.skipped));
  const rest = others.length ? [`not resolved: ${namesOf(others)}`] : [];
  return [...firstOf(lines, MOST_DOUBTS, 'more, not resolved either'), ...rest];
}

function missingTexts(entries, { sides }) {
  const isTestable = ({ change }) => change.verdict !== 'failed' && change.verdict !== 'unmatched' && change.welch;
  const untested = groupedBy(entries.filter(isTestable), ({ change }) => change.welch.skipped);
  const skipped = Object.entries(SKIPPED).filter(([reason]) => untested.has(reason))
    .map(([reason, words]) => `${words}: ${namesOf(untested.get(reason))}`);
  const isMany = sides.length > 2;
  const wordsOf = (i) => (isMany ? `not in ${label(sides[i].label)}` : `only in ${label(sides[1 - i].label)}`);
  const missing = entries.filter(({ change }) => change.verdict === 'unmatched').flatMap(({ test, side, plain }) => (
    (isMany ? [...sides.keys()] : [0, side]).filter((i) => !test.sides[i]).map((i) => ({ plain, words: wordsOf(i) }))));
  const only = [...groupedBy(missing, ({ words }) => words)].map(([words, own]) => (
    `${words}: ${listing([...new Set(own.map(({ plain }) => plain))], MOST_NAMES)}`));
  return [...skipped, ...only];
}

function failedSides(comparison) {
  const { sides, failures = [] } = comparison;
  const names = new Map(entriesOf(comparison).map(({ test, plain }) => [test, plain]));
  const sideOf = (name, side) => `${name} (${label(side)})`;
  const errorsOf = ({ errors, error }) => errors || (error ? [error] : []);
  const measured = [...names].flatMap(([test, plain]) => test.sides.flatMap((side, i) => (side ? [
    { name: sideOf(plain, sides[i].label), runs: (side.rates || []).length, errors: errorsOf(side) }] : [])));
  return failuresBlock(measured, failures.map(({ side, file, error }) => ({ name: sideOf(label(file), side), error })));
}

const cutShortText = (hasCounts) => `cut short: fewer runs than were planned${hasCounts ? OR_COUNTS : ''}`;

module.exports = { chanceTexts, cutShortText, doubtTexts, entriesOf, failedSides, missingTexts };
