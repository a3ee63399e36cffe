'use strict';

/* Ends a command that measures in other processes: after its work, by a signal, or at the time limit. */

const { program: { onSignals, onExit } } = require('#engine');
const { TIME_OUT } = require('./exit-codes');

// The hold on signals: turns of the event loop that it still takes, and when it ends.
let turnsLeft = 0;
let held = null;

/**
 * Delays signals while this turn of the event loop writes files. Two turns later the signal ends the process, unless
 * another listener exists by then. The promise resolves when signals can end the process again.
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
 * measure() gets a function that returns the exit code of an early end, else 0. stop(code) is called for each signal
 * and at the time limit, and returns whether measure() will end soon; if not, the process exits. release() ends
 * processes and removes their files, and may be called twice. finish() saves and prints results; it is called once, but
 * not if measure() throws.
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
