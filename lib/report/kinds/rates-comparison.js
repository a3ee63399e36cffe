'use strict';

/* The report of a comparison of rates: the columns of compare.R in Node's core, the ratio, and verdicts. */

const { comparisonAnswer } = require('../comparison-answer');
const { countLines } = require('../count-changes');
const { changeFigure, chooseFigures } = require('../figures/sides');
const { rateFigures } = require('../figures/rates');
const { failedRuns, createNamer, skippedTexts } = require('../rates-notes');
const { MANY, createNotes } = require('../report');
const { rateRatio, ratioInterval, sorted } = require('../values');
const { limitLines, listNames } = require('../../base/text/columns');
const { byFile } = require('../../base/text/configuration-names');
const { label } = require('../../base/text/display');
const { groupBy } = require('../../base/text/grouped-by');
const { counted } = require('../../base/text/numbers');
const {
  conditionNotes, counterNotes, countsCell, cutShort, doubtNotes, namedChanges, regressionText, reportOfSides,
  sourceFacts, describeVerdict,
} = require('./comparison');
const { labelled, rowsByFile } = require('./rates');

const MOST_NAMES = 20;
const MOST_PERCENT = 1e21; // from this value, toFixed() writes an exponent

// Levels of the stars of compare.R, which give the expected number of stars without any change.
const LEVELS = [[0.05, '(*) or more'], [0.01, '(**) or more'], [0.001, '(***)']];

const SKIPPED = {
  'too-few': 'not tested because a side has fewer than two rates',
  'no-variance': 'not tested because all rates of a side are equal',
  'old-is-zero': 'no percent change because the old rate is 0',
  'not-finite': 'not tested because a rate is not finite',
};

/** Two decimals, or an exponent for the extreme rates of damaged files; '-' for infinity */
function percent(share) {
  const value = share * 100;
  return Math.abs(value) < MOST_PERCENT ? value.toFixed(2) : Math.abs(value) < Infinity ? value.toPrecision(3) : '-';
}

function rowOf(test, i, name, id, { sides, changeOf }) {
  const change = test.changes[i];
  const { improvement, stars = '', accuracy } = change.welch || {};
  const found = changeOf(change);
  const verdict = describeVerdict(change, test, sides);
  const isUnmatched = change.verdict === 'unmatched';
  const [at05, at01, at001] = (accuracy || []).map((share) => `±${percent(share)}%`);
  return {
    id, instead: isUnmatched ? verdict.text : undefined,
    cells: {
      name, side: sides.length > 2 ? label(sides[i + 1].label) : '', confidence: stars, at05, at01, at001,
      improvement: typeof improvement === 'number' ? sorted(`${percent(improvement)} %`, improvement) : '',
      ratio: rateRatio(found.ratio, found.low, found.high), interval: ratioInterval(found.ratio, found.low, found.high),
      verdict: isUnmatched ? '' : verdict, counts: countsCell(change),
    },
  };
}

function rowsOf({ tests, ...document }, ids) {
  const { changeOf } = chooseFigures({ tests, ...document });
  return rowsByFile(tests, ({ name }) => name, (test, name) => test.changes.map((_, i) => (
    rowOf(test, i, name, ids.get(test), { ...document, changeOf }))));
}

function changesTable(document, ids) {
  const rows = rowsOf(document, ids);
  return {
    type: 'table', label: 'Changes', isLong: document.tests.length > MANY, rows,
    columns: [
      { key: 'name', title: 'configuration' }, { key: 'side', title: 'side' },
      { key: 'confidence', title: 'confidence', isNumber: true, drop: 16, isSpare: true },
      { key: 'improvement', title: 'improvement', isNumber: true },
      { key: 'at05', title: 'accuracy (*)', isNumber: true, drop: 15, isSpare: true },
      { key: 'at01', title: '(**)', isNumber: true, drop: 11, isSpare: true },
      { key: 'at001', title: '(***)', isNumber: true, drop: 12, isSpare: true },
      { key: 'ratio', title: 'change', isNumber: true, drop: 14 },
      { key: 'interval', title: '', wideTitle: 'interval', isNumber: true, isSoft: true, drop: 13 },
      { key: 'verdict', title: 'verdict', drop: 17 }, { key: 'counts', title: 'instructions', isNumber: true },
    ],
  };
}

function figureOf({ heading, tests }, { sides }) {
  const { shared, entries } = labelled(tests.map(({ name, sides: own, changes }) => (
    { configuration: name, sides: own, changes: changes.map(({ welch }) => welch || {}) })), heading);
  return {
    type: 'figure', only: 'plot', title: label(heading),
    figures: (options) => rateFigures(entries, sides, options, shared),
  };
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
  const remain = counted(different.length, 'difference remains', 'differences remain');
  return [
    `Expected false positives in ${counted(count, 'comparison')} if nothing changed:`,
    ...LEVELS.map(([level, words]) => `  ${(count * level).toFixed(2)} with ${words}`),
    `${starred} of ${count} ${starred === 1 ? 'has' : 'have'} stars; ` +
      `after Holm's correction for the number of comparisons, ${remain}${parts.length ? `: ${parts.join(', ')}` : ''}`,
  ];
}

const RUN_WORDS = { one: 'more run per side', many: 'more runs per side', changeOf: (ratio) => 1 / ratio };

function untestedTexts(entries) {
  const isTestable = ({ change }) => change.verdict !== 'failed' && change.verdict !== 'unmatched' && change.welch;
  const untested = groupBy(entries.filter(isTestable), ({ change }) => change.welch.skipped);
  return Object.entries(SKIPPED).filter(([reason]) => untested.has(reason))
    .map(([reason, words]) => `${words}: ${listNames(untested.get(reason).map(({ name }) => name), MOST_NAMES)}`);
}

function ratesComparisonReport(document) {
  const { tests } = document;
  const entries = namedChanges(document, createNamer(tests));
  const ids = new Map(tests.map((test, i) => [test, `t${i + 1}`]));
  const groups = [...byFile(tests)].map(([heading, own]) => (
    { heading, title: heading, tests: own, ids: own.map((test) => ids.get(test)) }));
  const table = changesTable(document, ids);
  const regressions = entries.filter(({ change }) => change.regression)
    .map(({ name, change }) => `${name}: ${regressionText(change, document)}`);
  return reportOfSides(document, groups, {
    answer: comparisonAnswer(entries, { isOfRates: true }),
    blocks: [
      sourceFacts(document),
      table.rows.length > 0 ? table : { type: 'remark', text: 'nothing was compared', tone: 'empty', isTable: true },
      { type: 'figure', figures: () => [changeFigure(groups, document)] },
      ...groups.map((group) => figureOf(group, document)),
      createNotes(chanceTexts(entries)), doubtNotes(entries, document, RUN_WORDS),
      createNotes([
        ...countLines(entries, 'per operation'), ...untestedTexts(entries), ...skippedTexts(document),
        ...conditionNotes(document), ...counterNotes(document), ...cutShort(document, 'fewer runs than planned'),
        ...limitLines(regressions, MOST_NAMES, 'more regressions'),
      ]),
      failedRuns(tests, document, createNamer(tests)),
    ],
  });
}

module.exports = { ratesComparisonReport };
