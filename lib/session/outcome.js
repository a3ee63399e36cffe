'use strict';

/* The end of a suite, including an early end, for both kinds of sessions. */

const { program } = require('#engine');
const { TIME_OUT_CODE } = require('../host/interrupt');
const { messageOf } = require('../text/show');

const NO_COUNTING = { async run() {}, hasBegun: () => false, addTo: (rows) => rows, stop() {} };

const countingOf = (suite, deps) => (suite.settings.count ? deps.createCounting(suite, deps) : NO_COUNTING);

const anyFailed = (rows) => rows.some(({ verdict }) => verdict === 'failed');

function wordsOfEnd(code) {
  return `not measured: ${code === TIME_OUT_CODE ? 'the time of the command was over' : 'the run was interrupted'}`;
}

/** end() keeps and prints the rows; tell() then calls the listeners of whenOver(). */
function createOutcome({ tests, settings, position }, cliHooks, view) {
  const listeners = [];
  let known = null;
  return {
    isOver: () => known !== null,
    rows: () => known,
    // Not push: a measured test may have replaced it.
    whenOver(action) { listeners[listeners.length] = action; },
    end(rows, samples) {
      known = rows;
      if (anyFailed(rows)) program.fail();
      // Before printing, which can fail too.
      if (cliHooks) cliHooks.ended({ position, tests, settings, rows, samples });
      view.end(rows);
    },
    tell() {
      for (let i = 0; i < listeners.length; i++) listeners[i]();
    },
  };
}

/** words(): message for tests that are not measured; listen(): returns a function that stops listening. */
function watchAbort(signal) {
  if (!signal) return { isAborted: () => false, words: () => '', listen: () => () => {} };
  return {
    isAborted: () => signal.aborted,
    words: () => `not measured: the run was aborted: ${messageOf(signal.reason)}`,
    listen(action) {
      signal.addEventListener('abort', action);
      return () => signal.removeEventListener('abort', action);
    },
  };
}

/** Ends the steps before their next request once isOver() is true. */
function* until(steps, isOver) {
  let answer;
  while (!isOver()) {
    const step = steps.next(answer);
    if (step.done) return;
    answer = yield step.value;
  }
}

module.exports = { countingOf, createOutcome, until, watchAbort, wordsOfEnd };
