'use strict';

/* qtimeit report: shows a saved document in any format, by default as a page. */

const { FINE, FAILED } = require('./shutdown');
const { createOutput } = require('./output');
const { checkFormOfRates } = require('./validate-options');
const { findCountHints } = require('../node-core/files/operation-count');
const { readSaved } = require('../node-core/rates/read');
const { UsageError } = require('../base/text/usage-error');

function shownOf(document, deps) {
  if (document.qtimeit !== 'rates') return () => document;
  if (document.sides.length === 1) return () => ({ ...document, hints: findCountHints(document) });
  const head = require('./compare').createComparison(document.command, {}, deps);
  const comparison = require('./compare-rates').createSavedComparison(document, head);
  return (form) => (form === 'csv' ? document : comparison);
}

function report({ options, positionals }, command, deps) {
  const [file] = positionals;
  const { length } = positionals;
  if (length === 0) throw new UsageError('report needs a results file: qtimeit report results.json -o report.html');
  const hint = 'For several files, use qtimeit compare';
  if (length > 1) throw new UsageError(`report expects one file, got ${length}. ${hint}`);
  const { document, problems } = readSaved(file, deps);
  if (document.qtimeit === 'rates' && document.sides.length === 1) checkFormOfRates(options);
  const usual = options.output || options.plot ? null : 'html';
  const output = createOutput(options, deps, { usual, isSaved: true });
  for (const { words } of problems) output.error(words);
  output.end(document, shownOf(document, deps));
  return output.hasFailed() ? FAILED : FINE;
}

module.exports = { report };
