'use strict';

/**
 * A V8 on paper: it says what a test tells it to say. What it is asked to optimise is optimised from then on, where it
 * does as it is asked.
 *
 * @param {object} [options]
 * @param {function(function): string} [options.tierOf] of a function that nobody had optimised
 * @param {function(function): boolean} [options.isPending]
 * @param {boolean} [options.canOptimize]
 * @param {boolean} [options.obeys] whether it optimises what it is asked to
 * @param {function(function): boolean} [options.isNative]
 * @returns {object} natives as v8-natives.js makes them, and what was requested: held, marked, finished (how often)
 */
function fakeNatives(
  { tierOf = () => 'optimized', isPending = () => false, canOptimize = true, obeys = true, isNative = () => false } =
    {}) {
  const held = [];
  const marked = [];
  const natives = {
    held,
    marked,
    tierOf: (fn) => (obeys && marked.includes(fn) ? 'optimized' : tierOf(fn)),
    isPending,
    finished: 0,
    finish() { natives.finished++; },
    canOptimize,
    hold(fn) { held.push(fn); },
    mark(fn) {
      // V8 forgets the mark of a function that is not held.
      if (held.includes(fn)) marked.push(fn);
    },
    isMarked: (fn) => marked.includes(fn),
    isNative,
  };
  return natives;
}

module.exports = { fakeNatives };
