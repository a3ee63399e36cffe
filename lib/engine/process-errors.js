'use strict';

/*
 * Errors that nobody catches, and what has made the timer, socket or the like that threw them: Node numbers all of
 * these in their order. Deno numbers few of them, and promises have no number: null.
 */

const { AsyncResource, executionAsyncId } = require('async_hooks');

// Captured at load, because a measured test may replace them.
const { process } = globalThis;
const { apply } = Reflect;
const { on, removeListener, listenerCount, nextTick } = process;

const UNCAUGHT = 'uncaughtException';
const UNHANDLED = 'unhandledRejection';

/** A number below those that are given to all that is made from now on. */
const idNow = () => new AsyncResource('QTIMEIT').asyncId();

/**
 * @param {function(*, number|null)} heard given an error, and the number of what threw it
 * @returns {{ stop: function(), isAlone: function(): boolean }} stop(): as before; isAlone(): whether nobody else
 *   listens
 */
function listen(heard) {
  const onError = (error, origin) => heard(error, origin === UNHANDLED ? null : executionAsyncId() || null);
  apply(on, process, [UNCAUGHT, onError]);
  return {
    stop() { apply(removeListener, process, [UNCAUGHT, onError]); },
    isAlone: () => apply(listenerCount, process, [UNCAUGHT]) <= 1,
  };
}

/** Ends the process with an error as if nobody had listened. */
function throwAgain(error) {
  apply(nextTick, process, [() => { throw error; }]);
}

module.exports = { idNow, listen, throwAgain };
