'use strict';

/*
 * Whether V8 does the work of a test in each call. It computes pure operations on constants when it compiles ("folds"),
 * leaves out what nobody uses, and moves operations on values that stay the same out of the loop ("hoists"). That the
 * result is kept does not prevent it. The figure is right then, but it is not that of the work. Pure functions.
 */

const { max } = Math;

// What a call takes beside the turn of an empty loop, as a share of that (0.41 ns on an AMD EPYC): 0 to 0.66 of folded
// bodies that keep a number, 1.0 of the fastest other one (`p.v++`), 1.6 of `i++`.
const FOLDED_SHARE = 0.75;

// The store of an object takes one turn more: 0.99 of folded bodies (`a + b` of two strings), 2.3 of the fastest other.
const FOLDED_OBJECT_SHARE = 1.5;

// How much longer a call takes that is not inlined, less a call of an empty function: of hoisted bodies 5 to 70 times,
// of others 0.2 to 1.7 times. Below some turns of the loop it is how the call was compiled.
const HOISTED_FACTOR = 3;
const HOISTED_TURNS = 4;

/**
 * @param {number} ns of a call, less a turn of the empty loop
 * @param {number} turnNs of this
 * @param {{ notInlinedNs: number|null, inlinedNs: number|null, keepsObject: boolean }|null|undefined} notInlined
 *   what measure/not-inlined.js has found
 * @returns {object|null} a warning, whose inputs are filled in for snippets; null if the work is done in each call, or
 *   if that is not known
 */
function removedWorkOf(ns, turnNs, notInlined) {
  if (!notInlined) return null;
  const { notInlinedNs, inlinedNs, keepsObject } = notInlined;
  const usualNs = max(ns, inlinedNs - turnNs);
  const isHoisted = notInlinedNs > HOISTED_FACTOR * usualNs && notInlinedNs > usualNs + HOISTED_TURNS * turnNs;
  if (isHoisted) return { code: 'hoisted', notInlinedNs, inputs: [] };
  return ns < (keepsObject ? FOLDED_OBJECT_SHARE : FOLDED_SHARE) * turnNs ? { code: 'folded', inputs: [] } : null;
}

module.exports = { removedWorkOf };
