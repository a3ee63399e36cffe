'use strict';

/*
 * Whether what is timed runs in V8's top tier. The loop has to, and so has the test, unless it is part of the loop: V8
 * takes what is small into its caller's code, and the code that the test has of its own is never entered then. That V8
 * does not tell; but a test that is called, and called often, comes to the top tier or is about to.
 */

const { isAsyncFunction } = require('../text/function-kinds');
const { UNKNOWN } = require('./page-insides');
const { TOP } = require('../samples/round');

// Captured at load, because a measured test may change them.
const { min } = Math;
const { apply } = Reflect;
const functionText = Function.prototype.toString;

// Beside a call this long a loop in the interpreter is lost: 0.1 to 0.2 microseconds a turn. V8's middle compiler takes
// the test into it, which then runs in that tier, whatever its own code is: 317 us for 107 on Node 24 and 26. It comes
// to that after some hundred turns, so that the loop is better optimised before, but around calls of which there are
// never so many.
const LOOP_MATTERS_NS = 2e4;
const FORCED_BELOW_NS = 1e6;
const MIDDLE = 'maglev';

// V8 takes nothing of over 460 bytes of bytecode into a caller, and optimises nothing of over 60 kB: a text this long
// is beyond the first, and can be beyond the second.
const LONG_TEXT = 15000;

/** For an engine that cannot be asked. */
/**
 * Watches the loops around one test.
 *
 * @param {object|null} natives see natives.js
 * @param {function} fn the test
 * @param {{ inline: boolean }} form
 * @returns {{ after, isReached, isLate, isTestLate }} after(code, nsPerCall): the tier that the slice has run in which
 *   just ended, null where that does not matter or cannot be told; isReached(code): whether V8 has nothing left to do
 *   for this loop and the test; isLate(code), isTestLate(): whether it is the loop, or the test, and can be forced
 */
function watchTopTier(natives, fn, { inline }) {
  if (!natives) return UNKNOWN;
  const isOpaque = natives.isNative(fn);
  // V8 takes no async function into its caller.
  const isAsync = isAsyncFunction(fn);
  const isCalled = !isOpaque && (!inline || isAsync || apply(functionText, fn, []).length > LONG_TEXT);
  let fastestNs = Infinity;
  let wasTop = false;

  const matters = (code, limitNs) => fastestNs < limitNs || natives.tierOf(code) === MIDDLE;

  /** The tier of the code that the test has of its own, where calls are known to enter it. */
  function ownTier() {
    if (isOpaque) return null;
    const tier = natives.tierOf(fn);
    if (tier === TOP) wasTop = true;
    return wasTop || isCalled || natives.isPending(fn) ? tier : null;
  }

  function after(code, nsPerCall) {
    // A slice too short for the clock tells nothing of the length of a call.
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

  // Nobody forces what V8 itself would not optimise.
  const isTestLate = () => natives.canOptimize && !isOpaque && natives.tierOf(fn) !== TOP &&
    (isAsync || natives.isPending(fn));

  return { after, isReached, isLate, isTestLate };
}

/**
 * Has functions optimised at once, on this thread: the compiler's own waits for a core where neighbours are busy. They
 * have run, so that V8 knows what they do.
 *
 * @param {object} natives
 * @param {function[]} codes
 * @param {function(number): import('./run-steps').Steps} each runs a slice of so many calls in each of these loops
 * @param {number} calls of a slice
 */
function* forceTop(natives, codes, each, calls) {
  for (let i = 0; i < codes.length; i++) {
    // Held first: what is not called is else forgotten, its mark with it.
    natives.hold(codes[i]);
    natives.mark(codes[i]);
  }
  yield* each(1);
  // What it meets here and has not met before throws its code away, which is to happen now.
  if (calls > 1) yield* each(calls);
}

module.exports = { watchTopTier, forceTop };
