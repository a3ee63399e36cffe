'use strict';

/* What a suite has come to, and who is told. */

const { program } = require('#engine');
const { TIME_OUT_CODE } = require('../host/interrupt');

const anyFailed = (rows) => rows.some(({ verdict }) => verdict === 'failed');

/** Of the tests that are not measured when a process is ended with this code. */
function wordsOfEnd(code) {
  return `not measured: ${code === TIME_OUT_CODE ? 'the time of the command was over' : 'the run was interrupted'}`;
}

/**
 * @param {{ tests: object[], settings: object, position: number }} suite
 * @param {object|null} cliHooks see bench.js
 * @param {{ end: function(object[]) }} view
 * @returns {{ isOver, rows, whenOver, end, tell }} the first three are those of a session; end(rows, samples) keeps and
 *   prints them; tell(): those that wait for the end. whenOver(action) is for before it
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

module.exports = { createOutcome, wordsOfEnd };
