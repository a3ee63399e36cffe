'use strict';

/*
 * Whether V8 does the work of a test in each call. It computes pure operations on constants when it compiles ("folds"),
 * leaves out what nobody uses, and moves operations on values that stay the same out of the loop ("hoists"). That the
 * result is kept does not prevent it, and the figure is right, but it is not that of the work.
 *
 * Folded: a call takes less than one cycle beside the turn of an empty loop. Hoisted: it takes many times as long where
 * the loop calls the test and does not inline it. Measured in a short pass after the timing, on tests of a few
 * nanoseconds only, because in longer ones neither would show.
 */

const { callsFor, sliceFor } = require('../calibrate');
const { median, quantileSorted, sorted } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { max, min } = Math;
const { apply } = Reflect;
const functionText = Function.prototype.toString;
const { test } = RegExp.prototype;

// Of a call, what remains of hoisted work: a string that is kept takes 3.5 ns, a number 0.14.
const LONGEST_NS = 20;

// Of each loop: they take 2 ms.
const SLICES = 9;
const SLICE_NS = 5e4;

// Of a call of the empty function, until V8 has learnt of it.
const EMPTY_SLICES = 5;

// What a call takes beside the turn of an empty loop, as a share of that (0.41 ns on an AMD EPYC): 0 to 0.66 of folded
// bodies that keep a number, 1.0 of the fastest other one (`p.v++`), 1.6 of `i++`.
const FOLDED_SHARE = 0.75;

// How much longer a call takes that is not inlined, less a call of an empty function: of hoisted bodies 5 to 70 times,
// of others 0.2 to 1.6 times. Below some turns of the loop it is how the call was compiled.
const HOISTED_FACTOR = 3;
const HOISTED_TURNS = 4;

// What a test has to be measured for, so that the pass takes a twentieth of it at most.
const SHORTEST_GOAL_NS = 1.2e8;

const EMPTY_BODY = /^[^{]*\{\s*\}\s*$/;

const isEmpty = (fn) => apply(test, EMPTY_BODY, [apply(functionText, fn, [])]);

/**
 * @param {object} task see task.js, measured
 * @param {function} fn its test
 * @param {{ clock, calibration }} tools
 * @param {number} goalNs that it is measured for
 * @returns {import('./run-steps').Steps} what they return: a warning, { code: 'folded' } or { code: 'hoisted',
 *   calledNs }, calledNs: net of a call that is not inlined; null if the work is done, or if that is not known
 */
function* findRemovedWork(task, fn, { clock, calibration }, goalNs) {
  const { samples, form, slice } = task;
  if (goalNs < SHORTEST_GOAL_NS || samples.kind !== 'sync' || samples.isCalled || samples.stopped) return null;
  if (!form.inline || isEmpty(fn)) return null;
  const costNs = clock.costNs();
  const sliceNs = sliceFor(SLICE_NS, clock);
  const [loop] = task.loops();
  const reference = yield* calibration.reference('sync', form);

  function* callsOf(one) {
    const { calls, ns } = yield* slice(one, min(task.mostCalls(), 100));
    return min(task.mostCalls(), callsFor(sliceNs, (ns - costNs) / calls));
  }

  function* perCall(one, wanted) {
    const { calls, ns } = yield* slice(one, wanted);
    return (ns - costNs) / calls;
  }

  function* perTurn(one, calls) {
    return ((yield [one, calls]) - costNs) / calls;
  }

  const calls = yield* callsOf(loop);
  const firstNs = yield* perCall(loop, calls);
  if (firstNs > LONGEST_NS + (yield* perTurn(reference.loop, reference.calls))) return null;

  const called = task.extraLoop({ inline: false });
  yield* task.warmExtra(called);
  const isComparable = task.isTestOptimized();
  const calledCalls = yield* callsOf(called);

  /** The same loop around a call of an empty function. */
  function* perEmptyCall() {
    called.swap(true);
    if (called.prepare) yield [{ run: called.prepare }, calledCalls];
    const ns = yield* perTurn(called, calledCalls);
    called.swap(false);
    return ns;
  }

  for (let i = 0; i < EMPTY_SLICES; i++) yield* perEmptyCall();
  const [turns, shares, differences] = [[], [], []];
  for (let i = 0; i < SLICES && !samples.stopped; i++) {
    const ownNs = yield* perCall(loop, calls);
    turns[i] = yield* perTurn(reference.loop, reference.calls);
    shares[i] = ownNs / turns[i] - 1;
    differences[i] = (yield* perCall(called, calledCalls)) - (yield* perEmptyCall());
  }
  if (differences.length === 0) return null;
  const turnNs = median(turns);
  const ownNs = max(0, median(shares)) * turnNs;
  // Others on the same core make single differences large.
  const calledNs = quantileSorted(sorted(differences), 0.25);
  if (isComparable && calledNs > ownNs + HOISTED_TURNS * turnNs && calledNs > HOISTED_FACTOR * ownNs) {
    return { code: 'hoisted', calledNs };
  }
  return ownNs < FOLDED_SHARE * turnNs ? { code: 'folded' } : null;
}

module.exports = { findRemovedWork };
