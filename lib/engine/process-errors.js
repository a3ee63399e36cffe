'use strict';

/*
 * Uncaught errors, and the async id of the timer or socket that threw them. Node assigns ids in order of creation. The
 * id is null for promises, for all resources in Bun, and for most in Deno.
 */

const { AsyncResource, executionAsyncId } = require('async_hooks');

// Captured at load, because a measured test may replace them.
const { process } = globalThis;
const { apply } = Reflect;
const { on, removeListener, listenerCount, nextTick } = process;

const UNCAUGHT = 'uncaughtException';
const UNHANDLED = 'unhandledRejection';

/** Below all later ids. */
const idNow = () => new AsyncResource('QTIMEIT').asyncId();

/** Ends the process as the error would without a listener. */
function throwAgain(error) {
  apply(nextTick, process, [() => { throw error; }]);
}

function listenTo(events, onError) {
  for (let i = 0; i < events.length; i++) apply(on, process, [events[i], onError]);
  return {
    stop() {
      for (let i = 0; i < events.length; i++) apply(removeListener, process, [events[i], onError]);
    },
    isAlone() {
      let listeners = 0;
      for (let i = 0; i < events.length; i++) listeners += apply(listenerCount, process, [events[i]]);
      return listeners <= events.length;
    },
  };
}

/** Calls heard(error, id). isAlone(): whether there is no other listener */
const listen = (heard) => listenTo([UNCAUGHT], (error, origin) => (
  heard(error, origin === UNHANDLED ? null : executionAsyncId() || null)));

/** In Bun unhandled rejections are a separate event. */
const listenInBun = (heard) => listenTo([UNCAUGHT, UNHANDLED], (error) => heard(error, null));

module.exports = { ofNode: { idNow, listen, throwAgain }, ofBun: { idNow, listen: listenInBun, throwAgain } };
