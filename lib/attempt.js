'use strict';

/**
 * Ends what takes too long. One timer for a whole suite, so that a slice costs none: it looks ten times
 * a second whether the step under way has had its time. While a step waits it keeps the process alive,
 * so that a test that never answers cannot end it in silence.
 *
 * @param {{ wallMs: function, repeat: function }} clock
 */
function createWatchdog(clock) {
  let dueMs = Infinity;
  let action = null;
  let end = null;

  function look() {
    if (clock.wallMs() < dueMs) return;
    dueMs = Infinity;
    action();
  }

  return {
    start(limitMs, whenDue) {
      dueMs = clock.wallMs() + limitMs;
      action = whenDue;
      if (!end) end = clock.repeat(look, 100);
    },
    stop() { dueMs = Infinity; },
    isRunning: () => end !== null,
    dispose() { if (end) end(); },
  };
}

/**
 * Runs the steps of one test, and survives their failure.
 *
 * @param {Iterator} steps that yield [loop, calls]
 * @param {object} watchdog
 * @param {number} limitMs for one step
 * @returns {{ failure: object } | { failure: null, value: * }} failure as loops tell it, or { limitMs }
 *   where a step was not answered within its time
 */
function* attempt(steps, watchdog, limitMs) {
  let loop = null;
  const runner = {
    run(calls, done) {
      let open = true;
      const settle = (failure, ns) => {
        if (!open) return;
        open = false;
        watchdog.stop();
        done(null, { failure, ns });
      };
      loop.run(calls, settle);
      if (open) watchdog.start(limitMs, () => settle({ limitMs }, 0));
    },
  };
  let answer;
  for (;;) {
    let step;
    try {
      step = steps.next(answer);
    } catch (error) {
      return { failure: { error, ours: true } };
    }
    if (step.done) return { failure: null, value: step.value };
    loop = step.value[0];
    const { failure, ns } = yield [runner, step.value[1]];
    if (failure) return { failure };
    answer = ns;
  }
}

module.exports = { createWatchdog, attempt };
