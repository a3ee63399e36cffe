'use strict';

/*
 * The work of a counted process: it sets up one test, warms it up until V8 has nothing left to compile, calls it, and
 * ends. Processes that are compared do not depend on a clock, so that they differ only in their number of calls. If the
 * source counts parts, one process is enough: it marks the end of each part, and makes as many calls as its processor
 * time shows to suffice.
 */

const { formName } = require('../../calibrate');
const { createEmptyRow, createFailedRow } = require('../../core/estimate/row');
const { loopOf } = require('../../core/measure/task');
const { runSteps } = require('../../core/measure/run-steps');
const { createTopTier } = require('../../core/measure/tiers');
const { firstCall, createLoopForm, hook, withSetupValue } = require('../../core/measure/user-calls');
const { toRowError, createRowError, WAITED } = require('../../base/text/row-error');
const { sufficientCalls, WARM_UP_NS } = require('./plan-calls');
const { mark, startCounting, watchHelpers } = require('../../base/host/process-probes');

const { abs, ceil, min } = Math;

// Captured before a test can replace it.
const { once } = process;

// Limits of one run of a loop: a counter within 31 bits stays an integer in a register; all inputs are created before.
const MOST_CALLS = 2 ** 28;
const MOST_INPUTS = 1024;

// Calls that show whether the test allocates: a reading of the heap allocates some hundred bytes as well.
const SHOWN_CALLS = 1000;
const LEAST_BYTES = 4;

const SHOWN_NS = 7.5e7; // processor time that shows the time of a call: valgrind translates code before

/*
 * Fields of a job: calls: that count, per part; parts: number of parts, each ended by a mark, 0 for a process without
 * parts; warmUp: calls before; isExact: whether all calls are made, even if fewer suffice; ns: time per call;
 * empty: kind of an empty test to call instead, to count its loop and inputs, or null; pipes: see startCounting(), null
 * if valgrind counts from the start.
 *
 * Fields of the result: kind (also 'stream' and 'file'); form: of the loop, the same for tests with the same loop, null
 * without a loop; tiers: { loop, test } at the end, null if unknown; bytesPerCall: allocated, 0 if unclear; collects:
 * whether calls allocate; calls: made per part; warmUp: made before; hasProcesses, threads: started by the test.
 */

function createRuns(loop) {
  const mostCalls = loop.prepare ? MOST_INPUTS : MOST_CALLS;

  function* run(calls) {
    if (loop.prepare) yield [{ run: loop.prepare }, calls];
    yield [loop, calls];
    if (loop.finisher) yield [loop.finisher, calls];
    if (loop.discard) loop.discard();
  }

  function* runAll(calls) {
    for (let left = calls; left > 0; left -= mostCalls) yield* run(min(left, mostCalls));
  }

  return { run, runAll, mostCalls };
}

/** Growing runs let V8 compile as in any program; then the rest is compiled. Returns the number of calls. */
function* warmUp({ run, runAll, mostCalls }, calls, top, isEnough) {
  let made = 0;
  for (let length = 1; made < calls && !isEnough(); length = min(mostCalls, length * 2)) {
    length = min(length, calls - made);
    yield* run(length);
    made += length;
  }
  yield* top.hasten(min(mostCalls, made));
  // Code that was compiled last may have to be compiled again.
  yield* runAll(ceil(made / 4));
  return made;
}

/** The processor time of a call, from at most this many. It is shown twice: the first collection takes long. */
function* cpuNsOfCall({ runAll }, most, clock) {
  let least = Infinity;
  let shown = 0;
  for (let calls = 1; ; calls = min(most, calls * 2)) {
    const startNs = clock.cpuNs();
    yield* runAll(calls);
    const ns = clock.cpuNs() - startNs;
    least = min(least, ns / calls);
    if ((ns >= SHOWN_NS && ++shown === 2) || calls === most) return least;
  }
}

/** Calls in parts, with a mark after each. Two marks before them measure the cost of a mark. */
function* inParts({ calls, parts }, runAll) {
  if (parts === 0) return yield* runAll(calls);
  mark();
  mark();
  for (let i = 0; i < parts; i++) {
    yield* runAll(calls);
    mark();
  }
}

function* kindOf(test, form, clock) {
  const { fn, kind, takesCallback } = test;
  if (takesCallback) return 'callback';
  const samples = { kind: kind || 'sync' };
  yield [firstCall({ fn, kind, ...form }, clock, samples), 1];
  return samples.kind;
}

function* allocatedBytes({ runAll }, calls, heap) {
  // The first reading allocates more than later ones: 9 kB, as much as 1000 calls may.
  heap.usedBytes();
  const readingBytes = -heap.usedBytes() + heap.usedBytes();
  const before = heap.usedBytes();
  yield* runAll(calls);
  const perCall = abs(heap.usedBytes() - before - readingBytes) / calls;
  return perCall >= LEAST_BYTES ? perCall : 0;
}

const switchOn = (pipes) => (
  { run: (_, done) => startCounting(pipes).then(() => done(null), (error) => done({ error })) });

function* countSteps(given, { inline }, { warmUp: warmUpCalls, ns, empty, ...job }, tools) {
  const { clock, natives, heap, calibration } = tools;
  if (job.pipes) yield [switchOn(job.pipes), 0];
  const isFitted = job.parts > 0 && !job.isExact;
  const helpers = watchHelpers();
  let value;
  if (given.setup) yield [hook(given.setup, (found) => { value = found; }), 1];
  const test = withSetupValue(given, value);
  const form = { inline, ...createLoopForm(test, value) };
  const kind = empty || (yield* kindOf(test, form, clock));
  const loop = empty ? calibration.emptyLoop(kind, form) : loopOf(kind, test.fn, { clock, late() {} }, form);
  const runs = createRuns(loop);
  const slice = function* (_, count) { yield* runs.run(count); };
  const top = createTopTier(natives, test.fn, form, [loop], () => ({ samples: { stopped: null }, slice }));
  if (loop.code) top.after(loop.code, ns);
  const startNs = clock.cpuNs();
  const warmedUp = yield* warmUp(runs, warmUpCalls, top, () => isFitted && clock.cpuNs() - startNs > WARM_UP_NS);
  const bytesPerCall = yield* allocatedBytes(runs, min(SHOWN_CALLS, warmedUp), heap);
  const calls = isFitted ? min(job.calls, ceil(sufficientCalls(
    yield* cpuNsOfCall(runs, job.calls, clock), bytesPerCall) / job.parts)) : job.calls;
  yield* inParts({ ...job, calls }, runs.runAll);
  const tierOf = (fn) => (natives && fn && !natives.isNative(fn) ? natives.tierOf(fn) : null);
  const tiers = { loop: tierOf(loop.code), test: empty ? null : tierOf(test.fn) };
  if (loop.close) loop.close();
  if (test.teardown) yield [hook(() => test.teardown(value)), 1];
  return {
    kind, form: formName(kind, form), tiers, collects: bytesPerCall > 0, bytesPerCall, calls, warmUp: warmedUp,
    ...helpers.found(),
  };
}

/** As strategy.count, see session/test-strategy.js. tools: { clock, natives, heap, calibration, asBefore } */
function countTest(test, settings, job, tools, done) {
  const { name, takesCallback } = test;
  const fail = (error) => done({ row: createFailedRow(name, settings.opsPerTest, error) });
  // Without this, the process would end without an error if nothing is left that could answer.
  once.call(process, 'beforeExit', () => tools.asBefore(() => {
    const did = WAITED[takesCallback ? 'callback' : 'promise'];
    fail(createRowError('timed-out', `${did}, and nothing was pending in its process`));
  }));
  runSteps(countSteps(test, settings, job.counts, tools), (failure, counted) => tools.asBefore(() => {
    if (failure) fail(toRowError({ stage: 'test', ...failure }, 'sync', null));
    else done({ row: createEmptyRow(name, settings.opsPerTest), counted });
  }));
}

module.exports = { countTest };
