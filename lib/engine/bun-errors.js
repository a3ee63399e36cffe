'use strict';

/* Errors that nobody catches in Bun: unhandled rejections are an event of their own, and nothing is numbered. */

const { idNow, throwAgain } = require('./process-errors');

// Captured at load, because a measured test may replace them.
const { process } = globalThis;
const { apply } = Reflect;
const { on, removeListener, listenerCount } = process;

const UNCAUGHT = 'uncaughtException';
const UNHANDLED = 'unhandledRejection';

/** As that of process-errors.js. */
function listen(heard) {
  const onError = (error) => heard(error, null);
  apply(on, process, [UNCAUGHT, onError]);
  apply(on, process, [UNHANDLED, onError]);
  return {
    stop() {
      apply(removeListener, process, [UNCAUGHT, onError]);
      apply(removeListener, process, [UNHANDLED, onError]);
    },
    isAlone: () => apply(listenerCount, process, [UNCAUGHT]) + apply(listenerCount, process, [UNHANDLED]) <= 2,
  };
}

module.exports = { idNow, listen, throwAgain };
