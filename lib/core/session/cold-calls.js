'use strict';

/*
 * Measures the first call of a test in a process, including the work of V8 for it and loading by the test.
 *
 * The overhead of a later call is subtracted (0.04 to 0.1 us), but not the first call of an empty function (1.9 to 3.5
 * us): most of it is V8 compiling the function, which each test needs. So an empty function measures as 2 to 3 us.
 * Calling the empty functions several times before the test warms up the measuring code (1 us).
 */

const { runSteps, withTimeout } = require('../measure/run-steps');
const { compileLoop } = require('../measure/loop');
const { toRowError } = require('../../base/text/row-error');
const {
  clockFor, createFinisher, firstCall, createLoopForm, hook, withSetupValue, withValue,
} = require('../measure/user-calls');
const { median } = require('../../base/stats/sample');
const { createEmptyRow, createFailedRow, resultsOfOne } = require('../estimate/row');

const { max } = Math;
const { apply } = Reflect;

const LATER_CALLS = 5;
const EMPTY = { sync: 'return function () {};', promise: 'return async function () {};' };

function callbackCall({ fn, each, given, after }, clock) {
  const list = each ? [undefined] : null;
  return {
    ...createFinisher({ after }, list),
    run(calls, done) {
      let answers = 0;
      let started = 0;
      let thrown = null;
      const callback = (error) => {
        const ended = clock.nowNs();
        answers++;
        if (answers > 1) return;
        // In a later turn, because a second callback can follow the first one.
        clock.nextTurn(() => {
          if (answers > 1 || thrown) done(thrown || { twice: true }, 0);
          else done(error ? { error, answered: true } : null, ended - started);
        });
      };
      try {
        if (list) list[0] = each();
        const values = withValue(list || given, callback);
        started = clock.nowNs();
        apply(fn, undefined, values);
      } catch (error) {
        thrown = { error };
        if (answers === 0) done(thrown, 0);
      }
    },
  };
}

function* laterOf(call) {
  yield [call, 1];
  const later = [];
  for (let i = 0; i < LATER_CALLS; i++) later[i] = yield [call, 1];
  return median(later);
}

function* overheads({ takesCallback, each, given }, clock) {
  const same = { each: each && (() => EMPTY), given };
  if (takesCallback) {
    const before = ['', 'first, ', 'first, second, '][each ? 1 : given.length];
    const empty = compileLoop([], `return function (${before}callback) { callback(); };`)();
    return { callback: yield* laterOf(callbackCall({ fn: empty, ...same }, clock)) };
  }
  const found = {};
  for (const kind of ['sync', 'promise']) {
    const empty = { fn: compileLoop([], EMPTY[kind])(), kind: null, ...same };
    found[kind] = yield* laterOf(firstCall(empty, clock, { kind: 'sync' }));
  }
  return found;
}

function rowOf(test, settings, { ns, overheadNs, kind, durationNs }, grainNs) {
  const ops = test.ops || settings.opsPerTest;
  const nsPerCall = max(0, ns - overheadNs);
  const isMeasurable = nsPerCall > grainNs;
  const perSecond = (amount) => (amount && isMeasurable ? amount * 1e9 / nsPerCall : null);
  return {
    ...createEmptyRow(test.name, ops),
    verdict: isMeasurable ? 'unresolved' : 'below-resolution',
    nsPerCall, kind, calls: 1, rounds: 1, resolutionNs: grainNs, overheadNs, isCold: true,
    bytesPerSecond: perSecond(test.bytes),
    itemsPerSecond: perSecond(test.items),
    warnings: isMeasurable ? [] : [{ code: 'below-resolution', resolutionNs: grainNs }],
    results: resultsOfOne(perSecond(ops), nsPerCall / 1e9, durationNs / 1e9),
  };
}

/** Calls done with a row: one call without an interval, or an error. limitMs: for each step of the test. */
function measureCold(given, settings, { clock, watchdog }, limitMs, done) {
  const startedNs = clock.nowNs();
  let stage = 'setup';
  let setupValue;
  let test = given;
  const called = () => ({ ...test, ...createLoopForm(test, setupValue) });
  function* tearDown() {
    if (test.teardown) yield [hook(() => test.teardown(setupValue)), 1];
  }
  function* steps() {
    if (test.setup) yield [hook(test.setup, (value) => { setupValue = value; }), 1];
    test = withSetupValue(test, setupValue);
    const overheadOf = yield* overheads(called(), clock);
    stage = 'test';
    const samples = { kind: test.kind || 'sync' };
    const call = test.takesCallback ? callbackCall(called(), clock)
      : firstCall(called(), clockFor(test.fn, clock), samples);
    const ns = yield [call, 1];
    if (call.finisher) {
      stage = 'afterEach';
      yield [call.finisher, 1];
    }
    const kind = test.takesCallback ? 'callback' : samples.kind;
    const durationNs = clock.nowNs() - startedNs;
    stage = 'teardown';
    yield* tearDown();
    return { ns, overheadNs: overheadOf[kind], kind, durationNs };
  }
  runSteps(withTimeout(steps(), watchdog, limitMs), (unexpected, outcome) => {
    const failure = unexpected || outcome.failure;
    if (!failure) {
      done(rowOf(test, settings, outcome.value, clock.grainNs()));
      return;
    }
    const kind = test.takesCallback ? 'callback' : test.kind || 'sync';
    const error = toRowError({ stage, ...failure }, kind, stage === 'test' ? '1' : null);
    const row = createFailedRow(test.name, test.ops || settings.opsPerTest, error);
    const isSetUp = stage !== 'setup' && stage !== 'teardown';
    if (isSetUp) runSteps(withTimeout(tearDown(), watchdog, limitMs), () => done(row));
    else done(row);
  });
}

module.exports = { measureCold };
