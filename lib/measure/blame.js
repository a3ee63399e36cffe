'use strict';

/*
 * Which test of a suite an error belongs to that nobody has caught: the one that ran when the timer, socket or the like
 * was made which threw it. A promise does not tell: there it is the test under way, or the latest one.
 */

const { idNow, onUncaught } = require('./uncaught');

// Slices that are remembered: seconds of them.
const MOST_SLICES = 4096;

/**
 * @param {object} state of measureSuite
 * @param {{ clock: object, watchdog: object }} tools
 * @returns {{ begun: function(object), listen: function(): function() }} begun(member) before its code runs; listen()
 *   once the suite goes on in later turns, gives what ends that
 */
function createBlame(state, { clock, watchdog }) {
  const startId = idNow();
  const ids = [];
  const members = [];
  let next = 0;
  let latest = null;
  let failedId;

  function begun(member) {
    latest = member;
    const id = idNow();
    const before = (next + MOST_SLICES - 1) % MOST_SLICES;
    // The test before has made nothing.
    if (ids[before] === id - 1) next = before;
    ids[next] = id;
    members[next] = member;
    next = (next + 1) % MOST_SLICES;
  }

  function ownerOf(id) {
    for (let k = 1; k <= ids.length; k++) {
      const place = (next + MOST_SLICES - k) % MOST_SLICES;
      if (ids[place] < id) return members[place];
    }
    return null;
  }

  function take(error, id) {
    const member = (id !== null && ownerOf(id)) || state.current || latest;
    if (!member) return false;
    if (member.failure || member.isFailing) return true;
    member.isFailing = true;
    failedId = idNow();
    // In a turn of its own: what it has thrown besides is told before.
    clock.nextTurn(() => {
      if (state.isOver) throw error;
      const failure = { error, uncaught: true };
      if (member.failure || (member === state.current && watchdog.fail(failure))) return;
      member.failure = { stage: 'test', upTo: -1, ...failure };
      member.task.close();
    });
    return true;
  }

  function listen() {
    const stop = onUncaught(startId, take);
    return () => stop(failedId);
  }

  return { begun, listen };
}

module.exports = { createBlame };
