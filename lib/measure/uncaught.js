'use strict';

/*
 * Errors that nobody catches, while tests are under way that can be their cause: thrown in a later turn of the event
 * loop, or the reason of a promise that nobody handles. Node would end the process, and what was measured would be
 * lost.
 */

const { uncaught } = require('#engine');

const startTimer = setTimeout;
const stopTimer = clearTimeout;

// So long the timers of a test that has failed go on, each with an error of its own.
const GRACE_MS = 1000;

// Not a Set: a test may have replaced its methods.
const takers = [];
let listening = null;
let isForeign = false;

function heard(error, id) {
  // Where somebody else listens, it is his.
  if (!listening.isAlone()) return;
  for (let i = takers.length - 1; i >= 0; i--) {
    const { fromId, untilId, take } = takers[i];
    if (untilId < Infinity) {
      if (id > fromId && id <= untilId) return;
    } else if ((id === null || id > fromId) && take(error, id)) {
      return;
    }
  }
  // Of something that was there before: without a listener it ends the process as the engine has it.
  isForeign = true;
  listening.stop();
  uncaught.throwAgain(error);
}

/**
 * Hands over errors that nobody catches, the latest caller being asked first. Not to be used where a run is
 * synchronous: there each error goes to its caller.
 *
 * @param {number} fromId idNow() before the first call of a test
 * @param {function(*, number|null): boolean} take given the error, and the number of what threw it, null for a promise;
 *   false where it is nobody's
 * @returns {function(number)} stops that. Where it is given idNow() of a moment in which a test has failed so, errors
 *   of what was made before are dropped for a while
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
const { idNow } = uncaught;

module.exports = { idNow, onUncaught, wasForeign };
