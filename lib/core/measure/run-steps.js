'use strict';

const { program } = require('#engine');

const { ceil, max, min } = Math;

/**
 * Measuring as a generator of requests. A request asks for a number of calls of a loop, and the answer is the time in
 * ns. So the same steps serve synchronous and asynchronous tests, and unit tests answer with a fake machine.
 *
 *   runSteps          answers each request: loop.run(calls, done)       <- the call site of the hot loop
 *     measureFunction   rounds of one test (timeit)
 *     measureSuite      interleaved rounds of the tests of a suite (bench)
 *       tryStage        records the test that a failure belongs to
 *         withTimeout   adds a time limit to each request
 *           round       one slice of a test, see round-runner.js:  const ns = yield [loop, calls]
 *
 * @typedef {[import('./loop').Loop, number]} Request a failed request ends its steps, except within withTimeout
 * @typedef {Generator<Request, *, number>} Steps
 */

const isNeverDue = () => false;

function runUnwatched(runAll) {
  runAll(isNeverDue);
  return null;
}

/**
 * Calls done(failure, result) once, from this stack or a callback; failure: { error, index, ... } or null.
 * runWatched: see createLoopWatch(); it may interrupt only requests with interrupt(failure), which settles them.
 */
function runSteps(steps, done, runWatched = runUnwatched) {
  let isRunning = false;
  let isPending = true;
  let isOver = false;
  let answer;
  let request = null;

  function end(failure, value) {
    isOver = true;
    done(failure, value);
  }

  function resume(failure, ns) {
    if (isOver) return;
    answer = ns;
    isPending = false;
    if (failure) end(failure);
    else if (!isRunning) spin();
  }

  function spin() {
    isRunning = true;
    while (!isPending && !isOver) {
      const failure = runWatched(runAll);
      if (failure && request.interrupt) request.interrupt(failure);
      else if (failure) end({ error: new Error('the process was suspended'), ours: true });
    }
    isRunning = false;
  }

  function runAll(isDue) {
    while (!isPending && !isOver) {
      let step;
      try {
        step = steps.next(answer);
      } catch (error) {
        end({ error, ours: true });
        return;
      }
      if (step.done) {
        end(null, step.value);
        return;
      }
      isPending = true;
      request = step.value[0];
      request.run(step.value[1], resume);
      if (isDue()) return;
    }
  }

  resume(null, undefined);
}

const TURN_NS = 2e7; // interval of turns of the event loop, for signals and for work that tests have queued

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

const CALL_LIMIT_SECONDS = 60;
const CALL_LIMIT_GOALS = 10;

// A call without an answer ends earlier if the process neither works nor has anything open that could answer.
const IDLE_LIMIT_MS = 5000;
const IDLE_CPU_SHARE = 0.05;

/** Limit of one call in ms, unless the test has a timeout; goalSeconds: 0 without a goal in seconds. */
const callLimitMs = (goalSeconds) => 1000 * max(CALL_LIMIT_SECONDS, CALL_LIMIT_GOALS * goalSeconds);

// After an endless loop another one is unlikely, and the first steps of a test take this long on a busy machine.
const LEAST_MS_AFTER_LOOP = 1000;

/** In ms: half of the command's time, because a test may be an endless loop among others. */
function limitAmongOthers(leftMs, hasTimedOut) {
  const leastMs = hasTimedOut ? min(LEAST_MS_AFTER_LOOP, leftMs) : 0;
  return ceil(max(leftMs / 2, leastMs, 1) / 100) * 100;
}

const WATCHED_SHARE = 0.1; // of the limit of a step, for all steps of one watch

/**
 * Ends a synchronous step that takes half of the command's time while tests have no figure. One watch covers the steps
 * that begin in a tenth of that time, because each starts a thread.
 *
 * @returns {object} isAnyOpen(): whether a test has no figure; mostMs(): limit of a step; runWatched(runAll): returns
 *   the failure of an interrupted step, or null
 */
function createLoopWatch({ tests, members }, leftMs, { wallMs }) {
  function isAnyOpen() {
    if (members.length < tests.length) return true;
    for (let i = 0; i < members.length; i++) {
      const { measured, failure, task: { samples } } = members[i];
      if (!measured && !failure && !samples.stopped) return true;
    }
    return false;
  }
  function hasTimedOut() {
    for (let i = 0; i < members.length; i++) if (members[i].failure && members[i].failure.limitMs) return true;
    return false;
  }
  const mostMs = () => (tests.length > 1 && isAnyOpen() ? limitAmongOthers(leftMs(), hasTimedOut()) : Infinity);

  function runWatched(runAll) {
    const limitMs = mostMs();
    if (limitMs === Infinity) return runUnwatched(runAll);
    const dueMs = wallMs() + WATCHED_SHARE * limitMs;
    const isEnded = program.within((1 + WATCHED_SHARE) * limitMs, () => runAll(() => wallMs() >= dueMs));
    return isEnded ? null : { limitMs, isLowered: true };
  }
  return { isAnyOpen, mostMs, runWatched };
}

/**
 * Ends calls that take too long. A whole suite has one timer, so that a slice needs none. Ten times a second it checks
 * whether the current call has exceeded its limit. With keepsAlive the timer keeps the process alive, so that a test
 * that never answers cannot end it without a message. isPending() returns whether something open could still answer.
 *
 * @returns {object} start(limitMs, made, settle): calls settle({ limitMs, index }) if no call ends within limitMs;
 *   made(): number of calls that have ended, if known. fail(failure): ends the call now, false if none is pending
 */
function createWatchdog(clock, { keepsAlive = true, isPending = () => true } = {}) {
  let dueMs = Infinity;
  let limitMs = 0;
  let since = { ms: 0, cpuNs: null };
  let madeNow = null;
  let seen = 0;
  let settle = null;
  let end = null;

  function wait() {
    // The processor time is read later, outside of a timed slice.
    since = { ms: clock.wallMs(), cpuNs: null };
    dueMs = since.ms + limitMs;
  }

  /** Threads of Node.js's pool are not listed as open, but use the processor. */
  function isHopeless(nowMs) {
    const ms = nowMs - since.ms;
    return ms >= IDLE_LIMIT_MS && clock.cpuNs() - since.cpuNs < IDLE_CPU_SHARE * ms * 1e6 && !isPending();
  }

  function look() {
    if (dueMs === Infinity) return;
    if (madeNow && madeNow() !== seen) {
      seen = madeNow();
      wait();
    }
    if (since.cpuNs === null) since.cpuNs = clock.cpuNs();
    const nowMs = clock.wallMs();
    const isLate = nowMs >= dueMs;
    if (!isLate && !isHopeless(nowMs)) return;
    dueMs = Infinity;
    const exceeded = { limitMs: isLate ? limitMs : IDLE_LIMIT_MS };
    settle(madeNow ? { ...exceeded, index: madeNow() } : exceeded);
  }

  return {
    start(limit, made, whenOver) {
      limitMs = limit;
      madeNow = made;
      seen = 0;
      settle = whenOver;
      wait();
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
 * The result is { failure: null, value } or { failure }, with { limitMs, index, isLowered } for a step without an
 * answer. mostMs(): a limit that may be lower than limitMs, and then sets isLowered
 */
function* withTimeout(steps, watchdog, limitMs, mostMs = () => Infinity) {
  let loop = null;
  const runner = {
    interrupt: null,
    run(calls, done) {
      let open = true;
      const settle = (failure, ns) => {
        if (!open) return;
        open = false;
        watchdog.stop();
        done(null, { failure, ns });
      };
      runner.interrupt = (failure) => settle(failure, 0);
      loop.run(calls, settle);
      if (!open) return;
      const lowerMs = mostMs();
      watchdog.start(min(limitMs, lowerMs), loop.made, (failure) => runner.interrupt(
        lowerMs < limitMs && failure.limitMs === lowerMs ? { ...failure, isLowered: true } : failure));
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

module.exports = {
  runSteps, TURN_NS, pause, createTurn, callLimitMs, limitAmongOthers, createLoopWatch, createWatchdog, withTimeout,
};
