'use strict';

/*
 * The program around a suite: how it ends, and what its user is told then. Node tells of a signal, ^C and its like, in
 * the event loop only, which does not turn during a synchronous suite; there a watchdog of the vm module ends the
 * JavaScript that runs.
 */

const vm = require('vm');
const { writeSync } = require('fs');

// Captured at load, because a measured test may replace them.
const { process } = globalThis;
const { apply } = Reflect;
const { emitWarning, exit, on, prependListener, removeListener } = process;
const { max, min, ceil } = Math;
const { wait } = Atomics;
const { Int32Array, SharedArrayBuffer } = globalThis;

const CODES = { __proto__: null, SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const TIME_OUT_CODE = 124;
const ENDED = { ERR_SCRIPT_EXECUTION_INTERRUPTED: CODES.SIGINT, ERR_SCRIPT_EXECUTION_TIMEOUT: TIME_OUT_CODE };

// The watchdog is a thread: a ^C of the last moments reaches it while this one sleeps. Without that each fifth was
// lost. What goes on in later turns would be 5 ms late for what it waits for: the first call of a test is being timed.
const SETTLING_MS = 5;

// What timers can hold.
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Runs something that blocks, so that ^C ends it, or a limit of time.
 *
 * @param {function(): boolean} action returns whether it has come to its end, and does not go on in later turns
 * @param {number} [limitMs] Infinity for none
 * @returns {number} 0 where nothing ended it, and else the exit code
 */
function interruptible(action, limitMs = Infinity) {
  const options = { breakOnSigint: true };
  if (limitMs < Infinity) options.timeout = min(max(1, ceil(limitMs)), LONGEST_MS);
  const settle = () => wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLING_MS);
  try {
    vm.runInNewContext('if (action()) settle()', { action, settle }, options);
    return 0;
  } catch (error) {
    const exitCode = error && ENDED[error.code];
    if (exitCode) return exitCode;
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
  // Without what a test may have all objects inherit.
  const listeners = { __proto__: null };
  for (const signal in CODES) {
    listeners[signal] = () => action(CODES[signal]);
    apply(on, process, [signal, listeners[signal]]);
  }
  return () => {
    for (const signal in listeners) apply(removeListener, process, [signal, listeners[signal]]);
  };
}

/**
 * Listens for the end of the process, before those who have listened already.
 *
 * @param {function(number)} action given the exit code
 * @returns {function()} stops listening
 */
function onExit(action) {
  apply(prependListener, process, ['exit', action]);
  return () => apply(removeListener, process, ['exit', action]);
}

/** Its exit code tells of a failure, unless it does so already. */
function fail() {
  if (!process.exitCode) process.exitCode = 1;
}

/** Tells its user of something that is no error. */
const warn = (words, code) => apply(emitWarning, process, [words, { code }]);

/** Tells of an error where no event loop will turn any more. */
function tellAtEnd(text) {
  try {
    writeSync(2, text);
  } catch (_) {
    // Closed by the other side: there is nobody to tell.
  }
}

module.exports = {
  interruptible, onSignals, onExit, exit: (code) => apply(exit, process, [code]), fail, warn, tellAtEnd,
};
