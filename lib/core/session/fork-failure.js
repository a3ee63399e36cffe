'use strict';

/* The message for a process that ended without a result, with a hint. */

const { show } = require('../../base/text/show');
const { createRowError, outputWithoutOurs, TIME_LEFT } = require('../../base/text/row-error');

// Programs that close all file descriptors cause this.
const LOST = 'its process closed file descriptor 3, through which it reports its result';

const MORE_MEMORY = 'For more memory, use node --max-old-space-size=MB';
const ABORTED = `ran out of memory, or was aborted: its process was killed by SIGABRT. ${MORE_MEMORY}`;
const TOO_LARGE = '. V8 ends a process in which an array or object exceeds its maximum size';
const OUT_OF_MEMORY = /heap out of memory|Reached heap limit|process out of memory|Array buffer allocation failed/;

/**
 * end: of child-process-run.js, with suite (from 1), begun, isLowered (whether the command's time lowered the limit),
 * lostScript, fault and uncaught (each null if none)
 */
function forkFailure(end) {
  const { code, message, ...more } = causeOf(end);
  return createRowError(code, message, { ...more, output: outputWithoutOurs(end.output) });
}

const cause = (code, message, more) => ({ code, message, ...more });
const endedWords = ({ signal, code }) => (signal ? `was killed by ${signal}` : `ended with exit code ${code}`);

function startFailure({ notStarted, otherProtocol }) {
  if (notStarted !== null) return cause('not-started', `its process could not be started: ${notStarted}`);
  if (otherProtocol === null) return null;
  return cause('garbage', `its process uses another version of qtimeit (protocol ${show(otherProtocol)})`);
}

function memoryFailure(end) {
  if (!end.output.some((line) => OUT_OF_MEMORY.test(line))) return null;
  return cause('out-of-memory', `ran out of memory: its process ${endedWords(end)}. ${MORE_MEMORY}`);
}

function causeOf(end) {
  const { begun, timedOutMs, fault, uncaught, isLost, garbage, code, signal } = end;
  const notStarted = startFailure(end);
  if (notStarted) return notStarted;
  if (timedOutMs !== null) return cause('timed-out', timeOutWords(end));
  const ended = endedWords(end);
  const memory = memoryFailure(end);
  if (memory) return memory;
  // With code 0 the script caught the error and ended the process.
  if (uncaught && code > 0) {
    const { message, at, stack } = uncaught;
    return cause('threw', `an uncaught error ended its process: ${message}`, { at, stack });
  }
  if (fault !== null) return cause('garbage', `its process sent an invalid result: ${fault}`);
  if (isLost) return cause('garbage', LOST);
  if (garbage !== undefined) {
    return cause('garbage', `its process wrote ${show(garbage)} instead of a result, and ${ended}`);
  }
  if (signal) return cause('killed', `its process was killed by ${signal}${signal === 'SIGTRAP' ? TOO_LARGE : ''}`);
  if (begun) {
    return cause('exited', `its process ${ended} before reporting a result. Call process.exit() after the suite`);
  }
  return cause('not-reached', notReachedWords(end, ended));
}

function timeOutWords({ begun, suite, timedOutMs, isLowered }) {
  const limit = `within ${timedOutMs / 1000} s`;
  if (begun && isLowered) return `did not end ${limit}${TIME_LEFT}, and its process was killed`;
  return begun ? `did not end ${limit}, and its process was killed. If the test needs more time, raise its timeout`
    : `its process did not reach suite ${suite} of the script ${limit} and was killed`;
}

function notReachedWords({ lostScript, suite }, ended) {
  if (lostScript) return `its script ${lostScript} no longer exists`;
  return `its process ${ended} before it reached suite ${suite} of the script, which must call the same suites ` +
    'in every run';
}

module.exports = { forkFailure, startFailure, memoryFailure, endedWords, LOST, ABORTED };
