'use strict';

/* Events that end a suite: signals such as ^C, and the time limit of a command. */

const { program } = require('#engine');
const { interruptible, onSignals, onExit } = program;

// Captured at load, because a measured test may replace it.
const { max } = Math;

const TIME_OUT_CODE = 124;

/** Calls an action with the exit code when the time of a command is up. Returns a function that cancels. */
function onTimeUp(clock, cliHooks, action) {
  const leftMs = cliHooks ? cliHooks.leftMs() : Infinity;
  return leftMs < Infinity ? clock.after(() => action(TIME_OUT_CODE), max(0, leftMs)) : () => {};
}

module.exports = { interruptible, onSignals, onTimeUp, onExit, TIME_OUT_CODE };
