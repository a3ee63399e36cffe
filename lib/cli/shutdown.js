'use strict';

/* Exit codes, and the end of a command that measures in other processes: after its work, by a signal, or in time. */

const { program: { onSignals, onExit } } = require('#engine');

const FINE = 0;
const FAILED = 1;
const USAGE = 2;
const REGRESSION = 3;
const NOT_JUDGED = 4;
const TIME_OUT = 124;

// Reasons that fail the gate even without --strict: there are no figures to judge.
const NO_FIGURES = ['no-interval', 'not-comparable', 'not-measured'];

const errorOf = (one) => one && one.error;

/** kind of document -> its errors, among null */
const ERRORS = {
  results: ({ suites }) => suites.flatMap((suite) => [suite, ...suite.tests].map(errorOf)),
  comparison: ({ tests, failures }) => [...failures, ...tests.flatMap(({ sides }) => sides)].map(errorOf),
  imports: ({ failures }) => failures.map(errorOf),
  rates: ({ failures, configurations }) => [
    ...failures.map(errorOf), ...configurations.flatMap(({ sides }) => sides.flatMap((side) => (side || {}).errors)),
  ],
};

function chooseExitCode(document, { strict = false } = {}, gate = document.gate) {
  const errors = ERRORS[document.qtimeit](document).filter(Boolean);
  if (errors.length) return errors.every(({ code }) => code === 'timed-out') ? TIME_OUT : FAILED;
  const gates = [gate, document.memoryGate].filter(Boolean);
  if (gates.some(({ outcome }) => outcome === 'failed')) return REGRESSION;
  if (gates.every(({ outcome }) => outcome === 'passed')) return FINE;
  if (strict) return NOT_JUDGED;
  return gates.some(({ unjudged }) => unjudged.some(({ reason }) => NO_FIGURES.includes(reason))) ? FAILED : FINE;
}

// The hold on signals: turns of the event loop that it still takes, and when it ends.
let turnsLeft = 0;
let held = null;

/** Delays signals for this turn and two more of the event loop. Resolves when they can end the process again. */
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
 * and at the time limit; unless it returns true (measure() will end soon), the process exits. release(isEarly) ends
 * processes and may be called twice. finish() saves and prints results once, but not if measure() throws.
 */
async function untilEnd(options, { clock, terminal }, { measure, stop = () => false, release, finish = () => {} }) {
  let isOver = false;
  let exitCode = 0;

  function end() {
    if (isOver) return;
    isOver = true;
    terminal.status(null);
    if (exitCode === TIME_OUT) terminal.writeError(`qtimeit: stopped after ${options.timeout} s (--timeout)\n`);
    release(exitCode > 0);
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

module.exports = { FINE, FAILED, USAGE, TIME_OUT, chooseExitCode, holdSignals, untilEnd };
