'use strict';

/*
 * Ends a run that does not end by itself: one that takes too long, one that threw where nobody catches it, in a timer or
 * an async method, and one that nothing can end any more, since no timer, file or socket is left to wait for. That is told by Node before it would exit; so the limit must not keep
 * the process alive, nor the channel to the process that started this one.
 */

// Captured at load: a contender may replace them.
const startTimer = setTimeout;
const stopTimer = clearTimeout;
const nextTurn = setImmediate;
const { min } = Math;
const race = Promise.race.bind(Promise);

// Longer delays overflow to none at all.
const LONGEST_MS = 2 ** 31 - 1;

class Unended extends Error {
  /** @param {number|null} seconds the limit, null where nothing is left to wait for */
  constructor(seconds) {
    super('not ended');
    this.seconds = seconds;
  }
}

const system = {
  after(action, ms) {
    const timer = startTimer(action, min(ms, LONGEST_MS));
    timer.unref();
    return () => stopTimer(timer);
  },
  /** Calls the action with what nobody catches, in place of the end of the process. @returns {function()} that takes it back */
  whenUncaught(action) {
    process.on('uncaughtException', action);
    process.on('unhandledRejection', action);
    return () => {
      process.removeListener('uncaughtException', action);
      process.removeListener('unhandledRejection', action);
    };
  },
  /** Calls the action once when nothing is left to do. @returns {function()} that takes it back */
  whenDry(action) {
    const { channel } = process;
    // In a turn of the event loop: where what goes on leaves nothing to do, Node asks once more only then.
    const dry = () => nextTurn(action);
    process.once('beforeExit', dry);
    if (channel) channel.unref();
    return () => {
      process.removeListener('beforeExit', dry);
      if (channel && process.channel) channel.ref();
    };
  },
};

/**
 * @param {number} seconds from now
 * @param {object} [deps] { after, whenDry, whenUncaught }
 * @returns {{ guard: function(Promise): Promise, stop: function() }} guard(): the promise, or where the run is ended
 *   before a rejection with Unended, or with what nobody caught
 */
function createEnding(seconds, deps = system) {
  let end;
  const ended = new Promise((_, reject) => { end = reject; });
  ended.catch(() => {});
  const stopWaiting = deps.whenDry(() => end(new Unended(null)));
  const stopCatching = deps.whenUncaught(end);
  const stopClock = deps.after(() => end(new Unended(seconds)), seconds * 1000);
  return {
    guard: (promise) => race([promise, ended]),
    stop() {
      stopClock();
      stopWaiting();
      stopCatching();
    },
  };
}

module.exports = { createEnding, Unended };
