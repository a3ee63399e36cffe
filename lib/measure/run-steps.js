'use strict';

/**
 * Answers the requests of a generator, by running the loops it asks for. Loops that end at once are
 * run one after the other on this stack; one that ends later goes on from there.
 *
 * @param {Iterator} steps
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
