'use strict';

/* Measures a call that is not inlined, because V8 moves operations of an inlined test out of the loop ("hoists"). */

const { forgetKept, hasKeptObject } = require('./keep');
const { median, quantileSorted, toSorted } = require('../../base/stats/sample');
const { callsFor, sliceFor } = require('./slices');

const { max, min } = Math;
const { apply } = Reflect;
const functionText = Function.prototype.toString;
const { test } = RegExp.prototype;

// A call with its loop iteration. The rest of a hoisted test is short: keeping a string takes 3.5 ns.
const LONGEST_NS = 20;
const LATEST_ROUNDS = 8; // their fastest shows the length of a call before this pass makes any

const SLICES = 9;
const SLICE_NS = 5e4;
const FASTEST_NS = 0.25; // per call: one cycle at 4 GHz

const EMPTY_SLICES = 5; // warm-up of the empty call: the first five took twice as long

const SHORTEST_GOAL_NS = 1.2e8; // so that this pass takes a twentieth of the run at most
const EMPTY_BODY = /^[^{]*\{\s*\}\s*$/;
const isEmpty = (fn) => apply(test, EMPTY_BODY, [apply(functionText, fn, [])]);

function fastestOf({ rounds }) {
  let fastest = Infinity;
  for (let i = max(0, rounds.length - LATEST_ROUNDS); i < rounds.length; i++) {
    // Negative if the clock jumped.
    if (rounds[i].ns > 0) fastest = min(fastest, rounds[i].ns / rounds[i].calls);
  }
  return fastest < Infinity ? fastest : 0;
}

/**
 * @returns {import('./run-steps').Steps} with the result { notInlinedNs, inlinedNs, keepsObject }, or null if the test
 *   or the clock is unsuitable. notInlinedNs: a call that is not inlined, minus a call of an empty function; inlinedNs:
 *   an inlined call with its iteration of the loop; both null if V8 has not optimized the test; keepsObject: whether
 *   the test keeps something other than a number
 */
function* measureNotInlined(task, fn, { clock }, goalNs) {
  const { samples, form, slice } = task;
  if (goalNs < SHORTEST_GOAL_NS || samples.kind !== 'sync' || samples.isCalled || samples.stopped) return null;
  if (!form.inline || samples.isInParts || isEmpty(fn) || fastestOf(samples) > LONGEST_NS) return null;
  // A coarse clock shows nothing of 100 calls, and would need slices that take too long.
  if (sliceFor(SLICE_NS, clock) > SLICE_NS) return null;
  const costNs = clock.costNs();

  function* perCall(loop, wanted) {
    const { calls, ns } = yield* slice(loop, min(task.mostCalls(), wanted));
    return (ns - costNs) / calls;
  }

  /** Median: a slice reads no time if the clock jumps back, and 100 short calls may cost less than a reading. */
  function* callsOf(loop) {
    const values = [];
    for (let i = 0; i < 3; i++) values[i] = yield* perCall(loop, 100);
    return min(task.mostCalls(), callsFor(SLICE_NS, max(FASTEST_NS, median(values))));
  }

  const loops = task.loops();
  forgetKept();
  const inlinedCalls = yield* callsOf(loops[0]);
  const keepsObject = hasKeptObject(fn);
  if ((yield* perCall(loops[0], inlinedCalls)) > LONGEST_NS) return null;

  const called = task.extraLoop({ inline: false });
  yield* task.warmExtra(called);
  if (!task.isTestOptimized()) return { notInlinedNs: null, inlinedNs: null, keepsObject };
  const calls = yield* callsOf(called);

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
    // Measured again: a test can become slower, for example by a counter that no longer fits an integer.
    inlined[i] = yield* perCall(loops[i % loops.length], inlinedCalls);
  }
  // Contention makes single differences large.
  return { notInlinedNs: quantileSorted(toSorted(differences), 0.25), inlinedNs: median(inlined), keepsObject };
}

module.exports = { measureNotInlined };
