'use strict';

/**
 * What measuring asks for: that a loop calls its test so often. Answered with the ns that this took; one that fails
 * ends its steps, unless these are within withTimeout.
 *
 * @typedef {[import('./loop').Loop, number]} Request
 */

/**
 * Measuring as a generator of requests, so that the same steps serve tests that end at once and tests that answer
 * later.
 *
 * @typedef {Generator<Request, *, number>} Steps
 */

/**
 * Answers the requests of a generator, by running the loops it asks for. Loops that end at once are
 * run one after the other on this stack; one that ends later goes on from there.
 *
 * @param {Steps} steps
 * @param {function({ error, index, ... }|null, *)} done called once, with a failure or what the generator returned
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

module.exports = { runSteps };
