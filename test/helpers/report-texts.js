'use strict';

/* Parts of reports as short texts, for tests. */

const { sectionLines, tableLines } = require('#lib/report/terminal');
const { suiteNotes } = require('#lib/report/notes');
const { format } = require('#lib/report/values');
const { escaped, label } = require('#lib/base/text/display');
const { suiteParts, testsTable } = require('#lib/report/kinds/tests');

const namedText = ({ name, text }) => (name ? `${label(name)}: ` : '') + escaped(text);

/** The notes on rows, including those beyond the limit. */
const notesOn = (rows, settings = {}) => suiteNotes(rows, settings).flatMap(({ items }) => items.map(namedText));

/** All lines that a terminal shows below a table of tests. */
const linesBelow = (rows, settings = {}) => {
  const { blocks, ...parts } = suiteParts(rows, settings, testsTable(rows, settings));
  return sectionLines({ ...parts, blocks: blocks.filter(({ type }) => type !== 'table') }, {});
};

/** The lines of a table of tests in a terminal of this width. */
const testLines = (rows, { columns, hasColours, isUtf8, ...settings } = {}) => (
  tableLines(testsTable(rows, settings), { columns, hasColours, isUtf8 }));

const sectionOf = (report, id) => report.sections.find((section) => section.id === id);
const blocksIn = (section, type) => section.blocks.filter((block) => block.type === type);
const tableIn = (report, id) => blocksIn(sectionOf(report, id), 'table')[0];

/** The cells of a row that are not empty, as texts. */
const textsOf = ({ cells }) => Object.fromEntries(
  Object.entries(cells).filter(([, cell]) => cell !== '').map(([key, cell]) => [key, format(cell)]));

/** The notes of a section, as lines. */
const notesIn = (section) => blocksIn(section, 'notes').flatMap(({ items }) => items.map(namedText));

/** The facts of blocks as an object; empty ones are omitted. */
const factsIn = (blocks) => Object.fromEntries(blocksIn({ blocks }, 'facts').flatMap(({ pairs }) => pairs)
  .filter(([, value]) => value).map(([name, value]) => [name, format(value)]));

module.exports = {
  namedText, notesOn, linesBelow, testLines, sectionOf, blocksIn, tableIn, textsOf, notesIn, factsIn,
};
