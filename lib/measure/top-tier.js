'use strict';

/*
 * Finds out whether the timed code runs in V8's top tier, and optimizes it if not. The loop must be optimized, and the
 * test, too, unless V8 has inlined it: then its separate code never runs. V8 does not report inlining, but a test that
 * is called often reaches the top tier or is about to.
 */

const { isAsyncFunction } = require('../text/function-kinds');
const { TOP } = require('../samples/round');

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

// For an engine without natives.
const UNKNOWN = { after: () => null, isReached: () => true, isLate: () => false, isTestLate: () => false };

/**
 * Watches the loops around one test. after(code, nsPerCall): tier of the slice that has just ended, null if unknown or
 * irrelevant; isReached(code): V8 has nothing left to do for this loop and the test; isLate(code), isTestLate(): V8
 * could optimize the loop or the test, but has not.
 */
function watchTopTier(natives, fn, { inline }) {
  if (!natives) return UNKNOWN;
  const isOpaque = natives.isNative(fn);
  // V8 inlines no async function.
  const isAsync = isAsyncFunction(fn);
  const isCalled = !isOpaque && (!inline || isAsync || apply(functionText, fn, []).length > LONG_TEXT);
  let fastestNs = Infinity;
  let wasTop = false;

  const matters = (code, limitNs) => fastestNs < limitNs || natives.tierOf(code) === MIDDLE;

  /** The tier of the test's separate code, null unless calls are known to run it. */
  function ownTier() {
    if (isOpaque) return null;
    const tier = natives.tierOf(fn);
    if (tier === TOP) wasTop = true;
    return wasTop || isCalled || natives.isPending(fn) ? tier : null;
  }

  function after(code, nsPerCall) {
    // A slice too short for the clock does not show the length of a call.
    if (nsPerCall > 0) fastestNs = min(fastestNs, nsPerCall);
    const loopTier = matters(code, LOOP_MATTERS_NS) ? natives.tierOf(code) : null;
    if (loopTier !== null && loopTier !== TOP) return loopTier;
    return ownTier() || loopTier;
  }

  const isLate = (code) => natives.canOptimize && matters(code, FORCED_BELOW_NS) && natives.tierOf(code) !== TOP;

  function isReached(code) {
    if (isLate(code)) return false;
    if (isOpaque || !natives.canOptimize) return true;
    const own = ownTier();
    return own === TOP || own === null;
  }

  // Only functions that V8 would also optimize in a program.
  const isTestLate = () => natives.canOptimize && !isOpaque && natives.tierOf(fn) !== TOP &&
    (isAsync || natives.isPending(fn));

  return { after, isReached, isLate, isTestLate };
}

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

function codesOf(loops) {
  const codes = [];
  for (let i = 0; i < loops.length; i++) codes[i] = loops[i].code;
  return codes;
}

/** Has V8 optimize the test and the loops around it (more can be added), unless it has done so. */
function createOptimizer(fn, loops, top, natives, { samples, slice }) {
  function* force(some, codes, calls) {
    yield* forceTop(natives, codes, function* (count) {
      for (let i = 0; i < some.length && !samples.stopped; i++) yield* slice(some[i], count);
    }, calls);
  }

  function* forceLoop(loop, calls) {
    if (top.isLate(loop.code)) yield* force([loop], [loop.code], calls);
  }

  /** Optimizes the test's separate code, which this loop calls. */
  function* forceTest(loop, calls) {
    if (!natives || !natives.canOptimize) return;
    for (let i = 0; i < FORCING_TRIES && !isTestOptimized(); i++) yield* force([loop], [fn], calls);
  }

  const isTestOptimized = () => natives === null || natives.isNative(fn) || natives.tierOf(fn) === TOP;

  /** Waits for V8's compilers, which also compile the functions that the test calls. */
  function finishCompiling() {
    if (natives) natives.finish();
  }

  function* hasten(calls) {
    for (let tries = 0; tries < FORCING_TRIES; tries++) {
      finishCompiling();
      const late = [];
      for (let i = 0; i < loops.length; i++) if (top.isLate(loops[i].code)) late[late.length] = loops[i];
      // First the test, because a loop inlines its current code.
      if (top.isTestLate()) yield* force(loops, [fn], calls);
      if (late.length) yield* force(late, codesOf(late), calls);
      else if (!top.isTestLate()) return;
    }
  }

  function isOptimized() {
    for (let i = 0; i < loops.length; i++) if (!top.isReached(loops[i].code)) return false;
    return true;
  }

  return { forceLoop, forceTest, isTestOptimized, hasten, finishCompiling, isOptimized, codes: () => codesOf(loops) };
}

module.exports = { watchTopTier, forceTop, createOptimizer };
