'use strict';

const { max } = Math;

const CALL_LIMIT_SECONDS = 5;
const CALL_LIMIT_GOALS = 10;

/** Limit of one call in ms; goalSeconds: 0 without a goal in seconds. */
const callLimitMs = (goalSeconds) => 1000 * max(CALL_LIMIT_SECONDS, CALL_LIMIT_GOALS * goalSeconds);

/**
 * Ends calls that take too long. A whole suite has one timer, so that a slice needs none. Ten times a second it checks
 * whether the current call has exceeded its limit. With keepsAlive the timer keeps the process alive, so that a test
 * that never answers cannot end it without a message.
 *
 * @returns {object} start(limitMs, made, settle): calls settle({ limitMs, index }) if no call ends within limitMs;
 *   made(): number of calls that have ended, if known. fail(failure): ends the call now, false if none is pending
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
 * Runs the steps of one test. The result is { failure: null, value } or { failure }: of a loop, or { limitMs, index }
 * for a call (or another step) without an answer in limitMs.
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

module.exports = { callLimitMs, createWatchdog, withTimeout };
