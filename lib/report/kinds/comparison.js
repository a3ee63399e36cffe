'use strict';

/* The report of a comparison of suites: the changes of each test, and the sides. */

const { comparisonAnswer } = require('../comparison-answer');
const {
  formatInstructions, hasCountedChanges, countCell, countLines, isMoved, movedWords,
} = require('../count-changes');
const { counterTexts } = require('../cells');
const { changeFigure } = require('../figures/sides');
const { describeGate } = require('../gate-words');
const { suiteName } = require('../test-names');
const { memoryAnswer, memoryChangeCell, memoryLines, movedPart, isMemoryMoved } = require('../memory-words');
const { explainUnresolvedChange } = require('../unresolved');
const { probability, ratio, ratioInterval, sorted, time } = require('../values');
const { verdictMark, verdictCell, verdictWords } = require('../verdicts');
const { FEW, MANY, OR_COUNTS, createNotes, sharedNote } = require('../report');
const { sentence } = require('../../core/system/warnings');
const { machineLines } = require('../machines-notes');
const { cutInside, label } = require('../../base/text/display');
const { groupBy } = require('../../base/text/grouped-by');
const {
  counted, percentChange, formatProbability: probabilityText, quantityText, shortPercent, unsigned,
} = require('../../base/text/numbers');
const { UNMEASURED } = require('../../base/text/verdict-words');
const { explanationSections } = require('./explanation');
const { detailsSection } = require('./comparison-details');
const { differenceText, machinesSection, sidesSection } = require('./environment');

const MOST_DOUBTS = 4;
const MORE_DOUBTS = 'more unresolved';
const FEWER_PROCESSES = 'fewer processes than planned';

// Verdicts of times that leave the decision to instructions.
const LEFT_TO_COUNTS = ['unresolved', 'not-judged', ...Object.keys(UNMEASURED)];

/** One verdict: a regression, the verdict of the times, or of the instructions if the times have none. */
function nameOf({ verdict, regression, counts }) {
  if (regression) return 'regression';
  return counts && isMoved({ counts }) && LEFT_TO_COUNTS.includes(verdict) ? `${counts.verdict}-instructions` : verdict;
}

/** 'regression: more instructions', 'unmatched (not in old)', 'same within 1 %' */
function describeVerdict(change, test, sides) {
  const { verdict, margin, counts } = change;
  const name = nameOf(change);
  const missing = test.sides.findIndex((one) => one === null);
  const detail = name === 'regression' && counts && counts.regression ? '(more instructions)'
    : name === 'regression' && verdict === 'looks-slower' ? `(${verdictWords(verdict)})`
      : verdict === 'same' ? `within ${shortPercent(margin)}`
        : verdict === 'unmatched' && missing >= 0 ? `(not in ${label(sides[missing].label)})` : '';
  return verdictCell(name, { detail, mark: verdictMark(name) });
}

/** With its words only in a narrow terminal */
function verdictsOf(change, test, sides) {
  const verdict = describeVerdict(change, test, sides);
  return { verdict, marked: { ...verdict, text: verdict.words } };
}

const COUNT_TONES = { same: 'same', more: 'slower', fewer: 'faster', less: 'faster' };

function countsCell(change) {
  const text = countCell(change);
  return text && { ...sorted(text, change.counts.difference), tone: COUNT_TONES[change.counts.verdict] };
}

function memoryCellOf(change) {
  const text = memoryChangeCell(change);
  if (!isMemoryMoved(change)) return text && { ...sorted(text, 0), tone: text === 'same' ? 'same' : 'open' };
  return { ...sorted(text, movedPart(change).difference), tone: COUNT_TONES[change.memory.verdict] };
}

const instructionsOf = (side) => (
  side && side.counts ? sorted(formatInstructions(side.counts.instructions), side.counts.instructions) : '');

function timeOf(side) {
  if (side === null) return '-';
  if (side.unmeasured) return UNMEASURED[side.unmeasured];
  return side.error ? { ...sorted('failed', null), tone: 'failed' } : time(side.nsPerCall, side.nsLow, side.nsHigh);
}

const SHORT_SIDE = 9;

const rowsOf = (test, id, { sides }) => test.changes.map((change, i) => ({
  id,
  cells: {
    test: test.name, side: sides.length > 2 ? label(sides[i + 1].label) : '',
    shortSide: sides.length > 2 ? cutInside(label(sides[i + 1].label), SHORT_SIDE) : '',
    old: timeOf(test.sides[0]), fresh: timeOf(test.sides[i + 1]),
    change: ratio(change.ratio, change.low, change.high),
    interval: ratioInterval(change.ratio, change.low, change.high),
    ...verdictsOf(change, test, sides), p: probability(change.adjustedP),
    oldCount: instructionsOf(test.sides[0]), freshCount: instructionsOf(test.sides[i + 1]),
    counts: countsCell(change), memory: memoryCellOf(change),
  },
}));

const P_VALUE = { key: 'p', title: 'adjusted p', isNumber: true, isSoft: true, only: 'wide', isSpare: true };

function columnsOf({ sides, tests }) {
  const hasMemory = tests.some(({ changes }) => changes.some(({ memory }) => memory));
  const [old, fresh] = [label(sides[0].label), sides.length > 2 ? 'this' : label(sides[1].label)];
  return [
    { key: 'test', title: 'test' }, { key: 'side', title: 'side', isWrapped: true, drop: 16, short: 'shortSide' },
    { key: 'old', title: old, isNumber: true, drop: 2, isSpare: true },
    { key: 'fresh', title: fresh, isNumber: true, drop: 3, ...(hasMemory && { isSpare: true }) },
    { key: 'change', title: 'change', isNumber: true },
    { key: 'interval', title: '', wideTitle: 'interval', isNumber: true, isSoft: true, drop: 1 },
    ...(hasMemory ? [] : [P_VALUE]),
    { key: 'verdict', title: 'verdict', drop: 15, short: 'marked' },
    ...(hasMemory ? [{ key: 'memory', title: 'memory', isNumber: true }] : []),
    { key: 'counts', title: 'instructions', isNumber: true },
    { key: 'oldCount', title: `instructions, ${old}`, isNumber: true, only: 'wide', isSpare: true },
    { key: 'freshCount', title: `instructions, ${fresh}`, isNumber: true, only: 'wide', isSpare: true },
  ];
}

/** @returns {{ heading: string, tests: object[], ids: string[] }[]} tests of one file and suite */
function groupBySuite({ tests }) {
  const placed = tests.map((test, i) => ({ test, id: `t${i + 1}` }));
  return [...groupBy(placed, ({ test }) => suiteName(test))].map(([heading, own]) => (
    { heading, title: heading, tests: own.map(({ test }) => test), ids: own.map(({ id }) => id) }));
}

/** Most important first: regressions, then by verdict, and larger changes first. */
function inOrder(rows) {
  const place = ({ cells: { verdict } }) => verdict.value ?? 0;
  const size = ({ cells: { change } }) => (change === '' ? 0 : Math.abs(Math.log(change.value)));
  return [...rows].sort((a, b) => place(a) - place(b) || size(b) - size(a));
}

function changesTable(document, groups) {
  const rows = groups.flatMap(({ heading, tests, ids }) => [
    ...(groups.length > 1 ? [{ heading }] : []),
    ...inOrder(tests.flatMap((test, i) => rowsOf(test, ids[i], document))),
  ]);
  const columns = columnsOf(document);
  return { type: 'table', label: 'Changes', columns, rows, kept: 12, isLong: document.tests.length > MANY };
}

/** The names of tests in sentences, with their files if tests share a name. */
function namesOf(tests) {
  const byName = groupBy(tests, ({ name }) => name);
  return (test) => (byName.get(test.name).length > 1 ? `${suiteName(test)} ` : '') + label(test.name);
}

/** All changes with the names of their tests, and of the sides if there are several changes of a test. */
const namedChanges = ({ sides, tests }, nameOf) => tests.flatMap((test) => test.changes.map((change, i) => {
  const side = sides.length > 2 ? ` (${label(sides[i + 1].label)})` : '';
  return { change, name: nameOf(test) + side };
}));

/** Advice for unresolved changes, cheapest first. words: see explainUnresolvedChange() */
function doubtNotes(changes, { kind, machines }, words = {}) {
  const open = changes.filter(({ change: { verdict, ratio, welch } }) => (
    verdict === 'unresolved' && ratio !== null && !(welch && welch.skipped)));
  const costOf = ({ change: { moreProcesses } }) => moreProcesses ?? Number.MAX_VALUE;
  const advice = '; to measure both sides alternately, use compare --rev, or --old and --new';
  const notes = open.sort((a, b) => costOf(a) - costOf(b)).map(({ name, change }) => ({
    name, text: explainUnresolvedChange(change, { ...words, machines }) +
      (change.moreProcesses === null && kind === 'saved' ? advice : ''),
  }));
  const groups = [...groupBy(notes, ({ text }) => text).values()];
  const items = groups.map((group) => sharedNote(group, ({ name }) => name));
  return createNotes(items, { most: MOST_DOUBTS, more: MORE_DOUBTS });
}

function regressionText({ low, adjustedP, counts }, { maxRegression }) {
  const limit = `limit ${shortPercent(maxRegression, 3)}`;
  if (counts && counts.regression) return `regression: ${movedWords({ counts })} (${limit})`;
  const certainty = adjustedP === null ? '' : `, ${probabilityText(adjustedP, 0)}`;
  return `regression: slower by at least ${quantityText(unsigned(percentChange(low)))} (${limit}${certainty})`;
}

const comparedIn = ({ tests }) => tests.flatMap(({ changes }) => changes).filter(({ p }) => p !== null);

function conditionNotes(document) {
  const { differences, kind, isCold } = document;
  const [compared] = comparedIn(document);
  const isForbidden = differences.some(({ forbids }) => forbids);
  return [
    ...(isCold ? ['first calls, each in a new process'] : []),
    ...machineLines(document), ...differences.map(differenceText),
    ...(isForbidden ? ['no verdicts: the sides were measured under different conditions, which affect times'] : []),
    ...(kind === 'saved' && compared ? [`measured in different sessions: differences below ` +
      `${shortPercent(compared.margin)} are not significant (--noise), and larger ones get only the verdict ` +
      '"looks faster" or "looks slower"'] : []),
  ];
}

const counterNotes = ({ tests }) => counterTexts(tests.flatMap(({ sides }) => sides));

const cutShort = (document, words = FEWER_PROCESSES) => (document.complete ? []
  : [`cut short: ${words}${hasCountedChanges(document) ? OR_COUNTS : ''}`]);

function closingNotes(document) {
  const { length } = comparedIn(document);
  const together = `${length} comparisons; in 95 of 100 cases, all their verdicts are correct (Holm)`;
  return [
    ...conditionNotes(document), ...counterNotes(document), ...(length > 1 ? [together] : []), ...cutShort(document),
  ];
}

// Warnings about a test, and not about the machine.
const OF_TESTS = ['few-calls', 'heap-limit', 'array-limit', 'memory-limit'];
const isOfTest = ({ code, byCalls }) => OF_TESTS.includes(code) || (code === 'not-steady' && byCalls === true);

/** Tests whose time depends on earlier calls, that make few calls, or that fill the memory. */
function testNotes({ tests, sides }) {
  const nameOf = namesOf(tests);
  const found = tests.flatMap((test) => test.sides.flatMap((side, at) => ((side && side.warnings) || [])
    .filter(isOfTest).map((warning) => (
      { name: `${nameOf(test)} (${label(sides[at].label)})`, code: warning.code, text: sentence(warning) }))));
  return [...groupBy(found, ({ code }) => code).values()].map((group) => sharedNote(group, ({ name }) => name));
}

function listFailures({ tests, sides, failures = [] }) {
  const nameOf = namesOf(tests);
  return [
    ...tests.flatMap((test) => test.sides.flatMap((side, i) => (
      side && side.error
        ? [{ name: `${nameOf(test)} (${label(sides[i].label)})`, error: side.error, isInDetails: true }] : []))),
    ...failures.map(({ side, file, error }) => ({ name: `${label(file)} (${label(side)})`, error })),
  ];
}

const sourceFacts = ({ sides }) => ({
  type: 'facts', pairs: sides.map(({ label: name, source }) => [label(name), source === name ? '' : source || '']),
});

const COUNTED = [
  'slower', 'faster', 'looks-slower', 'looks-faster', 'same', 'unresolved', 'not-judged', 'unmatched', 'failed',
];

function leadOf({ tests, failures = [] }) {
  const changes = tests.flatMap((test) => test.changes);
  const regressions = changes.filter(({ regression }) => regression).length;
  return [
    { text: counted(tests.length, 'test') },
    ...COUNTED.map((verdict) => [changes.filter((change) => change.verdict === verdict).length, verdict])
      .filter(([count]) => count > 0).map(([count, verdict]) => ({ text: `${count} ${verdictWords(verdict)}` })),
    ...(regressions > 0 ? [{ text: counted(regressions, 'regression'), tone: 'regression' }] : []),
    ...(failures.length > 0 ? [{ text: `${counted(failures.length, 'file')} failed`, tone: 'failed' }] : []),
  ];
}

/** A comparison of any kind: `section` has what differs, and more sections follow for its tests and sides. */
function reportOfSides(document, groups, section) {
  const { sides, tests, machines } = document;
  const [first, ...others] = sides.map((side) => label(side.label));
  return {
    title: `${others.join(', ')} against ${first}`, lead: leadOf(document), origin: document,
    sections: [
      { id: 'changes', title: 'Changes', isFolded: tests.length > FEW, gate: describeGate(document), ...section },
      ...explanationSections({ explanations: tests.flatMap(({ explanations = [] }) => explanations) }, {
        id: '', title: 'Why tests changed', isFolded: tests.length > FEW,
      }),
      ...(groups.length > 0 ? [detailsSection(document, groups)] : []),
      sidesSection(document), ...(machines ? [machinesSection(document)] : []),
    ],
  };
}

function comparisonReport(document) {
  const groups = groupBySuite(document);
  const changes = namedChanges(document, namesOf(document.tests));
  const regressions = changes.filter(({ change }) => change.regression);
  return reportOfSides(document, groups, {
    answer: [...comparisonAnswer(changes, { isSaved: document.kind === 'saved' }), ...memoryAnswer(changes)],
    blocks: [
      sourceFacts(document),
      groups.length > 0 ? changesTable(document, groups)
        : { type: 'remark', text: 'There are no tests to compare.', tone: 'empty', isTable: true },
      { type: 'figure', figures: () => [changeFigure(groups, document)] },
      doubtNotes(changes, document), createNotes(testNotes(document)), createNotes(countLines(changes)),
      createNotes(memoryLines(changes)), createNotes(closingNotes(document)),
      createNotes(regressions.map(({ name, change }) => ({ name, text: regressionText(change, document) }))),
      { type: 'failures', items: listFailures(document) },
    ],
  });
}

module.exports = {
  comparisonReport, conditionNotes, counterNotes, countsCell, cutShort, doubtNotes, listFailures, groupBySuite,
  namedChanges, regressionText, reportOfSides, sourceFacts, describeVerdict,
};
