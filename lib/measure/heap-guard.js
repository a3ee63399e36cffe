'use strict';

/* Stops a test that keeps its objects before the heap is full: V8 would end the process and lose the results. */

const { max, min, floor } = Math;

// V8 ends a process that only collects from four fifths of its limit. Tests of a suite keep their objects in memory
// while it runs, and later tests need room for garbage, so that each test may keep half of the rest.
const ALONE = { full: 0.8, share: 1 };
const AMONG_OTHERS = { full: 0.7, share: 1 / 2 };

// Share for any test while there is room, so that tests that keep nothing still run in a full heap.
const LEAST_SHARE = 1 / 128;

// Only a collection separates garbage from kept objects. It takes 1 ms per MB of kept objects.
const MOST_CHECKS = 8;
const NEARLY_ALL = 7 / 8;

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

  const budgetOf = (usedBytes) => max(leastBytes, (fullBytes - (usedBytes - keptBytes)) * share);

  const collect = () => isAmongOthers && natives !== null && checks++ < MOST_CHECKS && heap.collectAll();

  /** Called before the first call. Returns { usedBytes, limitBytes } if there is no room. */
  function refusal() {
    const isFull = () => heap.usedBytes() + leastBytes > mostBytes;
    if (!isAmongOthers || !isFull() || (collect() && !isFull())) return null;
    return { usedBytes: heap.usedBytes(), limitBytes };
  }

  /** Returns the number of calls whose kept objects fit twice, `wanted` at most. */
  function callsWithin(wanted) {
    const perCall = keptBytes / max(1, calls);
    if (2 * wanted * perCall <= budgetOf(latestBytes) - keptBytes) return wanted;
    const room = budgetOf(heap.usedBytes()) - keptBytes;
    return max(1, min(wanted, floor(room / 2 / perCall)));
  }

  /** Called after a slice with madeCalls calls. Returns { usedBytes, limitBytes } if the test must stop. */
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
