'use strict';

/* The blocks of a report as parts of a page. */

const { markup, renderName, shown, renderLines } = require('../chart/markup');
const { codeMarkup } = require('./code');
const { figuresMarkup } = require('./figures');
const { maxOf } = require('../../base/stats/sample');
const { label: cut, printable } = require('../../base/text/display');
const { withoutOurFrames } = require('../../base/text/row-error');
const { splitAt, wideColumns } = require('../report');
const { format, joined } = require('../values');
const { verdictSign, verdictTone, verdictWords } = require('../verdicts');

const FEW_NOTES = 12; // a longer list of notes is folded in a long section
const OUTPUT_LINES = 20;
const STACK_LINES = 40;
const SORT_DIGITS = 7;
const LONG_NAME = 30; // characters, which take several lines of a narrow table

// A table with more characters per row does not fit into 800 px. Cells have paddings, and a bar has a least width.
const MOST_CHARACTERS = 90;
const PADDING = 2;
const BAR = 10;
const LAST_COLUMN = 12; // its text wraps in a narrow window

/** The sign is decorative: the words after it have the same meaning. */
const verdictTag = (name, words = verdictWords(name)) => markup`<span class="verdict ${verdictTone(name)}">\
<span class="sign-of" aria-hidden="true">${verdictSign(name)}</span>${words}</span>`;

const renderTag = ({ text, tone }) => (tone ? markup`<span class="${tone}">${text}</span>` : text);

const folded = ({ title, more, isOpen }, body) =>
  markup`<details class="fold"${isOpen && markup` open`}><summary>${title}${
    more && markup` <span>${more}</span>`}</summary>
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

const classOf = ({ key, isNumber, isSoft, isSpare, isWrapped }) => {
  const names = [
    isNumber && 'number', isSoft && 'soft', isSpare && 'spare', isWrapped && 'wrapped', key === 'verdict' && 'in-view',
  ];
  return names.some(Boolean) && markup` class="${names.filter(Boolean).join(' ')}"`;
};

const sortKey = (cell) => (Number.isFinite(cell?.value) ? +cell.value.toPrecision(SORT_DIGITS) : '-');

/** sortable: columns with numbers, none if the table cannot be sorted; longest: bar of the table */
function rowMarkup({ heading, cells, instead, id, tone }, [name, ...others], { sortable, longest }) {
  if (heading !== undefined) {
    const columns = others.length + 1;
    return markup`<tr class="group"><th scope="rowgroup" colspan="${columns}">${renderName(heading)}</th></tr>\n`;
  }
  const cellOf = (column) => (column.isBar
    ? markup`<td class="bar-cell spare"><span style="width:${
      ((cells[column.key]?.value || 0) / longest * 100).toFixed(1)}%"></span></td>`
    : markup`<td${classOf(column)}>${cellContent(cells[column.key] ?? '')}</td>`);
  // A table of failures only may have no other columns.
  const inLast = others.length > 1 ? [cellOf(others.at(-1))] : [];
  const content = instead === undefined ? others.map(cellOf)
    : [markup`<td class="instead" colspan="${Math.max(1, others.length - 1)}"><div>${format(instead)}</div></td>`,
      ...inLast];
  const keys = sortable.map(({ key }) => sortKey(cells[key])).join(' ');
  const first = cells[name.key];
  const title = typeof first === 'string' ? renderName(first) : cellContent(first);
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

/** Whether the rows need two lines each in a window of 800 px. */
function isWide(columns, rows) {
  const widthIn = (column) => ({ cells = {} }) => (
    cells[column.key] === undefined ? 0 : `${joined(format(cells[column.key]))}`.length);
  const widths = columns.map((column, i) => {
    if (column.isBar) return BAR;
    if (i === columns.length - 1 || column.isWrapped) return LAST_COLUMN;
    return maxOf([`${column.wideTitle ?? column.title}`.length, ...rows.map(widthIn(column))]);
  });
  return widths.reduce((sum, width) => sum + width + PADDING, 0) > MOST_CHARACTERS;
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
  const longest = maxOf(rows.map(({ cells = {} }) => cells[ofBars]?.value || 0), Number.MIN_VALUE);
  const head = columns.map((column, i) => {
    const key = i === 0 && sortable.length > 0 ? 'name' : sortable.indexOf(column);
    return markup`<th scope="col"${classOf(column)}${key !== -1 && markup` data-sort="${key}"`}${
      key !== -1 && column.key === sortedBy && markup` data-order="ascending"`}><bdi>${
      column.wideTitle ?? column.title}</bdi></th>`;
  });
  const hasLongNames = rows.some(({ cells }) => cells && `${format(cells[columns[0].key])}`.length > LONG_NAME);
  const widthClass = hasLongNames ? 'long-names' : isWide(columns, rows) ? 'many-columns' : 'fits';
  return markup`<div class="scroll${isLong && ' long'}" role="region" aria-label="${label}" tabindex="0">
<table class="${widthClass}">
<thead><tr>${head}</tr></thead>
<tbody>
${rows.map((row) => rowMarkup(row, columns, { sortable, longest }))}</tbody></table></div>\n`;
}

function notesMarkup({ title, items }, isFolded) {
  if (items.length === 0) return null;
  const list = markup`<ul class="notes">
${items.map(({ name, text, isBelow, href }) => markup`<li${isBelow && markup` class="below"`}>${
    name && markup`<b>${href ? markup`<a href="${href}">${renderName(name)}</a>` : renderName(name)}</b>: `}${
    joined(text)}</li>\n`)}</ul>
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
<pre class="message" tabindex="0">${renderLines(message || 'failed')}</pre>
${facts([
    ['at', at && markup`<code>${at}</code>`], ['on call', calls], ['in round', round > 1 && round],
    ['kind', code && markup`<code>${code}</code>`],
  ])}
${last.length > 0 && markup`<p class="above">Last output of its process${which}:</p>
<pre class="output" tabindex="0">${last.map((line) => markup`${renderLines(line)}\n`)}</pre>`}
${trace && trace !== message && markup`<details class="stack">\
<summary>Stack</summary><pre tabindex="0">${renderLines(trace)}</pre></details>`}</div>\n`;
}

function detailsMarkup({ id, name, isOpen, headline, blocks }) {
  const whole = printable(name);
  // All other places cut the name.
  const wholeName = whole !== cut(whole) && markup`<p class="whole-name" tabindex="0"><bdi>${whole}</bdi></p>\n`;
  const figures = headline.map(({ side, text, verdict }) => markup`<span class="figure">${
    side && markup`<span class="side">${renderName(side)}</span>`}${joined(text)}${
    verdict && verdictTag(verdict.name, verdict.words)}</span>`);
  return markup`<details class="test"${isOpen && markup` open`}>
<summary><span class="name"><bdi>${shown(name)}</bdi></span>${figures}</summary>
<div class="body" id="${id}">
<p class="permalink"><a href="#${id}">Link to this test</a></p>
${wholeName}${blocks.map((block) => blockMarkup(block))}</div>
</details>\n`;
}

function figureMarkup({ figures }, isFolded) {
  const drawn = figures({}).filter(Boolean);
  if (drawn.length === 0) return null;
  const figure = figuresMarkup(drawn);
  return isFolded ? folded({ title: 'Figure' }, figure) : figure;
}

const BLOCKS = {
  table: tableMarkup,
  notes: notesMarkup,
  facts: ({ pairs, kind, title }) => [
    title && markup`<h3>${title}</h3>\n`,
    facts(pairs.map(([name, value]) => [name, value && cellContent(value)]), kind),
  ],
  failures: ({ items }) => items.filter(({ isInDetails }) => !isInDetails)
    .map(({ name, error }) => markup`<h3>Failed: ${renderName(name)}</h3>
${failure(error)}`),
  heading: ({ text }) => markup`<h3>${renderName(text)}</h3>\n`,
  failure: ({ error }) => failure(error),
  warnings: ({ items }) => items.length > 0 && markup`<ul class="warnings">${
    items.map(({ text }) => markup`<li>${text}</li>`)}</ul>\n`,
  lines: ({ lines }) => markup`<pre class="message" tabindex="0">${renderLines(lines.join('\n'))}</pre>\n`,
  remark: ({ text, tone = 'remark' }) => markup`<p class="${tone}">${text}</p>\n`,
  figure: figureMarkup,
  details: detailsMarkup,
  code: codeMarkup,
  fold: (block) => folded(block, block.blocks.map((one) => blockMarkup(one))),
};

/** @param {boolean} [isFolded] long lists and figures are folded */
const blockMarkup = (block, isFolded = false) => BLOCKS[block.type](block, isFolded);

module.exports = { blockMarkup, folded, renderTag };
