'use strict';

/* What a person or a program sees of a suite in a process. */

const { toCsv } = require('../csv');
const { testsSection, testsTable } = require('../kinds/tests');
const { toMarkdown } = require('../to-markdown');
const { createViewer, toJson } = require('./suite-view');

const OF_TESTS = { headLines: () => [], table: testsTable, section: testsSection };

const looksOf = ({ isStreams }) => (isStreams ? require('../kinds/streams').STREAM_LOOKS : OF_TESTS);

/** Rows as a table, under the suite's title. */
const tableMarkdown = (rows, settings) => toMarkdown(
  { lead: [], sections: [{ heading: settings.title, blocks: [looksOf(settings).table(rows, settings)] }] });

const FORMATS = { json: toJson, csv: toCsv, markdown: tableMarkdown };

module.exports = { createView: createViewer(FORMATS, looksOf), toJson };
