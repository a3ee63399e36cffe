'use strict';

/*
 * ^C and its like, while a suite runs. Node tells of a signal in the event loop only, which does not turn
 * during a synchronous suite; there a watchdog of the vm module ends the JavaScript that runs.
 */

const vm = require('vm');

// Captured at load, because a measured test may replace them.
const { on, removeListener } = process;

const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Runs something that blocks, so that ^C ends it.
 *
 * @param {function()} action
 * @returns {boolean} whether it was interrupted
 */
function interruptible(action) {
  try {
    vm.runInNewContext('action()', { action }, { breakOnSigint: true });
    return false;
  } catch (error) {
    if (error && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') return true;
    throw error;
  }
}

/**
 * Listens for the signals that end a program.
 *
 * @param {function(number)} action given the exit code
 * @returns {function()} stops listening
 */
function onSignals(action) {
  const listeners = {};
  for (const signal in CODES) {
    listeners[signal] = () => action(CODES[signal]);
    on.call(process, signal, listeners[signal]);
  }
  return () => {
    for (const signal in listeners) removeListener.call(process, signal, listeners[signal]);
  };
}

/**
 * Listens for the end of the process.
 *
 * @param {function(number)} action given the exit code
 * @returns {function()} stops listening
 */
function onExit(action) {
  on.call(process, 'exit', action);
  return () => removeListener.call(process, 'exit', action);
}

module.exports = { interruptible, onSignals, onExit, SIGINT_CODE: CODES.SIGINT };
