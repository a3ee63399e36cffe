'use strict';

/* Attributes uncaught errors to running tests. Node would end the process and lose the results. */

const { uncaught } = require('#engine');
const { filter: filtered } = require('../samples/round');

const { idNow } = uncaught;
const startTimer = setTimeout;
const stopTimer = clearTimeout;

const GRACE_MS = 1000; // timers of a failed test can raise further errors for this long

let takers = [];
let listening = null;
let isForeign = false;

function heard(error, id) {
  if (!listening.isAlone()) return;
  for (let i = takers.length - 1; i >= 0; i--) {
    const { fromId, untilId, take } = takers[i];
    if (untilId < Infinity) {
      if (id > fromId && id <= untilId) return;
    } else if ((id === null || id > fromId) && take(error, id)) {
      return;
    }
  }
  // The cause is older than all runs, so the engine ends the process as it does without a listener.
  isForeign = true;
  listening.stop();
  uncaught.throwAgain(error);
}

/**
 * Passes uncaught errors to take(error, id), which returns whether it has handled the error; the latest caller is asked
 * first. id: number of the cause, null for a promise; fromId: idNow() before the first call of a test.
 *
 * @returns {function(number)} stops listening. Given the idNow() of a failure, it first drops errors with an older
 *   cause for GRACE_MS
 */
function onUncaught(fromId, take) {
  const taker = { fromId, untilId: Infinity, take };
  let timer = null;
  if (takers.length === 0) listening = uncaught.listen(heard);
  takers[takers.length] = taker;

  function stop() {
    stopTimer(timer);
    const before = takers.length;
    takers = filtered(takers, (one) => one !== taker);
    if (takers.length === 0 && before > 0) listening.stop();
  }

  return (untilId) => {
    if (untilId === undefined) {
      stop();
    } else if (timer === null) {
      taker.untilId = untilId;
      timer = startTimer(stop, GRACE_MS);
      if (timer.unref) timer.unref();
    }
  };
}

const wasForeign = () => isForeign;

const MOST_SLICES = 4096; // remembered: some seconds

/** Blames the test that ran when the cause (timer, socket) was created. Promises have no number: the latest test. */
function createAttribution(state, { clock, watchdog }) {
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
    // The previous slice has created no resource.
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
    // In a later turn: other errors of the test come first.
    clock.nextTurn(() => {
      if (state.isOver) throw error;
      const failure = { error, uncaught: true };
      if (member.failure || (member === state.current && watchdog.fail(failure))) return;
      member.failure = { stage: 'test', upTo: -1, ...failure };
      member.task.close();
    });
    return true;
  }

  return {
    begun,
    listen() {
      const stop = onUncaught(startId, take);
      return () => stop(failedId);
    },
  };
}

module.exports = { idNow, onUncaught, wasForeign, createAttribution };
