'use strict';

const { expect } = require('chai');
const { createHeapGuard } = require('#lib/core/measure/round-runner');

const MB = 1e6;

/** A heap of 1000 MB, of which usedBytes are in use, and its guard. All objects are large. */
function guardOf({
  usedBytes = 10 * MB, isAmongOthers = true, natives = {}, isCollectable = true, limitBytes = 1000 * MB,
  largestBytes = Infinity, freeBytes = Infinity,
} = {}) {
  const heap = {
    used: usedBytes, garbage: 0, external: 0, shared: 0, collections: 0, largestBytes, large: { keptBytes: 0 },
    limitBytes: () => limitBytes,
    freeBytes: () => freeBytes - heap.external - heap.shared,
    externalBytes: () => heap.external,
    bufferBytes: () => heap.external + heap.shared,
    largeBytes: () => heap.usedBytes(),
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

describe('the guard of arrays', () => {
  const LARGEST = 716 * MB;

  /** Fills an array until the test is stopped. Returns the reason; throws if the array exceeds its maximum size. */
  function fill({ wanted = 1e5, elements = 0, garbageBytes = 0, others = 0, garbage = 0, ...given }) {
    const { heap, guard } = guardOf({ limitBytes: 4000 * MB, largestBytes: LARGEST, ...given });
    const grow = (calls) => {
      elements += calls * 8;
      while (elements > capacity) {
        if (capacity * 1.5 > 1.5 * LARGEST) throw new Error('invalid size error');
        heap.garbage += capacity;
        heap.used += capacity / 2;
        capacity *= 1.5;
      }
      heap.garbage += calls * garbageBytes;
    };
    let capacity = 100;
    while (capacity < elements) capacity *= 1.5;
    heap.used += capacity + others;
    heap.garbage += garbage;
    guard.refusal();
    for (let i = 0; i < 1e5; i++) {
      const before = heap.usedBytes();
      const calls = i === 0 ? Math.min(wanted, 1e4) : guard.callsWithin(wanted);
      grow(calls);
      const reason = guard.after(calls, before, heap.usedBytes());
      if (reason) return { ...reason, collections: heap.collections };
      if (heap.garbage > 1500 * MB) heap.garbage = 0;
    }
    return null;
  }

  it('stops a test before V8 cannot enlarge its array', () => {
    for (const isAmongOthers of [true, false]) {
      for (const given of [
        { wanted: 1e4 }, { wanted: 1e5 }, { wanted: 1e9 }, { elements: 400 * MB }, { elements: 490 * MB, wanted: 1e4 },
        { garbageBytes: 20 }, { natives: null }, { others: 500 * MB }, { elements: 490 * MB, garbage: 900 * MB },
      ]) {
        const { code, largeBytes } = fill({ isAmongOthers, ...given });
        expect(code).to.equal('array-limit');
        expect(largeBytes).to.be.at.least(LARGEST);
      }
    }
  });

  it('does not stop a test for garbage or arrays of others', () => {
    for (const [usedBytes, isAmongOthers] of [[10 * MB, true], [900 * MB, true], [10 * MB, false]]) {
      const given = { usedBytes, isAmongOthers, limitBytes: 4000 * MB, largestBytes: LARGEST };
      const { heap, guard, slice } = guardOf(given);
      expect(guard.refusal()).to.equal(null);
      for (let i = 0; i < 300; i++) {
        expect(slice(guard.callsWithin(1000), 0, 1e4)).to.equal(null);
        if (heap.garbage > 1200 * MB) heap.garbage = 0;
      }
      expect(heap.collections).to.be.at.most(10);
    }
  });

  it('does not stop a test at its first call, which may make its data', () => {
    const { guard, slice } = guardOf({ limitBytes: 4000 * MB, largestBytes: LARGEST });
    expect(slice(1, 900 * MB)).to.equal(null);
    expect(slice(guard.callsWithin(1), 10 * MB)).to.equal(null);
    expect(slice(guard.callsWithin(1), 300 * MB)).to.include({ code: 'array-limit' });
  });

  it('finds an array even if the memory of others was freed meanwhile', () => {
    const { heap, slice } = guardOf({ usedBytes: 1000 * MB, limitBytes: 4000 * MB, largestBytes: LARGEST });
    heap.large.keptBytes = 1000 * MB;
    slice(10, MB);
    heap.used -= 600 * MB;
    expect(slice(10, MB)).to.equal(null);
    expect(slice(10, 31 * MB)).to.include({ code: 'array-limit' });
  });

  it('limits the calls of a slice so that V8 does not enlarge an array twice', () => {
    const { guard, slice } = guardOf({ limitBytes: 4000 * MB, largestBytes: LARGEST });
    expect(guard.callsWithin(1e9)).to.equal(1e9);
    slice(100, MB);
    expect(guard.callsWithin(120)).to.equal(120);
    expect(guard.callsWithin(1e3)).to.equal(138);
    slice(150, MB);
    expect(guard.callsWithin(1e3)).to.equal(125);
  });
});

describe('the guard of memory outside the heap', () => {
  const kinds = ['external', 'shared'];

  /** garbage: share of the bytes that a collection frees. V8 frees some in slices i with freedAt(i). */
  function retain(kind, { garbage = 0, isAmongOthers = true, slices = 300, wanted = 1e4, freedAt = () => false } = {}) {
    const { heap, guard } = guardOf({ freeBytes: 8000 * MB, isAmongOthers });
    const { collectAll } = heap;
    let dead = 0;
    const free = () => {
      heap[kind] -= dead;
      dead = 0;
    };
    heap.collectAll = () => {
      free();
      return collectAll();
    };
    for (let i = 0; i < slices; i++) {
      const used = heap.usedBytes();
      const calls = guard.callsWithin(wanted);
      heap[kind] += calls * 1e4;
      dead += calls * 1e4 * garbage;
      if (freedAt(i)) free();
      const reason = guard.after(calls, used, used);
      if (reason) return { reason, heap };
    }
    return { reason: null, heap };
  }

  it('stops a test whose buffers exceed the free memory', () => {
    for (const kind of kinds) {
      const { reason, heap } = retain(kind);
      expect(reason).to.include({ code: 'memory-limit', keptBytes: heap[kind] });
      expect(heap[kind]).to.be.within(4000 * MB, 5000 * MB);
    }
  });

  it('stops a test whose buffers exceed the free memory if a collection frees most others', () => {
    for (const kind of kinds) {
      for (const garbage of [0.5, 0.51, 0.6, 0.7, 0.9]) {
        for (const freedAt of [() => false, (i) => i % 2 === 1]) {
          for (const wanted of [100, 1e4]) {
            const { reason, heap } = retain(kind, { garbage, freedAt, wanted, slices: 1e5 });
            expect(reason, `${kind} ${garbage} ${wanted}`).to.include({ code: 'memory-limit', keptBytes: heap[kind] });
            expect(heap[kind]).to.be.within(4000 * MB, 5000 * MB);
          }
        }
      }
    }
  });

  it('does not stop a test whose buffers a collection frees', () => {
    for (const kind of kinds) {
      for (const isAmongOthers of [true, false]) {
        const { reason, heap } = retain(kind, { garbage: 1, isAmongOthers });
        expect(reason).to.equal(null);
        expect(heap.collections).to.be.within(1, 8);
      }
      expect(retain(kind, { garbage: 1, slices: 1e4 }).reason).to.equal(null);
    }
  });

  it('reads the size of all buffers rarely unless it grows, and does not blame a test for buffers of others', () => {
    const { heap, guard } = guardOf({ freeBytes: 800 * MB });
    const { bufferBytes } = heap;
    let readings = 0;
    heap.bufferBytes = () => {
      readings++;
      return bufferBytes();
    };
    for (let i = 0; i < 1e4; i++) {
      const calls = guard.callsWithin(100);
      expect(guard.after(calls, heap.used, heap.used)).to.equal(null);
      if (i < 600) heap.shared += MB;
    }
    expect(readings).to.be.within(2, 50);
  });
});

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
