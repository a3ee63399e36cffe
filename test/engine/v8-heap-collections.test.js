'use strict';

const { expect } = require('chai');
const vm = require('vm');
const { heap, lacks } = require('../../lib/engine/here');
const timeit = require('../..');

const fresh = () => new Array(1000).fill(0);

describe('the account that V8 gives of its heap', () => {
  let sink = null;
  before(function () {
    if (lacks.memory !== null) this.skip(); // this engine does not tell
  });

  it('tells what was allocated over collections', () => {
    heap.watch();
    const before = heap.inUse();
    for (let i = 0; i < 8000; i++) sink = fresh();
    const after = heap.inUse();
    const collections = heap.watched();
    expect(collections.map(({ kind }) => kind)).to.include('young');
    let bytes = after.heapBytes - before.heapBytes;
    for (const { heapBytes, ns, externalBytes } of collections) {
      bytes += heapBytes;
      expect(ns).to.be.within(0, 1e9);
      expect(externalBytes).to.be.a('number');
    }
    // 8048 bytes each with 8 of a pointer, half with compressed ones; some at the ends of pages
    expect(bytes / 8000).to.be.within(4000, 9000);
    expect(sink).to.have.length(1000);
  });

  it('is not asked for if nobody watches', () => {
    expect(heap.watched()).to.deep.equal([]);
  });

  it('knows bytes of buffers', () => {
    // Else buffers of other tests may be collected between the two readings.
    heap.collectAll();
    const before = heap.inUse().externalBytes;
    sink = Buffer.alloc(3e6);
    expect(heap.inUse().externalBytes - before).to.be.within(2e6, 1e8);
  });

  it('is rid of garbage after a full collection, and leaves the flags of V8 as they were', () => {
    sink = new Array(2e6).fill(0);
    const before = heap.inUse().heapBytes;
    sink = null;
    expect(heap.collectAll()).to.equal(true);
    expect(before - heap.inUse().heapBytes).to.be.above(5e6);
    if (typeof globalThis.gc !== 'function') expect(vm.runInNewContext('typeof gc')).to.equal('undefined');
  });
});

describe('the memory of real tests', () => {
  const lists = [];
  const keep = (list) => { lists[lists.length & 15] = list; };
  it('is the bytes of an array, of each kind of test', async function () {
    if (lacks.memory !== null) this.skip(); // this engine does not tell
    const rows = await timeit.bench({
      sync: () => keep(new Array(1000).fill(0)),
      callback: (callback) => { keep(new Array(1000).fill(0)); callback(); },
      promise: { kind: 'promise', fn: async () => { keep(new Array(1000).fill(0)); } },
      none: () => { lists.length = 0; },
    }, { timeGoal: 0.02, memory: true, silent: true, twin: false });
    // 8048, or half of that with compressed pointers
    for (const { name, memory } of rows.slice(0, 3)) expect(memory.bytesPerCall, name).to.be.within(3500, 10000);
    expect(rows[3].memory.bytesPerCall).to.be.below(50);
    for (const { cpuNsPerCall } of rows.slice(0, 3)) expect(cpuNsPerCall).to.be.above(0);
  });
});
