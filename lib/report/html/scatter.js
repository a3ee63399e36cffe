'use strict';

/* The page of a scatter: how the rate of a benchmark file depends on one of its parameters. */

const { markup, nameOf, shown } = require('../chart/markup');
const { percent, plural } = require('../chart/figures');
const { answerOf } = require('./answer');
const { environmentSection } = require('./environment');
const { table, groupRow } = require('./parts');
const { rateLines } = require('./rate-figures');
const { page } = require('./page');
const { reachOf } = require('../scatter-table');
const {
  titleOf, categoriesOf, categoryHeading, aggregatedLines, stepLines, growthLines, noteLines, scatterFailures,
  valueText,
} = require('../scatter-words');
const { ends, perSecond, shareText, shortRate } = require('../../text/numbers');

const joined = (text) => text.replace(/ /g, '\u00a0');

/** title, cell, class; a column that no point has is left out, the spare ones on a telephone, too. */
const COLUMNS = [
  ['samples', ({ samples }) => `${samples}`, 'spare'], ['rate, mean', ({ mean }) => joined(perSecond(mean))],
  ['95 % interval', (point) => (reachOf(point) === null ? '' : `±${joined(shareText(reachOf(point)))}`)],
  ['median', ({ median, isSkewed }) =>
    (median === null ? '' : joined(`${isSkewed ? '(!) ' : ''}${perSecond(median)}`))],
  ['its 95 % interval', ({ medianLow, medianHigh }) => joined(ends(medianLow, medianHigh, shortRate)), 'spare'],
];

const classOf = (kind) => (kind ? `number ${kind}` : 'number');

function pointsTable({ points, xaxis, category }) {
  const groups = [...categoriesOf(points)];
  const columns = COLUMNS.filter(([, cell]) => points.some((point) => cell(point) !== ''));
  const rowOf = (point) => markup`<tr><th scope="row">${nameOf(point.x ?? 'none')}</th>${
    columns.map(([, cell, kind]) => markup`<td class="${classOf(kind)}">${cell(point)}</td>`)}</tr>
`;
  return table({
    label: `Rates over ${shown(xaxis)}`,
    head: [
      markup`<th scope="col">${nameOf(xaxis)}</th>`,
      columns.map(([title, , kind]) => markup`<th scope="col" class="${classOf(kind)}">${title}</th>`),
    ],
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
