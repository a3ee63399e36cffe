'use strict';

/* The blocks of a report as parts of a page. Figures are as wide as the page. */

const { lineDrawing, lineSign } = require('../chart/lines');
const { markup, nameOf, shown, linesOf } = require('../chart/markup');
const { axisDrawing, rowDrawing } = require('../chart/rows');
const { distribution, sequence } = require('../chart/rounds');
const { seriesClass } = require('../chart/theme');
const { label: cut, printable } = require('../../text/display');
const { withoutOurFrames } = require('../../text/row-error');
const { splitAt, wideColumns } = require('../report');
const { format, joined } = require('../values');
const { signOf, toneOf, wordsOf } = require('../verdicts');

// In a longer list of intervals, the axis is out of sight, and its lines in each row are clutter.
const MOST_WITH_GRID = 40;
const FEW_NOTES = 12; // a longer list of notes is folded in a long section
const OUTPUT_LINES = 20;
const STACK_LINES = 40;
const SORT_DIGITS = 7;

/** The sign is decorative: the words after it have the same meaning. */
const verdictTag = (name, words = wordsOf(name)) => markup`<span class="verdict ${toneOf(name)}">\
<span class="sign-of" aria-hidden="true">${signOf(name)}</span>${words}</span>`;

const tagOf = ({ text, tone }) => (tone ? markup`<span class="${tone}">${text}</span>` : text);

const folded = ({ title, more }, body) =>
  markup`<details class="fold"><summary>${title}${more && markup` <span>${more}</span>`}</summary>
${body}</details>\n`;

function cellContent(cell) {
  if (cell.kind === 'verdict') {
    return [
      verdictTag(cell.name, cell.words), cell.detail && markup` <span class="soft">${cell.detail}</span>`,
      cell.brackets && markup` <span class="mark">${cell.brackets}</span>`,
    ];
  }
  const text = joined(format(cell));
  return cell.isStrong ? markup`<strong>${text}</strong>` : text;
}

const classOf = ({ key, isNumber, isSoft, isSpare }) => {
  const names = [isNumber && 'number', isSoft && 'soft', isSpare && 'spare', key === 'verdict' && 'in-view'];
  return names.some(Boolean) && markup` class="${names.filter(Boolean).join(' ')}"`;
};

const sortKey = (cell) => (Number.isFinite(cell?.value) ? +cell.value.toPrecision(SORT_DIGITS) : '-');

/** sortable: columns with numbers, none if the table cannot be sorted; longest: bar of the table */
function rowMarkup({ heading, cells, instead, id, tone }, [name, ...others], { sortable, longest }) {
  if (heading !== undefined) {
    return markup`<tr class="group"><th scope="rowgroup" colspan="${others.length + 1}">${nameOf(heading)}</th></tr>\n`;
  }
  const cellOf = (column) => (column.isBar
    ? markup`<td class="bar-cell spare"><span style="width:${
      ((cells[column.key]?.value || 0) / longest * 100).toFixed(1)}%"></span></td>`
    : markup`<td${classOf(column)}>${cellContent(cells[column.key] ?? '')}</td>`);
  const content = instead === undefined ? others.map(cellOf)
    : [markup`<td class="instead" colspan="${others.length - 1}"><div>${format(instead)}</div></td>`,
      cellOf(others[others.length - 1])];
  const keys = sortable.map(({ key }) => sortKey(cells[key])).join(' ');
  const first = cells[name.key];
  const title = typeof first === 'string' ? nameOf(first) : cellContent(first);
  return markup`<tr${tone && markup` class="${tone}"`}${keys && markup` data-sort="${keys}"`}><th scope="row">${
    id ? markup`<a href="#${id}">${title}</a>` : title}</th>${content}</tr>\n`;
}

/** The rows of each group by the values of a column, those without one last. */
function sortedRows({ rows, sortedBy }) {
  if (!sortedBy) return rows;
  const valueOf = ({ heading, cells = {} }) => (heading === undefined ? cells[sortedBy]?.value ?? Infinity : -1);
  const order = (a, b) => (valueOf(a) === valueOf(b) ? 0 : valueOf(a) - valueOf(b));
  return splitAt(rows, (row) => row.heading !== undefined).flatMap((group) => group.sort(order));
}

/** A table scrolls separately if it is wider than the page, or long. It can be sorted by its names and its numbers. */
function tableMarkup(table) {
  const { label, isLong, sortedBy } = table;
  const rows = sortedRows(table);
  const columns = wideColumns(table, true);
  const sortable = rows.length < 2 ? []
    : columns.slice(1).filter(({ key, isBar }) => (
      !isBar && rows.some(({ cells }) => cells && sortKey(cells[key]) !== '-')));
  const { key: ofBars } = columns.find(({ isBar }) => isBar) || {};
  const longest = Math.max(Number.MIN_VALUE, ...rows.map(({ cells = {} }) => cells[ofBars]?.value || 0));
  const head = columns.map((column, i) => {
    const key = i === 0 && sortable.length > 0 ? 'name' : sortable.indexOf(column);
    return markup`<th scope="col"${classOf(column)}${key !== -1 && markup` data-sort="${key}"`}${
      key !== -1 && column.key === sortedBy && markup` data-order="ascending"`}><bdi>${
      column.wideTitle ?? column.title}</bdi></th>`;
  });
  return markup`<div class="scroll${isLong && ' long'}" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.map((row) => rowMarkup(row, columns, { sortable, longest }))}</tbody></table></div>\n`;
}

function notesMarkup({ title, items }, isFolded) {
  if (items.length === 0) return null;
  const list = markup`<ul class="notes">
${items.map(({ name, text, isBelow }) => markup`<li${isBelow && markup` class="below"`}>${
    name && markup`<b>${nameOf(name)}</b>: `}${joined(text)}</li>\n`)}</ul>
`;
  if (isFolded && items.length > FEW_NOTES) return folded({ title: title || 'Notes', more: items.length }, list);
  return [title && markup`<h3>${title}</h3>\n`, list];
}

function facts(pairs, kind = 'facts') {
  const lines = pairs.filter(([, value]) => value)
    .map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return lines.length > 0 && markup`<dl class="${kind}">${lines}</dl>\n`;
}

function failure({ code, message, at, calls, round, stack, output = [] }) {
  const last = output.slice(-OUTPUT_LINES);
  const which = output.length > last.length ? ` (the last ${last.length} of ${output.length} lines)` : '';
  const trace = withoutOurFrames(stack || '').split('\n').slice(0, STACK_LINES).join('\n');
  return markup`<div class="failure">
<pre class="message" tabindex="0">${linesOf(message || 'failed')}</pre>
${facts([
    ['at', at && markup`<code>${at}</code>`], ['on call', calls], ['in round', round > 1 && round],
    ['kind', code && markup`<code>${code}</code>`],
  ])}
${last.length > 0 && markup`<p class="above">What its process wrote at last${which}:</p>
<pre class="output" tabindex="0">${last.map((line) => markup`${linesOf(line)}\n`)}</pre>`}
${trace && trace !== message && markup`<details class="stack">\
<summary>Stack</summary><pre tabindex="0">${linesOf(trace)}</pre></details>`}</div>\n`;
}

function detailsMarkup({ id, name, isOpen, headline, blocks }) {
  const whole = printable(name);
  // All other places cut the name.
  const wholeName = whole !== cut(whole) && markup`<p class="whole-name" tabindex="0"><bdi>${whole}</bdi></p>\n`;
  const figures = headline.map(({ side, text, verdict }) => markup`<span class="figure">${
    side && markup`<span class="side">${nameOf(side)}</span>`}${joined(text)}${
    verdict && verdictTag(verdict.name)}</span>`);
  return markup`<details class="test"${isOpen && markup` open`}>
<summary><span class="name"><bdi>${shown(name)}</bdi></span>${figures}</summary>
<div class="body" id="${id}">
<p class="permalink"><a href="#${id}">Link to this test</a></p>
${wholeName}${blocks.map((block) => blockMarkup(block))}</div>
</details>\n`;
}

const wordsMarkup = (words) => [words].flat().map((part) => (typeof part === 'string' ? part : nameOf(part.name)));

/** Places inside are shares of the width without the padding, which attributes cannot express. */
function svg({ label, height, left, right, content, kind }) {
  const alternative = label === null ? markup`aria-hidden="true"` : markup`role="img" aria-label="${label}"`;
  const box = markup`width="100%" height="${height}" style="padding:0 ${right}px 0 ${left}px"`;
  return markup`<svg class="${kind}" ${alternative} ${box}>${content}</svg>`;
}

function rowsMarkup(figure) {
  const ticks = figure.row === 'interval' && figure.items.length > MOST_WITH_GRID ? [] : figure.ticks;
  const cell = (kind, content) => markup`<span class="${kind}">${content}</span>`;
  const lines = figure.items.map((item) => {
    const { heading, name, side, value, more, verdict } = item;
    if (heading !== undefined) return markup`<li class="group"><bdi>${heading}</bdi></li>\n`;
    const title = [nameOf(name), side && markup` <span class="side"><bdi>${side}</bdi></span>`];
    return markup`<li>${cell('name', title)}${svg(rowDrawing(item, figure, ticks))}${cell('value', value)}${
      more && cell('more', verdict ? verdictTag(verdict) : more)}</li>\n`;
  });
  return markup`<ul class="rows">
${lines}<li class="under" aria-hidden="true">${svg(axisDrawing(figure))}</li>
</ul>\n`;
}

const keysMarkup = (items) => items.length > 0 && markup`<ul class="keys">${items}</ul>`;

const lineKeys = (lines) => keysMarkup(lines.filter(({ name }) => name).map(({ name }, i) => markup`<li>\
<svg class="line-key ${seriesClass(i)}" width="22" height="12" aria-hidden="true">${lineSign(i)}</svg>\
<bdi>${name}</bdi></li>`));

const DRAWINGS = { lines: lineDrawing, distribution, sequence };

function figureMarkup(figure) {
  const { draw, kind, title, text, key, remark, lines } = figure;
  const drawing = draw === 'rows' ? {} : DRAWINGS[draw](figure);
  const { notes = [] } = drawing;
  const words = [text, ...notes].filter((one) => one.length > 0).map((one, i) => [i > 0 && '; ', wordsMarkup(one)]);
  // Words in one box, otherwise the layout would separate names from the words around them.
  const keys = key.filter(Boolean).map(([sign, meaning]) => (
    markup`<li><span class="key ${sign}"></span><span>${wordsMarkup(meaning)}</span></li>`));
  return markup`<figure class="${kind}">
<figcaption><strong>${wordsMarkup(title)}</strong>${words.length > 0 && markup` <span>${words}</span>`}</figcaption>
${draw === 'rows' ? rowsMarkup(figure) : svg(drawing)}${draw === 'lines' && lineKeys(lines)}
${keysMarkup(keys)}</figure>
${remark && markup`<p class="remark">${remark}</p>\n`}`;
}

function figuresMarkup({ figures, layout }, isFolded) {
  const drawn = figures({}).filter(Boolean).map(figureMarkup);
  if (drawn.length === 0) return null;
  const all = layout ? markup`<div class="${layout}">
${drawn}</div>\n` : drawn;
  return isFolded ? folded({ title: 'Figure' }, all) : all;
}

const BLOCKS = {
  table: tableMarkup,
  notes: notesMarkup,
  facts: ({ pairs, kind, title }) => [
    title && markup`<h3>${title}</h3>\n`,
    facts(pairs.map(([name, value]) => [name, value && cellContent(value)]), kind),
  ],
  failures: ({ items }) => items.filter(({ isInDetails }) => !isInDetails)
    .map(({ name, error }) => markup`<h3>Failed: ${nameOf(name)}</h3>
${failure(error)}`),
  heading: ({ text }) => markup`<h3>${nameOf(text)}</h3>\n`,
  failure: ({ error }) => failure(error),
  warnings: ({ items }) => items.length > 0 && markup`<ul class="warnings">${
    items.map(({ text }) => markup`<li>${text}</li>`)}</ul>\n`,
  remark: ({ text, tone = 'remark' }) => markup`<p class="${tone}">${text}</p>\n`,
  figure: figuresMarkup,
  details: detailsMarkup,
};

/** @param {boolean} [isFolded] long lists and figures are folded */
const blockMarkup = (block, isFolded = false) => BLOCKS[block.type](block, isFolded);

module.exports = { blockMarkup, folded, tagOf };
