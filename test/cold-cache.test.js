'use strict';

const { expect } = require('chai');
const { fakeHost } = require('./helpers/fake-host');
const { fakeMachine } = require('./helpers/fake-machine');
const { createEvictor } = require('../lib/cold-cache');
const { summarizeSuite } = require('../lib/suite-summary');
const { sourcesOf } = require('../lib/suite-sources');

const FOLDER = '/sys/devices/system/cpu/cpu0/cache';
const small = (size = '32K') => fakeHost({ files: { [`${FOLDER}/index0/type`]: 'Data', [`${FOLDER}/index0/size`]: size } });

/** A machine whose caches are cold after each walk over the buffer; a walk takes a millisecond. */
function coldMachine() {
  const machine = fakeMachine();
  const { emptyLoop } = machine.calibration;
  Object.assign(machine, { isCold: false, walks: 0, isFreed: false });
  machine.evictor = {
    bytes: 4096,
    evict() { machine.walks++; machine.isCold = true; machine.work(1e6); },
    free() { machine.isFreed = true; },
  };
  // What comes first after a walk takes more.
  machine.touch = (ns) => { if (machine.isCold) machine.work(ns); machine.isCold = false; };
  machine.calibration.emptyLoop = (kind, form) => {
    const loop = emptyLoop(kind, form);
    return { ...loop, run(calls, done) { loop.run(calls, (failure, ns) => { const cold = machine.isCold ? 300 : 0; machine.isCold = false; done(failure, ns + cold); }); } };
  };
  return machine;
}

/** Row of a test on such a machine: its body takes ns, its loop and the clock 300 more where they are cold, and its data coldNs. */
async function rowOf(machine, coldNs, { kind = 'sync', ns = 2e4, plan = {} } = {}) {
  const test = machine.test(ns, { kind });
  const fn = kind === 'callback' ? (callback) => { machine.touch(300 + coldNs); test(callback); } : () => { machine.touch(300 + coldNs); return test(); };
  const { state, over } = machine.suite([{ fn, kind }], { timeGoal: 0.2, cache: 'cold', twin: false, ...plan });
  const { failure } = await over;
  expect(failure).to.equal(null);
  return summarizeSuite(sourcesOf(state, null), state.plan)[0];
}

describe('calls with cold caches', () => {
  for (const kind of ['sync', 'callback', 'promise']) {
    it(`take what their data takes more, and not what the loop and the clock do: ${kind}`, async () => {
      const { nsPerCall, coldCache } = await rowOf(coldMachine(), 700, { kind, plan: { timeGoal: 0.1 } });
      expect(nsPerCall).to.be.closeTo(20000, 2);
      // The clock of the paper machine is read within a call of a promise test, too.
      expect(coldCache.nsPerCall).to.be.closeTo(20700, kind === 'promise' ? 21 : 1);
      expect(coldCache.nsLow).to.be.at.most(coldCache.nsPerCall);
      expect(coldCache.nsHigh).to.be.at.least(coldCache.nsPerCall);
      expect(coldCache.evictedBytes).to.equal(4096);
    });
  }

  it('take nothing where the test is empty', async () => {
    const { coldCache } = await rowOf(coldMachine(), 0, { ns: 0, plan: { timeGoal: 0.002 } });
    expect(coldCache.nsPerCall).to.be.below(1);
    expect(coldCache.resolutionNs).to.be.at.least(40);
  });

  it('take half of the time of a test, each after a walk of its own', async () => {
    const machine = coldMachine();
    const { coldCache: { samples } } = await rowOf(machine, 700);
    // 0.1 s of two walks of 1 ms each
    expect(samples).to.be.within(48, 51);
    expect(machine.walks).to.equal(2 * samples);
    expect(machine.isFreed).to.equal(true);
  });

  it('are 30 where there is time for it, and 6 at least', async () => {
    expect((await rowOf(coldMachine(), 700, { plan: { timeGoal: 0.1 } })).coldCache.samples).to.equal(30);
    expect((await rowOf(coldMachine(), 700, { plan: { timeGoal: 0.02 } })).coldCache.samples).to.be.within(10, 11);
    expect((await rowOf(coldMachine(), 700, { plan: { timeGoal: 0.001 } })).coldCache.samples).to.equal(6);
  });

  it('are 500 at most', async () => {
    expect((await rowOf(coldMachine(), 700, { ns: 5e4, plan: { timeGoal: 3 } })).coldCache.samples).to.equal(500);
  });
});

describe('the buffer that is walked over', () => {
  it('has twice the size of the caches, and is searched to its end', () => {
    const evictor = createEvictor(small('64K'));
    expect(evictor.bytes).to.equal(2 ** 17);
    expect(evictor.evict()).to.equal(-1);
    evictor.free();
    expect(() => evictor.evict()).to.throw(TypeError);
  });
});
