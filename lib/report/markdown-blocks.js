'use strict';

/* Pieces of Markdown as GitHub shows it. Each block ends with an end of line. */

const { escaped, label } = require('../text/display');

// GitHub makes links of these, escaped or not, unless something stands within: @name, #1, https://, www.
const LINK = /@|#(?=\d)|:(?=\/\/)|www(?=\.)/gi;

/** The text on one line, with all escaped that Markdown would take for markup, and GitHub for a mention or a link. */
function literal(text) {
  return escaped(text).replace(/[\\`*_<>[\]|~&$]/g, '\\$&').replace(LINK, '$&&#8203;');
}

/** The same at the start of a block, where it could be a heading or an item. */
const opening = (text) => literal(text).replace(/^\s*((?=[-+#=])|\d+(?=[.)](\s|$)))/, '$&\\');

/** '### name' and an empty line, '' for no name */
const markdownHeading = (name) => (name && `### ${literal(name)}\n\n`);

const lineOf = (cells) => `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}\n`;

/**
 * @param {Array<object>} rows
 * @param {Array<{ title: string, toTheRight?: boolean, cell: function(object): string }>} columns; title and cell are
 *   Markdown without line ends, '' where empty
 * @returns {string} a header and a line per row
 */
function markdownTable(rows, columns) {
  const titles = columns.map(({ title }) => title);
  const rulers = columns.map(({ toTheRight }) => (toTheRight ? '---:' : ':---'));
  return [titles, rulers, ...rows.map((row) => columns.map(({ cell }) => cell(row)))].map(lineOf).join('');
}

/** A list of these lines, which are plain text; '' for none. */
const bullets = (lines) => lines.map((line) => `- ${opening(line)}\n`).join('');

/** What was found, to be seen first; '' for none. */
const answerBlock = (lines) => lines.map((line) => `**${literal(line)}**\n`).join('\n');

/** Lines shown as they are, whatever stands in them; '' for none. */
function verbatim(lines) {
  if (!lines.length) return '';
  // The fence has to be longer than what looks like one.
  const runs = lines.flatMap((line) => line.match(/`{3,}/g) || []);
  const fence = runs.reduce((longest, run) => (run.length >= longest.length ? `${run}\`` : longest), '```');
  return `${fence}text\n${lines.join('\n')}\n${fence}\n`;
}

/** A block that opens at a click; '' where there is nothing in it. */
function folded(title, block) {
  // Markdown within HTML begins after an empty line.
  return block && `<details><summary>${literal(title)}</summary>\n\n${block}\n</details>\n`;
}

/** Blocks with an empty line between them, without those that are empty. */
const paragraphs = (blocks) => blocks.filter(Boolean).join('\n');

/** 'new (main) against old' of two sides */
function againstTitle(...sides) {
  const nameOf = ({ label: name, source }) => label(name) + (source && source !== name ? ` (${label(source)})` : '');
  return opening(sides.map(nameOf).join(' against '));
}

module.exports = {
  literal, opening, markdownHeading, markdownTable, bullets, answerBlock, verbatim, folded, paragraphs, againstTitle,
};
