'use strict';

/*
 * The first call of a test in a process: it includes the work of V8 for a first call, and loading by the test.
 *
 * The overhead of any call is subtracted: reading the clock, and calling an empty function of the same kind that has
 * been called before, 0.04 to 0.1 us. The first call of an empty function (1.9 to 3.5 us) is not subtracted: nearly all
 * of it is V8 compiling the function, which the first call of a test needs anywhere, and a test that has been compiled
 * for another reason would come out below zero. So the first call of an empty function measures as 2 to 3 us. The empty
 * functions are called before the test, several times: that warms up the measuring code, 1 us that is not the test's.
 */

const { withTimeout } = require('../measure/with-timeout');
const { runSteps } = require('../measure/run-steps');
const { compile } = require('../measure/loop');
const { errorOfFailure } = require('../text/row-error');
const { finisherOf, firstCall, hook, knowingValue, withValue } = require('../measure/user-calls');
const { median } = require('../stats/sample');
const { emptyRow, failedRow } = require('../estimate/row');

const { max } = Math;
const { apply } = Reflect;

const LATER_CALLS = 5;

const EMPTY = {
  sync: 'return function () {};',
  promise: 'return async function () {};',
};

/** The single call of a test that takes a callback, and calls it once, now or later. */
function callbackCall({ fn, each, given, after }, clock) {
  const list = each ? [undefined] : null;
  return {
    ...finisherOf({ after }, list),
    run(calls, done) {
      let answers = 0;
      let started = 0;
      const callback = (error) => {
        const ended = clock.nowNs();
        answers++;
        if (answers > 1) return;
        // In a later turn: a second answer can come with the first one, or after it.
        clock.nextTurn(() => {
          if (answers > 1) done({ twice: true }, 0);
          else done(error ? { error, answered: true } : null, ended - started);
        });
      };
      try {
        if (list) list[0] = each();
        const values = withValue(list || given, callback);
        started = clock.nowNs();
        apply(fn, undefined, values);
      } catch (error) {
        if (answers === 0) done({ error }, 0);
      }
    },
  };
}

/** The time of a call that is not the first; the median of several, because one may be interrupted. */
function* laterOf(call) {
  yield [call, 1];
  const later = [];
  for (let i = 0; i < LATER_CALLS; i++) later[i] = yield [call, 1];
  return median(later);
}

const sameInput = () => EMPTY;

/** The time of each kind of call of an empty function. */
function* overheads({ takesCallback, each, given }, clock) {
  const same = { each: each && sameInput, given };
  if (takesCallback) {
    const before = ['', 'first, ', 'first, second, '][each ? 1 : given.length];
    const empty = compile([], `return function (${before}callback) { callback(); };`)();
    return { callback: yield* laterOf(callbackCall({ fn: empty, ...same }, clock)) };
  }
  const found = {};
  for (const kind of ['sync', 'promise']) {
    const empty = { fn: compile([], EMPTY[kind])(), kind: null, ...same };
    found[kind] = yield* laterOf(firstCall(empty, clock, { kind: 'sync' }));
  }
  return found;
}

function rowOf(test, settings, { ns, overheadNs, kind, durationNs }, grainNs) {
  const ops = test.ops || settings.opsPerTest;
  const nsPerCall = max(0, ns - overheadNs);
  const isMeasurable = nsPerCall > grainNs;
  const perSecond = (amount) => (amount && isMeasurable ? amount * 1e9 / nsPerCall : null);
  const rate = perSecond(ops);
  const elapsed = nsPerCall / 1e9;
  return {
    ...emptyRow(test.name, ops),
    verdict: isMeasurable ? 'unresolved' : 'below-resolution',
    nsPerCall, kind, calls: 1, rounds: 1, resolutionNs: grainNs, overheadNs, isCold: true,
    bytesPerSecond: perSecond(test.bytes),
    itemsPerSecond: perSecond(test.items),
    warnings: isMeasurable ? [] : [{ code: 'below-resolution', resolutionNs: grainNs }],
    results: {
      avg: rate, min: rate, max: rate, count: 1, elapsed, runs: 1, duration: durationNs / 1e9, nloops: 1,
      stats: [{ count: 1, elapsed }],
    },
  };
}

/**
 * Measures the first call of a test that has not been called in this process.
 *
 * @param {object} test as expandVariants makes it
 * @param {object} settings
 * @param {{ clock: object, watchdog: object }} tools
 * @param {number} limitMs for each of its steps
 * @param {function(object)} done given the row: one call, without an interval; with the error of a test that failed
 */
function measureCold(given, settings, { clock, watchdog }, limitMs, done) {
  const startedNs = clock.nowNs();
  let stage = 'setup';
  let setupValue;
  let test = given;
  function called() {
    const { each, afterEach, given: parameters = [], takesValue } = test;
    return {
      ...test, each: each && (() => each(setupValue)),
      given: takesValue ? withValue(parameters, setupValue) : parameters,
      after: afterEach && ((input) => afterEach(setupValue, input)),
    };
  }
  function* steps() {
    if (test.setup) yield [hook(test.setup, (value) => { setupValue = value; }), 1];
    test = knowingValue(test, setupValue);
    const overheadOf = yield* overheads(called(), clock);
    stage = 'test';
    const samples = { kind: test.kind || 'sync' };
    const call = test.takesCallback ? callbackCall(called(), clock) : firstCall(called(), clock, samples);
    const ns = yield [call, 1];
    if (call.finisher) {
      stage = 'afterEach';
      yield [call.finisher, 1];
    }
    const kind = test.takesCallback ? 'callback' : samples.kind;
    const durationNs = clock.nowNs() - startedNs;
    stage = 'teardown';
    if (test.teardown) yield [hook(() => test.teardown(setupValue)), 1];
    return { ns, overheadNs: overheadOf[kind], kind, durationNs };
  }
  runSteps(withTimeout(steps(), watchdog, limitMs), (unexpected, outcome) => {
    const failure = unexpected || outcome.failure;
    if (!failure) {
      done(rowOf(test, settings, outcome.value, clock.grainNs()));
      return;
    }
    const kind = test.takesCallback ? 'callback' : test.kind || 'sync';
    const error = errorOfFailure({ stage, ...failure }, kind, stage === 'test' ? '1' : null);
    done(failedRow(test.name, test.ops || settings.opsPerTest, error));
  });
}

module.exports = { measureCold };
