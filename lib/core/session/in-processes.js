'use strict';

/* Measures tests in separate processes. It is loaded before a test can replace built-ins, and never in a page. */

const { createAffinity } = require('../../base/host/affinity');
const { describeFsError } = require('../../base/host/fs-queries');
const { setTemporaryFolder } = require('../../base/host/paths');
const { createRowError } = require('../../base/text/row-error');
const { createForkedSession } = require('./fork-session');

/** Writes the results of earlier suites for the processes of this one, which run the script from its start. */
function writeHistory(name, suites, host) {
  try {
    return { file: host.writeTemporary(`qtimeit-${process.pid}-${name}.json`, JSON.stringify(suites)), error: null };
  } catch (error) {
    const words = `results of previous suites, which its process needs, could not be written to ${error.path}: ` +
      `${describeFsError(error)}. ${setTemporaryFolder(host)}`;
    return { file: null, error: createRowError('not-started', words) };
  }
}

module.exports = { createAffinity, createForkedSession, writeHistory };
