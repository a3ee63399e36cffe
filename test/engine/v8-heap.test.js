'use strict';

const { expect } = require('chai');
const vm = require('vm');
const v8 = require('v8');
const { heap, lacks, name: engineName } = require('#lib/base/engine/here');

const fresh = () => new Array(1000).fill(0);

describe('the heap of V8', () => {
  let sink = null;
  before(function () {
    if (lacks.memory !== null) this.skip(); // this engine does not report it
  });

  it('measures the allocation over collections', () => {
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
    // 8048 bytes each with 8-byte pointers, half of that with compressed ones; the ends of pages stay unused
    expect(bytes / 8000).to.be.within(4000, 9000);
    expect(sink).to.have.length(1000);
  });

  it('has the bytes of buffers, now and at the latest reading of the heap', () => {
    // Buffers of other tests must not be collected between the readings.
    heap.collectAll();
    heap.usedBytes();
    const before = { now: heap.inUse().externalBytes, latest: heap.externalBytes() };
    sink = Buffer.alloc(3e6);
    expect(heap.externalBytes()).to.equal(before.latest);
    expect(heap.inUse().externalBytes - before.now).to.be.within(2e6, 1e8);
    heap.usedBytes();
    expect(heap.externalBytes() - before.latest).to.be.within(2e6, 1e8);
  });

  it('has the bytes of all buffers, including shared ones', function () {
    if (engineName !== 'node') this.skip(); // others do not report them
    heap.collectAll();
    const before = heap.bufferBytes();
    sink = [Buffer.alloc(3e6), new SharedArrayBuffer(5e6)];
    expect(heap.bufferBytes() - before).to.be.within(7e6, 1e8);
  });

  it('has the bytes of large objects, new ones and old ones', () => {
    const kept = [];
    const before = heap.largeBytes();
    // 8e5 or 4e5 bytes each; only the first ones are new
    for (let i = 0; i < 4; i++) kept.push(new Array(1e5).fill(0));
    expect(heap.largeBytes() - before).to.be.within(1.6e6, 1e8);
    heap.collectAll();
    expect(heap.largeBytes()).to.be.at.least(1.6e6);
    expect(kept).to.have.length(4);
  });

  it('knows the memory that is free, and the size at which an array cannot grow', () => {
    expect(heap.freeBytes()).to.be.above(1e6);
    expect(heap.largestBytes).to.be.oneOf([4, 8].map((bytes) => 2 ** 27 / 1.5 * bytes));
  });

  it('has no garbage after a full collection, and keeps the flags of V8', () => {
    sink = new Array(2e6).fill(0);
    const before = heap.inUse().heapBytes;
    sink = null;
    expect(heap.collectAll()).to.equal(true);
    expect(before - heap.inUse().heapBytes).to.be.above(5e6);
    if (typeof globalThis.gc !== 'function') expect(vm.runInNewContext('typeof gc')).to.equal('undefined');
  });
});

const MB = 1024 * 1024;

/** limitBytes() of a process that was started with these options */
function limitWith(execArgv, nodeOptions) {
  const saved = { execArgv: process.execArgv, nodeOptions: process.env.NODE_OPTIONS };
  process.execArgv = execArgv;
  if (nodeOptions === undefined) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = nodeOptions;
  try {
    return heap.limitBytes();
  } finally {
    process.execArgv = saved.execArgv;
    if (saved.nodeOptions === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = saved.nodeOptions;
  }
}

describe('the limit of the heap', () => {
  before(function () {
    if (lacks.memory !== null) this.skip(); // this engine has a different limit
  });

  it('is the limit of the old generation if an option sets it', () => {
    expect(limitWith(['--max-old-space-size=100'])).to.equal(100 * MB);
    expect(limitWith(['--max_old_space_size=64'])).to.equal(64 * MB);
    expect(limitWith(['--no-warnings', '--max-old-space-size=64', '--expose-gc'], '--max-old-space-size=128'))
      .to.equal(64 * MB);
    expect(limitWith([], '--no-warnings --max-old-space-size=128')).to.equal(128 * MB);
  });

  it('is otherwise the limit of V8 without the young generation', () => {
    const limit = v8.getHeapStatistics().heap_size_limit;
    expect(limitWith([])).to.be.within(limit / 2, limit - 1);
  });
});
