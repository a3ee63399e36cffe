'use strict';

/* What is done around the calls of a slice, outside of its time: inputs, and what is called after each. */

const { isThenable, awaited } = require('./awaited');

/**
 * The inputs of a run, one for each call, made before the clock is read.
 *
 * @param {import('./loop').Form} form
 * @returns {object|null} null where the calls get none
 */
function inputsOf({ each }) {
  if (!each) return null;
  const list = [];
  return {
    list,
    prepare(calls, done) {
      let failure = null;
      try {
        for (let i = 0; i < calls; i++) list[i] = each();
      } catch (error) {
        failure = { error };
      }
      done(failure, 0);
    },
    discard() {
      for (let i = 0; i < list.length; i++) list[i] = undefined;
    },
  };
}

/** A test whose one parameter may be that of a callback, once its setup has returned a value: it is given that. */
const knowingValue = (test, value) => (test.mayMeanValue && value !== undefined
  ? { ...test, takesCallback: false, takesValue: true } : test);

/**
 * What is called after each call of a run, once that has ended; awaited where it returns a promise.
 *
 * @param {import('./loop').Form} form
 * @param {Array|null} list the inputs of the run
 * @returns {{ finisher: object }|null} a step, see run-steps.js; null where there is nothing to call
 */
function finisherOf({ after }, list) {
  if (!after) return null;
  let made = 0;

  function goOn(calls, done) {
    while (made < calls) {
      let value;
      let waits = false;
      try {
        value = after(list ? list[made] : undefined);
        waits = isThenable(value);
      } catch (error) {
        done({ error }, 0);
        return;
      }
      if (waits) {
        awaited(value, (failure) => {
          made++;
          if (failure) done(failure, 0);
          else goOn(calls, done);
        });
        return;
      }
      made++;
    }
    done(null, 0);
  }

  return {
    finisher: {
      stage: 'afterEach',
      made: () => made,
      run(calls, done) {
        made = 0;
        goOn(calls, done);
      },
    },
  };
}

module.exports = { inputsOf, finisherOf, knowingValue };
