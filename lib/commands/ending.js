'use strict';

/* The end of a command that measures in other processes, whatever brings it. */

const { TIME_OUT } = require('./exit-codes');
const { onSignals, onExit } = require('../host/interrupt');

const timeoutWords = ({ timeout }) => `qtimeit: stopped after ${timeout} s (--timeout)`;

/**
 * Hears of what ends a command before its time.
 *
 * @param {{ timeout: number|undefined }} options seconds
 * @param {object} deps { clock }
 * @param {function(number)} action given the exit code
 * @returns {function()} stops listening
 */
function onEnding({ timeout }, { clock }, action) {
  const stopListening = onSignals(action);
  const stopTimer = timeout ? clock.after(() => action(TIME_OUT), timeout * 1000) : () => {};
  return () => {
    stopListening();
    stopTimer();
  };
}

/**
 * Keeps a signal from ending the process while this turn of the event loop writes files. Two turns later it does,
 * unless something else listens by then.
 *
 * @returns {Promise<void>} resolves when signals end the process again
 */
function holdSignals() {
  let exitCode = 0;
  const stopListening = onSignals((code) => { exitCode = code; });
  return new Promise((resolve) => setImmediate(() => setImmediate(() => {
    stopListening();
    if (exitCode && process.listenerCount('SIGINT') === 0) process.exit(exitCode);
    resolve();
  })));
}

/**
 * Measures, and ends in good order: at the end, by a signal, when the time is up, or with this process.
 *
 * @param {object} options of the command line
 * @param {object} deps { clock, terminal }
 * @param {object} work
 * @param {function(): Promise} work.measure where the end comes before its own, nothing of it goes on
 * @param {function()} work.release ends processes, and takes away what was made for them; called again it does nothing
 * @param {function()} [work.finish] saves and prints what is known; called once, and not where measuring has thrown
 * @returns {Promise<void>} once it has come to its own end
 */
async function untilEnd(options, { clock, terminal }, { measure, release, finish = () => {} }) {
  let isOver = false;

  function end() {
    if (isOver) return;
    isOver = true;
    release();
    terminal.status(null);
    finish();
  }

  const stopListening = onEnding(options, { clock }, (exitCode) => {
    terminal.status(null);
    if (exitCode === TIME_OUT) terminal.writeError(`${timeoutWords(options)}\n`);
    end();
    process.exit(exitCode);
  });
  const stopWaiting = onExit(end);
  try {
    await measure();
    end();
  } finally {
    stopListening();
    stopWaiting();
    release();
  }
}

module.exports = { holdSignals, onEnding, untilEnd, timeoutWords };
