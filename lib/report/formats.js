'use strict';

/*
 * The forms in which a document can be written: name -> (document, screen) => text. Each is loaded where it is asked for.
 */

const isResults = ({ qtimeit }) => qtimeit === 'results';

const FORMATS = {
  // Of a run the table has been shown while it was measured.
  table: (document, screen) => (isResults(document) ? '' : require('./comparison-table').comparisonTable(document, screen)),
  json: (document) => require('../document-text').documentText(document),
  csv: (document) => {
    const { resultsCsv, comparisonCsv } = require('./csv');
    return (isResults(document) ? resultsCsv : comparisonCsv)(document);
  },
  markdown: (document) => (isResults(document) ? suitesMarkdown(document) : require('./github-comparison').comparisonText(document)),
  github: (document) => require('./github-summary').toGithubSummary(document),
  'github-action': (document) => require('./github-action').toGithubAction(document),
  bencher: (document) => require('./bencher').toBencher(document),
  benchstat: (document) => require('./benchstat').toBenchstat(document),
};

/** A table for each suite, under the name of its file where there are several. */
function suitesMarkdown({ suites }) {
  const { toMarkdown } = require('./markdown');
  const { literal } = require('./markdown-blocks');
  const { suiteName } = require('./test-names');
  const heading = (suite) => (suites.length > 1 ? `### ${literal(suiteName(suite))}\n\n` : '');
  return suites.map((suite) => heading(suite) + toMarkdown(suite.tests)).join('\n');
}

/**
 * @param {string} name
 * @param {object} document results or a comparison, see docs/results.md
 * @param {{ columns: number|undefined, hasColours: boolean }} [screen] that it is shown on
 * @returns {string} with ends of line
 */
function formatOf(name, document, screen) {
  return FORMATS[name](document, screen);
}

module.exports = { formatOf, FORMAT_NAMES: Object.keys(FORMATS) };
