'use strict';

const { expect } = require('chai');
const tells = require('../helpers/engine-tells');
const { fakeMachine } = require('../helpers/fake-machine');
const { coldCachePass } = require('../../lib/measure/cold-cache');
const { runSteps } = require('../../lib/measure/run-steps');
const { summarizeSuite } = require('../../lib/estimate/suite-summary');
const { sourcesOf } = require('../../lib/estimate/suite-sources');

const READING_NS = 20;

/** A machine whose caches are cold after each walk over the buffer; a walk takes a millisecond. */
function coldMachine() {
  const machine = fakeMachine({ costNs: READING_NS });
  const { emptyLoop } = machine.calibration;
  Object.assign(machine, { isCold: false, isDataCold: false, walks: 0, isFreed: false });
  machine.evictor = {
    bytes: 4096,
    evict() { machine.walks++; machine.isCold = true; machine.isDataCold = true; machine.work(1e6); },
    free() { machine.isFreed = true; },
  };
  // What comes first after a walk fetches the clock, too.
  machine.touch = () => { if (machine.isCold) machine.work(300); machine.isCold = false; };
  machine.touchData = (ns) => { if (machine.isDataCold) machine.work(ns); machine.isDataCold = false; };
  machine.calibration.emptyLoop = (kind, form) => {
    const loop = emptyLoop(kind, form);
    const aheadNs = form.before ? READING_NS : 0;
    return {
      ...loop,
      run(calls, done) {
        machine.touch();
        loop.run(calls, (failure, ns) => { machine.work(aheadNs * calls); done(failure, ns + aheadNs * calls); });
      },
    };
  };
  return machine;
}

/** Row of a test on such a machine: its body takes ns, and its data coldNs more where that is cold. */
async function rowOf(machine, coldNs, { kind = 'sync', ns = 2e4, plan = {}, during = () => {} } = {}) {
  const test = machine.test(ns, { kind });
  const body = () => { machine.touch(); machine.touchData(coldNs); during(); };
  const fn = kind === 'callback' ? (callback) => { body(); test(callback); } : () => { body(); return test(); };
  const { state, over } = machine.suite([{ fn, kind }], { timeGoal: 0.2, cache: 'cold', twin: false, ...plan });
  const { failure } = await over;
  expect(failure).to.equal(null);
  return summarizeSuite(sourcesOf(state, null), state.plan)[0];
}

describe('calls with cold caches', () => {
  before(function () {
    if (!tells.process) this.skip(); // a page has no calls with cold caches
  });

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

  it('take nothing if the test is empty', async () => {
    const { coldCache } = await rowOf(coldMachine(), 0, { ns: 0, plan: { timeGoal: 0.002 } });
    expect(coldCache.nsPerCall).to.be.below(1);
    expect(coldCache.nsLow).to.equal(0);
    expect(coldCache.resolutionNs).to.be.within(60, 75);
  });

  it('take half of the time of a test, each after a walk of its own', async () => {
    const machine = coldMachine();
    const { coldCache: { samples } } = await rowOf(machine, 700);
    // 0.1 s of two walks of 1 ms each
    expect(samples).to.be.within(48, 51);
    expect(machine.walks).to.equal(2 * samples);
    expect(machine.isFreed).to.equal(true);
  });

  it('are 30 if there is time for it, and 6 at least', async () => {
    expect((await rowOf(coldMachine(), 700, { plan: { timeGoal: 0.1 } })).coldCache.samples).to.equal(30);
    expect((await rowOf(coldMachine(), 700, { plan: { timeGoal: 0.02 } })).coldCache.samples).to.be.within(10, 11);
    expect((await rowOf(coldMachine(), 700, { plan: { timeGoal: 0.001 } })).coldCache.samples).to.equal(6);
  });

  it('do not count if others had the processor', async () => {
    const machine = coldMachine();
    let last = 0;
    const during = () => {
      if (machine.walks > last && machine.walks % 10 === 1) machine.suspend(4e6);
      last = machine.walks;
    };
    const { coldCache: { nsPerCall, samples } } = await rowOf(machine, 700, { during, plan: { timeGoal: 0.4 } });
    expect(nsPerCall).to.be.closeTo(20700, 1);
    // A fifth of the calls of the test
    expect(samples).to.be.within(0.75 * machine.walks / 2, 0.85 * machine.walks / 2);
  });
});

/** The pass with loops that only tell what is asked of them: { result, asked, spentNs }. */
function onPaper({ callNs = 1000, cpuShare = 1, natives = null } = {}) {
  const asked = [];
  let ns = 0;
  let made = 0;
  let tests = 0;
  const loopOf = (name) => ({
    code: name,
    run(calls, done) {
      asked.push([name, calls]);
      const took = calls * (name.startsWith('test') ? callNs : 1000);
      ns += took;
      done(null, took);
    },
  });
  const clock = { nowNs: () => ns, cpuNs: () => ns * cpuShare };
  let result = null;
  let warmedNs = 0;
  runSteps(coldCachePass(
    { form: { inline: true }, samples: { kind: 'sync', clockGrainNs: 1 }, extraLoop: () => loopOf(`test ${tests++}`),
      mostCalls: () => 2 ** 20 },
    { timeGoal: 0.002, asynchronous: false },
    { clock, calibration: { emptyLoop: () => loopOf(`empty ${made++}`) }, natives },
    { bytes: 1, evict() { warmedNs = warmedNs || ns; asked.push(['walk', 1]); ns += 1e4; } },
    { calls: 0, slice: 0 },
  ), (failure, value) => {
    expect(failure).to.equal(null);
    result = value;
  });
  return { result, asked, warmedNs };
}

describe('the pass of calls with cold caches', () => {
  it('fetches behind each walk what is not the test\'s, and tries each loop equally often, those of the test and ' +
    'empty ones in turns', () => {
    const { asked, result: { samples } } = onPaper();
    const text = asked.slice(asked.findIndex(([name]) => name === 'walk'))
      .filter(([name, calls]) => name !== 'walk' || calls).join(' ');
    const seen = [];
    const pairs = new Set();
    for (const sample of text.split('walk,1 ').slice(1)) {
      const [, name] = /^empty 0,1 (\S+ \d),0 \1,1 ?$/.exec(sample);
      seen.push(name);
    }
    expect(seen).to.have.lengthOf(2 * samples);
    const counts = {};
    for (let i = 0; i < seen.length; i++) {
      expect(seen[i].startsWith('test')).to.equal(i % 2 === 0);
      counts[seen[i]] = (counts[seen[i]] || 0) + 1;
      // Each loop of the test with each empty one.
      if (i % 2) pairs.add(`${seen[i - 1]} ${seen[i]}`);
    }
    const spread = (names) => Math.max(...names.map((name) => counts[name])) - Math.min(
      ...names.map((name) => counts[name]));
    const names = Object.keys(counts);
    expect(names).to.have.lengthOf(4 + 8);
    expect(spread(names.filter((name) => name.startsWith('test')))).to.be.at.most(1);
    expect(spread(names.filter((name) => name.startsWith('empty')))).to.be.at.most(1);
    expect(pairs.size).to.equal(4 * 8);
  });

  it('has all loops compiled that V8 has not come to, and asks no more of the others', () => {
    const marked = [];
    const natives = {
      canOptimize: true,
      tierOf: (code) => (code === 'empty 3' || marked.includes(code) ? 'optimized' : 'interpreter'),
      hold() {},
      mark(code) { marked.push(code); },
    };
    onPaper({ natives });
    expect(marked.sort()).to.deep.equal(
      ['empty 0', 'empty 1', 'empty 2', 'empty 4', 'empty 5', 'empty 6', 'empty 7', 'empty 8', 'test 0', 'test 1',
        'test 2', 'test 3']);
    marked.length = 0;
    onPaper({ natives: { ...natives, canOptimize: false } });
    expect(marked).to.deep.equal([]);
  });

  it('gets warm for a tenth of a second of the processor, whatever the clock says, but half a second for a test ' +
    'that waits', () => {
    const warmedMs = (cpuShare) => onPaper({ callNs: 2e6, cpuShare }).warmedNs / 1e6;
    expect(warmedMs(1)).to.be.within(100, 110);
    expect(warmedMs(0.25)).to.be.within(400, 410);
    expect(warmedMs(0.01)).to.be.within(500, 510);
  });
});
