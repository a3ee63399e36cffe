'use strict';

/*
 * The profile of a test that has been counted. By the names of native functions it comes with each count of valgrind's;
 * by function of JavaScript it takes two more processes, in which V8 writes down what it compiles.
 */

const { callgrindCommand, readCallgrind } = require('./callgrind');
const { logFlags, readCodeMap } = require('./code-map');
const { profileOf, whyApart } = require('./profile');

const { dirname, sep } = require('path');

const OWN_FOLDER = dirname(__dirname) + sep;
const NO_END = 'what callgrind wrote has no end; is the disk full? TMPDIR names another folder';

/** Callgrind as a source, see source.js; what it reads has code and at, too, see Executed in profile.js. */
const callgrind = (version) => ({
  name: 'valgrind', version,
  command: callgrindCommand,
  logFlags,
  read(text, log) {
    const read = readCallgrind(text);
    if (read === null) return { events: null, functions: null, reason: NO_END };
    return { ...read, at: readCodeMap(log, OWN_FOLDER), events: {}, reason: null };
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
 * @param {function(import('./count-calls').CountJob): Promise<import('./profile').Executed>} run a process under
 *   callgrind
 * @param {boolean} isSame whether the counts are valgrind's, too
 * @returns {Promise<import('./profile').Profile>} without functions where it is not that of the counts
 */
async function profileByFunction({ calls, warmUp, instructions, loop }, { nsPerCall, operations = 1 }, run, isSame) {
  const jobs = [0, calls].map((all) => (
    { calls: all / operations, warmUp: warmUp / operations, ns: nsPerCall, empty: null }
  ));
  const functions = profileOf(...await Promise.all(jobs.map(run)), calls);
  const reason = isSame ? whyApart(functions, instructions + loop) : null;
  return reason === null ? { functions, isSplit: true, reason } : { functions: [], isSplit: false, reason };
}

module.exports = { callgrind, profileByName, profileByFunction };
