'use strict';

/*
 * Uncaught errors in the process of a benchmark file: Node would print a line of this library, and its frames among
 * those of the file.
 */

const { inspect } = require('util');
const { isMainThread } = require('worker_threads');
const { errorOfFailure, isThrownHere, withoutOurFrames } = require('../text/row-error');
const { writeErrorNow } = require('../host/terminal');

// Captured at load, as a benchmark may replace them.
const { exit } = process;

function inspected(error) {
  try {
    return withoutOurFrames(inspect(error));
  } catch (_) {
    return errorOfFailure({ stage: 'test', error }, 'sync', null).message;
  }
}

/** A sentence and a place for errors that this library throws. Others look as in Node. */
function wordsOf(error) {
  const { message, at, stack } = errorOfFailure({ stage: 'test', error }, 'sync', null);
  if (stack === null) return `Uncaught ${inspected(error)}`;
  return isThrownHere(stack) ? `${message}${at ? ` (${at})` : ''}` : inspected(error);
}

/** From now on such an error ends the process, unless the file has a listener; isTold: the parent prints sentences. */
function endInWords({ isTold }) {
  // In a worker thread it is an event of the worker.
  if (!isMainThread) return;
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const { stack } = errorOfFailure({ stage: 'test', error }, 'sync', null);
    if (!isTold || stack === null || !isThrownHere(stack)) writeErrorNow(`${wordsOf(error)}\n`);
    exit.call(process, 1);
  });
}

module.exports = { endInWords };
