'use strict';

/**
 * A simulated V8. A function that is held and marked becomes optimized, if the simulation obeys.
 *
 * @param {object} [options]
 * @param {function(function): string} [options.tierOf] tier of a function that is not marked
 * @param {function(function): boolean} [options.isPending]
 * @param {boolean} [options.canOptimize]
 * @param {boolean} [options.obeys] whether it optimizes marked functions
 * @param {function(function): boolean} [options.isNative]
 * @returns {object} the interface of v8-natives.js, and its calls: held, marked (functions), finished (a count)
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
      // V8 drops the mark of a function that is not held.
      if (held.includes(fn)) marked.push(fn);
    },
    isMarked: (fn) => marked.includes(fn),
    isNative,
  };
  return natives;
}

module.exports = { fakeNatives };
