'use strict';

/*
 * A comparison for a terminal:
 *   test             old        new   change
 *   parse       253.3 ns   258.6 ns   +2.1 %  (+1.6 .. +2.6)  slower
 */

const { alsoText, firstOf, tableOf, wrapped } = require('../text/columns');
const { cutInside, label, escaped } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');
const { probability, shortPercent, timeText } = require('../text/numbers');
const { comparisonAnswer } = require('./comparison-answer');
const { sourceText } = require('./count-cells');
const { anyCounts, countCell, countLines, movedWords } = require('./count-changes');
const { answerLines } = require('./gate-words');
const { machineLines } = require('./machines-notes');
const { percentText } = require('./percent-text');
const { createPaint } = require('../text/paint');
const { describeDifference } = require('../system/fingerprint');
const { doubtOfChange } = require('./unresolved');
const { untoldWords } = require('../text/verdict-words');

const SHORTEST_NAME = 12;

// Of a side above its times, which take ten: the version of a package stands at the end of its name.
const MOST_TITLE = 20;

const MOST_DOUBTS = 4;
const MORE_DOUBTS = 'more that are not resolved';

const WORDS = { 'not-judged': 'not judged', unmatched: 'unmatched', failed: 'FAILED' };

/** 'slower', 'same within 1 %', 'looks slower' */
function verdictText({ verdict, margin }) {
  if (verdict === 'same') return `same within ${shortPercent(margin)}`;
  return untoldWords({ verdict }) || WORDS[verdict] || verdict.replace('-', ' ');
}

// As the same of its time is painted.
const COUNT_KINDS = { same: 'same', more: 'slower', fewer: 'faster' };
const countKind = ({ counts }) => (counts ? COUNT_KINDS[counts.verdict] : undefined);

function cellsOf(test, side, sides) {
  const change = test.changes[side - 1];
  const hasInterval = change.low !== null;
  const name = sides.length > 2 ? `${label(test.name)} (${label(sides[side].label)})` : label(test.name);
  const missing = test.sides.findIndex((one) => one === null);
  return {
    name,
    old: test.sides[0] ? timeText(test.sides[0].nsPerCall) : '-',
    fresh: test.sides[side] ? timeText(test.sides[side].nsPerCall) : '-',
    change: change.ratio === null ? '' : `${percentText(change.ratio)} %`,
    interval: hasInterval ? `(${percentText(change.low)} .. ${percentText(change.high)})` : '',
    verdict: change.verdict === 'unmatched' ? `not in ${label(sides[missing].label)}` : verdictText(change),
    counts: countCell(change),
    kinds: { verdict: change.verdict, interval: 'faint', counts: countKind(change) },
  };
}

const groupOf = ({ file, suite }) => `${file === null ? '' : file}${suite > 1 ? ` suite ${suite}` : ''}`;

const titleOf = (side) => cutInside(label(side.label), MOST_TITLE);

/** The rows under the names of their files, where there are several of these. */
function bodyOf({ tests, sides }, screen) {
  if (tests.length === 0) return [];
  const groups = groupedBy(tests, groupOf);
  const layout = [
    { key: 'name', title: 'test' },
    { key: 'old', title: titleOf(sides[0]), toTheRight: true },
    { key: 'fresh', title: sides.length > 2 ? 'this' : titleOf(sides[1]), toTheRight: true },
    { key: 'change', title: 'change', toTheRight: true, least: 1 },
    { key: 'interval', title: '' },
    { key: 'verdict', title: '' },
    { key: 'counts', title: anyCounts({ tests }) ? 'instructions' : '' },
  ];
  const rows = [...groups.values()].flat().flatMap((test) => test.changes.map((_, i) => cellsOf(test, i + 1, sides)));
  const [titles, ...lines] = tableOf(layout, rows, {
    ...screen, first: ['interval', 'old', 'fresh'], shortest: SHORTEST_NAME, gaps: [2, 2],
  });
  const below = [...groups].flatMap(([group, own]) => [
    ...(groups.size > 1 ? [screen.columns > 0 ? cutInside(escaped(group), screen.columns) : escaped(group)] : []),
    ...lines.splice(0, own.reduce((count, { changes }) => count + changes.length, 0)),
  ]);
  return ['', titles, ...below];
}

/** A failure with all that is known of it. */
function failureLines(what, { message, at, output }) {
  const place = at ? [`    at ${escaped(at)}`] : [];
  return [`FAILED ${what}: ${escaped(message)}`, ...place, ...(output || []).map((line) => `    | ${escaped(line)}`)];
}

function doubtOf(change, { kind, machines }) {
  const advice = change.moreProcesses === null && kind === 'saved'
    ? '; compare --rev, or --old and --new, measure both in turns' : '';
  return doubtOfChange(change, { machines }) + advice;
}

/** The same said of several tests once. */
const gathered = (doubts, document) => [...groupedBy(doubts, ({ change }) => doubtOf(change, document))]
  .map(([words, [{ name }, ...others]]) => `${name}: ${words}${alsoText(others.map((one) => one.name))}`);

function regressionLine(name, { low, adjustedP, counts }, { maxRegression }) {
  const limit = `more than ${shortPercent(maxRegression, 3)}`;
  if (counts && counts.regression) return `regression: ${name} executes ${movedWords({ counts })} (${limit})`;
  const certainty = adjustedP === null ? '' : `, ${probability(adjustedP, 0)}`;
  return `regression: ${name} is slower by ${percentText(low).slice(1)} % at least (${limit}${certainty})`;
}

/** What a test is called in a sentence: with its file where others have tests of the same name. */
function namesIn(tests) {
  const byName = groupedBy(tests, ({ name }) => name);
  return (test) => (byName.get(test.name).length > 1 ? `${escaped(groupOf(test))} ` : '') + label(test.name);
}

/** Changes with the name of their test, and with the side where there are several. */
function namedChanges({ sides, tests }) {
  const nameOf = namesIn(tests);
  return tests.flatMap((test) => test.changes.map((change, i) => (
    { name: nameOf(test) + (sides.length > 2 ? ` (${label(sides[i + 1].label)})` : ''), change })));
}

/** What the verdicts leave open, and what went wrong: the worst comes last, where it is seen. */
function notesOf(document) {
  const { sides, tests } = document;
  const changes = namedChanges(document);
  const doubts = changes.filter(({ change }) => change.verdict === 'unresolved' && change.ratio !== null);
  const regressions = changes.filter(({ change }) => change.regression);
  const nameOf = namesIn(tests);
  const failures = tests.flatMap((test) => test.sides.flatMap((side, i) => (
    side && side.error ? failureLines(`${nameOf(test)} (${label(sides[i].label)})`, side.error) : [])));
  return [
    ...firstOf(gathered(doubts, document), MOST_DOUBTS, MORE_DOUBTS),
    ...countLines(changes),
    ...closingOf(document),
    ...regressions.map(({ name, change }) => regressionLine(name, change, document)),
    ...failures,
    ...(document.failures || []).flatMap(({ side, file, error }) => (
      failureLines(`${escaped(file)} (${label(side)})`, error))),
  ];
}

/** 'valgrind 3.19.0', more of them where others have counted other sides */
function countersOf({ tests }) {
  const counted = tests.flatMap(({ sides }) => sides.filter((side) => side && side.counts));
  return [...new Set(counted.map(({ counts }) => escaped(sourceText(counts))))];
}

const sourceLines = (document) => countersOf(document).map((counter) => `instructions by ${counter}`);

const comparedIn = ({ tests }) => tests.flatMap(({ changes }) => changes).filter(({ p }) => p !== null);

/** Under which conditions the sides were measured, where that weakens the verdicts. */
function conditionLines(document) {
  const lines = [...machineLines(document), ...document.differences.map((one) => escaped(describeDifference(one)))];
  const compared = comparedIn(document);
  if (document.differences.some(({ forbids }) => forbids)) {
    lines.push('no verdicts: these were measured under different conditions, which alone change times');
  }
  if (document.kind === 'saved' && compared.length) {
    const margin = shortPercent(compared[0].margin);
    lines.push(
      `from another session: differences under ${margin} are not told apart (--noise), and all others only "look" so`);
  }
  return lines;
}

function closingOf(document) {
  const lines = conditionLines(document);
  lines.push(...sourceLines(document));
  const { length } = comparedIn(document);
  if (length > 1) lines.push(`${length} comparisons; the verdicts of all together hold in 95 of 100 cases (Holm)`);
  const orCounts = anyCounts(document) ? ', or not all were counted' : '';
  if (!document.complete) lines.push(`cut short: these figures stand on fewer processes than were planned${orCounts}`);
  return lines;
}

/** 'old: main (1a2b3c4)', 'left-pad@1.3.0' */
function sideText({ label: name, source }) {
  if (source === name) return label(name);
  return `${label(name)}: ${source === null ? '-' : escaped(source)}`;
}

/**
 * @param {object} document a comparison, see docs/results.md
 * @param {object} [screen]
 * @param {number} [screen.columns] of the terminal, which no line of the table exceeds
 * @param {boolean} [screen.hasColours]
 * @returns {string} text with ends of line
 */
function comparisonTable(document, { columns, hasColours = false } = {}) {
  const fit = (lines) => lines.flatMap((line) => wrapped(line, columns));
  const sides = fit(document.sides.map(sideText));
  const answer = comparisonAnswer(namedChanges(document), { isSaved: document.kind === 'saved' });
  const notes = fit([...notesOf(document), ...answer, ...answerLines(document)]);
  const body = bodyOf(document, { columns, paint: createPaint(hasColours) });
  return `${[...sides, ...body, ...(notes.length ? ['', ...notes] : [])].join('\n')}\n`;
}

module.exports = {
  comparisonTable, groupOf, namedChanges, verdictText, countKind, failureLines, conditionLines, countersOf, sourceLines,
  regressionLine, sideText,
};
