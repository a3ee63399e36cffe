'use strict';

/* The reports of documents, and their formats, each loaded at first use: help only needs the names. */

const KINDS = {
  results: (document) => require('../kinds/results').resultsReport(document),
  comparison: (document) => {
    const { isOfEngines, isOfRates } = require('../report');
    if (isOfRates(document)) return require('../kinds/rates-comparison').ratesComparisonReport(document);
    if (isOfEngines(document)) return require('../kinds/engines').enginesReport(document);
    return require('../kinds/comparison').comparisonReport(document);
  },
  rates: (document, options) => require('../kinds/rates').ratesReport(document, options),
  imports: (document) => require('../kinds/imports').importsReport(document),
  scatter: (document) => require('../kinds/scatter').scatterReport(document),
};

/** @returns {import('../report').Report} document: see docs/command-line.md; options: of the builder for its kind */
const toReport = (document, options) => KINDS[document.qtimeit](document, options);
const isResults = ({ qtimeit }) => qtimeit === 'results';

/** Imports as results of a run, for formats and comparisons of those */
const toResults = (document) => (
  document.qtimeit === 'imports' ? require('../kinds/imports').importsAsResults(document) : document);
const markdown = (document, options) => require('../to-markdown').toMarkdown(toReport(document), options);

/** A document for JSON: tests of a run have `isFastest`, before their samples, which are not copied. */
function withFastest(document) {
  if (!isResults(document)) return document;
  const suites = document.suites.map((suite) => {
    const fastest = new Set(require('../answer').namedFastest(suite.tests));
    const tests = suite.tests.map((test) => {
      const { samples, ...row } = test;
      return { ...row, isFastest: fastest.has(test), samples };
    });
    return { ...suite, tests };
  });
  return { ...document, suites };
}

const table = (document, screen) => require('../terminal').toTerminal(toReport(document), screen) || 'no tests\n';

const FORMATS = {
  table,
  text: table,
  json: (document) => require('../../core/document/document-text').documentText(withFastest(document)),
  csv: (given) => {
    const document = toResults(given);
    const { qtimeit, csvKind, sides } = document;
    if (qtimeit === 'rates') {
      return require('../exchange/rates-csv').ratesCsv(document, csvKind || (sides.length > 1 ? 'compare' : 'run'));
    }
    const { resultsCsv, comparisonCsv, enginesCsv } = require('../exchange/csv');
    if (isResults(document)) return resultsCsv(document);
    return (require('../report').isOfEngines(document) ? enginesCsv : comparisonCsv)(document);
  },
  markdown: (document) => markdown(document),
  github: (document, { sourceUrl }) => markdown(document, {
    isSummary: isResults(document) || document.qtimeit === 'comparison', sourceUrl,
  }),
  line: (document) => require('../exchange/lines').toLines(document),
  html: (document) => {
    const { drawable } = require('../chart/axes');
    return require('../html/report-page').toPage(toReport(drawable(document)));
  },
  'github-action': (document) => require('../exchange/history-formats').toGithubAction(toResults(document)),
  bencher: (document) => require('../exchange/history-formats').toBencher(toResults(document)),
  benchstat: (document) => require('../exchange/benchstat').toBenchstat(toResults(document)),
};

/** screen: of screenOf(), for tables, and { sourceUrl } of toMarkdown(), for job summaries */
const formatDocument = (name, document, screen = {}) => FORMATS[name](document, screen);

/** The rest of the output after a run, whose progress has already shown suites or single rates. */
function formatEnd(name, document, screen) {
  const isWhole = ['comparison', 'imports'].includes(document.qtimeit);
  if (FORMATS[name] !== table || isWhole) return formatDocument(name, document, screen);
  if (isResults(document)) {
    // The rows are shown already.
    const lines = document.suites.flatMap(({ explanations = [] }) => explanations);
    return lines.length > 0 ? `\n${require('../kinds/explanation').explanationLines(lines, screen).join('\n')}\n` : '';
  }
  const rest = require('../terminal').toTerminal(toReport(document, { isShown: true }), screen);
  return rest && `\n${rest}`;
}

module.exports = { toReport, toResults, formatDocument, formatEnd, withFastest, FORMAT_NAMES: Object.keys(FORMATS) };
