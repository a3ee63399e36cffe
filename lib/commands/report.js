'use strict';

/* qtimeit report: a saved document as a page. */

const { FINE, FAILED } = require('./exit-codes');
const { readSaved } = require('../rates/read');
const { openOutputFile, StoreError } = require('../host/output-file');
const { UsageError } = require('../text/usage-error');

// What compare takes for the same unless it is told otherwise.
const MARGIN = 0.01;

/** The page; of rates of several sides that of their comparison, and else their plot. */
function pageOf(document, { now, version }) {
  const { toHtml } = require('../report/html/to-html');
  if (document.qtimeit !== 'rates') return toHtml(document);
  if (document.sides.length > 1) {
    const { createComparison } = require('./compare');
    const { comparisonOf } = require('./compare-matrix');
    const goal = { precision: MARGIN };
    return toHtml(comparisonOf(document, createComparison(document.command, goal, { now, version }), goal));
  }
  const { ratesPlot, plotPage } = require('../report/plot/to-plot');
  const files = new Set(document.configurations.map(({ file }) => file));
  return plotPage(ratesPlot(document, { kind: 'box' }), { title: [...files].join(', ') });
}

/**
 * @param {{ options: object, positionals: string[] }} given
 * @param {string[]} command arguments as typed
 * @param {object} deps
 * @returns {number} exit code
 */
function report({ options, positionals }, command, deps) {
  const { host, terminal } = deps;
  const [file] = positionals;
  const { length } = positionals;
  if (length === 0) throw new UsageError('report needs a file of results: qtimeit report results.json -o report.html');
  const wayOut = 'qtimeit compare puts several together';
  if (length > 1) throw new UsageError(`report takes one file, and not ${length}; ${wayOut}`);
  const { document } = readSaved(file, deps);
  if (options.output === undefined) {
    terminal.write(pageOf(document, deps));
    return FINE;
  }
  const outputFile = openOutputFile(options.output, { force: options.force === true, host });
  try {
    outputFile.write(pageOf(document, deps));
    return FINE;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    terminal.writeError(`qtimeit: ${error.message}\n`);
    return FAILED;
  }
}

module.exports = { report };
