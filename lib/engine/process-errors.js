'use strict';

/*
 * Uncaught errors, and the number of the timer or socket that threw them. Node numbers these in the order in which they
 * are made. Deno numbers few of them and Bun none, and promises have no number: null.
 */

const { AsyncResource, executionAsyncId } = require('async_hooks');

// Captured at load, because a measured test may replace them.
const { process } = globalThis;
const { apply } = Reflect;
const { on, removeListener, listenerCount, nextTick } = process;

const UNCAUGHT = 'uncaughtException';
const UNHANDLED = 'unhandledRejection';

/** A number below all that come later. */
const idNow = () => new AsyncResource('QTIMEIT').asyncId();

/** Ends the process with an error as it would end without a listener. */
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

/**
 * @param {function(*, number|null)} heard given an error, and the number of its cause
 * @returns {{ stop: function(), isAlone: function(): boolean }} isAlone: whether there is no other listener
 */
const listen = (heard) => listenTo([UNCAUGHT], (error, origin) => (
  heard(error, origin === UNHANDLED ? null : executionAsyncId() || null)));

/** In Bun unhandled rejections are a separate event. */
const listenInBun = (heard) => listenTo([UNCAUGHT, UNHANDLED], (error) => heard(error, null));

module.exports = { ofNode: { idNow, listen, throwAgain }, ofBun: { idNow, listen: listenInBun, throwAgain } };
