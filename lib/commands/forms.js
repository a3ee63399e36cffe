'use strict';

/* The forms that a document can be written in: those of report/formats.js, and pages. */

const path = require('path');

const { UsageError } = require('../text/usage-error');

const ENDINGS = { '.html': 'html', '.md': 'markdown', '.csv': 'csv', '.json': 'json', '.txt': 'text' };

// What can be made of rates of configurations, and of how they depend on a parameter.
const OF_RATES = ['table', 'text', 'csv', 'json', 'markdown', 'github', 'html'];

/**
 * @param {string} file as typed
 * @returns {string} the form that its ending stands for
 * @throws {UsageError}
 */
function formOfFile(file) {
  const ending = path.extname(file).toLowerCase();
  if (Object.hasOwn(ENDINGS, ending)) return ENDINGS[ending];
  const what = ending ? `${ending} tells no form` : 'it has no ending';
  const wayOut = `${Object.keys(ENDINGS).join(', ')} do; or say with --format what to write to one file`;
  throw new UsageError(`-o ${file || '\'\''}: ${what}; ${wayOut}`);
}

/** @throws {UsageError} where rates of configurations cannot be written so */
function checkFormOfRates({ format }) {
  if (format === undefined || OF_RATES.includes(format)) return;
  const wayOut = `rates of configurations can be printed as ${OF_RATES.join(', ')}`;
  throw new UsageError(`--format ${format} is for suites and comparisons; ${wayOut}`);
}

module.exports = { formOfFile, checkFormOfRates };
