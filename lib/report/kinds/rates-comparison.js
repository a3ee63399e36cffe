'use strict';

/*
 * The report of a comparison of rates: the columns of compare.R in Node's core, the ratio of the rates with its
 * interval, and its verdict after a correction for the number of comparisons.
 */

const { comparisonAnswer } = require('../comparison-answer');
const { anyCounts, countLines } = require('../count-changes');
const { rateFigures } = require('../figures/rates');
const { changeFigure, figuresOf } = require('../figures/sides');
const { gateOf } = require('../gate-words');
const { intervalLine, commonReach, axisTitle } = require('../terminal-plot');
const { chanceTexts, cutShortText, doubtTexts, entriesOf, failedSides, missingTexts } = require('../welch-notes');
const { skippedTexts } = require('../rates-notes');
const { shareParameters } = require('../shared-parameters');
const { MANY } = require('../report');
const { ratio, ratioInterval, sorted } = require('../values');
const { byFile, filesInOrder, shortConfiguration } = require('../../text/configuration-names');
const { firstOf } = require('../../text/columns');
const { label } = require('../../text/display');
const {
  conditionNotes, countersOf, countsCell, leadOf, regressionText, sourceFacts, verdictOf,
} = require('./comparison');
const { detailsSection } = require('./comparison-details');
const { machinesSection, sidesSection } = require('./environment');

const { abs, max } = Math;

const CHART_COLUMNS = 21;
const MOST_NAMES = 20;
// From this value, toFixed() writes an exponent.
const MOST_PERCENT = 1e21;

/** Two decimals, or an exponent for the extreme rates of damaged files; '-' for infinity */
function percent(share) {
  const value = share * 100;
  return abs(value) < MOST_PERCENT ? value.toFixed(2) : abs(value) < Infinity ? value.toPrecision(3) : '-';
}

function rowOf(test, i, name, id, { sides, changeOf }) {
  const change = test.changes[i];
  const { improvement, stars = '', accuracy } = change.welch || {};
  const found = changeOf(change);
  const [at05, at01, at001] = (accuracy || ['', '', '']).map((share) => (share === '' ? '' : `±${percent(share)}%`));
  return {
    id, found, tones: { chart: change.verdict },
    cells: {
      name, side: sides.length > 2 ? label(sides[i + 1].label) : '', confidence: stars, at05, at01, at001,
      improvement: typeof improvement === 'number' ? sorted(`${percent(improvement)} %`, improvement) : '',
      ratio: ratio(found.ratio, found.low, found.high), interval: ratioInterval(found.ratio, found.low, found.high),
      verdict: verdictOf(change, test, sides), counts: countsCell(change),
    },
  };
}

/** Rows under the names of their files, without configurations that only one side has. */
function rowsOf({ tests, ...document }, ids) {
  const { changeOf } = figuresOf({ tests, ...document });
  return filesInOrder(tests, ({ name }) => name).flatMap(({ file, own, isAlone }) => {
    const nameOf = (test) => (isAlone ? file : shortConfiguration(test.name));
    const rows = own.flatMap((test) => [...test.changes.keys()]
      .filter((i) => test.changes[i].verdict !== 'unmatched')
      .map((i) => rowOf(test, i, nameOf(test), ids.get(test), { ...document, changeOf })));
    return rows.length && !isAlone && file ? [{ heading: file }, ...rows] : rows;
  });
}

function drawIntervals(rows) {
  const drawn = rows.filter(({ found }) => found && found.ratio !== null);
  const changeOf = (value) => (value === null ? null : value - 1);
  const changes = drawn.map(({ found: { ratio: value, low, high } }) => (
    { value: value - 1, low: changeOf(low), high: changeOf(high) }));
  const reach = commonReach(changes.map(({ value, low, high }) => max(abs(value), abs(low), abs(high))));
  if (!(reach > 0)) return '';
  const axis = { low: -reach, high: reach, columns: CHART_COLUMNS };
  drawn.forEach((row, i) => { row.cells.chart = intervalLine(changes[i], axis); });
  return axisTitle(reach, CHART_COLUMNS);
}

function changesTable(document, ids) {
  const rows = rowsOf(document, ids);
  const chartTitle = drawIntervals(rows);
  return {
    type: 'table', label: 'Changes', isLong: document.tests.length > MANY, rows,
    columns: [
      { key: 'name', title: 'configuration' }, { key: 'side', title: 'side' },
      { key: 'confidence', title: 'confidence', isNumber: true, drop: 16 },
      { key: 'improvement', title: 'improvement', isNumber: true },
      { key: 'at05', title: 'accuracy (*)', isNumber: true, drop: 15 },
      { key: 'at01', title: '(**)', isNumber: true, drop: 11 },
      { key: 'at001', title: '(***)', isNumber: true, drop: 12 },
      { key: 'ratio', title: 'change', isNumber: true, drop: 14 },
      { key: 'interval', title: '', wideTitle: 'interval', isNumber: true, isSoft: true, drop: 13 },
      { key: 'chart', title: chartTitle, drop: 10, only: 'terminal' },
      { key: 'verdict', title: 'verdict', drop: 17 }, { key: 'counts', title: 'instructions', isNumber: true },
    ],
  };
}

function ratesBlock({ heading, tests }, { sides }) {
  const { shared, rest } = shareParameters(tests.map(({ name }) => name));
  const entries = tests.map((test, i) => (
    { label: rest[i] || label(heading), sides: test.sides, changes: test.changes.map(({ welch }) => welch || {}) }));
  return {
    type: 'figure', only: 'plot', title: label(heading),
    figures: (options) => rateFigures(entries, sides, options, shared),
  };
}

const notes = (texts) => ({
  type: 'notes', items: texts.map((text) => ({ text: text.trim(), isBelow: text.startsWith('  ') })),
});

/** document: a comparison of rates, with `welch` in its changes */
function ratesComparisonReport(document) {
  const { sides, tests } = document;
  const entries = entriesOf(document);
  const ids = new Map(tests.map((test, i) => [test, `t${i + 1}`]));
  const groups = [...byFile(tests)].map(([heading, own]) => (
    { heading, title: heading, tests: own, ids: own.map((test) => ids.get(test)) }));
  const table = changesTable(document, ids);
  const regressions = entries.filter(({ change }) => change.regression)
    .map(({ name, change }) => `${name}: ${regressionText(change, document)}`);
  const [first, ...others] = sides.map((side) => label(side.label));
  return {
    title: `${others.join(', ')} against ${first}`, lead: leadOf(document), origin: document,
    sections: [
      {
        id: 'changes', title: 'Changes', isFolded: tests.length > MANY,
        answer: comparisonAnswer(entries, { isOfRates: figuresOf(document).isOfRates }), gate: gateOf(document),
        blocks: [
          sourceFacts(document),
          table.rows.length > 0 ? table
            : { type: 'remark', text: 'nothing was compared', tone: 'empty', isTable: true },
          { type: 'figure', figures: () => [changeFigure(groups, document)] },
          ...groups.map((group) => ratesBlock(group, document)),
          notes([
            ...chanceTexts(entries), ...doubtTexts(entries, document), ...countLines(entries, 'an operation'),
            ...missingTexts(entries, document), ...skippedTexts(document), ...conditionNotes(document),
            ...countersOf(document).map((counter) => `instructions by ${counter}`),
            ...(document.complete === false ? [cutShortText(anyCounts(document))] : []),
            ...firstOf(regressions, MOST_NAMES, 'more regressions'),
          ]),
          failedSides(document),
        ],
      },
      ...(groups.length > 0 ? [detailsSection(document, groups)] : []),
      sidesSection(document), ...(document.machines ? [machinesSection(document)] : []),
    ],
  };
}

module.exports = { ratesComparisonReport };
