'use strict';

const { expect } = require('chai');
const { memoryOf } = require('../../lib/measure/memory-summary');

const times = (n, one) => Array.from({ length: n }, (_, i) => (typeof one === 'function' ? one(i) : one));

// 1000 calls of 64 bytes, and 600 for the readings
const slice = (more = {}) => ({ calls: 1000, ns: 1e5, heapBytes: 64600, externalBytes: 0, collections: [], ...more });
const empty = { calls: 1000, ns: 500, heapBytes: 600, externalBytes: 0, collections: [] };
const young = (more = {}) => ({ kind: 'young', ns: 5e3, heapBytes: 1e6, externalBytes: 0, ...more });
const seen = (slices, more = {}) => memoryOf({ slices, empties: [empty], idleBytesPerNs: 0, kept: null, ...more });

describe('what slices tell of the memory of a call', () => {
  it('is what they allocate more than the empty loop', () => {
    const { figures, reason } = seen(times(20, slice()));
    expect(reason).to.equal(null);
    expect(figures).to.deep.equal({
      bytesPerCall: 64, bytesLow: 64, bytesHigh: 64, heapBytesPerCall: 64, externalBytesPerCall: 0,
      keptBytesPerCall: null, calls: 20000,
      collections: { count: 0, young: 0, old: 0, seconds: 0, share: null, callsPerCollection: null },
    });
  });

  it('is without an interval under six slices', () => {
    expect(seen(times(5, slice())).figures).to.include({ bytesPerCall: 64, bytesLow: null, bytesHigh: null });
    expect(seen(times(6, slice())).figures).to.include({ bytesLow: 64, bytesHigh: 64 });
    expect(seen(times(5, slice())).reason).to.equal('few-calls');
    expect(seen(times(6, slice())).reason).to.equal(null);
  });

  it('is nothing where it is less than half a byte and than bookkeeping', () => {
    const { figures, reason } = seen(times(20, (i) => slice({ heapBytes: 600 + 100 * (i % 3) })));
    expect(figures).to.include({ bytesPerCall: 0, bytesLow: 0, bytesHigh: 0 });
    expect(reason).to.equal(null);
    expect(figures.collections.share).to.equal(0);
  });

  it('is a fraction of a byte where that is more than bookkeeping', () => {
    // 16 bytes in each hundredth call
    const { figures } = seen(times(20, slice({ calls: 1e6, heapBytes: 160600 })));
    expect(figures.bytesPerCall).to.be.closeTo(0.16, 1e-12);
  });

  it('counts collections by generation, and their share of the time', () => {
    const { collections } = seen(
      times(20,
        (i) => slice({ collections: i % 5 ? [] : [young(), { ...young(), kind: i ? 'other' : 'old' }, young()] })))
          .figures;
    // 4 x 3 of 5 us in 20 slices of 100 us
    expect(collections).to.deep.equal(
      { count: 9, young: 8, old: 1, seconds: 60e-6, share: 0.03, callsPerCollection: 20000 / 9 });
  });

  it('has no share of the time under four collections', () => {
    const share = (n) => seen(times(20, (i) => slice({ collections: i < n ? [young()] : [] })))
      .figures.collections.share;
    expect(share(3)).to.equal(null);
    expect(share(4)).to.equal(0.01);
  });
});

describe('what slices tell of buffers', () => {
  const buffers = (i) => slice({ externalBytes: 1024e3, collections: i % 4 ? [] : [young()] });

  it('is told by those without a collection, after which bytes are given back late', () => {
    const { figures, reason } = seen(times(20, (i) => (i % 4 ? buffers(i) : { ...buffers(i), externalBytes: -5e6 })));
    expect(figures)
      .to.include(
        { bytesPerCall: 1088, heapBytesPerCall: 64, externalBytesPerCall: 1024, bytesLow: 1088, bytesHigh: 1088 });
    expect(reason).to.equal(null);
  });

  it('leaves those out that gave back more than they took', () => {
    const { figures, reason } = seen(times(20, (i) => (i % 3 ? buffers(1) : { ...buffers(1), externalBytes: -5 })));
    expect(figures.externalBytesPerCall).to.equal(1024);
    expect(reason).to.equal(null);
  });

  it('is unsure where each slice held a collection', () => {
    expect(seen(times(20, () => buffers(0))).reason).to.equal('spread');
    expect(seen(times(20, () => slice({ collections: [young()] }))).reason).to.equal(null);
  });
});

describe('slices that disagree', () => {
  it('have the mean, which keeps portions that fall into some of them', () => {
    // 256 KB in each fourth slice
    const { figures, reason } = seen(times(400, (i) => slice({ heapBytes: i % 4 ? 600 : 600 + 256000 })));
    expect(figures.bytesPerCall).to.be.closeTo(64, 1e-9);
    expect(figures.bytesLow).to.be.below(64);
    expect(figures.bytesHigh).to.be.above(64);
    // By 17 % at 95 %
    expect(reason).to.equal('spread');
  });

  it('have the mean without a warning where many of them agree on it', () => {
    const { figures, reason } = seen(times(400, (i) => slice({ heapBytes: 600 + (i % 2 ? 72000 : 56000) })));
    expect(figures.bytesPerCall).to.be.closeTo(64, 1e-9);
    expect(figures.bytesHigh - figures.bytesLow).to.be.within(0.5, 3);
    expect(reason).to.equal(null);
  });

  it('are told by a table that grows now and then', () => {
    const { figures, reason } = seen(times(40, (i) => slice({ heapBytes: i % 20 ? 64600 : 4e6 })));
    expect(figures.bytesPerCall).to.equal(64);
    expect(reason).to.equal('spread');
  });
});

describe('the ends of pages', () => {
  // Of 256 KB three arrays of 80 KB, and the rest
  const single = (heapBytes) => slice({ calls: 1, heapBytes: heapBytes + 600 });
  const rest = 262144 - 3 * 80048;

  it('are not what a call allocates', () => {
    const { figures, reason } = seen(times(30, (i) => single(80048 + (i % 3 ? 0 : rest))));
    expect(figures).to.include({ bytesPerCall: 80048, bytesLow: 80048, bytesHigh: 80048 });
    expect(reason).to.equal(null);
  });

  it('are taken off where two calls fill a page, too', () => {
    expect(seen(times(30, (i) => single(100048 + (i % 2 ? 0 : 262144 - 200096)))).figures.bytesPerCall)
      .to.equal(100048);
  });

  it('do not explain calls that allocate twice as much in most cases', () => {
    const { figures, reason } = seen(times(30, (i) => single(i % 3 ? 160000 : 40000)));
    expect(figures.bytesPerCall).to.be.closeTo(120000, 1);
    expect(reason).to.equal('spread');
  });

  it('do not explain what no two calls have in common', () => {
    const { figures } = seen(times(31, (i) => single(100000 + 1000 * i)));
    expect(figures.bytesPerCall).to.be.closeTo(115000, 1);
  });
});

describe('figures of memory that are unsure', () => {
  const good = times(20, slice());

  it('are those of few calls', () => {
    // 256 bytes of bookkeeping in a slice are 5 % of 5120
    const reason = (bytes) => seen(times(20, slice({ calls: 1, heapBytes: 600 + bytes }))).reason;
    expect(reason(5000)).to.equal('few-calls');
    expect(reason(5200)).to.equal(null);
  });

  it('are those beside which the process allocates', () => {
    // 1e5 ns a slice of 64000 bytes
    expect(seen(good, { idleBytesPerNs: 0.05 }).reason).to.equal('other-work');
    expect(seen(good, { idleBytesPerNs: 0.03 }).reason).to.equal(null);
  });
});
