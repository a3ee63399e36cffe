'use strict';

/* A comparison in Markdown: what came out in the first line, what got slower at the top of the table. */

const { time } = require('./chart/figures');
const { label, truncate } = require('../text/display');
const { counted, percent } = require('../text/numbers');
const { UNTOLD } = require('../text/verdict-words');
const { amount, anyCounts, countCell, countLines, hasCounts } = require('./count-changes');
const { answerMarkdown } = require('./gate-words');
const { literal, markdownTable, bullets, verbatim, paragraphs, againstTitle } = require('./markdown-blocks');
const { machineLines } = require('./machines-notes');
const { failureLines } = require('./notes');
const { suiteName } = require('./test-names');
const { doubtOfChange } = require('./unresolved');
const { describeDifference } = require('../system/fingerprint');

const { abs } = Math;

// A long name of a file shall not push that of the test out.
const SUITE_COLUMNS = 60;

// In the order of the first line. `one`, `many`: how many tests are; `cell`: in the table, of those that stand there.
const VERDICTS = [
  { verdict: 'slower', many: 'slower', cell: '🔴 slower' },
  { verdict: 'looks-slower', one: 'looks slower', many: 'look slower', cell: '🟠 looks slower' },
  { verdict: 'faster', many: 'faster', cell: '🟢 faster' },
  { verdict: 'looks-faster', one: 'looks faster', many: 'look faster', cell: '🔵 looks faster' },
  { verdict: 'same', many: 'the same', cell: '⚪ same' },
  { verdict: 'unresolved', many: 'not resolved', cell: '🟡 not resolved' },
  { verdict: 'not-judged', many: 'not judged', cell: '⚫ not judged' },
  ...Object.entries(UNTOLD).map(([verdict, words]) => ({ verdict, many: words, cell: words })),
  { verdict: 'failed', many: 'failed' },
  { verdict: 'unmatched', many: 'on one side only' },
];

// Of the table, after regressions.
const ORDER = [
  'slower', 'looks-slower', 'unresolved', 'not-judged', 'faster', 'looks-faster', 'same',
  ...Object.keys(UNTOLD),
];

/** The worst first: regressions, then by verdict, and the larger change before the smaller one. */
function inOrder(entries) {
  const place = ({ change }) => (change.regression ? -1 : ORDER.indexOf(change.verdict));
  const size = ({ change }) => (change.verdict === 'same' || change.ratio === null ? 0 : abs(change.ratio - 1));
  return [...entries].sort((a, b) => place(a) - place(b) || size(b) - size(a));
}

/** '; by instructions 1 more, 8 the same', '' where none were counted */
function countOutcome(entries) {
  const words = { more: 'more', fewer: 'fewer', same: 'the same', 'not-counted': 'not counted' };
  const counts = Object.entries(words).map(([verdict, text]) => [
    entries.filter(({ change }) => hasCounts(change) && change.counts.verdict === verdict).length, text]);
  const found = counts.filter(([count]) => count > 0).map((one) => one.join(' '));
  return found.length ? `; by instructions ${found.join(', ')}` : '';
}

/** '2 of 10 slower, 1 faster, 7 the same' */
function outcomeOf(entries, maxRegression) {
  const parts = VERDICTS.map(({ verdict, one, many }) => {
    const count = entries.filter(({ change }) => change.verdict === verdict).length;
    return { count, words: count === 1 && one ? one : many };
  }).filter(({ count }) => count > 0);
  if (!parts.length) return 'no tests';
  const [first, ...others] = parts.map(({ count, words }) => [count, words]);
  const text = [`${first[0]} of ${entries.length} ${first[1]}`, ...others.map((one) => one.join(' '))].join(', ') +
    countOutcome(entries);
  const regressions = entries.filter(({ change }) => change.regression).length;
  return regressions ? `${text}; ${counted(regressions, 'regression')} of more than ${percent(maxRegression)}` : text;
}

/** A ratio as a change in per cent: '+2.13' */
function changeOf(ratio) {
  const percents = abs(ratio - 1) * 100;
  // Rounded first: 9.999 is 10.0 and not 10.00.
  return `${ratio < 1 ? '-' : '+'}${percents.toFixed(percents < 9.995 ? 2 : percents < 99.95 ? 1 : 0)}`;
}

function changeCell({ change: { ratio, low, high } }) {
  if (ratio === null) return '';
  const interval = low === null || high === null ? '' : ` (${changeOf(low)} .. ${changeOf(high)})`;
  return `${changeOf(ratio)} %${interval}`;
}

function pCell({ change: { adjustedP } }) {
  if (adjustedP === null) return '';
  return adjustedP < 0.001 ? literal('<0.001') : adjustedP.toFixed(3);
}

function verdictCell({ change }, maxRegression) {
  const beyond = `more than ${percent(maxRegression)}`;
  if (change.counts && change.counts.regression) return `🔴 more instructions, by ${beyond}`;
  const found = VERDICTS.find(({ verdict }) => verdict === change.verdict);
  const words = found ? found.cell : literal(change.verdict);
  return change.regression ? `${words}, ${beyond}` : words;
}

/** '273.4', '276.4 (+3.0, +1.1 %)' */
function countsCell(found, change = null) {
  if (!found || !found.counts) return '';
  const words = change === null ? '' : countCell(change);
  return amount(found.counts.instructions) + (words ? ` (${words})` : '');
}

/** What both sides execute, where anything was counted. */
function countColumns(document, side) {
  if (!anyCounts(document)) return [];
  const [old, fresh] = [0, side].map((index) => literal(label(document.sides[index].label)));
  return [
    { title: `instructions, ${old}`, toTheRight: true, cell: ({ test }) => countsCell(test.sides[0]) },
    {
      title: `instructions, ${fresh}`, toTheRight: true,
      cell: ({ test, change }) => countsCell(test.sides[side], change) || literal(countCell(change)),
    },
  ];
}

function tableOf(entries, side, document, nameOf) {
  const { sides, maxRegression } = document;
  const timeCell = (index) => ({ test: { sides: found } }) => {
    const { nsPerCall = null, nsLow, nsHigh } = found[index] || {};
    return nsPerCall === null ? '' : time(nsPerCall, nsLow, nsHigh);
  };
  return markdownTable(inOrder(entries), [
    { title: 'test', cell: ({ test }) => literal(nameOf(test)) },
    { title: literal(label(sides[0].label)), toTheRight: true, cell: timeCell(0) },
    { title: literal(label(sides[side].label)), toTheRight: true, cell: timeCell(side) },
    { title: 'change', toTheRight: true, cell: changeCell },
    { title: 'verdict', cell: (entry) => verdictCell(entry, maxRegression) },
    { title: 'adjusted p', toTheRight: true, cell: pCell },
    ...countColumns(document, side),
  ]);
}

function remarksOf(entries, side, { sides, kind, machines }, nameOf) {
  const lines = [];
  for (const { test, change } of entries) {
    if (change.verdict === 'unresolved') lines.push(`${nameOf(test)}: ${doubtOfChange(change, { machines })}`);
    if (change.verdict !== 'unmatched') continue;
    const only = [0, side].find((index) => test.sides[index]);
    if (only !== undefined) lines.push(`${nameOf(test)}: only in ${label(sides[only].label)}`);
  }
  lines.push(...countLines(entries.map(({ test, change }) => ({ name: nameOf(test), change }))));
  if (kind === 'saved' && entries.some(({ change }) => change.verdict.startsWith('looks-'))) {
    lines.push('What looks slower or faster was measured at two times; in turns it may turn out to be the same.');
  }
  return lines;
}

function failuresOf(entries, side, { sides, failures = [] }, nameOf) {
  const ofTests = entries.filter(({ change }) => change.verdict === 'failed').flatMap(({ test }) => (
    [0, side].filter((index) => test.sides[index] && test.sides[index].error)
      .map((index) => ({ name: `${nameOf(test)}, ${label(sides[index].label)}`, error: test.sides[index].error }))));
  const isOfSide = (where) => where === sides[side].label || (side === 1 && where === sides[0].label);
  const ofFiles = failures.filter((one) => isOfSide(one.side))
    .map(({ side: where, file, error }) => ({ name: `${file}, ${where}`, error }));
  return [...ofTests, ...ofFiles].flatMap(failureLines);
}

/** Why nothing is judged. */
const differenceLines = ({ differences }) => differences.filter(({ forbids }) => forbids !== false)
  .map((difference) => `measured under different conditions, ${describeDifference(difference)}`);

/** What there is to say of one side against the first one. */
function sideText(document, side, nameOf) {
  const { tests, sides, maxRegression } = document;
  const entries = tests.map((test) => ({ test, change: test.changes[side - 1] }));
  const shown = entries.filter(({ change }) => change.verdict !== 'failed' && change.verdict !== 'unmatched');
  return paragraphs([
    `**${outcomeOf(entries, maxRegression)}**\n`,
    `${againstTitle(sides[side], sides[0])}: time of one call, + is slower.\n`,
    side === 1 ? bullets([...machineLines(document), ...differenceLines(document)]) : '',
    shown.length ? tableOf(shown, side, document, nameOf) : '',
    bullets(remarksOf(entries, side, document, nameOf)),
    verbatim(failuresOf(entries, side, document, nameOf)),
  ]);
}

/**
 * @param {object} document a comparison, see docs/results.md
 * @returns {string} Markdown, without the environments and without the answer to --max-regression
 */
function comparisonBody(document) {
  const isOneSuite = new Set(document.tests.map(suiteName)).size < 2;
  const suiteOf = (test) => (isOneSuite ? '' : truncate(suiteName(test), SUITE_COLUMNS));
  const nameOf = (test) => (suiteOf(test) && `${suiteOf(test)} > `) + label(test.name);
  return paragraphs(document.sides.slice(1).map((_, i) => sideText(document, i + 1, nameOf)));
}

/** The same with the answer as its last line. */
const comparisonText = (document) => paragraphs([comparisonBody(document), answerMarkdown(document)]);

module.exports = { comparisonBody, comparisonText };
