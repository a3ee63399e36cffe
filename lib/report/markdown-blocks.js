'use strict';

/* Pieces of Markdown as GitHub shows it. Each block ends with an end of line. */

/** The text with all that Markdown would take for markup escaped. */
function literal(text) {
  return text.replace(/[\\`*_<>[\]|~&$]/g, '\\$&');
}

function lineOf(cells) {
  let line = '|';
  for (let c = 0; c < cells.length; c++) line += cells[c] === '' ? ' |' : ` ${cells[c]} |`;
  return `${line}\n`;
}

/**
 * @param {Array<object>} rows
 * @param {Array<{ title: string, toTheRight?: boolean, cell: function(object): string }>} columns; title and cell are
 *   Markdown without line ends, '' where empty
 * @returns {string} a header and a line per row
 */
function markdownTable(rows, columns) {
  const titles = [];
  const rulers = [];
  for (let c = 0; c < columns.length; c++) {
    titles[c] = columns[c].title;
    rulers[c] = columns[c].toTheRight ? '---:' : ':---';
  }
  let text = lineOf(titles) + lineOf(rulers);
  for (let i = 0; i < rows.length; i++) {
    const cells = [];
    for (let c = 0; c < columns.length; c++) cells[c] = columns[c].cell(rows[i]);
    text += lineOf(cells);
  }
  return text;
}

/** A list of these lines, which are plain text; '' for none. */
function bullets(lines) {
  let text = '';
  for (let i = 0; i < lines.length; i++) text += `- ${literal(lines[i])}\n`;
  return text;
}

/** Lines shown as they are, whatever stands in them; '' for none. */
function verbatim(lines) {
  if (!lines.length) return '';
  let longest = 2;
  let text = '';
  for (let i = 0; i < lines.length; i++) {
    const runs = lines[i].match(/`+/g);
    for (let k = 0; runs && k < runs.length; k++) if (runs[k].length > longest) longest = runs[k].length;
    text += `${lines[i]}\n`;
  }
  // The fence has to be longer than what looks like one.
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}${fence}\n`;
}

/** A block that opens at a click; '' where there is nothing in it. */
function folded(title, block) {
  // Markdown within HTML begins after an empty line.
  return block && `<details><summary>${literal(title)}</summary>\n\n${block}\n</details>\n`;
}

/** Blocks with an empty line between them, without those that are empty. */
function paragraphs(blocks) {
  let text = '';
  for (let i = 0; i < blocks.length; i++) if (blocks[i]) text += (text && '\n') + blocks[i];
  return text;
}

module.exports = { literal, markdownTable, bullets, verbatim, folded, paragraphs };
