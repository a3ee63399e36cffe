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

/**
 * Uncaught errors end the process, unless the file has a listener. Errors that this library throws are a sentence and a
 * place, which the parent prints if isTold; others have Node's format.
 */
function endInWords({ isTold }) {
  // In a worker thread, the worker gets the event.
  if (!isMainThread) return;
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const { message, at, stack } = errorOfFailure({ stage: 'test', error }, 'sync', null);
    if (stack === null) writeErrorNow(`Uncaught ${inspected(error)}\n`);
    else if (!isThrownHere(stack)) writeErrorNow(`${inspected(error)}\n`);
    else if (!isTold) writeErrorNow(`${message}${at ? ` (${at})` : ''}\n`);
    exit.call(process, 1);
  });
}

module.exports = { endInWords };
