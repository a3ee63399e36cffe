'use strict';

const { expect } = require('chai');
const { observeAllocation, estimateAllocation } = require('#lib/core/measure/allocation');

const times = (n, one) => Array.from({ length: n }, (_, i) => (typeof one === 'function' ? one(i) : one));

describe('estimateAllocation', () => {
  // 100 calls of 32 bytes and 10 ns; one slice in five held a collection of 500 ns that freed a lot
  const free = { calls: 100, ns: 1000, heapBytes: 3200 };
  const collected = { calls: 100, ns: 1500, heapBytes: -90000 };
  const mixed = (n, odd, usual = free) => times(n, (i) => (i % 5 === 2 ? odd : usual));
  const nothing = (bytes) => ({ bytesPerCall: bytes, callsPerCollection: null, share: 0, keptShare: 0 });
  const few = (heapBytes) => [...times(9, free), { calls: 100, ns: 1500, heapBytes }];

  for (const [title, rounds, [bytes, promoted, youngBytes], expected] of [
    // 4000 calls over 8 collections; 8 x 500 of 32 x 1000 + 8 x 1500 = 44000 ns
    ['bytes and collections', mixed(40, collected), [32, 0, 1e6],
      { bytesPerCall: 32, callsPerCollection: 500, share: 4000 / 44000, keptShare: 0 }],
    ['one odd slice, which changes nothing', [...mixed(20, collected), { calls: 100, ns: 9000, heapBytes: 400000 }],
      [32, 0, 1e6], { bytesPerCall: 32 }],
    ['less than half of the bytes: a collection', few(1599), [32, 0, 1e6], { callsPerCollection: 1000 }],
    ['more than half: none', few(1601), [32, 0, 1e6], { share: null }],
    // 1 MB at 32 bytes a call
    ['no collection: the room that there is', times(10, free), [32, 0, 1e6],
      { bytesPerCall: 32, callsPerCollection: 31250, share: null, keptShare: 0 }],
    ['a collection in each slice: the first guess', times(10, collected), [32, 0, 1e6],
      { bytesPerCall: 32, callsPerCollection: 100, share: null }],
    ['a collection that took less than nothing', mixed(10, { ...collected, ns: 900 }), [32, 0, 1e6], { share: 0 }],
    ['no time, with a coarse clock', mixed(40, { ...collected, ns: 0 }, { ...free, ns: 0 }), [32, 0, 1e6],
      { share: null }],
    ...[0, 0.2, 0.5].map((one) => ['half a byte at most: nothing', times(10, { ...free, heapBytes: 100 * one }),
      [one, 0, 1e6], nothing(one)]),
    ['no slices', [], [0.1, 0, 1e6], nothing(0.1)],
    // 1000 calls of 32 bytes
    ['a quarter moved to the old generation', times(10, free), [32, 8000, 1e6], { keptShare: 0.25 }],
    ['all of it at the most', times(10, free), [32, 1e9, 1e6], { keptShare: 1 }],
  ]) {
    it(title, () => expect(estimateAllocation(rounds, bytes, promoted, youngBytes)).to.include(expected));
  }
});

describe('observeAllocation', () => {
  /** Runs observeAllocation on a heap of which each call takes so many bytes; slices as they were asked for. */
  function observe(
    { bytes, most = 100000, youngBytes = 1e6, collectsAt = youngBytes, noise = () => 0, enough = () => false,
      kept = 0 }) {
    const slices = [];
    let young = 0;
    let old = 0;
    const steps = observeAllocation({
      * round(calls) {
        const before = young + old;
        young += bytes * calls;
        if (young >= collectsAt) { young %= collectsAt; old += kept * collectsAt; }
        const done = { calls, ns: 10 * calls, heapBytes: young + old - before + noise(slices.length) };
        slices.push(calls);
        return done;
      },
      calls: most,
      heap: { youngBytes: () => youngBytes, oldBytes: () => old },
      enough: () => enough(slices),
    });
    return { seen: steps.next().value, slices };
  }

  it('finds the bytes of a call', () => {
    for (const bytes of [1, 16, 100, 5000, 30000]) {
      const { seen, slices } = observe({ bytes });
      expect(seen.bytesPerCall).to.be.closeTo(bytes, 0.02 * bytes);
      expect(seen.callsPerCollection).to.be.within(0.7 * 1e6 / bytes, 1.4 * 1e6 / bytes);
      expect(seen.share).to.be.within(0, 1);
      expect(slices.length).to.be.below(400);
      expect(Math.max(...slices)).to.be.at.most(100000);
    }
  });

  it('looks until it has seen four collections, for three hundred slices at the most', () => {
    // A collection in 20 slices of an eighth each: 80 slices for four, after the few that found the bytes of a call.
    expect(observe({ bytes: 100, collectsAt: 2.5e6 }).slices.length).to.be.within(75, 95);
    expect(observe({ bytes: 100, collectsAt: 1e9 }).slices.length).to.be.within(300, 330);
  });

  it('ignores less than 4 KB in the largest slice: V8\'s bookkeeping', () => {
    // Slices of 16, 64 and 256 calls: 10 bytes a call are 2560 in the largest, 16 are 4096.
    for (const bytes of [0, 1, 10, 16]) {
      const { seen, slices } = observe({ bytes, most: 256 });
      expect(seen).to.deep.equal({ bytesPerCall: bytes, callsPerCollection: null, share: 0, keptShare: 0 });
      expect(slices).to.deep.equal([16, 16, 16, 64, 64, 64, 256, 256, 256]);
    }
    for (const [bytes, most] of [[17, 256], [10, 1024], [300, 16]]) {
      const { seen } = observe({ bytes, most });
      expect(seen.bytesPerCall).to.be.closeTo(bytes, 0.02 * bytes);
      expect(seen.callsPerCollection).to.be.above(0);
    }
  });

  it('finds the share of the bytes that are kept', () => {
    expect(observe({ bytes: 100, kept: 0.5 }).seen.keptShare).to.be.within(0.3, 0.7);
    expect(observe({ bytes: 100 }).seen.keptShare).to.equal(0);
  });

  it('runs no slice of more calls than allowed, and stops when enough() returns true', () => {
    for (const most of [16, 17, 63, 64, 100]) {
      const { slices } = observe({ bytes: 500, most });
      expect(slices.length).to.be.above(0);
      expect(Math.max(...slices)).to.be.at.most(most);
    }
    expect(observe({ bytes: 32, enough: () => true }).slices).to.deep.equal([]);
    // Asked before each slice, or each group of three or six.
    for (const n of [1, 10, 30, 50]) {
      expect(observe({ bytes: 32, enough: (slices) => slices.length >= n }).slices.length).to.be.within(n, n + 6);
    }
  });
});

it('observeAllocation counts changes of a heap that only changes at collections', () => {
  const none = { bytesPerCall: null, callsPerCollection: null, share: 0, keptShare: 0 };
  // 8 x 500 ns of 32 x 1000 + 8 x 1500 = 44000
  const eight = { ...none, callsPerCollection: 500, share: 4000 / 44000 };
  for (const [every, most, expected, seen] of [
    [5, Infinity, 40, eight], [20, Infinity, 80], [250, Infinity, 300, none], [5, 12, 12], [1e9, Infinity, 300, none],
    [1e9, 0, 0, none],
  ]) {
    // Each `every`-th slice of 100 calls leaves a larger or smaller heap, and takes 1500 ns instead of 1000.
    let slices = 0;
    const { value } = observeAllocation({
      * round(calls) {
        const isCollected = ++slices % every === 0;
        return { calls, ns: isCollected ? 1500 : 1000, heapBytes: isCollected ? (-1) ** slices * 160 : 0 };
      },
      calls: 100,
      heap: { changesAtCollections: true, youngBytes: () => NaN, oldBytes: () => NaN },
      enough: () => slices >= most,
    }).next();
    expect(slices).to.equal(expected);
    if (seen) expect(value).to.deep.equal(seen);
  }
});
