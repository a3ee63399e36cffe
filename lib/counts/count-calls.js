'use strict';

/*
 * What a process does that is counted: it sets one test up, warms it up until V8 has nothing left to do, calls it so
 * often, and ends. Nothing in it depends on a clock, so that another such process does the same but for the number of
 * calls. Where what counts can tell parts of a process apart, one is enough: it says where each part ends.
 */

const { firstCall, withValue } = require('../measure/first-call');
const { hook } = require('../measure/hook');
const { knowingValue } = require('../measure/inputs');
const { loopAround } = require('../measure/loops');
const { createOptimizer } = require('../measure/optimizer');
const { runSteps } = require('../measure/run-steps');
const { watchTopTier } = require('../measure/top-tier');
const { mark, watchHelpers } = require('../host/process-probes');

const { abs, ceil, min } = Math;

// One run of a loop: a counter within 31 bits stays an integer in a register. Inputs of a run are all there at once.
const MOST_CALLS = 2 ** 28;
const MOST_INPUTS = 1024;

// So many calls show whether they allocate: a reading of the heap allocates some hundred bytes of its own.
const SHOWN_CALLS = 1000;
const LEAST_BYTES = 4;

/**
 * @typedef {object} CountJob
 * @property {number} calls that count, of each part
 * @property {number} parts that are told apart by marks, 0 where the process is one
 * @property {number} warmUp calls before these
 * @property {number} ns that a call takes by the clock, as far as is known
 * @property {string|null} empty kind of an empty test that is called in the place of this one: what is counted are its
 *   loop and its inputs
 *
 * @typedef {object} Counted what the process tells of itself
 * @property {'sync'|'callback'|'promise'|'stream'|'file'} kind
 * @property {string|null} form as which its loop is made: tests of the same have the same loop; null for none
 * @property {{ loop: string|null, test: string|null }} tiers at the end, null where V8 does not tell
 * @property {boolean} collects whether its calls allocate
 * @property {number} [bytesPerCall] that they do, 0 where they do not
 * @property {number} threads worker threads that were started meanwhile
 * @property {boolean} hasProcesses whether processes were
 */

/** Runs of a loop, so many calls together. */
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

/** Runs that grow, so that V8 learns as it does in any program; then all is compiled that it has not come to. */
function* warmUp({ run, runAll, mostCalls }, calls, optimizer) {
  let length = 1;
  let left = calls;
  for (; left > 0; left -= length, length = min(mostCalls, left, length * 2)) yield* run(min(length, left));
  yield* optimizer.hasten(min(mostCalls, calls));
  // What has been compiled last meets what it has not seen before.
  yield* runAll(ceil(calls / 4));
}

/**
 * Calls in parts, with a mark after each. Between two marks before them lies what a mark takes.
 *
 * @param {{ calls: number, parts: number }} job see CountJob
 * @param {function(number)} runAll makes so many calls, in steps
 */
function* inParts({ calls, parts }, runAll) {
  if (parts === 0) return yield* runAll(calls);
  mark();
  mark();
  for (let i = 0; i < parts; i++) {
    yield* runAll(calls);
    mark();
  }
}

function formOf({ each, afterEach, given = [], takesValue }, value, inline) {
  return {
    inline, each: each && (() => each(value)), given: takesValue ? withValue(given, value) : given,
    after: afterEach && ((input) => afterEach(value, input)),
  };
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

/** @returns {import('../measure/run-steps').Steps} what they return: Counted */
function* counting(given, { inline }, { warmUp: warmUpCalls, ns, empty, ...job }, tools) {
  const { clock, natives, heap, calibration } = tools;
  const helpers = watchHelpers();
  let value;
  if (given.setup) yield [hook(given.setup, (found) => { value = found; }), 1];
  const test = knowingValue(given, value);
  const form = formOf(test, value, inline);
  const kind = empty || (yield* kindOf(test, form, clock));
  const loop = empty ? calibration.emptyLoop(kind, form) : loopAround(kind, test.fn, { clock, late() {} }, form);
  const top = watchTopTier(natives, test.fn, form);
  if (loop.code) top.after(loop.code, ns);
  const runs = createRuns(loop);
  const slice = function* (_, count) { yield* runs.run(count); };
  const optimizer = createOptimizer(test.fn, [loop], top, natives, { samples: { stopped: null }, slice });
  yield* warmUp(runs, warmUpCalls, optimizer);
  const few = min(SHOWN_CALLS, warmUpCalls);
  // The first reading allocates more than others: 9 kB, as much as 1000 calls may.
  heap.usedBytes();
  const readingBytes = -heap.usedBytes() + heap.usedBytes();
  const before = heap.usedBytes();
  yield* runs.runAll(few);
  const bytes = heap.usedBytes() - before - readingBytes;
  yield* inParts(job, runs.runAll);
  const tierOf = (fn) => (natives && fn && !natives.isNative(fn) ? natives.tierOf(fn) : null);
  const tiers = { loop: tierOf(loop.code), test: empty ? null : tierOf(test.fn) };
  if (loop.close) loop.close();
  if (test.teardown) yield [hook(() => test.teardown(value)), 1];
  const perCall = abs(bytes) / few;
  const collects = perCall >= LEAST_BYTES;
  const bytesPerCall = collects ? perCall : 0;
  return { kind, form: formName(kind, form), tiers, collects, bytesPerCall, ...helpers.found() };
}

/**
 * @param {object} test as expandVariants makes it
 * @param {object} settings of the suite
 * @param {CountJob} job
 * @param {object} tools { clock, natives, heap, calibration }
 * @param {function({ failure: object|null, counted: Counted|null })} done
 */
function countCalls(test, settings, job, tools, done) {
  runSteps(counting(test, settings, job, tools), (failure, counted) => {
    done({ failure: failure || null, counted: counted || null });
  });
}

module.exports = { countCalls };
