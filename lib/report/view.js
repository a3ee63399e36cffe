'use strict';

/* What a person sees of a suite, or a program, where there are files and processes: suites of tests, and of streams. */

const { noteLines } = require('./notes');
const { createViewer, toJson } = require('./suite-view');
const { tableLines } = require('./table');

/** Rows as a table, under the suite's title. */
function titledMarkdown(rows, { title = '' }) {
  const { markdownHeading } = require('./markdown-blocks');
  const { escaped } = require('../text/display');
  return markdownHeading(escaped(title)) + require('./markdown').toMarkdown(rows);
}

// Loaded at the end of a suite, with the builtins from before its tests.
const FORMATS = { json: toJson, csv: (rows) => require('./csv').toCsv(rows), markdown: titledMarkdown };

/** What a suite of tests looks like; one of streams has its own head, table and notes. */
const OF_TESTS = { headLines: () => [], tableLines, noteLines };

const looksOf = ({ isStreams }) => (isStreams ? {
  headLines: (settings) => [require('./streams-head').streamsHead(settings)],
  tableLines: require('./streams-table').streamsLines,
  noteLines: require('./streams-notes').streamsNotes,
} : OF_TESTS);

module.exports = { createView: createViewer(FORMATS, looksOf), toJson };
