'use strict';

/* The page of a scatter: how the rate of a benchmark file depends on one of its parameters. */

const { markup, nameOf, shown } = require('../chart/markup');
const { percent, plural } = require('../chart/figures');
const { answerOf } = require('./answer');
const { environmentSection } = require('./environment');
const { table, groupRow } = require('./parts');
const { rateLines } = require('./rate-figures');
const { headCells, valuesOfRow } = require('./sorting');
const { isLong } = require('./length');
const { page } = require('./page');
const { reachOf } = require('../scatter-table');
const {
  titleOf, categoriesOf, categoryHeading, aggregatedLines, stepLines, growthLines, noteLines, scatterFailures,
  valueText,
} = require('../scatter-words');
const { ends, perSecond, shareText, shortRate } = require('../../text/numbers');

const joined = (text) => text.replace(/ /g, '\u00a0');

/**
 * title, class, cell, what it is sorted by; a column that no point has is left out, the spare ones on a telephone, too.
 */
const COLUMNS = [
  { title: 'samples', unit: 'number spare', value: ({ samples }) => samples, cell: ({ samples }) => `${samples}` },
  { title: 'rate, mean', unit: 'number', value: ({ mean }) => mean, cell: ({ mean }) => joined(perSecond(mean)) },
  {
    title: '95 % interval', unit: 'number', value: reachOf,
    cell: (point) => (reachOf(point) === null ? '' : `±${joined(shareText(reachOf(point)))}`),
  },
  {
    title: 'median', unit: 'number', value: ({ median }) => median,
    cell: ({ median, isSkewed }) => (median === null ? '' : joined(`${isSkewed ? '(!) ' : ''}${perSecond(median)}`)),
  },
  {
    title: 'its 95 % interval', unit: 'number spare',
    cell: ({ medianLow, medianHigh }) => joined(ends(medianLow, medianHigh, shortRate)),
  },
];

function pointsTable({ points, xaxis, category }) {
  const groups = [...categoriesOf(points)];
  const columns = COLUMNS.filter(({ cell }) => points.some((point) => cell(point) !== ''));
  const isNumeric = points.every(({ x }) => typeof x === 'number');
  const placed = [{ title: nameOf(xaxis), value: isNumeric ? ({ x }) => x : 'name' }, ...columns];
  const rowOf = (point) => markup`<tr${valuesOfRow(placed, point)}><th scope="row">${nameOf(point.x ?? 'none')}</th>${
    columns.map(({ unit, cell }) => markup`<td class="${unit}">${cell(point)}</td>`)}</tr>
`;
  return table({
    label: `Rates over ${shown(xaxis)}`,
    head: headCells(placed),
    isLong: isLong(points.length),
    rows: groups.map(([value, own]) => [
      groupRow(category === null ? '' : categoryHeading(category, value), columns.length + 1), own.map(rowOf),
    ]),
  });
}

function pointsFigure({ points, xaxis, category, isLog, aggregated }) {
  const lines = [...categoriesOf(points.filter(({ x, mean }) => x !== null && mean > 0))].map(([value, own]) => {
    const isNumeric = own.every(({ x }) => typeof x === 'number');
    const placed = own.map(({ x, mean, low, high }) => ({ x, value: mean, low, high }));
    return {
      name: category === null ? '' : valueText(value),
      points: isNumeric ? placed.sort((a, b) => a.x - b.x) : placed,
    };
  });
  const over = aggregated.map(({ name, share }) =>
    shown(name) + (share > 0 ? ` (${percent(share)} of the spread)` : ''));
  const counts = [...new Set(points.map(({ samples }) => samples))];
  const text = [
    `means of ${counts.length === 1 ? plural(counts[0], 'run') : 'runs'} with their 95 % intervals`,
    over.length > 0 && `aggregated over ${over.join(', ')}`, 'higher is better',
  ].filter(Boolean);
  return rateLines({ lines, parameter: xaxis, text, isLog });
}

/** How it grows; where too few points tell, from which rate to which it goes. */
function answerLines(document) {
  const lines = growthLines(document);
  if (lines.length > 0) return lines;
  const rates = document.points.filter(({ mean }) => mean > 0).sort((a, b) => b.mean - a.mean);
  if (rates.length < 2) return [];
  const placeOf = ({ x, category }) => [
    `${valueText(document.xaxis)} ${valueText(x)}`,
    document.category !== null && categoryHeading(document.category, category),
  ].filter(Boolean).join(' and ');
  const [highest, lowest] = [rates[0], rates[rates.length - 1]];
  const wordsOf = (point) => `${perSecond(point.mean)} with ${placeOf(point)}`;
  return [`${wordsOf(highest)}, down to ${wordsOf(lowest)}`];
}

/** Lines that are indented stand below the one before. */
const list = (title, lines) => lines.length > 0 && markup`<h3>${title}</h3>
<ul class="notes">${lines.map((line) => markup`<li${/^ /.test(line) && markup` class="below"`}>${line.trim()}</li>
`)}</ul>
`;

/**
 * @param {object} document a scatter, see docs/command-line.md
 * @returns {string} HTML
 */
function scatterPage(document) {
  const { file, xaxis, points, environment } = document;
  const failures = scatterFailures(document);
  const body = points.length === 0 ? markup`<p class="empty">There are no rates.</p>
` : [answerOf(answerLines(document)), pointsTable(document), pointsFigure(document)];
  const section = markup`<section class="suite" id="rates">
<h2>Rate over ${nameOf(xaxis)}</h2>
<p class="settings"><bdi>${titleOf(document)}</bdi></p>
${body}${[
    list('Other parameters', aggregatedLines(document)), list('From one value to the next', stepLines(document)),
    list('Notes', noteLines(document)),
    failures.length > 0 && markup`<h3>Failures</h3>
<pre class="output" tabindex="0">${failures.join('\n')}</pre>
`,
  ]}</section>
`;
  return page({
    document: { complete: true, command: [], version: '', savedAt: '', ...document },
    title: shown(file), lead: plural(points.length, 'point'),
    contents: [{ id: 'rates', title: 'Rates' }, { id: 'environment', title: 'Environment' }],
    sections: [section, environment && environmentSection(environment)],
  });
}

module.exports = { scatterPage };
