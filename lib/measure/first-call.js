'use strict';

/* The first call of a test, whose answer tells its kind. */

const { isThenable, awaited } = require('./awaited');
const { finisherOf } = require('./inputs');

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

/**
 * The first call of a test that is given no callback, apart from the loop because its answer tells the
 * kind of the test: a thenable makes it a promise test.
 *
 * @param {function} fn
 * @param {'sync'|'promise'|null} kind null where the answer tells
 * @param {function(): *} [each] makes the argument of the call
 * @param {Array} [given] the arguments, where there is no each
 * @param {function(*)} [after] what is called after it, given its input
 * @param {object} clock
 * @param {{ kind: string }} samples whose kind is set as soon as it is known
 */
function firstCall({ fn, kind, each, given, after }, clock, samples) {
  const list = each ? [undefined] : null;
  return {
    ...finisherOf({ after }, list),
    run(calls, done) {
      let value;
      let started;
      try {
        if (list) list[0] = each();
        const values = list || given || NONE;
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

module.exports = { firstCall, withValue };
