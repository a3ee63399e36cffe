'use strict';

/* How a command that measures in other processes ends: after its work, by a signal, or because its time is up. */

const { TIME_OUT } = require('./exit-codes');
const { onSignals, onExit } = require('../host/interrupt');

// The hold on signals: turns of the event loop that it still takes, and when it ends.
let turnsLeft = 0;
let held = null;

/**
 * Keeps a signal from ending the process while this turn of the event loop writes files. Two turns later the signal
 * ends it, unless something else listens by then.
 *
 * @returns {Promise<void>} resolves when signals end the process again
 */
function holdSignals() {
  turnsLeft = 2;
  held = held || hold();
  return held;
}

async function hold() {
  let exitCode = 0;
  const stopListening = onSignals((code) => { exitCode = code; });
  while (turnsLeft-- > 0) await new Promise(setImmediate);
  stopListening();
  held = null;
  if (exitCode && process.listenerCount('SIGINT') === 0) process.exit(exitCode);
}

/**
 * Measures, and ends in good order.
 *
 * @param {{ timeout: number|undefined }} options of the command line; timeout in seconds
 * @param {object} deps { clock, terminal }
 * @param {object} work
 * @param {function(function(): number): Promise} work.measure given a function that returns the exit code of what has
 *   ended the command early, 0 for nothing
 * @param {function(number): boolean} [work.stop] called for each signal, and when the time is up: returns whether
 *   measure() will return soon. If not, the process exits
 * @param {function()} work.release ends processes, and removes what was made for them; can be called twice
 * @param {function()} [work.finish] saves and prints what is known; called once, and not if measure() has thrown
 * @returns {Promise<number>} exit code of what has ended the command early, 0 for nothing
 */
async function untilEnd(options, { clock, terminal }, { measure, stop = () => false, release, finish = () => {} }) {
  let isOver = false;
  let exitCode = 0;

  function end() {
    if (isOver) return;
    isOver = true;
    terminal.status(null);
    if (exitCode === TIME_OUT) terminal.writeError(`qtimeit: stopped after ${options.timeout} s (--timeout)\n`);
    release();
    terminal.status(null);
    finish();
  }

  function endEarly(code) {
    exitCode = exitCode || code;
    if (stop(code)) return;
    end();
    process.exit(code);
  }

  const stopListening = onSignals(endEarly);
  const stopTimer = options.timeout ? clock.after(() => endEarly(TIME_OUT), options.timeout * 1000) : () => {};
  const stopWaiting = onExit(end);
  try {
    await measure(() => exitCode);
    end();
    return exitCode;
  } finally {
    stopListening();
    stopTimer();
    stopWaiting();
    release();
  }
}

module.exports = { holdSignals, untilEnd };
