'use strict';

/**
 * A simulated V8. A function that it is asked to optimise is optimised from then on, if it obeys.
 *
 * @param {object} [options]
 * @param {function(function): string} [options.tierOf] of a function that was not optimised
 * @param {function(function): boolean} [options.isPending]
 * @param {boolean} [options.canOptimize]
 * @param {boolean} [options.obeys] whether it optimises on request
 * @param {function(function): boolean} [options.isNative]
 * @returns {object} natives like those of v8-natives.js, and the requests: held, marked, finished (a count)
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
