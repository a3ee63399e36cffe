'use strict';

const { program } = require('#engine');

const { ceil, max, min } = Math;

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

/** Calls done(failure, result) once, from this stack or a callback; failure: { error, index, ... } or null. */
function runSteps(steps, done) {
  let isRunning = false;
  let isPending = true;
  let isOver = false;
  let answer;

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
      step.value[0].run(step.value[1], resume);
    }
    isRunning = false;
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

/** Half of the command's time for a test without a figure, because it may be an endless loop among other tests. */
const halveTimeLeft = (leftMs) => ceil(leftMs / 200) * 100;

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
 * The result is { failure: null, value } or { failure }, with { limitMs, index } for a step without an answer.
 * firstMs(): a lower limit of the next step, which also ends an endless loop
 */
function* withTimeout(steps, watchdog, limitMs, firstMs = () => Infinity) {
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
      const mostMs = min(limitMs, firstMs());
      if (mostMs === limitMs) loop.run(calls, settle);
      else if (!program.within(mostMs, () => loop.run(calls, settle))) settle({ limitMs: mostMs, isHalf: true }, 0);
      if (open) watchdog.start(mostMs, loop.made, (failure) => settle(failure, 0));
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

module.exports = { runSteps, TURN_NS, pause, createTurn, callLimitMs, halveTimeLeft, createWatchdog, withTimeout };
