'use strict';

/* A report in GitHub's Markdown, the answer first. This is the only place that escapes text of documents. */

const { failureLines } = require('./failures');
const { literal, opening, markdownTable, bullets, verbatim, folded, paragraphs } = require('./markdown-blocks');
const { firstOf } = require('../text/columns');
const { label } = require('../text/display');
const { joinedNotes } = require('./report');
const { format, joined } = require('./values');

// GitHub drops summaries over 1024 KB.
const MOST_BYTES = 1000 * 1024;
const CUT = '\n\nCut here: GitHub shows no more than 1 MB.\n';

function cellText(cell) {
  if (cell === undefined) return '';
  const text = literal(cell.kind === 'verdict' ? `${cell.mark} ${cell.text}`.trim() : joined(format(cell)));
  return cell.isStrong && text ? `**${text}**` : text;
}

/** A table for the rows up to the next heading, which GitHub can show under a title. */
function tableText({ columns, rows }) {
  const shown = columns.filter(({ only, key }, i) => (
    only !== 'terminal' && (i === 0 || rows.some(({ cells }) => cells && (cells[key] ?? '') !== ''))));
  const [name] = shown;
  const cellOf = ({ key }) => ({ cells, instead }) => {
    if (key === name.key) return typeof cells[key] === 'string' ? literal(label(cells[key])) : cellText(cells[key]);
    return cellText(instead === undefined ? cells[key] : key === shown[shown.length - 1].key ? instead : cells[key]);
  };
  const layout = shown.map((column) => (
    { title: literal(column.wideTitle ?? column.title), toTheRight: column.isNumber, cell: cellOf(column) }));
  const parts = [];
  for (const row of rows) {
    if (row.heading !== undefined || parts.length === 0) parts.push({ heading: row.heading, own: [] });
    if (row.heading === undefined) parts[parts.length - 1].own.push(row);
  }
  return paragraphs(parts.map(({ heading, own }) => (
    (heading ? `**${literal(heading)}**\n\n` : '') + (own.length > 0 ? markdownTable(own, layout) : ''))));
}

const titled = (title, list) => (title && list ? `**${literal(title)}**\n\n${list}` : list);

const listText = (items) => items.map(({ name, text, isBelow }) => (
  `${isBelow ? '  ' : ''}- ${opening((name ? `${label(name)}: ` : '') + text)}\n`)).join('');

const BLOCKS = {
  table: tableText,
  notes: ({ title, items }) => titled(title, listText(items)),
  facts: ({ title, pairs }) => titled(title, bullets(
    pairs.filter(([, value]) => value).map(([name, value]) => `${label(name)}: ${format(value)}`))),
  failures: ({ items, summary, most = Infinity }) => verbatim([
    ...(summary ? [summary] : []), ...firstOf(items.map(failureLines), most, 'more that failed').flat(),
  ]),
  lines: ({ lines }) => verbatim(lines),
  remark: ({ text }) => `${opening(text)}\n`,
  heading: ({ text }) => `**${literal(text)}**\n`,
  figure: () => '',
  details: () => '',
};

const strong = (text) => `**${literal(text)}**\n`;

const isShown = ({ only }) => only !== 'terminal';
const blocksText = (blocks) => paragraphs(
  joinedNotes(blocks.filter(isShown)).map((block) => BLOCKS[block.type](block)));

const sectionText = ({ heading, answer = [], blocks }) => paragraphs([
  heading ? `### ${literal(heading)}\n` : '', ...answer.map(strong), blocksText(blocks),
]);

/** @param {{ isSummary?: boolean }} [options] isSummary: with the environment, folded */
function toMarkdown({ lead, sections }, { isSummary = false } = {}) {
  const text = paragraphs([
    ...sections.filter(({ depth }) => depth === undefined).map(sectionText),
    isSummary ? `${literal(lead.map((tag) => tag.text).join(', '))}\n` : '',
    ...(isSummary ? sections.filter(({ depth }) => depth === 'environment') : [])
      .map(({ title, blocks }) => folded(title, blocksText(blocks))),
  ]);
  const gates = sections.filter(({ gate }) => gate).map(({ gate }) => strong(gate.line));
  return fitted(text, paragraphs(gates));
}

/** The text and its last lines, cut to GitHub's limit. */
function fitted(text, last) {
  const whole = paragraphs([text, last]);
  if (Buffer.byteLength(whole) <= MOST_BYTES) return whole;
  const room = MOST_BYTES - Buffer.byteLength(`${CUT}\n${last}`);
  const start = Buffer.from(text).subarray(0, room).toString();
  return paragraphs([start.slice(0, start.lastIndexOf('\n') + 1) + CUT, last]);
}

module.exports = { toMarkdown };
