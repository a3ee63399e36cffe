'use strict';

/* What ends a suite from without: ^C and its like, and the time of a command. */

const { program } = require('#engine');
const { interruptible, onSignals, onExit } = program;

// Captured at load, because a measured test may replace them.
const { max, min } = Math;

const TIME_OUT_CODE = 124;

// What timers can hold.
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Waits for the end of the time that a command was given.
 *
 * @param {object} clock
 * @param {object|null} cliHooks see bench.js
 * @param {function(number)} action given the exit code
 * @returns {function()} stops waiting
 */
function onTimeUp(clock, cliHooks, action) {
  const leftMs = cliHooks ? cliHooks.leftMs() : Infinity;
  return leftMs < Infinity ? clock.after(() => action(TIME_OUT_CODE), min(max(0, leftMs), LONGEST_MS)) : () => {};
}

module.exports = { interruptible, onSignals, onTimeUp, onExit, TIME_OUT_CODE };
