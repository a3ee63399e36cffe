'use strict';

/*
 * Whether the timed code runs in V8's top tier, and optimizing it if not. The loop must be there, and so must the test
 * unless it is part of the loop: V8 inlines small functions, and then their separate code never runs. V8 does not
 * report inlining; but a test that is called often reaches the top tier or is about to.
 */

const { isAsyncFunction } = require('../text/function-kinds');
const { TOP } = require('../samples/round');

// Captured at load, because a measured test may change them.
const { min } = Math;
const { apply } = Reflect;
const functionText = Function.prototype.toString;

// Next to a call this long the time of an interpreted loop does not matter: 0.1 to 0.2 us per iteration. V8's middle
// compiler inlines the test, which then runs in that tier, even if its separate code is faster: 317 us instead of 107
// on Node 24 and 26. That takes some hundred iterations, so that the loop is better optimized before, unless the calls
// are so long that there are never so many.
const LOOP_MATTERS_NS = 2e4;
const FORCED_BELOW_NS = 1e6;
const MIDDLE = 'maglev';

// V8 inlines no function of over 460 bytes of bytecode, and optimizes none of over 60 kB. A text this long is beyond
// the first, and can be beyond the second.
const LONG_TEXT = 15000;

// Code that meets something new is thrown away.
const FORCING_TRIES = 3;

/** For an engine without natives. */
const UNKNOWN = { after: () => null, isReached: () => true, isLate: () => false, isTestLate: () => false };

/**
 * Watches the loops around one test.
 *
 * @param {object|null} natives see engine/v8-natives.js
 * @param {function} fn the test
 * @param {{ inline: boolean }} form
 * @returns {{ after, isReached, isLate, isTestLate }} after(code, nsPerCall): the tier of the slice that has just
 *   ended, null if it does not matter or is unknown; isReached(code): whether V8 has nothing left to do for this loop
 *   and the test; isLate(code), isTestLate(): whether V8 can be forced to optimize the loop or the test, and has not
 *   done so yet
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
 * have run, so that V8 knows their types.
 *
 * @param {object} natives
 * @param {function[]} codes
 * @param {function(number): import('./run-steps').Steps} each runs a slice of so many calls in each of these loops
 * @param {number} calls of a slice
 */
function* forceTop(natives, codes, each, calls) {
  for (let i = 0; i < codes.length; i++) {
    // hold() first: V8 would forget a function that nothing calls, and its mark with it.
    natives.hold(codes[i]);
    natives.mark(codes[i]);
  }
  yield* each(1);
  // New types throw the code away, which is to happen now.
  if (calls > 1) yield* each(calls);
}

function codesOf(loops) {
  const codes = [];
  for (let i = 0; i < loops.length; i++) codes[i] = loops[i].code;
  return codes;
}

/**
 * Has V8 optimize the test and the loops around it, if it has not done so yet.
 *
 * @param {function} fn the test
 * @param {import('./loop').Loop[]} loops around it; more can be added
 * @param {object} top see watchTopTier
 * @param {object|null} natives
 * @param {{ samples: object, slice: function }} runner see round-runner.js
 */
function createOptimizer(fn, loops, top, natives, { samples, slice }) {
  /** Optimizes functions at once, in slices of these loops that do not count. */
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

  /** Waits for V8's compilers: they also compile the functions that the test calls. */
  function finishCompiling() {
    if (natives) natives.finish();
  }

  /** Optimizes the rest. */
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

  /** Whether V8 has nothing left to do for the loops and the test. */
  function isOptimized() {
    for (let i = 0; i < loops.length; i++) if (!top.isReached(loops[i].code)) return false;
    return true;
  }

  return { forceLoop, forceTest, isTestOptimized, hasten, finishCompiling, isOptimized, codes: () => codesOf(loops) };
}

module.exports = { watchTopTier, forceTop, createOptimizer };
