'use strict';

/* Measures tests in separate processes. It is loaded before a test can replace builtins, and not in a page. */

const { createAffinity } = require('../host/affinity');
const { describeFsError } = require('../host/describe-fs-error');
const { rowError } = require('../text/row-error');
const { createCounting } = require('./counting');
const { createForkedSession } = require('./fork-session');

/**
 * Hands the results of earlier suites to the processes of this one, which run the script from its start.
 *
 * @param {string} name part of the name of the file
 * @param {object[]} suites { rows, returned } of those before
 * @param {import('../host/host')} host
 * @returns {{ file: { path: string, remove: function() }|null, error: object|null }} error: of a row
 */
function writeHistory(name, suites, host) {
  try {
    return { file: host.writeTemporary(`qtimeit-${process.pid}-${name}.json`, JSON.stringify(suites)), error: null };
  } catch (error) {
    const words = 'the results of the suites before it could not be written for its process, ' +
      `to ${error.path}: ${describeFsError(error)}; TMPDIR names another folder`;
    return { file: null, error: rowError('not-started', words) };
  }
}

module.exports = { createAffinity, createCounting, createForkedSession, writeHistory };
