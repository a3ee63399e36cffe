'use strict';

/*
 * The work of a counted process: it sets up one test, warms it up until V8 has nothing left to compile, calls it, and
 * ends. It does not depend on a clock, so that two processes differ only in their number of calls. If the source counts
 * parts, one process is enough: it marks the end of each part.
 */

const { loopAround } = require('../measure/callback-loop');
const { runSteps } = require('../measure/run-steps');
const { createTopTier } = require('../measure/tiers');
const { firstCall, formOf, hook, withSetupValue } = require('../measure/user-calls');
const { mark, watchHelpers } = require('../host/process-probes');

const { abs, ceil, min } = Math;

// Limits of one run of a loop: a counter within 31 bits stays an integer in a register; all inputs are created before.
const MOST_CALLS = 2 ** 28;
const MOST_INPUTS = 1024;

// Calls that show whether the test allocates: a reading of the heap allocates some hundred bytes as well.
const SHOWN_CALLS = 1000;
const LEAST_BYTES = 4;

/*
 * Fields of a job: calls: that count, per part; parts: number of parts, each ended by a mark, 0 for a process without
 * parts; warmUp: calls before; ns: time per call; empty: kind of an empty test to call instead, to count its loop and
 * inputs, or null.
 *
 * Fields of the result: kind (also 'stream' and 'file'); form: of the loop, the same for tests with the same loop, null
 * without a loop; tiers: { loop, test } at the end, null if unknown; bytesPerCall: allocated, 0 if unclear; collects:
 * whether calls allocate; hasProcesses, threads: started by the test.
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

/** Growing runs let V8 compile as in any program; then the rest is compiled. */
function* warmUp({ run, runAll, mostCalls }, calls, top) {
  let length = 1;
  let left = calls;
  for (; left > 0; left -= length, length = min(mostCalls, left, length * 2)) yield* run(min(length, left));
  yield* top.hasten(min(mostCalls, calls));
  // Code that was compiled last may have to be compiled again.
  yield* runAll(ceil(calls / 4));
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

const formName = (kind, { inline, each, given }) =>
  `${kind}${inline ? '' : ' called'}${each ? ' with input' : ` given ${given.length}`}`;

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

function* countSteps(given, { inline }, { warmUp: warmUpCalls, ns, empty, ...job }, tools) {
  const { clock, natives, heap, calibration } = tools;
  const helpers = watchHelpers();
  let value;
  if (given.setup) yield [hook(given.setup, (found) => { value = found; }), 1];
  const test = withSetupValue(given, value);
  const form = { inline, ...formOf(test, value) };
  const kind = empty || (yield* kindOf(test, form, clock));
  const loop = empty ? calibration.emptyLoop(kind, form) : loopAround(kind, test.fn, { clock, late() {} }, form);
  const runs = createRuns(loop);
  const slice = function* (_, count) { yield* runs.run(count); };
  const top = createTopTier(natives, test.fn, form, [loop], () => ({ samples: { stopped: null }, slice }));
  if (loop.code) top.after(loop.code, ns);
  yield* warmUp(runs, warmUpCalls, top);
  const bytesPerCall = yield* allocatedBytes(runs, min(SHOWN_CALLS, warmUpCalls), heap);
  yield* inParts(job, runs.runAll);
  const tierOf = (fn) => (natives && fn && !natives.isNative(fn) ? natives.tierOf(fn) : null);
  const tiers = { loop: tierOf(loop.code), test: empty ? null : tierOf(test.fn) };
  if (loop.close) loop.close();
  if (test.teardown) yield [hook(() => test.teardown(value)), 1];
  return { kind, form: formName(kind, form), tiers, collects: bytesPerCall > 0, bytesPerCall, ...helpers.found() };
}

/** tools: { clock, natives, heap, calibration }; done receives { failure, counted }. */
function countCalls(test, settings, job, tools, done) {
  runSteps(countSteps(test, settings, job, tools), (failure, counted) => done({ failure, counted }));
}

module.exports = { countCalls };
