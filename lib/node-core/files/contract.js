'use strict';

/* The contract of main: one start(), then one end(operations). A violation throws, and ends the process. */

// Captured at load, because a benchmark may replace or delete the functions that it measures.
const now = process.hrtime.bigint;
const { Number } = globalThis;
const { isFinite, MAX_VALUE } = Number;

/** isZeroAllowed: accept 0 operations or no elapsed time; report(rate, ns, operations): rate per second. */
function createContract({ isZeroAllowed, report }) {
  let hasStarted = false;
  let hasEnded = false;
  let startedNs;

  function start() {
    if (hasStarted) throw new Error('Called start more than once in a single benchmark');
    hasStarted = true;
    startedNs = now();
  }

  function end(operations) {
    const endedNs = now(); // first, because everything before it would be timed
    if (!hasStarted) throw new Error('called end without start');
    if (hasEnded) throw new Error('called end multiple times');
    if (typeof operations !== 'number') throw new Error('called end() without specifying operation count');
    if (!isFinite(operations)) throw new Error(`called end() with operation count ${operations}`);
    if (operations <= 0 && !isZeroAllowed) throw new Error('called end() with operation count <= 0');
    const elapsedNs = endedNs - startedNs;
    if (elapsedNs === 0n && !isZeroAllowed) throw new Error('insufficient clock precision for short benchmark');
    hasEnded = true;
    report(rateOf(operations, elapsedNs), elapsedNs, operations);
  }

  return { start, end };
}

function rateOf(operations, elapsedNs) {
  if (elapsedNs === 0n) return operations === 0 ? 0 : MAX_VALUE;
  return operations / (Number(elapsedNs) / 1e9);
}

module.exports = { createContract };
