'use strict';

/* The first call of a test, whose answer tells its kind, and what awaits whatever a function returned. */

// Captured at load, because a measured test may change it.
const { apply } = Reflect;

const NONE = [];

/** A list with one more. Not concat: a measured test may have replaced it. */
function withValue(list, value) {
  const all = [];
  for (let i = 0; i < list.length; i++) all[i] = list[i];
  all[list.length] = value;
  return all;
}

/** Whether V8 would await this. */
function isThenable(value) {
  const hasFields = (value !== null && typeof value === 'object') || typeof value === 'function';
  return hasFields && typeof value.then === 'function';
}

/**
 * The first call of a test that is given no callback, apart from the loop because its answer tells the
 * kind of the test: a thenable makes it a promise test.
 *
 * @param {function} fn
 * @param {'sync'|'promise'|null} kind null where the answer tells
 * @param {function(): *} [each] makes the argument of the call
 * @param {Array} [given] the arguments, where there is no each
 * @param {object} clock
 * @param {{ kind: string }} samples whose kind is set as soon as it is known
 */
function firstCall({ fn, kind, each, given }, clock, samples) {
  return {
    run(calls, done) {
      let value;
      let started;
      try {
        const values = each ? [each()] : given || NONE;
        started = clock.nowNs();
        value = apply(fn, undefined, values);
      } catch (error) {
        done({ error }, 0);
        return;
      }
      const ended = clock.nowNs();
      try {
        if (!kind && isThenable(value)) samples.kind = 'promise';
      } catch (error) {
        // Reading `then` is what await would do.
        done({ error }, 0);
        return;
      }
      if (samples.kind === 'sync') {
        done(null, ended - started);
        return;
      }
      awaited(value, (failure) => done(failure, clock.nowNs() - started));
    },
  };
}

/**
 * await, and not Promise.resolve: the test may have replaced what promises offer.
 *
 * @param {*} value
 * @param {function({ error }|null, *)} done given what it was fulfilled with
 */
async function awaited(value, done) {
  let failure = null;
  let found;
  try {
    found = await value;
  } catch (error) {
    failure = { error };
  }
  done(failure, found);
}

module.exports = { firstCall, isThenable, awaited, withValue };
