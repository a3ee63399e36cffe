'use strict';

/* What a person sees of a suite, or a program, where there are files and processes: suites of tests, and of streams. */

const { toCsv } = require('./csv');
const { toMarkdown } = require('./markdown');
const { markdownHeading } = require('./markdown-blocks');
const { testsSection, testsTable } = require('./kinds/tests');
const { createViewer, toJson } = require('./suite-view');
const { escaped } = require('../text/display');

/** Rows as a table, under the suite's title. */
const titledMarkdown = (rows, { title = '' }) => markdownHeading(escaped(title)) + toMarkdown(rows);

const FORMATS = { json: toJson, csv: toCsv, markdown: titledMarkdown };

/** What a suite of tests looks like; one of streams has its own head, table and notes. */
const OF_TESTS = { headLines: () => [], table: testsTable, section: testsSection };

const looksOf = ({ isStreams }) => (isStreams ? require('./kinds/streams').STREAM_LOOKS : OF_TESTS);

module.exports = { createView: createViewer(FORMATS, looksOf), toJson };
