'use strict';

/*
 * Uncaught errors while tests run that may have caused them: errors of a later turn of the event loop, and
 * unhandled rejections. Node would end the process, and lose the results.
 */

const { uncaught } = require('#engine');

const { idNow } = uncaught;
const startTimer = setTimeout;
const stopTimer = clearTimeout;

// The timers of a failed test go on for so long, each with another error.
const GRACE_MS = 1000;

// Not a Set: a test may have replaced its methods.
const takers = [];
let listening = null;
let isForeign = false;

function heard(error, id) {
  // Other listeners handle it.
  if (!listening.isAlone()) return;
  for (let i = takers.length - 1; i >= 0; i--) {
    const { fromId, untilId, take } = takers[i];
    if (untilId < Infinity) {
      if (id > fromId && id <= untilId) return;
    } else if ((id === null || id > fromId) && take(error, id)) {
      return;
    }
  }
  // The cause is older than all runs: the engine is to end the process as it does without a listener.
  isForeign = true;
  listening.stop();
  uncaught.throwAgain(error);
}

/**
 * Passes uncaught errors to `take`; the latest caller is asked first. Not for synchronous runs, whose errors go to
 * their caller.
 *
 * @param {number} fromId idNow() before the first call of a test
 * @param {function(*, number|null): boolean} take given the error, and the number of its cause, null for a promise;
 *   returns whether the error was its own
 * @returns {function(number)} stops that. With idNow() of the moment in which a test failed, errors with an older cause
 *   are dropped for a while
 */
function onUncaught(fromId, take) {
  const taker = { fromId, untilId: Infinity, take };
  let timer = null;
  if (takers.length === 0) listening = uncaught.listen(heard);
  takers[takers.length] = taker;

  function stop() {
    stopTimer(timer);
    let place = 0;
    while (place < takers.length && takers[place] !== taker) place++;
    if (place === takers.length) return;
    for (; place < takers.length - 1; place++) takers[place] = takers[place + 1];
    takers.length--;
    if (takers.length === 0) listening.stop();
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

// Slices to remember: seconds of them.
const MOST_SLICES = 4096;

/**
 * Finds the test of a suite that an uncaught error belongs to: the one that ran when its timer or socket was made. A
 * promise has no number; its error belongs to the current test, or to the latest one.
 *
 * @param {object} state of measureSuite
 * @param {{ clock: object, watchdog: object }} tools
 * @returns {{ begun: function(object), listen: function(): function() }} begun(member): before its code runs; listen():
 *   once the suite continues in later turns, returns a function that stops it
 */
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
    // The slice before has made nothing.
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

  function listen() {
    const stop = onUncaught(startId, take);
    return () => stop(failedId);
  }

  return { begun, listen };
}

module.exports = { idNow, onUncaught, wasForeign, createAttribution };
