'use strict';

/*
 * The process around a suite: signals, exit code, warnings. Node handles signals in the event loop, which a synchronous
 * suite blocks; there a watchdog of the vm module interrupts the code.
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

// The watchdog is a thread. It receives a late ^C while this thread sleeps; otherwise one in five was lost. Suites that
// continue in later turns do not sleep, because the first call of a test may be running.
const SETTLING_MS = 5;

const LONGEST_MS = 2 ** 31 - 1;

/**
 * Runs a blocking action until ^C or a time limit interrupts it. Returns 0, or the exit code of the interruption. The
 * action returns whether it is complete, and does not continue in later turns.
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

/** Listens for the signals that end a program. Returns a function that stops listening. */
function onSignals(action) {
  // No prototype: a test may add properties to Object.prototype.
  const listeners = { __proto__: null };
  for (const signal in CODES) {
    listeners[signal] = () => action(CODES[signal]);
    apply(on, process, [signal, listeners[signal]]);
  }
  return () => {
    for (const signal in listeners) apply(removeListener, process, [signal, listeners[signal]]);
  };
}

/** Listens for the end of the process, before older listeners. Returns a function that stops listening. */
function onExit(action) {
  apply(prependListener, process, ['exit', action]);
  return () => apply(removeListener, process, ['exit', action]);
}

function fail() {
  if (!process.exitCode) process.exitCode = 1;
}

const warn = (words, code) => apply(emitWarning, process, [words, { code }]);

/** Works after the last turn of the event loop. */
function tellAtEnd(text) {
  try {
    writeSync(2, text);
  } catch (_) {
    // The other side has closed it.
  }
}

module.exports = {
  interruptible, onSignals, onExit, exit: (code) => apply(exit, process, [code]), fail, warn, tellAtEnd,
};
