'use strict';

/*
 * Keeps a test that keeps what it allocates from ending the process: V8 does so where its heap is full, and nothing can be
 * saved then.
 */

const { MAX_CALLS } = require('./loop');

const { max, min, floor } = Math;

// V8 ends a process that only collects from four fifths of its limit on. What tests of a suite keep is never given back while
// it runs, and those after them need room for their garbage: each keeps half of what the others leave at the most.
const ALONE = { full: 0.8, share: 1 };
const AMONG_OTHERS = { full: 0.7, share: 1 / 2 };

// Less is no room for a test.
const LEAST_SHARE = 1 / 64;

// What is in use can be garbage, which a collection tells: 1 ms for each MB that is none.
const MOST_CHECKS = 8;
const NEARLY_ALL = 7 / 8;

/**
 * @param {{ heap: object, natives: object|null }} tools collections are only asked for where V8 may be asked for anything
 * @param {boolean} isAmongOthers whether there are more tests in this process
 */
function createHeapGuard({ heap, natives = null }, isAmongOthers) {
  const limitBytes = heap.limitBytes();
  const { full, share } = isAmongOthers ? AMONG_OTHERS : ALONE;
  const fullBytes = limitBytes * full;
  let keptBytes = 0;
  let calls = 0;
  let checks = 0;

  /** What this test may keep, while so much is in use. */
  const budgetOf = (usedBytes) => (fullBytes - (usedBytes - keptBytes)) * share;

  const collect = () => isAmongOthers && natives !== null && checks++ < MOST_CHECKS && heap.collectAll();

  /** Before the first call: null, or { usedBytes, limitBytes } where there is no room. */
  function refusal() {
    const isFull = () => budgetOf(heap.usedBytes()) < LEAST_SHARE * limitBytes * share;
    if (!isAmongOthers || !isFull() || (collect() && !isFull())) return null;
    return { usedBytes: heap.usedBytes(), limitBytes };
  }

  /** So many calls of `wanted` that what they keep has room twice. */
  function callsWithin(wanted) {
    if (!(keptBytes > LEAST_SHARE * limitBytes)) return wanted;
    const room = budgetOf(heap.usedBytes()) - keptBytes;
    return max(1, min(wanted, MAX_CALLS, floor(room / 2 / (keptBytes / calls))));
  }

  /**
   * After a slice of so many calls.
   *
   * @returns {{ usedBytes, limitBytes }|null} where the test has to stop
   */
  function after(madeCalls, beforeBytes, usedBytes) {
    const grown = usedBytes - beforeBytes;
    keptBytes = max(0, keptBytes + grown);
    calls += madeCalls;
    // Another slice like this one, twice as long, has to fit in as well.
    if (keptBytes + 2 * max(0, grown) <= budgetOf(usedBytes)) return null;
    if (collect()) {
      const leftBytes = heap.usedBytes();
      keptBytes = max(0, keptBytes + leftBytes - usedBytes);
      if (keptBytes <= NEARLY_ALL * budgetOf(leftBytes)) return null;
    }
    return { usedBytes, limitBytes };
  }

  return { refusal, callsWithin, after };
}

module.exports = { createHeapGuard };
