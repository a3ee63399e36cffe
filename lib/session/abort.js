'use strict';

/* What ends a suite from within the program: an AbortSignal. */

const { messageOf } = require('../text/show');

/**
 * @param {AbortSignal|null} signal
 * @returns {{ isAborted: function(): boolean, words: function(): string, listen: function(function()): function() }}
 *   words: of the tests that are not measured; listen(action) returns what stops listening
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
 * Steps that end before their next request once that is so.
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

module.exports = { watchAbort, until };
