'use strict';

/* The end of a command that measures in other processes, whatever brings it: signals, the time that was given, or the end of this process. */

const { TIME_OUT } = require('./exit-codes');
const { onSignals, onExit } = require('../host/interrupt');

/**
 * @param {function()} finish saves and prints what is known; called again it does nothing
 * @param {{ timeout: number|undefined }} options seconds
 * @param {object} deps { clock, terminal }
 * @returns {function()} stops listening
 */
function onEnding(finish, { timeout }, { clock, terminal }) {
  const stopListening = onSignals((exitCode) => {
    finish();
    process.exit(exitCode);
  });
  const stopTimer = timeout ? clock.after(() => {
    terminal.status('');
    terminal.writeError(`qtimeit: stopped after ${timeout} s (--timeout)\n`);
    finish();
    process.exit(TIME_OUT);
  }, timeout * 1000) : () => {};
  const stopWaiting = onExit(finish);
  return () => {
    stopListening();
    stopTimer();
    stopWaiting();
  };
}

module.exports = { onEnding };
