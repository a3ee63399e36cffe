'use strict';

/* qtimeit report: a saved document as a page. */

const { FINE, FAILED } = require('./exit-codes');
const { readDocument } = require('../document');
const { toHtml } = require('../report/html');
const { openTarget, StoreError } = require('../target');
const { UsageError } = require('../usage-error');

/**
 * @param {{ options: object, positionals: string[] }} given
 * @param {string[]} command arguments as typed
 * @param {object} doors
 * @returns {number} exit code
 */
function report({ options, positionals }, command, { host, terminal }) {
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError('report needs a file of results: qtimeit report results.json -o report.html');
  if (more.length) throw new UsageError(`report takes one file, and not ${positionals.length}; qtimeit compare puts several together`);
  const document = readDocument(file, { host });
  if (options.output === undefined) {
    terminal.write(toHtml(document));
    return FINE;
  }
  const target = openTarget(options.output, { force: options.force === true, host });
  try {
    target.write(toHtml(document));
    return FINE;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    terminal.writeError(`qtimeit: ${error.message}\n`);
    return FAILED;
  }
}

module.exports = { report };
