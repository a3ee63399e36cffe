'use strict';

const { expect } = require('chai');
const reports = require('../helpers/engine-reports');
const { withoutFeatures } = require('../helpers/without-features');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');
const { mulberry32, gaussian } = require('../helpers/random');
const { summarizeColdCache, measureColdCache } = require('#lib/core/measure/cold-cache');
const { runSteps } = require('#lib/core/measure/run-steps');
const { summarizeSuite } = require('#lib/core/estimate/suite-summary');
const { collectSources } = require('#lib/core/estimate/test-rows');

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

/** Row of a test on such a machine: its body takes ns, and its data coldNs more if it is cold. */
async function rowOf(machine, coldNs, { kind = 'sync', ns = 2e4, plan = {}, during = () => {} } = {}) {
  const test = machine.test(ns, { kind });
  const body = () => { machine.touch(); machine.touchData(coldNs); during(); };
  const fn = kind === 'callback' ? (callback) => { body(); test(callback); } : () => { body(); return test(); };
  const { state, over } = machine.suite([{ fn, kind }], { timeGoal: 0.2, cache: 'cold', twin: false, ...plan });
  const { failure } = await over;
  expect(failure).to.equal(null);
  return summarizeSuite(collectSources(state, null), state.plan)[0];
}

describe('calls with cold caches', () => {
  before(function () {
    if (!reports.process) this.skip(); // a page has no calls with cold caches
  });

  it('take the time of their data, without the loop and the clock', async () => {
    for (const kind of ['sync', 'callback', 'promise']) {
      const { nsPerCall, coldCache } = await rowOf(coldMachine(), 700, { kind, plan: { timeGoal: 0.1 } });
      expect(nsPerCall).to.be.closeTo(20000, 2);
      // The clock of the paper machine is read within a call of a promise test, too.
      expect(coldCache.nsPerCall).to.be.closeTo(20700, kind === 'promise' ? 21 : 1);
      expect(coldCache.nsLow).to.be.at.most(coldCache.nsPerCall);
      expect(coldCache.nsHigh).to.be.at.least(coldCache.nsPerCall);
      expect(coldCache.evictedBytes).to.equal(4096);
    }
  });

  it('are refused if the engine lacks them', () => withoutFeatures({ coldCache: 'nothing is known' }, () => {
    const { failure: { error } } = coldMachine().suite([() => {}], { cache: 'cold' });
    expect(error.message).to.equal('bench: nothing is known. Leave out the cache option, or measure in Node.js');
  }));

  it('take half of the time of a test, but are 30 within its time, and at least 6', async () => {
    // Two walks of 1 ms each
    for (const [timeGoal, least, most] of [[0.2, 48, 51], [0.1, 30, 30], [0.02, 10, 11], [0.001, 6, 6]]) {
      const machine = coldMachine();
      const { coldCache: { samples } } = await rowOf(machine, 700, { plan: { timeGoal } });
      expect(samples).to.be.within(least, most);
      expect(machine).to.deep.include({ walks: 2 * samples, isFreed: true });
    }
  });

  it('do not count if they were interrupted', async () => {
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

/** The pass with paper loops: { result, asked (names and calls), warmedNs }. */
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
  runSteps(measureColdCache(
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
  it('runs an empty loop after each walk, and combines each loop of the test with each empty loop', () => {
    const { asked, result: { samples } } = onPaper();
    const text = asked.slice(asked.findIndex(([name]) => name === 'walk'))
      .filter(([name, calls]) => name !== 'walk' || calls).join(' ');
    const seen = text.split('walk,1 ').slice(1).map((sample) => /^empty 0,1 (\S+ \d),0 \1,1 ?$/.exec(sample)[1]);
    expect(seen).to.have.lengthOf(2 * samples);
    const pairs = new Set();
    for (let i = 0; i < seen.length; i += 2) pairs.add(`${seen[i]} ${seen[i + 1]}`);
    for (const pair of pairs) expect(pair).to.match(/^test \d empty \d$/);
    expect(pairs.size).to.equal(4 * 8);
    const counts = (name) => [...new Set(seen)].filter((one) => one.startsWith(name))
      .map((one) => seen.filter((other) => other === one).length);
    for (const [name, size] of [['test', 4], ['empty', 8]]) {
      expect(counts(name)).to.have.length(size);
      expect(Math.max(...counts(name)) - Math.min(...counts(name))).to.be.at.most(1);
    }
  });

  it('has loops compiled that V8 has not compiled, and no others', () => {
    const tierOf = (code) => (code === 'empty 3' ? 'optimized' : 'interpreter');
    for (const [canOptimize, expected] of [
      [true, 'empty 0,empty 1,empty 2,empty 4,empty 5,empty 6,empty 7,empty 8,test 0,test 1,test 2,test 3'],
      [false, ''],
    ]) {
      const natives = fakeNatives({ tierOf, canOptimize });
      onPaper({ natives });
      expect(natives.marked.sort().join()).to.equal(expected);
    }
  });

  it('warms up for 0.1 s of processor time, or 0.5 s on the clock', () => {
    const warmedMs = (cpuShare) => onPaper({ callNs: 2e6, cpuShare }).warmedNs / 1e6;
    expect(warmedMs(1)).to.be.within(100, 110);
    expect(warmedMs(0.25)).to.be.within(400, 410);
    expect(warmedMs(0.01)).to.be.within(500, 510);
  });
});

const EMPTIES = 8;
const TESTS = 4;

const summaryOf = (pairs, clockGrainNs) => summarizeColdCache(pairs, TESTS, clockGrainNs);

/**
 * Pairs of a test whose data takes bodyNs. All places differ by a normal placeNs; noise has heavy tails, and each
 * sample of the test keeps a share of the previous one.
 */
function pairsOf(uniform, { count = 200, bodyNs = 0, placeNs = 0, noiseNs = 60, kept = 0 } = {}) {
  const normal = gaussian(uniform);
  const place = () => placeNs * normal();
  const empties = Array.from({ length: EMPTIES }, place);
  const tests = Array.from({ length: TESTS }, place);
  let slow = 0;
  const noise = () => noiseNs * normal() * Math.abs(normal());
  return Array.from({ length: count }, (_, i) => {
    slow = kept * slow + noise();
    const empty = i % EMPTIES;
    const test = (i + Math.floor(i / EMPTIES)) % TESTS;
    return { testNs: 1000 + bodyNs + tests[test] + slow, emptyNs: 1000 + empties[empty] + noise(), empty, ns: 5e4,
      cpuNs: 5e4 };
  });
}

/** Number of runs, of 400, whose interval contains the true time. */
function holding(options) {
  const uniform = mulberry32(7);
  const { bodyNs = 0 } = options;
  let count = 0;
  for (let i = 0; i < 400; i++) {
    const { nsLow, nsHigh } = summaryOf(pairsOf(uniform, options), 10);
    if (nsLow <= bodyNs && bodyNs <= nsHigh && nsHigh > 0) count++;
  }
  return count;
}

describe('summarizeColdCache', () => {
  const same = (pair, count = 40) => Array.from({ length: count }, (_, i) => ({ ...pair, empty: i % EMPTIES }));
  const pair = { testNs: 3050, emptyNs: 50, ns: 1e4, cpuNs: 1e4 };

  it('returns the median of the differences', () => {
    const pairs = [3, 1, 2, 7, 5, 4, 6].map((ns, empty) => ({ ...pair, testNs: 1e4 + 1e3 * ns, emptyNs: 100, empty }));
    expect(summaryOf(pairs, 10)).to.include({ nsPerCall: 13900, samples: 7 });
  });

  it('has an interval that contains the true time in 95 % of the runs', () => {
    for (const [options, least, most] of [
      // Without the places about 60 of 400 would
      [{ placeNs: 400, bodyNs: 3000 }, 372, 394],
      // Each sample is like the one before
      [{ count: 400, noiseNs: 1500, kept: 0.8, bodyNs: 5e4 }, 368, 400],
    ]) expect(holding(options)).to.be.within(least, most);
  });

  it('has an interval of at least a line of memory and a step of the clock, and none below 0', () => {
    expect(summaryOf(same(pair), 0)).to.include({ nsPerCall: 3000, nsLow: 2940, nsHigh: 3060, resolutionNs: 60 });
    const { nsLow, nsHigh, resolutionNs } = summaryOf(same(pair), 1000);
    for (const half of [nsHigh - 3000, 3000 - nsLow]) expect(half).to.be.closeTo(1001.8, 0.1);
    expect(resolutionNs).to.equal(2000);
    const faster = { ...pair, testNs: 50, emptyNs: 100 };
    expect(summaryOf(same(faster), 0)).to.include({ nsPerCall: 0, nsLow: 0, nsHigh: 10 });
  });

  it('ignores interrupted pairs unless they are the majority', () => {
    const mixed = (count, every) => same(pair, count)
      .map((one, i) => (i % every ? one : { ...one, testNs: 9050, ns: 4.2e6 }));
    expect(summaryOf(mixed(40, 2), 0)).to.include({ nsPerCall: 3000, nsLow: 2940, nsHigh: 3060, samples: 20 });
    expect(summaryOf(mixed(40, 1), 0)).to.include({ nsPerCall: 9000, samples: 40 });
    expect(summaryOf(mixed(41, 2), 0).samples).to.equal(41);
  });
});
