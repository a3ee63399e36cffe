'use strict';

/* Errors that nobody catches in a page: events of its window. Nothing is numbered, and who else listens is unknown. */

// Captured at load, because a measured test may replace them.
const { addEventListener, removeEventListener, setTimeout: startTimer } = globalThis;
const { apply } = Reflect;

const idNow = () => null;

/** As that of process-errors.js. */
function listen(heard) {
  const onError = (event) => {
    // An error of a script from elsewhere is told without itself.
    const error = event.error === null || event.error === undefined ? new Error(event.message) : event.error;
    event.preventDefault();
    heard(error, null);
  };
  const onRejection = (event) => {
    event.preventDefault();
    heard(event.reason, null);
  };
  apply(addEventListener, globalThis, ['error', onError]);
  apply(addEventListener, globalThis, ['unhandledrejection', onRejection]);
  return {
    stop() {
      apply(removeEventListener, globalThis, ['error', onError]);
      apply(removeEventListener, globalThis, ['unhandledrejection', onRejection]);
    },
    isAlone: () => true,
  };
}

/** As an error that nobody has caught. */
function throwAgain(error) {
  apply(startTimer, globalThis, [() => { throw error; }, 0]);
}

module.exports = { idNow, listen, throwAgain };
