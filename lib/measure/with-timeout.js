'use strict';

/**
 * Ends what takes too long. One timer for a whole suite, so that a slice costs none: it looks ten times
 * a second whether the call under way has had its time. While one waits it keeps the process alive,
 * so that a test that never answers cannot end it in silence, unless that is told by somebody else.
 *
 * @param {{ wallMs: function, repeat: function }} clock
 * @param {{ keepsAlive: boolean }} [options]
 * @returns {object} start(limitMs, made, settle): settle({ limitMs, index }) where no call ends within limitMs; made(),
 *   where there is one, is how many have ended. fail(failure): at once, for another reason; false where nothing is
 *   waited for
 */
function createWatchdog(clock, { keepsAlive = true } = {}) {
  let dueMs = Infinity;
  let limitMs = 0;
  let madeNow = null;
  let seen = 0;
  let settle = null;
  let end = null;

  function look() {
    const nowMs = clock.wallMs();
    if (dueMs < Infinity && madeNow && madeNow() !== seen) {
      seen = madeNow();
      dueMs = nowMs + limitMs;
    }
    if (nowMs < dueMs) return;
    dueMs = Infinity;
    settle(madeNow ? { limitMs, index: madeNow() } : { limitMs });
  }

  return {
    start(limit, made, whenOver) {
      limitMs = limit;
      madeNow = made;
      seen = 0;
      settle = whenOver;
      dueMs = clock.wallMs() + limit;
      if (!end) end = clock.repeat(look, 100, keepsAlive);
    },
    stop() { dueMs = Infinity; },
    fail(failure) {
      if (dueMs === Infinity) return false;
      dueMs = Infinity;
      settle(madeNow ? { ...failure, upTo: madeNow() } : failure);
      return true;
    },
    isRunning: () => end !== null,
    dispose() { if (end) end(); },
  };
}

/**
 * Runs the steps of one test, and survives their failure.
 *
 * @param {import('./run-steps').Steps} steps
 * @param {object} watchdog
 * @param {number} limitMs for one call, or for a step that is none
 * @returns {import('./run-steps').Steps} what they return: { failure: object } | { failure: null, value: * }, failure
 *   as loops tell it, or { limitMs, index } where a call was not answered within its time
 */
function* withTimeout(steps, watchdog, limitMs) {
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
      if (open) watchdog.start(limitMs, loop.made, (failure) => settle(failure, 0));
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
    if (failure) return { failure: loop.stage ? { stage: loop.stage, ...failure } : failure };
    answer = ns;
  }
}

module.exports = { createWatchdog, withTimeout };
