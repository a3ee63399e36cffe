'use strict';

/*
 * Finds out whether the timed code runs in V8's top tier, and optimizes it if not. The loop must be optimized, and the
 * test, too, unless V8 has inlined it: then its separate code never runs. V8 does not report inlining, but a test that
 * is called often reaches the top tier or is about to.
 */

const { filter: filtered, map: mapped, TOP } = require('../samples/round');
const { isAsyncFunction } = require('../text/function-kinds');

const { min } = Math;
const { apply } = Reflect;
const functionText = Function.prototype.toString;

// Next to a call this long the time of an interpreted loop does not matter: 0.1 to 0.2 us per iteration. V8's middle
// compiler inlines the test, which then runs in that tier even if its separate code is faster: 317 us instead of 107 on
// Node 24 and 26. That takes some hundred iterations, so the loop is optimized before, unless calls are too long.
const LOOP_MATTERS_NS = 2e4;
const FORCED_BELOW_NS = 1e6;
const MIDDLE = 'maglev';

// V8 inlines no function of over 460 bytes of bytecode, and optimizes none of over 60 kB. A text this long is beyond
// the first limit, and can be beyond the second.
const LONG_TEXT = 15000;

// V8 discards code that meets something new.
const FORCING_TRIES = 3;

// For an engine without natives: nothing is known, and nothing can be done.
const UNKNOWN = { canOptimize: false, tierOf: () => null, isNative: () => true, finish() {} };

/**
 * Optimizes functions at once, on this thread: V8's compiler threads wait for a core on a busy machine. The functions
 * have run, so that V8 knows their types. each(calls): runs a slice in each of these loops.
 */
function* forceTop(natives, codes, each, calls) {
  for (let i = 0; i < codes.length; i++) {
    // hold() first: V8 would forget a function that nothing calls, and its mark with it.
    natives.hold(codes[i]);
    natives.mark(codes[i]);
  }
  yield* each(1);
  // So that new types discard the code now.
  if (calls > 1) yield* each(calls);
}

const codesOf = (loops) => mapped(loops, ({ code }) => code);

/**
 * Watches one test and the loops around it (more can be added), and has V8 optimize them, unless it has done so.
 * runner(): { samples, slice } to run the loops. after(code, nsPerCall): tier of the slice that has just ended, null if
 * unknown or irrelevant.
 */
function createTopTier(given, fn, { inline }, loops, runner) {
  const natives = given || UNKNOWN;
  const { canOptimize, tierOf } = natives;
  const isOpaque = natives.isNative(fn);
  // V8 inlines no async function.
  const isAsync = isAsyncFunction(fn);
  const isCalled = !isOpaque && (!inline || isAsync || apply(functionText, fn, []).length > LONG_TEXT);
  let fastestNs = Infinity;
  let wasTop = false;

  const matters = (code, limitNs) => fastestNs < limitNs || tierOf(code) === MIDDLE;

  /** The tier of the test's separate code, null unless calls are known to run it. */
  function ownTier() {
    if (isOpaque) return null;
    const tier = tierOf(fn);
    if (tier === TOP) wasTop = true;
    return wasTop || isCalled || natives.isPending(fn) ? tier : null;
  }

  function after(code, nsPerCall) {
    // A slice too short for the clock does not show the length of a call.
    if (nsPerCall > 0) fastestNs = min(fastestNs, nsPerCall);
    const loopTier = matters(code, LOOP_MATTERS_NS) ? tierOf(code) : null;
    if (loopTier !== null && loopTier !== TOP) return loopTier;
    return ownTier() || loopTier;
  }

  /** V8 could optimize the loop, but has not. */
  const isLate = (code) => canOptimize && matters(code, FORCED_BELOW_NS) && tierOf(code) !== TOP;

  /** As isLate(). Only functions that V8 would also optimize in a program. */
  const isTestLate = () => canOptimize && !isOpaque && tierOf(fn) !== TOP && (isAsync || natives.isPending(fn));

  /** V8 has nothing left to do for this loop and the test. */
  function isReached(code) {
    if (isLate(code)) return false;
    if (isOpaque || !canOptimize) return true;
    const own = ownTier();
    return own === TOP || own === null;
  }

  const isOptimized = () => filtered(codesOf(loops), isReached).length === loops.length;
  const isTestOptimized = () => isOpaque || tierOf(fn) === TOP;

  function* force(some, codes, calls) {
    const { samples, slice } = runner();
    yield* forceTop(natives, codes, function* (count) {
      for (let i = 0; i < some.length && !samples.stopped; i++) yield* slice(some[i], count);
    }, calls);
  }

  function* forceLoop(loop, calls) {
    if (isLate(loop.code)) yield* force([loop], [loop.code], calls);
  }

  /** Optimizes the test's separate code, which this loop calls. */
  function* forceTest(loop, calls) {
    for (let i = 0; canOptimize && i < FORCING_TRIES && !isTestOptimized(); i++) yield* force([loop], [fn], calls);
  }

  /** Waits for V8's compilers first, which also compile the functions that the test calls. */
  function* hasten(calls) {
    for (let tries = 0; tries < FORCING_TRIES; tries++) {
      natives.finish();
      const late = filtered(loops, ({ code }) => isLate(code));
      // First the test, because a loop inlines its current code.
      if (isTestLate()) yield* force(loops, [fn], calls);
      if (late.length) yield* force(late, codesOf(late), calls);
      else if (!isTestLate()) return;
    }
  }

  return {
    after, isOptimized, isTestOptimized, forceLoop, forceTest, hasten, finishCompiling: natives.finish,
    codes: () => codesOf(loops),
  };
}

module.exports = { createTopTier, forceTop };
