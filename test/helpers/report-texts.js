'use strict';

/* Parts of reports as short texts, for tests. */

const { notesOf, tableLines } = require('../../lib/report/terminal');
const { suiteNotes } = require('../../lib/report/notes');
const { escaped, label } = require('../../lib/text/display');
const { testsSection, testsTable } = require('../../lib/report/kinds/tests');

const namedText = ({ name, text }) => (name ? `${label(name)}: ` : '') + escaped(text);

/** The notes on rows, without limit and failures. */
const notesOn = (rows, settings = {}) => suiteNotes(rows, settings).flatMap(({ items }) => items.map(namedText));

/** All lines that a terminal shows below a table of tests. */
const linesBelow = (rows, settings = {}) => (
  notesOf(testsSection(rows.map((row) => ({ results: {}, ...row })), settings), {}));

/** The lines of a table of tests in a terminal of so many columns. */
const testLines = (rows, { columns, hasColours, ...settings } = {}) => (
  tableLines(testsTable(rows, settings), { columns, hasColours }));

module.exports = { namedText, notesOn, linesBelow, testLines };
