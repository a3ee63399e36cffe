'use strict';

/*
 * Keeps a test that keeps what it allocates from ending the process: V8 does so where its heap is full, and nothing can
 * be saved then.
 */

const { max, min, floor } = Math;

// V8 ends a process that only collects from four fifths of its limit on. What tests of a suite keep is never given back
// while it runs, and those after them need room for their garbage: each keeps half of what the others leave at the
// most.
const ALONE = { full: 0.8, share: 1 };
const AMONG_OTHERS = { full: 0.7, share: 1 / 2 };

// So much any of them may keep while there is room at all: those that keep nothing go on beside a heap that others have
// filled.
const LEAST_SHARE = 1 / 128;

// What is in use can be garbage, which a collection tells: 1 ms for each MB that is none.
const MOST_CHECKS = 8;
const NEARLY_ALL = 7 / 8;

/**
 * @param {{ heap: object, natives: object|null }} tools collections are only asked for where V8 may be asked for
 *   anything
 * @param {boolean} isAmongOthers whether there are more tests in this process
 */
function createHeapGuard({ heap, natives = null }, isAmongOthers) {
  const limitBytes = heap.limitBytes();
  const { full, share } = isAmongOthers ? AMONG_OTHERS : ALONE;
  const fullBytes = limitBytes * full;
  let keptBytes = 0;
  let calls = 0;
  let latestBytes = heap.usedBytes();
  let checks = 0;
  let makesGarbage = false;

  const mostBytes = limitBytes * ALONE.full;
  const leastBytes = isAmongOthers ? limitBytes * LEAST_SHARE : 0;

  /** What this test may keep, while so much is in use. */
  const budgetOf = (usedBytes) => max(leastBytes, (fullBytes - (usedBytes - keptBytes)) * share);

  const collect = () => isAmongOthers && natives !== null && checks++ < MOST_CHECKS && heap.collectAll();

  /** Before the first call: null, or { usedBytes, limitBytes } where there is no room. */
  function refusal() {
    const isFull = () => heap.usedBytes() + leastBytes > mostBytes;
    if (!isAmongOthers || !isFull() || (collect() && !isFull())) return null;
    return { usedBytes: heap.usedBytes(), limitBytes };
  }

  /** So many calls of `wanted` that what they keep has room twice. */
  function callsWithin(wanted) {
    const perCall = keptBytes / max(1, calls);
    if (2 * wanted * perCall <= budgetOf(latestBytes) - keptBytes) return wanted;
    const room = budgetOf(heap.usedBytes()) - keptBytes;
    return max(1, min(wanted, floor(room / 2 / perCall)));
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
    latestBytes = usedBytes;
    // Another slice like this one, twice as long, has to fit in as well, unless it is garbage that grows.
    const neededBytes = keptBytes + (makesGarbage ? 0 : 2 * max(0, grown));
    if (neededBytes <= budgetOf(usedBytes) && usedBytes <= mostBytes) return null;
    if (collect()) {
      const leftBytes = heap.usedBytes();
      const leftOfIt = max(0, keptBytes + leftBytes - usedBytes);
      makesGarbage = leftOfIt < keptBytes / 2;
      keptBytes = leftOfIt;
      if (keptBytes <= NEARLY_ALL * budgetOf(leftBytes) && leftBytes <= mostBytes) return null;
    } else if (makesGarbage && usedBytes <= mostBytes) {
      return null;
    }
    return { usedBytes, limitBytes };
  }

  return { refusal, callsWithin, after };
}

module.exports = { createHeapGuard };
