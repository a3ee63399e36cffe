'use strict';

/*
 * The forms in which a document can be written: name -> (document, screen) => text. Each is loaded where asked for.
 */

const isResults = ({ qtimeit }) => qtimeit === 'results';
const isOfEngines = (document) => require('./engine-cells').isOfEngines(document);
const isOfRates = ({ tests }) => tests.some(({ changes }) => changes.some(({ welch }) => welch));

/** Whether there is more to say of configurations than the rate of one run. */
const isTold = (rates) => rates.runs > 1 || require('./rates-counts').anyCounts(rates);

const TABLES = {
  results: (document, screen) => require('./results-text').resultsText(document, screen),
  comparison: (document, screen) => {
    if (isOfRates(document)) return require('./welch-table').welchTable(document, screen);
    return (isOfEngines(document) ? require('./engines-table').enginesTable
      : require('./comparison-table').comparisonTable)(document, screen);
  },
  rates: (document, screen) => (isTold(document) ? require('./rates-table').ratesTable(document, screen)
    : require('./rates-lines').ratesLines(document)),
  scatter: (document, screen) => require('./scatter-table').scatterTable(document, screen),
};

/** What is left to print of a run whose tests, or single rates, were shown while it was measured. */
const REST = {
  results: () => '',
  rates: (document, screen) => (isTold(document) ? `\n${require('./rates-table').ratesTable(document, screen)}`
    : require('./rates-lines').notesText(document)),
};

const MARKDOWN = {
  results: suitesMarkdown,
  comparison: (document) => {
    if (isOfRates(document)) return require('./rates-markdown').welchMarkdown(document);
    return (isOfEngines(document) ? require('./engines-markdown').enginesMarkdown
      : require('./github-comparison').comparisonText)(document);
  },
  rates: (document) => require('./rates-markdown').ratesMarkdown(document),
  scatter: (document) => require('./rates-markdown').scatterMarkdown(document),
};

const table = (document, screen) => TABLES[document.qtimeit](document, screen);
const markdown = (document) => MARKDOWN[document.qtimeit](document);

const FORMATS = {
  table,
  text: table,
  json: (document) => require('../document/document-text').documentText(document),
  csv: (document) => {
    const { qtimeit, csvKind, sides } = document;
    if (qtimeit === 'rates') {
      return require('../rates/write-csv').ratesCsv(document, csvKind || (sides.length > 1 ? 'compare' : 'run'));
    }
    const { resultsCsv, comparisonCsv, enginesCsv } = require('./csv');
    if (isResults(document)) return resultsCsv(document);
    return (isOfEngines(document) ? enginesCsv : comparisonCsv)(document);
  },
  markdown,
  github: (document) => (isResults(document) || document.qtimeit === 'comparison'
    ? require('./github-summary').toGithubSummary(document) : markdown(document)),
  'github-action': (document) => require('./github-action').toGithubAction(document),
  bencher: (document) => require('./bencher').toBencher(document),
  benchstat: (document) => require('./benchstat').toBenchstat(document),
};

/** A table for each suite, under its title, and the name of its file where there are several. */
function suitesMarkdown(document) {
  const { suites } = document;
  const { toMarkdown } = require('./markdown');
  const { suiteAnswer } = require('./answer');
  const { machineLines } = require('./machines-notes');
  const { answerBlock, bullets, markdownHeading, paragraphs } = require('./markdown-blocks');
  const { suiteName, titledName } = require('./test-names');
  const nameOf = (suite) => titledName(suite, suites.length > 1 ? suiteName(suite) : '');
  const ofSuite = (suite) => (
    [markdownHeading(nameOf(suite)) + toMarkdown(suite.tests), answerBlock(suiteAnswer(suite.tests))]);
  return paragraphs([...suites.flatMap(ofSuite), bullets(machineLines(document))]);
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

/** The same at the end of a run that was shown while it was measured. */
function endOf(name, document, screen) {
  const isShown = FORMATS[name] === table && Object.hasOwn(REST, document.qtimeit);
  return isShown ? REST[document.qtimeit](document, screen) : formatOf(name, document, screen);
}

module.exports = { formatOf, endOf, isOfRates, FORMAT_NAMES: Object.keys(FORMATS) };
