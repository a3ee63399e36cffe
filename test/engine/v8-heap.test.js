'use strict';

const { expect } = require('chai');
const { lacks } = require('../../lib/engine/here');
const heap = require('../../lib/engine/v8-heap');

const MB = 1024 * 1024;

/** limitBytes() of a process that was started like this. */
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

describe('the heap', () => {
  before(function () {
    if (lacks.memory !== null) this.skip(); // this engine has another
  });

  it('tells what is in use, what there is room for, and what is old', () => {
    expect(heap.usedBytes()).to.be.above(MB);
    expect(heap.limitBytes()).to.be.above(heap.usedBytes());
    expect(heap.youngBytes()).to.be.within(0.25 * MB, 512 * MB);
    expect(heap.oldBytes()).to.be.above(0).and.below(heap.limitBytes());
  });

  it('knows the limit of the old generation if an option sets it', () => {
    expect(limitWith(['--max-old-space-size=100'])).to.equal(100 * MB);
    expect(limitWith(['--max_old_space_size=64'])).to.equal(64 * MB);
    expect(limitWith(['--no-warnings', '--max-old-space-size=64', '--expose-gc'], '--max-old-space-size=128'))
      .to.equal(64 * MB);
    expect(limitWith([], '--no-warnings --max-old-space-size=128')).to.equal(128 * MB);
  });

  it('leaves room for the young generation in the limit that V8 tells', () => {
    const told = require('v8').getHeapStatistics().heap_size_limit;
    expect(limitWith([])).to.be.within(told / 2, told - 1);
  });
});
