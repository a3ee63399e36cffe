'use strict';

/* The first call of a test, whose answer tells its kind, and what awaits whatever a function returned. */

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
 * @param {object} [given] the argument, where there is no each
 * @param {object} clock
 * @param {{ kind: string }} samples whose kind is set as soon as it is known
 */
function firstCall({ fn, kind, each, given }, clock, samples) {
  return {
    run(calls, done) {
      let value;
      let started;
      try {
        const input = each ? each() : given;
        started = clock.nowNs();
        // Without an input the test gets no argument, as in its loop.
        value = each || given ? fn(input) : fn();
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

// await, and not Promise.resolve: the test may have replaced what promises offer.
async function awaited(value, done) {
  let failure = null;
  try {
    await value;
  } catch (error) {
    failure = { error };
  }
  done(failure);
}

module.exports = { firstCall, isThenable, awaited };
