'use strict';

/* Shared by both kinds of sessions: the end of a suite, also before its time. */

const { program } = require('#engine');
const { TIME_OUT_CODE } = require('../host/interrupt');
const { messageOf } = require('../text/show');

const NO_COUNTING = { async run() {}, hasBegun: () => false, addTo: (rows) => rows, stop() {} };

const countingOf = (suite, deps) => (suite.settings.count ? deps.createCounting(suite, deps) : NO_COUNTING);

const anyFailed = (rows) => rows.some(({ verdict }) => verdict === 'failed');

/** The message for tests that are not measured when a process is ended with this code. */
function wordsOfEnd(code) {
  return `not measured: ${code === TIME_OUT_CODE ? 'the time of the command was over' : 'the run was interrupted'}`;
}

/**
 * @param {{ tests: object[], settings: object, position: number }} suite
 * @param {object|null} cliHooks see bench.js
 * @param {{ end: function(object[]) }} view
 * @returns {{ isOver, rows, whenOver, end, tell }} end(rows, samples) keeps and prints them; tell() then calls the
 *   listeners of whenOver(action)
 */
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
      // Before anything is printed: that can fail too.
      if (cliHooks) cliHooks.ended({ position, tests, settings, rows, samples });
      view.end(rows);
    },
    tell() {
      for (let i = 0; i < listeners.length; i++) listeners[i]();
    },
  };
}

/**
 * @param {AbortSignal|null} signal
 * @returns {{ isAborted: function(): boolean, words: function(): string, listen: function(function()): function() }}
 *   words: the message for tests that are not measured; listen(action) returns a function that stops listening
 */
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

/**
 * Steps that end before their next request once isOver() is true.
 *
 * @param {import('../measure/run-steps').Steps} steps
 * @param {function(): boolean} isOver
 */
function* until(steps, isOver) {
  let answer;
  while (!isOver()) {
    const step = steps.next(answer);
    if (step.done) return;
    answer = yield step.value;
  }
}

module.exports = { countingOf, createOutcome, until, watchAbort, wordsOfEnd };
