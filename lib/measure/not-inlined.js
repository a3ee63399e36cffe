'use strict';

/*
 * What a call takes that the loop does not inline. V8 moves operations on values that stay the same out of the loop
 * into which it inlines a test ("hoists"), and such a test takes many times as long where it is called instead.
 * Measured in a short pass after the timing, of tests of a few nanoseconds only, because in longer ones it would not
 * show. estimate/diagnostics.js judges it.
 */

const { callsFor, sliceFor } = require('../calibrate');
const { forgetKept, hasKeptObject } = require('./keep');
const { median, quantileSorted, sorted } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { min } = Math;
const { apply } = Reflect;
const functionText = Function.prototype.toString;
const { test } = RegExp.prototype;

// Of a call with its turn of the loop. What remains of hoisted work is short: a string that is kept takes 3.5 ns, a
// number 0.14.
const LONGEST_NS = 20;

// Of the test, the call and the empty call each: 1.4 ms in all.
const SLICES = 9;
const SLICE_NS = 5e4;

// Warm-up of the empty call: the first five took twice as long.
const EMPTY_SLICES = 5;

// What a test has to be measured for, so that the pass takes a twentieth of it at most.
const SHORTEST_GOAL_NS = 1.2e8;

const EMPTY_BODY = /^[^{]*\{\s*\}\s*$/;

const isEmpty = (fn) => apply(test, EMPTY_BODY, [apply(functionText, fn, [])]);

/**
 * @param {object} task see task.js, measured
 * @param {function} fn its test
 * @param {{ clock }} tools
 * @param {number} goalNs that it is measured for
 * @returns {import('./run-steps').Steps} what they return: { notInlinedNs, inlinedNs, keepsObject }:
 *   of a call that is not inlined, less one of an empty function, and of one that is, with its turn of the loop, both
 *   null if V8 has not optimized the test by itself; keepsObject: whether something other than a number is kept. null
 *   if the test is too long, too short, or of another kind, or the clock is
 *   too coarse
 */
function* measureNotInlined(task, fn, { clock }, goalNs) {
  const { samples, form, slice } = task;
  if (goalNs < SHORTEST_GOAL_NS || samples.kind !== 'sync' || samples.isCalled || samples.stopped) return null;
  if (!form.inline || isEmpty(fn)) return null;
  // A coarse clock shows nothing of 100 calls, and would need slices that take too long.
  if (sliceFor(SLICE_NS, clock) > SLICE_NS) return null;
  const costNs = clock.costNs();

  function* perCall(loop, wanted) {
    const { calls, ns } = yield* slice(loop, min(task.mostCalls(), wanted));
    return (ns - costNs) / calls;
  }

  const loops = task.loops();
  forgetKept();
  const inlinedCalls = callsFor(SLICE_NS, yield* perCall(loops[0], 100));
  const keepsObject = hasKeptObject(fn);
  if ((yield* perCall(loops[0], inlinedCalls)) > LONGEST_NS) return null;

  const called = task.extraLoop({ inline: false });
  yield* task.warmExtra(called);
  if (!task.isTestOptimized()) return { notInlinedNs: null, inlinedNs: null, keepsObject };
  const calls = min(task.mostCalls(), callsFor(SLICE_NS, yield* perCall(called, 100)));

  /** The same loop around calls of an empty function. */
  function* perEmptyCall() {
    called.swap(true);
    if (called.prepare) yield [{ run: called.prepare }, calls];
    const ns = yield [called, calls];
    called.swap(false);
    return (ns - costNs) / calls;
  }

  for (let i = 0; i < EMPTY_SLICES; i++) yield* perEmptyCall();
  const differences = [];
  const inlined = [];
  for (let i = 0; i < SLICES; i++) {
    differences[i] = (yield* perCall(called, calls)) - (yield* perEmptyCall());
    // Here, too: a test can become slower, as by a counter that has become too large for an integer.
    inlined[i] = yield* perCall(loops[i % loops.length], inlinedCalls);
  }
  // Others on the same core make single differences large.
  return { notInlinedNs: quantileSorted(sorted(differences), 0.25), inlinedNs: median(inlined), keepsObject };
}

module.exports = { measureNotInlined };
