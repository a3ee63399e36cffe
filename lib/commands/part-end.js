'use strict';

/* Why a part has no results, or not all: from how its process ended to the error that is saved, and printed behind its name. */

const { LOAD_LIMIT_MS } = require('./part-process');
const { forkFailure, ABORTED } = require('../session/fork-failure');
const { rowError } = require('../text/row-error');

const ABORTED_CODE = 134;

/** The error of a process that ended of itself, or was ended, before it had told all. */
function failureOfProcess(end) {
  if (end.signal === 'SIGABRT' || end.code === ABORTED_CODE) return rowError('out-of-memory', ABORTED);
  return forkFailure({ ...end, suite: 1, begun: true, fault: null, uncaught: null });
}

/**
 * @param {import('./part-process').PartEnd} end
 * @param {{ hasSuites: boolean, isUnderWay: boolean, errors: object[] }} state of its suites, see part-record.js
 * @param {string} who is at work before the first of them: 'the setup ', '' for a file, whose name stands before
 * @returns {object|null} error of a row; null where all went well, or a row tells it
 */
function failureOfPart(end, { hasSuites, isUnderWay, errors }, who) {
  const { told, exiting, isLate, notStarted } = end;
  if (notStarted !== null) return failureOfProcess(end);
  if (exiting && exiting.error) return exiting.error;
  if (told) {
    if (told.type === 'stuck') return rowError('exited', `${who}awaits what never comes: nothing is left to wait for`);
    return told.error || null;
  }
  if (isLate) return rowError('timed-out', `${who}did not come to its end within ${LOAD_LIMIT_MS / 1000} s; it never ends, or awaits what never comes`);
  if (!exiting) return failureOfProcess(end);
  const { code } = exiting;
  if (errors.some((error) => error.code === 'exited')) return null;
  // After all suites that is how some scripts end.
  if (hasSuites && !isUnderWay && code === 0) return null;
  return rowError('exited', `${who}called process.exit(${code}) ${hasSuites ? 'before its end' : 'before there was a suite'}`);
}

module.exports = { failureOfPart };
