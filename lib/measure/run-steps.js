'use strict';

/**
 * Measuring as a generator of requests. A request asks for a number of calls of a loop, and the answer is the time in
 * ns. So the same steps serve synchronous and asynchronous tests, and unit tests answer with a fake machine.
 *
 *   runSteps          answers each request: loop.run(calls, done)       <- the call site of the hot loop
 *     measure         rounds of one test (timeit)
 *     measureSuite    interleaved rounds of the tests of a suite (bench)
 *       tried         records the test that a failure belongs to
 *         withTimeout   adds a time limit to each request
 *           round       one slice of a test, see round-runner.js:  const ns = yield [loop, calls]
 *
 * @typedef {[import('./loop').Loop, number]} Request a failed request ends its steps, except within withTimeout
 * @typedef {Generator<Request, *, number>} Steps
 */

/**
 * Loops that end at once run one after the other on this stack; an asynchronous loop continues from its callback.
 * done(failure, result of the generator) is called once; failure: { error, index, ... } or null.
 */
function runSteps(steps, done) {
  let running = false;
  let answer;
  let pending = true;
  let ended = false;

  function resume(failure, ns) {
    if (ended) return;
    if (failure) {
      ended = true;
      done(failure);
      return;
    }
    answer = ns;
    pending = false;
    if (!running) spin();
  }

  function spin() {
    running = true;
    while (!pending && !ended) {
      let step;
      try {
        step = steps.next(answer);
      } catch (error) {
        ended = true;
        done({ error, ours: true });
        return;
      }
      if (step.done) {
        ended = true;
        done(null, step.value);
        return;
      }
      pending = true;
      step.value[0].run(step.value[1], resume);
    }
    running = false;
  }

  resume(null, undefined);
}

const TURN_NS = 2e7;

/** Wraps an action that calls back in a loop. */
const pause = (action) => ({ run: (calls, done) => action(() => done(null, 0)) });

/** Returns steps that let the event loop turn, at most once per TURN_NS, if the run is asynchronous. */
function createTurn({ asynchronous }, { nowNs, nextTurn }) {
  let turnedNs = nowNs();
  return function* turn() {
    if (!asynchronous || nowNs() - turnedNs < TURN_NS) return;
    yield [pause(nextTurn), 0];
    turnedNs = nowNs();
  };
}

module.exports = { runSteps, TURN_NS, pause, createTurn };
