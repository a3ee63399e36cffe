'use strict';

/*
 * The profile of a test that has been counted. By the names of native functions it comes with each count of valgrind's;
 * by function of JavaScript it takes two more processes, in which V8 writes down what it compiles.
 */

const { callgrindCommand, readCallgrind } = require('./callgrind');
const { logFlags, readCodeMap } = require('./code-map');
const { profileOf, whyApart } = require('./profile');
const { NO_END } = require('./source');

const { dirname, sep } = require('path');

const OWN_FOLDER = dirname(__dirname) + sep;

/** Valgrind that tells what V8 has made, too: of its parts the first is the process; see Executed in profile.js. */
const withCode = (source) => ({
  ...source,
  command: (file) => callgrindCommand(file, { hasCode: true }),
  logFlags,
  read(text, log) {
    const parts = readCallgrind(text);
    if (parts === null) return { parts, reason: NO_END };
    return { parts: [{ ...parts[0], at: readCodeMap(log, OWN_FOLDER) }], reason: null };
  },
});

/**
 * @param {import('./count-test').Counts} counts
 * @returns {import('./profile').Profile|null} null where what has counted does not tell of functions
 */
function profileByName({ functions, calls }) {
  if (!functions) return null;
  const [fewer, more] = functions.map((one) => ({ functions: one }));
  return { functions: profileOf(fewer, more, calls), isSplit: false, reason: null };
}

/**
 * @param {import('./count-test').Counts} counts
 * @param {{ nsPerCall: number, operations: number }} request as it was counted
 * @param {function(import('./count-calls').CountJob): Promise} run a process by a source that tells of code
 * @param {boolean} isSame whether the counts are valgrind's, too
 * @returns {Promise<import('./profile').Profile>} without functions where it is not that of the counts
 */
async function profileByFunction({ calls, warmUp, instructions, loop }, { nsPerCall, operations = 1 }, run, isSame) {
  const jobs = [0, calls].map((all) => (
    { calls: all / operations, parts: 0, warmUp: warmUp / operations, ns: nsPerCall, empty: null }
  ));
  const [fewer, more] = (await Promise.all(jobs.map(run))).map(({ parts: [process] }) => process);
  const functions = profileOf(fewer, more, calls);
  const reason = isSame ? whyApart(functions, instructions + loop) : null;
  return reason === null ? { functions, isSplit: true, reason } : { functions: [], isSplit: false, reason };
}

module.exports = { withCode, profileByName, profileByFunction };
