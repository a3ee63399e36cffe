'use strict';

const { expect } = require('chai');
const { createHeapGuard } = require('../../lib/measure/round-runner');

const MB = 1e6;

/** A heap of 1000 MB, of which usedBytes are in use, and its guard. */
function guardOf({ usedBytes = 10 * MB, isAmongOthers = true, natives = {}, isCollectable = true } = {}) {
  const heap = {
    used: usedBytes, garbage: 0, collections: 0,
    limitBytes: () => 1000 * MB,
    usedBytes: () => heap.used + heap.garbage,
    collectAll() {
      heap.collections++;
      heap.garbage = 0;
      return isCollectable;
    },
  };
  const guard = createHeapGuard({ heap, natives }, isAmongOthers);
  /** A slice of calls that keep and leave so many bytes each. */
  const slice = (calls, keptBytes, garbageBytes = 0) => {
    const before = heap.usedBytes();
    heap.used += calls * keptBytes;
    heap.garbage += calls * garbageBytes;
    return guard.after(calls, before, heap.usedBytes());
  };
  /** Runs slices until the test is stopped. */
  const leak = (wanted, keptBytes) => {
    for (let i = 0; i < 1e5; i++) if (slice(guard.callsWithin(wanted), keptBytes)) return;
  };
  return { heap, guard, slice, leak };
}

describe('the guard of the heap', () => {
  it('never lets a slice fill the heap', () => {
    for (const keptBytes of [1e3, 1e5, 1e6]) {
      for (const isAmongOthers of [true, false]) {
        const { heap, slice, leak } = guardOf({ isAmongOthers });
        slice(10, keptBytes);
        leak(1e9, keptBytes);
        expect(heap.used).to.be.below(800 * MB);
      }
    }
  });

  it('leaves room for later tests of a suite if a test keeps its allocations', () => {
    const { heap, leak } = guardOf();
    leak(1000, 1e4);
    expect(heap.used).to.be.within(250 * MB, 360 * MB);
  });

  it('refuses a test if it is full, unless a collection makes room', () => {
    expect(guardOf({ usedBytes: 790 * MB }).guard.refusal()).to.equal(null);
    expect(guardOf({ usedBytes: 799 * MB }).guard.refusal())
      .to.deep.equal({ usedBytes: 799 * MB, limitBytes: 1000 * MB });
    const { heap, guard } = guardOf({ usedBytes: 100 * MB });
    heap.garbage = 800 * MB;
    expect(guard.refusal()).to.equal(null);
    expect(heap.collections).to.equal(1);
    expect(guardOf({ usedBytes: 799 * MB, isAmongOthers: false }).guard.refusal()).to.equal(null);
  });

  it('does not stop a test for its garbage if a collection frees it', () => {
    const { heap, slice } = guardOf();
    for (let i = 0; i < 100; i++) {
      expect(slice(1000, 0, 2e5)).to.equal(null);
      // As V8 does.
      if (heap.garbage > 500 * MB) heap.garbage = 0;
    }
    expect(heap.collections).to.be.within(1, 10);
  });

  it('stops a test whose kept memory it cannot distinguish from garbage', () => {
    for (const given of [{ natives: null }, { isCollectable: false }]) {
      const { slice } = guardOf(given);
      expect(Array.from({ length: 10 }, () => slice(100, 0, MB)).some((stopped) => stopped !== null)).to.equal(true);
    }
  });

  it('does not stop a test that keeps nothing if other tests have filled the heap', () => {
    const { slice, guard } = guardOf({ usedBytes: 780 * MB });
    for (let i = 0; i < 1000; i++) expect(slice(1e5, 0)).to.equal(null);
    expect(guard.callsWithin(1e6)).to.equal(1e6);
  });
});
