'use strict';

/* Steps that let the event loop turn, for signals and for what a test itself has queued. */

// Between two turns.
const TURN_NS = 2e7;

/** What an action waits for before it calls back, as a loop. */
const pause = (action) => ({ run: (calls, done) => action(() => done(null, 0)) });

/** @returns {function(): import('./run-steps').Steps} a turn, where it is time for one and the run may take several */
function createTurn({ asynchronous }, { nowNs, nextTurn }) {
  let turnedNs = nowNs();
  return function* turn() {
    if (!asynchronous || nowNs() - turnedNs < TURN_NS) return;
    yield [pause(nextTurn), 0];
    turnedNs = nowNs();
  };
}

module.exports = { TURN_NS, pause, createTurn };
