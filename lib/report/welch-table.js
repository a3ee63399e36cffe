'use strict';

/*
 * A comparison of rates for a terminal: the columns of node's own compare.R, then the ratio of the rates with its
 * interval, and what is left of it after a correction for the number of comparisons.
 *
 *                confidence improvement accuracy (*)   (**)  (***)   ratio                 -12 %     0     +12 %
 *   n=1 type=""         ***     12.46 %       ±3.32% ±4.42% ±5.77%  x1.125  (1.101..1.149)           |    --o--
 */

const { label, printable } = require('../text/display');
const { createPaint } = require('../text/paint');
const { verdictText, countKind, sideText } = require('./comparison-table');
const { anyCounts, countCell } = require('./count-changes');
const { tableOf, wrapped } = require('../text/columns');
const { answerLines } = require('./gate-words');
const { byFile, shortConfiguration } = require('../text/configuration-names');
const { ends, ratioText } = require('../text/numbers');
const { intervalLine, commonReach, axisTitle } = require('./terminal-plot');
const { comparisonAnswer } = require('./comparison-answer');
const { entriesOf, noteLines } = require('./welch-notes');

const { abs, max } = Math;

const CHART_COLUMNS = 21;

// Beyond, toFixed() writes an exponent.
const MOST_PERCENT = 1e21;

// In a narrower terminal there is no room for a verdict beside the change.
const WITH_VERDICT = 36;

/** Two decimals; the rates of damaged files can be so far apart that nothing can be said. */
function percent(share) {
  const value = share * 100;
  return abs(value) < MOST_PERCENT ? value.toFixed(2) : abs(value) < Infinity ? value.toPrecision(3) : '-';
}

/**
 * Of rates, where the change is one of times: 2 times the time is half the rate.
 *
 * @returns {{ ratio: number|null, low: number|null, high: number|null }}
 */
function ratioOfRates({ ratio, low, high }) {
  const inverse = (value) => (value > 0 ? 1 / value : null);
  return { ratio: inverse(ratio), low: inverse(high), high: inverse(low) };
}

const verdictWords = (change) => (change.verdict === 'below-resolution' ? 'no rate' : verdictText(change));

/** The texts of a row; none for a configuration that only one of the sides has. */
function cellsOf(test, change, side, name) {
  const { improvement, stars = '', accuracy } = change.welch || {};
  const found = ratioOfRates(change);
  const reaches = (accuracy || ['', '', '']).map((share) => (share === '' ? '' : `±${percent(share)}%`));
  return {
    name, side, kinds: { verdict: change.verdict, chart: change.verdict, counts: countKind(change) }, found,
    confidence: stars, improvement: typeof improvement === 'number' ? `${percent(improvement)} %` : '',
    at05: reaches[0], at01: reaches[1], at001: reaches[2],
    ratio: found.ratio === null ? '' : `x${ratioText(found.ratio)}`, interval: ends(found.low, found.high, ratioText),
    verdict: verdictWords(change), counts: countCell(change),
  };
}

function rowsOf({ tests, sides }) {
  const rows = [];
  for (const [file, own] of byFile(tests)) {
    const isAlone = own.length === 1 && !own[0].name;
    const below = own.flatMap((test) => test.changes.flatMap((change, i) => {
      if (change.verdict === 'unmatched') return [];
      const name = isAlone ? label(file) : `  ${shortConfiguration(test.name)}`;
      return [cellsOf(test, change, sides.length > 2 ? label(sides[i + 1].label) : '', name)];
    }));
    if (below.length && !isAlone && file) rows.push({ heading: printable(file) });
    rows.push(...below);
  }
  return rows;
}

/** Adds a drawing of its interval to each row, all on one axis of changes of the rate. */
function drawIntervals(rows) {
  const drawn = rows.filter(({ found }) => found && found.ratio !== null);
  const changeOf = (ratio) => (ratio === null ? null : ratio - 1);
  const changes = drawn.map(({ found: { ratio, low, high } }) => (
    { value: ratio - 1, low: changeOf(low), high: changeOf(high) }));
  const reach = commonReach(changes.map(({ value, low, high }) => max(abs(value), abs(low), abs(high))));
  if (!(reach > 0)) return 0;
  const axis = { low: -reach, high: reach, columns: CHART_COLUMNS };
  drawn.forEach((row, i) => { row.chart = intervalLine(changes[i], axis); });
  return reach;
}

const LAYOUT = [
  { key: 'name', title: '' }, { key: 'side', title: 'side' },
  { key: 'confidence', title: 'confidence', toTheRight: true },
  { key: 'improvement', title: 'improvement', toTheRight: true },
  { key: 'at05', title: 'accuracy (*)', toTheRight: true },
  { key: 'at01', title: '(**)', toTheRight: true }, { key: 'at001', title: '(***)', toTheRight: true },
  { key: 'ratio', title: 'ratio', toTheRight: true }, { key: 'interval', title: '' },
];

// A ratio without its interval says no more than the improvement.
const SPARE = ['chart', 'at01', 'at001', 'interval', 'ratio', 'at05', 'confidence'];

/**
 * @param {object} comparison of rates, with `welch` in its changes
 * @param {object} [screen]
 * @param {number} [screen.columns] of the terminal, which no line exceeds
 * @param {boolean} [screen.hasColours]
 * @returns {string} text with ends of line
 */
function welchTable(comparison, { columns, hasColours = false } = {}) {
  const paint = createPaint(hasColours);
  // A CSV does not tell where its sides come from.
  const sources = comparison.sides.filter(({ source }) => source !== null);
  const lines = sources.flatMap((side) => wrapped(sideText(side), columns));
  const rows = rowsOf(comparison);
  const reach = drawIntervals(rows);
  const chart = { key: 'chart', title: reach ? axisTitle(reach, CHART_COLUMNS) : '' };
  if (lines.length) lines.push('');
  const spare = columns < WITH_VERDICT ? [...SPARE, 'verdict'] : SPARE;
  const counts = { key: 'counts', title: anyCounts(comparison) ? 'instructions' : '' };
  const layout = [...LAYOUT, chart, { key: 'verdict', title: '' }, counts];
  const room = { columns, paint, spare };
  lines.push(...(rows.length === 0 ? ['nothing was compared'] : tableOf(layout, rows, room)));
  const answer = [...comparisonAnswer(entriesOf(comparison), { isOfRates: true }), ...answerLines(comparison)];
  const notes = [...noteLines(comparison), ...answer].flatMap((line) => wrapped(line, columns));
  if (notes.length) lines.push('', ...notes);
  return `${lines.join('\n')}\n`;
}

module.exports = { welchTable, ratioOfRates, verdictWords, percent };
