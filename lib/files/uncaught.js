'use strict';

/* Prints uncaught errors of a benchmark file without the source line and frames of this library, unlike Node. */

const { inspect } = require('util');
const { isMainThread } = require('worker_threads');
const { errorOfFailure, isThrownHere, withoutOurFrames } = require('../text/row-error');
const { writeErrorNow } = require('../host/terminal');

// Captured at load, because a benchmark may replace them.
const { exit } = process;

function inspected(error) {
  try {
    return withoutOurFrames(inspect(error));
  } catch (_) {
    return errorOfFailure({ stage: 'test', error }, 'sync', null).message;
  }
}

/** A sentence and a place for errors that this library throws; Node's format for other errors. */
function wordsOf(error) {
  const { message, at, stack } = errorOfFailure({ stage: 'test', error }, 'sync', null);
  if (stack === null) return `Uncaught ${inspected(error)}`;
  return isThrownHere(stack) ? `${message}${at ? ` (${at})` : ''}` : inspected(error);
}

/** Uncaught errors end the process, unless the file has a listener. isTold: the parent prints the sentences. */
function endInWords({ isTold }) {
  // In a worker thread, the worker gets the event.
  if (!isMainThread) return;
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const { stack } = errorOfFailure({ stage: 'test', error }, 'sync', null);
    if (!isTold || stack === null || !isThrownHere(stack)) writeErrorNow(`${wordsOf(error)}\n`);
    exit.call(process, 1);
  });
}

module.exports = { endInWords };
