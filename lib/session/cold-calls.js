'use strict';

/*
 * The first call of a test in a process, and no other: with all that V8 has to do there, and what the test loads.
 *
 * Taken off is what it costs to be called at all: the clock's reading, and the call of an empty function of the same
 * kind that has been called before, 0.04 to 0.1 us. Not the first call of an empty function, 1.9 to 3.5 us: nearly all
 * of that is V8 compiling the function, which the first call of a test needs anywhere, and a test that has been
 * compiled for another reason would come out below nothing. So the first call of an empty function is 2 to 3 us. The
 * empty ones are called before the test, some times: what measures has its own first call then, 1 us that is not the
 * test's.
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

/** The one call of a test that is given a callback, which it calls once, at once or later. */
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
        // In a turn of its own: a second answer comes with the first, or behind it.
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

/** What a call takes that is not the first; of several, for one may be interrupted. */
function* laterOf(call) {
  yield [call, 1];
  const later = [];
  for (let i = 0; i < LATER_CALLS; i++) later[i] = yield [call, 1];
  return median(later);
}

const sameInput = () => EMPTY;

/** What each kind of call costs where nothing is done in it. */
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
  const isTold = nsPerCall > grainNs;
  const perSecond = (amount) => (amount && isTold ? amount * 1e9 / nsPerCall : null);
  const rate = perSecond(ops);
  const elapsed = nsPerCall / 1e9;
  return {
    ...emptyRow(test.name, ops),
    verdict: isTold ? 'unresolved' : 'below-resolution',
    nsPerCall, kind, calls: 1, rounds: 1, resolutionNs: grainNs, overheadNs, isCold: true,
    bytesPerSecond: perSecond(test.bytes),
    itemsPerSecond: perSecond(test.items),
    warnings: isTold ? [] : [{ code: 'below-resolution', resolutionNs: grainNs }],
    results: {
      avg: rate, min: rate, max: rate, count: 1, elapsed, runs: 1, duration: durationNs / 1e9, nloops: 1,
      stats: [{ count: 1, elapsed }],
    },
  };
}

/**
 * Measures the first call of a test; for a process in which it has not been called.
 *
 * @param {object} test as expandVariants makes it
 * @param {object} settings
 * @param {{ clock: object, watchdog: object }} tools
 * @param {number} limitMs for each of its steps
 * @param {function(object)} done given the row: one call, without an interval; of a test that failed with its error
 */
function measureCold(given, settings, { clock, watchdog }, limitMs, done) {
  const startedNs = clock.nowNs();
  let stage = 'setup';
  let setupValue;
  let test = given;
  /** The test as it is called. */
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
