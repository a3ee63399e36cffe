'use strict';

/* Pieces of Markdown for GitHub. Each block ends with an end of line. */

const { escaped, label } = require('../text/display');

// GitHub links these, escaped or not, unless a character splits them: @name, #1, https://, www.
const LINK = /@|#(?=\d)|:(?=\/\/)|www(?=\.)/gi;

/** One line of text without Markdown markup, mentions or links. */
function literal(text) {
  return escaped(text).replace(/[\\`*_<>[\]|~&$]/g, '\\$&').replace(LINK, '$&&#8203;');
}

/** Text at the start of a block, where Markdown could see a heading or an item. */
const opening = (text) => literal(text).replace(/^\s*((?=[-+#=])|\d+(?=[.)](\s|$)))/, '$&\\');

const markdownHeading = (name) => (name && `### ${literal(name)}\n\n`);

const lineOf = (cells) => `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}\n`;

/**
 * @param {Array<object>} rows
 * @param {Array<{ title: string, toTheRight?: boolean, cell: function(object): string }>} columns title and cell are
 *   Markdown without line ends, '' if empty
 */
function markdownTable(rows, columns) {
  const titles = columns.map(({ title }) => title);
  const rulers = columns.map(({ toTheRight }) => (toTheRight ? '---:' : ':---'));
  return [titles, rulers, ...rows.map((row) => columns.map(({ cell }) => cell(row)))].map(lineOf).join('');
}

const bullets = (lines) => lines.map((line) => `- ${opening(line)}\n`).join('');

const answerBlock = (lines) => lines.map((line) => `**${literal(line)}**\n`).join('\n');

/** Lines without any interpretation of their contents; '' for none. */
function verbatim(lines) {
  if (!lines.length) return '';
  // The fence must be longer than any run of backticks in the text.
  const runs = lines.flatMap((line) => line.match(/`{3,}/g) || []);
  const fence = runs.reduce((longest, run) => (run.length >= longest.length ? `${run}\`` : longest), '```');
  return `${fence}text\n${lines.join('\n')}\n${fence}\n`;
}

function folded(title, block) {
  // Markdown within HTML begins after an empty line.
  return block && `<details><summary>${literal(title)}</summary>\n\n${block}\n</details>\n`;
}

const paragraphs = (blocks) => blocks.filter(Boolean).join('\n');

function againstTitle(...sides) {
  const nameOf = ({ label: name, source }) => label(name) + (source && source !== name ? ` (${label(source)})` : '');
  return opening(sides.map(nameOf).join(' against '));
}

module.exports = {
  literal, opening, markdownHeading, markdownTable, bullets, answerBlock, verbatim, folded, paragraphs, againstTitle,
};
