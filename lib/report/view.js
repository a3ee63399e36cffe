'use strict';

/* What a person sees of a suite, or a program, where there are files and processes: suites of tests, and of streams. */

const { toCsv } = require('./csv');
const { toMarkdown } = require('./markdown');
const { markdownHeading } = require('./markdown-blocks');
const { noteLines } = require('./notes');
const { streamsHead } = require('./streams-head');
const { createViewer, toJson } = require('./suite-view');
const { tableLines } = require('./table');
const { escaped } = require('../text/display');

/** Rows as a table, under the suite's title. */
const titledMarkdown = (rows, { title = '' }) => markdownHeading(escaped(title)) + toMarkdown(rows);

const FORMATS = { json: toJson, csv: toCsv, markdown: titledMarkdown };

/** What a suite of tests looks like; one of streams has its own head, table and notes. */
const OF_TESTS = { headLines: () => [], tableLines, noteLines };

const looksOf = ({ isStreams }) => (isStreams ? {
  headLines: (settings) => [streamsHead(settings)],
  tableLines: require('./streams-table').streamsLines,
  noteLines: require('./streams-notes').streamsNotes,
} : OF_TESTS);

module.exports = { createView: createViewer(FORMATS, looksOf), toJson };
