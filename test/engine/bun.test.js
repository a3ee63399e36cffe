'use strict';

/* The engine of Bun, run in Node with fake modules of Bun */

const { expect } = require('chai');
const Module = require('module');
const os = require('os');
const engine = require('#lib/base/engine/here');
const { loadFresh } = require('../helpers/load-fresh');

const FILE = require.resolve('#lib/base/engine/bun');

describe('the engine of Bun, with fake modules', () => {
  before(function () {
    if (engine.name !== 'node') this.skip(); // modules of this engine cannot be replaced
  });

  it('has the heap of JavaScriptCore, limited to half of the memory', () => {
    let collections = 0;
    const modules = { 'bun:jsc': { heapSize: () => 5e6, fullGC() { collections++; } } };
    const { _load: load } = Module;
    Module._load = (name, ...more) => modules[name] || load(name, ...more);
    try {
      const { heap } = loadFresh(FILE);
      expect(heap.inUse().externalBytes).to.be.above(0);
      expect([heap.usedBytes(), heap.inUse().heapBytes, heap.limitBytes(), heap.youngBytes(), heap.oldBytes()])
        .to.deep.equal([5e6, 5e6, os.totalmem() / 2, NaN, NaN]);
      expect([heap.watched(), heap.collectAll(), collections, heap.changesAtCollections])
        .to.deep.equal([[], true, 1, true]);
    } finally {
      Module._load = load;
    }
  });

  it('has a clock of one number that starts when it is loaded', () => {
    let ns = 2n ** 60n;
    const hrtime = Object.assign(() => [0, 0], { bigint: () => ns });
    const fake = Object.create(process, { hrtime: { value: hrtime } });
    const bun = loadFresh(FILE, { globals: { process: fake } });
    ns += 1001n;
    expect({ nowNs: bun.readings.nowNs(), natives: bun.natives() }).to.deep.equal({ nowNs: 1001, natives: null });
  });
});
