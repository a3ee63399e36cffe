'use strict';

/* The views of a suite in a process, for people and programs. */

const { SUITE_PARTS, createViewer, toJson } = require('./suite-view');

const looksOf = ({ isStreams }) => (isStreams ? require('../kinds/streams').STREAM_PARTS : SUITE_PARTS);

const tableMarkdown = (rows, settings) => require('../to-markdown').toMarkdown(
  { lead: [], sections: [{ heading: settings.title, blocks: [looksOf(settings).table(rows, settings)] }] });

// Loaded at the end of a suite, with the builtins from before its tests.
const FORMATS = { json: toJson, csv: (rows) => require('../exchange/csv').toCsv(rows), markdown: tableMarkdown };

/** The rows of a suite as text. form: 'json', 'csv', 'markdown' */
const formatRows = (form, rows) => FORMATS[form](rows, { isStreams: rows.some(({ stream }) => stream) });

module.exports = { createView: createViewer(FORMATS, looksOf), formatRows };
