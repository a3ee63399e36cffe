'use strict';

const { expect } = require('chai');
const reports = require('../helpers/engine-reports');
const { withoutFeatures } = require('../helpers/without-features');
const { fakeMachine } = require('../helpers/fake-machine');
const { summarizeSuite } = require('#lib/core/estimate/suite-summary');
const { collectSources } = require('#lib/core/estimate/test-rows');

/** Rows of a suite with a memory pass on a machine. */
async function rowsOf(machine, suite, plan = {}) {
  const { state, over } = machine.suite(suite, { timeGoal: 0.02, memory: true, twin: false, ...plan });
  const { failure } = await over;
  expect(failure).to.equal(null);
  return { rows: summarizeSuite(collectSources(state, null), state.plan), state };
}

const memoryOf = async (machine, test, plan) => {
  const { rows } = await rowsOf(machine, [test], plan);
  return rows[0].memory;
};

describe('the memory pass of a test', () => {
  before(function () {
    if (!reports.process) this.skip(); // a page has no memory pass
  });

  it('measures the bytes of a call, over collections', async () => {
    for (const kind of ['sync', 'callback', 'promise']) {
      for (const bytes of [16, 1000, 9000]) {
        const machine = fakeMachine();
        const memory = await memoryOf(machine, { fn: machine.test(2000, { kind, bytes }), kind });
        // 1 MB of young generation, 600 bytes of which are ours now and then
        expect(memory.bytesPerCall).to.be.closeTo(bytes, 1);
        expect(memory.bytesLow).to.be.at.most(memory.bytesPerCall);
        expect(memory.externalBytesPerCall).to.equal(0);
        expect(memory.calls).to.be.within(10, 20000);
      }
    }
  });

  it('counts collections, with their share of the time', async () => {
    // 1000 bytes in 1000 ns, and a collection of 0.3 ms each 1000 calls
    const machine = fakeMachine();
    const { collections, calls } = await memoryOf(machine, machine.test(1000, { bytes: 1000 }), { timeGoal: 0.2 });
    expect(collections.callsPerCollection).to.be.closeTo(1000, 100);
    expect(collections.share).to.be.closeTo(0.3 / 1.3, 0.05);
    expect(collections.young).to.equal(collections.count);
    expect(collections.seconds).to.be.closeTo(collections.count * 3e-4, 1e-9);
    expect(calls).to.be.above(8000);
  });

  it('separates the bytes of buffers', async () => {
    const machine = fakeMachine();
    const memory = await memoryOf(machine, machine.test(1000, { bytes: 100, external: 1024 }));
    expect(memory.externalBytesPerCall).to.be.closeTo(1024, 1e-6);
    expect(memory.heapBytesPerCall).to.be.closeTo(100, 2);
    expect(machine.settled).to.be.above(1);
  });

  it('finds kept bytes by two full collections, if the heap can be collected', async () => {
    for (const isCollectable of [true, false]) {
      const machine = fakeMachine({ isCollectable });
      const { keptBytesPerCall } = await memoryOf(machine, machine.test(1000, { bytes: 300, kept: 200 }));
      if (isCollectable) expect(keptBytesPerCall).to.be.closeTo(200, 1);
      else expect(keptBytesPerCall).to.equal(null);
      expect(machine.fullCollections).to.equal(isCollectable ? 2 : 0);
    }
  });

  it('watches the peak of the heap in three long calls that have collections', async () => {
    // 50 calls fill the young generation of 1 MB, and a tenth of it stays.
    const watched = async (perCallNs, bytes, livePeaks, more = {}) => {
      const machine = fakeMachine({ livePeaks });
      const test = machine.test(perCallNs, { bytes, kept: bytes / 10 });
      const fails = (...args) => {
        if (machine.live.length > 1) throw new Error('on purpose');
        return test(...args);
      };
      const { peakBytes } = (await memoryOf(machine, more.fails ? fails : test)) || {};
      return { peakBytes, live: machine.live.join(' ') };
    };
    const all = 'open begin begin begin close';
    expect({
      long: await watched(2e7, 3e6, [5e6, 6e6, 4e6]), unknown: await watched(2e7, 3e6, [5e6, null, 4e6]),
      unsupported: await watched(2e7, 3e6, null), fails: await watched(2e7, 3e6, [5e6, 6e6, 4e6], { fails: true }),
      short: await watched(1000, 3e6, [5e6, 6e6, 4e6]), small: await watched(2e7, 1000, [5e6, 6e6, 4e6]),
    }).to.deep.equal({
      long: { peakBytes: 6e6, live: all }, unknown: { peakBytes: null, live: 'open begin begin close' },
      unsupported: { peakBytes: null, live: 'open close' }, fails: { peakBytes: undefined, live: 'open begin close' },
      short: { peakBytes: null, live: 'close' }, small: { peakBytes: null, live: 'close' },
    });
  });

  it('is skipped with a reason if the heap only changes at collections', async () => {
    const machine = fakeMachine({ changesAtCollections: true });
    const measured = () => rowsOf(machine, [machine.test(1000, { bytes: 1000 })]);
    const { rows: [row] } = await withoutFeatures({ memory: 'it does not look' }, measured);
    expect(row.memory).to.equal(null);
    expect(row.warnings.filter(({ code }) => code === 'memory-unsure'))
      .to.deep.equal([{ code: 'memory-unsure', reason: 'it does not look' }]);
  });

  it('makes its inputs next to the slices', async () => {
    const machine = fakeMachine();
    const test = machine.test(1000, { bytes: 64 });
    const memory = await memoryOf(machine, { fn: () => test(), each: () => { machine.allocate(500); return {}; } });
    expect(memory.bytesPerCall).to.be.closeTo(64, 1);
    expect(memory.keptBytesPerCall).to.not.equal(500);
  });

  it('comes after all rounds, before the teardown, for each test that works but no twin', async () => {
    const machine = fakeMachine();
    const said = [];
    let started = false;
    const { watch } = machine.heap;
    machine.heap.watch = () => { if (!started) said.push('pass'); started = true; return watch(); };
    const noting = (name) =>
      ({ fn: machine.test(1000, { bytes: 64 }), teardown: () => { said.push(`teardown ${name}`); } });
    const { rows, state } = await rowsOf(
      machine, { a: noting('a'), b: noting('b'), fails: () => { throw new Error('on purpose'); } }, { twin: true });
    expect(said).to.deep.equal(['pass', 'teardown a', 'teardown b']);
    expect(rows.map(({ memory }) => memory && Math.round(memory.bytesPerCall))).to.deep.equal([64, 64, null]);
    expect(state.members.map(({ memory }) => memory !== null)).to.deep.equal([true, true, false, false]);
  });

  it('takes about an eighth of the time of a test, and the least it can of a very short one', async () => {
    for (const [timeGoal, bytes, least, most] of [[0.4, 64, 0.045, 0.065], [0.001, 64, 0.01, 0.03]]) {
      const machine = fakeMachine();
      let from = null;
      const { watch, collectAll } = machine.heap;
      machine.heap.watch = () => { if (from === null) from = machine.ns; return watch(); };
      let until = 0;
      machine.heap.collectAll = () => { if (!until) until = machine.ns; return collectAll(); };
      await rowsOf(machine, [machine.test(1e4, { bytes })], { timeGoal });
      expect((until - from) / 1e9).to.be.within(least, most);
    }
  });

  it('adds a slice to a heap that is full, and finds what the test has retained since its first call', async () => {
    const fill = async (memory) => {
      const machine = fakeMachine({ limitBytes: 3e7 });
      const { rows: [row] } = await rowsOf(
        machine, [machine.test(1000, { bytes: 5e3, kept: 5e3 })], { timeGoal: 1, memory });
      expect(row.warnings.map(({ code }) => code)).to.include('heap-limit');
      return { row, bytes: machine.heap.inUse().heapBytes };
    };
    const { row, bytes } = await fill(true);
    expect(row.memory.bytesPerCall).to.equal(5e3);
    expect(row.memory.keptBytesPerCall).to.be.closeTo(5e3, 50);
    // No more than there is room for
    expect(bytes - (await fill(false)).bytes).to.be.within(5e3, 6e6);
    expect(bytes).to.be.below(3e7);
    // Other tests of a process may have retained it.
    const machine = fakeMachine({ limitBytes: 3e7 });
    const leak = machine.test(1000, { bytes: 5e3, kept: 5e3 });
    const { rows: [first] } = await rowsOf(machine, [leak, machine.test(1000)], { timeGoal: 1 });
    expect(first.memory.keptBytesPerCall).to.equal(null);
  });

  it('fails the row of a test that fails in its pass, and stops watching', async () => {
    const machine = fakeMachine();
    const body = machine.test(1000, { bytes: 64 });
    const { rows: [other, row] } = await rowsOf(
        machine, [machine.test(1000), () => { body(); if (machine.heap.isWatching()) throw new Error('late'); }]);
    expect(row.verdict).to.equal('failed');
    expect(row.error).to.include({ code: 'threw', message: 'Error: late' });
    expect(row.memory).to.equal(null);
    expect(machine.heap.isWatching()).to.equal(false);
    expect(other.memory.bytesPerCall).to.equal(0);
  });

  it('warns if other code allocates while the test waits', async () => {
    const machine = fakeMachine();
    let others = 0;
    const nextTurn = (action) => setImmediate(() => { machine.allocate(others); action(); });
    machine.clock.nextTurn = nextTurn;
    machine.clock.after = (action, ms) => {
      machine.suspend(ms * 1e6); machine.allocate(others * ms * 10); setImmediate(action); return () => {}; };
    const test = () => new Promise(
      (resolve) => { machine.suspend(1e5); machine.allocate(1000); setImmediate(resolve); });
    const reasons = async () => {
      const { rows: [row] } = await rowsOf(machine, [{ fn: test, kind: 'promise' }], { timeGoal: 0.01 });
      return row.warnings.filter(({ code }) => code === 'memory-unsure').map(({ reason }) => reason);
    };
    expect(await reasons()).to.deep.equal(['few-calls']);
    others = 1000;
    expect(await reasons()).to.deep.equal(['other-work']);
  });
});
