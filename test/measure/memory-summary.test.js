'use strict';

const { expect } = require('chai');
const { summarizeMemory } = require('#lib/core/measure/memory-summary');

const times = (n, one) => Array.from({ length: n }, (_, i) => (typeof one === 'function' ? one(i) : one));

// 1000 calls of 64 bytes, and 600 for the readings
const slice = (more = {}) => ({ calls: 1000, ns: 1e5, heapBytes: 64600, externalBytes: 0, collections: [], ...more });
const empty = { calls: 1000, ns: 500, heapBytes: 600, externalBytes: 0, collections: [] };
const young = { kind: 'young', ns: 5e3, heapBytes: 1e6, externalBytes: 0 };
const seen = (slices, more = {}) =>
  summarizeMemory({ slices, empties: [empty], idleBytesPerNs: 0, kept: null, peakBytes: null, ...more });
const buffers = (i) => slice({ externalBytes: 1024e3, collections: i % 4 ? [] : [young] });
const single = (heapBytes) => slice({ calls: 1, heapBytes: heapBytes + 600 });

// Of 256 KB three arrays of 80 KB, and the rest
const REST = 262144 - 3 * 80048;

const ROWS = {
  'six slices for an interval': [times(6, slice()), { bytesPerCall: 64, bytesLow: 64, bytesHigh: 64 }, null],
  'fewer': [times(5, slice()), { bytesPerCall: 64, bytesLow: null, bytesHigh: null }, 'few-calls'],
  'less than half a byte, and than bookkeeping': [
    times(20, (i) => slice({ heapBytes: 600 + 100 * (i % 3) })), { bytesPerCall: 0, bytesLow: 0, bytesHigh: 0 }, null],
  '16 bytes in each hundredth call': [
    times(20, slice({ calls: 1e6, heapBytes: 160600 })), { bytesPerCall: 0.16, bytesLow: 0.16 }, null],
  'buffers, freed late after collections': [
    times(20, (i) => (i % 4 ? buffers(i) : { ...buffers(i), externalBytes: -5e6 })),
    { bytesPerCall: 1088, heapBytesPerCall: 64, externalBytesPerCall: 1024, bytesLow: 1088, bytesHigh: 1088 }, null],
  'buffers, of which some slices free more than they take': [
    times(20, (i) => (i % 3 ? buffers(1) : { ...buffers(1), externalBytes: -5 })),
    { externalBytesPerCall: 1024 }, null],
  'buffers, with a collection in each slice': [times(20, buffers(0)), { externalBytesPerCall: 1024 }, 'spread'],
  'no buffers, with a collection in each slice': [
    times(20, slice({ collections: [young] })), { externalBytesPerCall: 0 }, null],
  'a table that grows now and then': [
    times(40, (i) => slice({ heapBytes: i % 20 ? 64600 : 4e6 })), { bytesPerCall: 64 }, 'spread'],
  'ends of pages': [times(30, (i) => single(80048 + (i % 3 ? 0 : REST))),
    { bytesPerCall: 80048, bytesLow: 80048, bytesHigh: 80048 }, null],
  'pages that are full after two calls': [
    times(30, (i) => single(100048 + (i % 2 ? 0 : 262144 - 200096))), { bytesPerCall: 100048 }, null],
  'mostly twice as much, which pages do not explain': [
    times(30, (i) => single(i % 3 ? 160000 : 40000)), { bytesPerCall: 120000 }, 'spread'],
  'calls that all differ, which pages do not explain': [
    times(31, (i) => single(100000 + 1000 * i)), { bytesPerCall: 115000 }, null],
  // 256 bytes of bookkeeping in a slice are 5 % of 5120
  'slices just too short for bookkeeping': [times(20, single(5000)), {}, 'few-calls'],
  'slices just long enough': [times(20, single(5200)), {}, null],
};

describe('the memory of a call', () => {
  it('is the allocation of slices without the empty loop', () => {
    expect(seen(times(20, slice()))).to.deep.equal({ reason: null, figures: {
      bytesPerCall: 64, bytesLow: 64, bytesHigh: 64, heapBytesPerCall: 64, externalBytesPerCall: 0,
      keptBytesPerCall: null, peakBytes: null, calls: 20000,
      collections: { count: 0, young: 0, old: 0, seconds: 0, share: null, callsPerCollection: null },
    } });
  });

  it('is at least the peak, because buffers that a call frees do not count', () => {
    const { figures, reason } = seen(times(20, slice({ calls: 1, heapBytes: 1600 })), { peakBytes: 6e7 });
    expect({ reason, ...figures }).to.include({
      reason: 'spread', bytesPerCall: 6e7, bytesLow: null, bytesHigh: null, heapBytesPerCall: 1000,
    });
  });

  for (const [title, [slices, expected, reason]] of Object.entries(ROWS)) {
    it(`and its reliability: ${title}`, () => {
      const found = seen(slices);
      for (const [field, value] of Object.entries(expected)) {
        if (value === null) expect(found.figures[field], field).to.equal(null);
        else expect(found.figures[field], field).to.be.closeTo(value, 1e-5 * value);
      }
      expect(found.reason).to.equal(reason);
    });
  }

  it('is the mean if portions fall into some slices, in doubt unless many of them agree', () => {
    for (const [heapBytes, low, high, reason] of [
      // 256 KB in each fourth slice: 17 % at 95 %
      [(i) => (i % 4 ? 600 : 256600), 50, 78, 'spread'], [(i) => 600 + (i % 2 ? 72000 : 56000), 62.5, 65.5, null],
    ]) {
      const found = seen(times(400, (i) => slice({ heapBytes: heapBytes(i) })));
      expect(found.figures.bytesPerCall).to.be.closeTo(64, 1e-9);
      expect(found.figures.bytesLow).to.be.within(low, 63.9);
      expect(found.figures.bytesHigh).to.be.within(64.1, high);
      expect(found.reason).to.equal(reason);
    }
  });

  it('is in doubt if the rest of the process allocates 5 % as much', () => {
    // 1e5 ns a slice of 64000 bytes
    const reasons = [0.05, 0.03].map((idleBytesPerNs) => seen(times(20, slice()), { idleBytesPerNs }).reason);
    expect(reasons).to.deep.equal(['other-work', null]);
  });

  it('has collections by generation, and from four on their share of the time', () => {
    const some = (i) => (i % 5 ? [] : [young, { ...young, kind: i ? 'other' : 'old' }, young]);
    // 4 x 3 of 5 us in 20 slices of 100 us
    expect(seen(times(20, (i) => slice({ collections: some(i) }))).figures.collections).to.deep.equal(
      { count: 9, young: 8, old: 1, seconds: 60e-6, share: 0.03, callsPerCollection: 20000 / 9 });
    const shares = [3, 4].map((n) => (
      seen(times(20, (i) => slice({ collections: i < n ? [young] : [] }))).figures.collections.share));
    expect(shares).to.deep.equal([null, 0.01]);
    expect(seen(times(20, slice({ heapBytes: 600 }))).figures.collections.share).to.equal(0);
  });
});
