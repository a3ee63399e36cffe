'use strict';

/* The program around a suite, where that is a page: it has no exit code, and nothing ends it but its reader. */

// Captured at load, because a measured test may replace it.
const { console } = globalThis;
const { warn: warnOf, error: errorOf } = console;

const stopNothing = () => {};

function interruptible(action) {
  action();
  return 0;
}

const onSignals = () => stopNothing;
const onExit = () => stopNothing;
const exit = () => {};
const fail = () => {};
const warn = (words) => warnOf.call(console, words);
const tellAtEnd = (text) => errorOf.call(console, text);

module.exports = { interruptible, onSignals, onExit, exit, fail, warn, tellAtEnd };
