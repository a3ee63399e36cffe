'use strict';

/* Has V8 optimise the loops around one test, and the test, where it has not come to that by itself. */

const { forceTop } = require('./top-tier');
const { TOP } = require('../samples/round');

// What a loop meets for the first time throws its code away.
const FORCING_TRIES = 3;

function codesOf(loops) {
  const codes = [];
  for (let i = 0; i < loops.length; i++) codes[i] = loops[i].code;
  return codes;
}

/**
 * @param {function} fn the test
 * @param {import('./loop').Loop[]} loops around it; more can be added
 * @param {object} top see top-tier.js
 * @param {object|null} natives null where V8 cannot be asked
 * @param {{ samples: object, slice: function }} runner see round-runner.js
 */
function createOptimizer(fn, loops, top, natives, { samples, slice }) {
  /** Has V8 optimise functions at once, which these loops run; the slices do not count. */
  function* force(some, codes, calls) {
    yield* forceTop(natives, codes, function* (count) {
      for (let i = 0; i < some.length && !samples.stopped; i++) yield* slice(some[i], count);
    }, calls);
  }

  /** @param {number} calls of a slice */
  function* forceLoop(loop, calls) {
    if (top.isLate(loop.code)) yield* force([loop], [loop.code], calls);
  }

  /** Has V8 optimise the code that the test has of its own, which this loop calls. */
  function* forceTest(loop, calls) {
    if (!natives || !natives.canOptimize) return;
    for (let i = 0; i < FORCING_TRIES && !isTestOptimized(); i++) yield* force([loop], [fn], calls);
  }

  /** As far as can be told. */
  const isTestOptimized = () => natives === null || natives.isNative(fn) || natives.tierOf(fn) === TOP;

  /**
   * Has optimised what V8 has not come to.
   * @param {number} calls of a slice
   */
  function* hasten(calls) {
    for (let tries = 0; tries < FORCING_TRIES; tries++) {
      finishCompiling();
      const late = [];
      for (let i = 0; i < loops.length; i++) if (top.isLate(loops[i].code)) late[late.length] = loops[i];
      // First the test: a loop takes into its own code what it finds.
      if (top.isTestLate()) yield* force(loops, [fn], calls);
      if (late.length) yield* force(late, codesOf(late), calls);
      else if (!top.isTestLate()) return;
    }
  }

  /** Waits for V8's compilers: they work on what the test calls, too, and have to share the processors with others. */
  function finishCompiling() {
    if (natives) natives.finish();
  }

  /** Whether V8 has nothing left to do for the loops and the test. */
  function isOptimized() {
    for (let i = 0; i < loops.length; i++) if (!top.isReached(loops[i].code)) return false;
    return true;
  }

  /** The functions that V8 compiles for the loops around the test. */
  const codes = () => codesOf(loops);

  return { forceLoop, forceTest, isTestOptimized, hasten, finishCompiling, isOptimized, codes };
}

module.exports = { createOptimizer };
