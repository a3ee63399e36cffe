'use strict';

/* Stops a test that keeps its objects before the heap is full, which would end the process and lose the results. */

const { max, min, floor } = Math;

// From four fifths of its limit V8 ends a process that only collects. Objects that tests of a suite keep stay in memory
// while it runs, and later tests need room for their garbage: each may keep half of the rest.
const ALONE = { full: 0.8, share: 1 };
const AMONG_OTHERS = { full: 0.7, share: 1 / 2 };

// Any test may keep this share while there is room: tests that keep nothing continue after others have filled the heap.
const LEAST_SHARE = 1 / 128;

// Used memory can be garbage. A collection shows that, and takes 1 ms for each MB that is none.
const MOST_CHECKS = 8;
const NEARLY_ALL = 7 / 8;

/**
 * @param {{ heap: object, natives: object|null }} tools collections are only forced on engines with natives
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

  /** Bytes that this test may keep. */
  const budgetOf = (usedBytes) => max(leastBytes, (fullBytes - (usedBytes - keptBytes)) * share);

  const collect = () => isAmongOthers && natives !== null && checks++ < MOST_CHECKS && heap.collectAll();

  /** Before the first call: null, or { usedBytes, limitBytes } if there is no room. */
  function refusal() {
    const isFull = () => heap.usedBytes() + leastBytes > mostBytes;
    if (!isAmongOthers || !isFull() || (collect() && !isFull())) return null;
    return { usedBytes: heap.usedBytes(), limitBytes };
  }

  /** The calls whose kept objects fit twice, `wanted` at most. */
  function callsWithin(wanted) {
    const perCall = keptBytes / max(1, calls);
    if (2 * wanted * perCall <= budgetOf(latestBytes) - keptBytes) return wanted;
    const room = budgetOf(heap.usedBytes()) - keptBytes;
    return max(1, min(wanted, floor(room / 2 / perCall)));
  }

  /**
   * After a slice of so many calls.
   *
   * @returns {{ usedBytes, limitBytes }|null} not null if the test must stop
   */
  function after(madeCalls, beforeBytes, usedBytes) {
    const grown = usedBytes - beforeBytes;
    keptBytes = max(0, keptBytes + grown);
    calls += madeCalls;
    latestBytes = usedBytes;
    // Another slice of twice the length must fit as well, unless the growth is garbage.
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
