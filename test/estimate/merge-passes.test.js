'use strict';

const { expect } = require('chai');
const { mergeMemory, mergeColdCache } = require('../../lib/estimate/merge-passes');

const memory = (bytesPerCall, more = {}) => ({
  bytesPerCall, bytesLow: bytesPerCall - 1, bytesHigh: bytesPerCall + 1, heapBytesPerCall: bytesPerCall - 8,
  externalBytesPerCall: 8, keptBytesPerCall: 0, calls: 1000,
  collections: { count: 4, young: 3, old: 1, seconds: 0.01, share: 0.1, callsPerCollection: 250 }, ...more,
});
const coldCache = (nsPerCall) =>
  ({ nsPerCall, nsLow: nsPerCall - 5, nsHigh: nsPerCall + 5, samples: 30, evictedBytes: 1e6, resolutionNs: 10 });
const rows = (list, field = 'memory') => list.map((one) => ({ memory: null, coldCache: null, [field]: one }));

describe('memory of several processes', () => {
  it('is the median of bytes, and the sum of what was seen', () => {
    const merged = mergeMemory(rows([memory(64), memory(72), memory(56)]));
    expect(merged.collections.share).to.be.closeTo(0.1, 1e-12);
    merged.collections.share = 0.1;
    expect(merged).to.deep.equal({
      bytesPerCall: 64, bytesLow: 56, bytesHigh: 72, heapBytesPerCall: 56, externalBytesPerCall: 8, keptBytesPerCall: 0,
      calls: 3000,
      collections: { count: 12, young: 9, old: 3, seconds: 0.03, share: 0.1, callsPerCollection: 250 },
    });
  });

  it('has the intervals of the processes where there are fewer than three', () => {
    expect(mergeMemory(rows([memory(64)]))).to.deep.equal(memory(64));
    expect(mergeMemory(rows([memory(64), memory(66)]))).to.include({ bytesPerCall: 65, bytesLow: 64, bytesHigh: 66 });
  });

  it('has an interval of 95 % where there are many', () => {
    const merged = mergeMemory(rows(Array.from({ length: 20 }, (_, i) => memory(100 + i))));
    expect(merged.bytesLow).to.be.within(104, 107);
    expect(merged.bytesHigh).to.be.within(112, 115);
  });

  it('leaves out what a process could not tell', () => {
    const none = { count: null, young: null, old: null, seconds: null, share: null, callsPerCollection: null };
    const told =
      mergeMemory(
        rows([null, memory(64, { keptBytesPerCall: null, bytesLow: null, bytesHigh: null }),
          memory(64, { keptBytesPerCall: 4, collections: none })]));
    expect(told).to.include({ keptBytesPerCall: 4, calls: 2000, bytesLow: 63 });
    expect(told.collections).to.include({ count: 4, share: 0.1, callsPerCollection: 500 });
    expect(mergeMemory(rows([memory(64, { collections: none })])).collections).to.deep.equal(none);
  });

  it('is nothing where there was no pass', () => {
    expect(mergeMemory(rows([null, null]))).to.equal(null);
    expect(mergeColdCache(rows([null], 'coldCache'))).to.equal(null);
  });
});

describe('cold caches of several processes', () => {
  it('are the median, and the sum of samples', () => {
    expect(mergeColdCache(rows([coldCache(100), coldCache(90), coldCache(120)], 'coldCache'))).to.deep.equal(
      { nsPerCall: 100, nsLow: 90, nsHigh: 120, samples: 90, evictedBytes: 1e6, resolutionNs: 10 });
    expect(mergeColdCache(rows([coldCache(100)], 'coldCache'))).to.deep.equal(coldCache(100));
  });
});
