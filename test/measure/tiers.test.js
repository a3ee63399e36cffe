'use strict';

const { expect } = require('chai');
const tells = require('../helpers/engine-tells');
const { createTopTier, forceTop } = require('../../lib/measure/tiers');
const { isTop } = require('../../lib/samples/round');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');

const loop = () => {};
const inPhase = ({ rounds }, phase) => rounds.filter((one) => one.phase === phase);
const tiersOf = (rounds) => [...new Set(rounds.map(({ tier }) => tier))];

/** A function with a text of this length. */
const longFunction = (length) => new Function(`return 1; /* ${'x'.repeat(length)} */`);

/** One loop around a test, both of these tiers, after slices of ns per call. */
function topOf(loopTier, testTier, { fn = () => {}, inline = true, ns = [5], natives, ...more } = {}) {
  const tierOf = (code) => (code === loop ? loopTier : testTier);
  const asked = natives === undefined ? fakeNatives({ tierOf, obeys: false, ...more }) : natives;
  const runner = () => ({ samples: { stopped: null }, slice: function* slice() {} });
  const top = createTopTier(asked, fn, { inline }, [{ code: loop }], runner);
  return { top, fn, natives: asked, tiers: ns.map((each) => top.after(loop, each)) };
}

describe('the top tier', () => {
  it('is what V8 calls optimised, and what nobody can tell', () => {
    expect([{ tier: 'optimized' }, { tier: null }, {}].map(isTop)).to.deep.equal([true, true, true]);
    for (const tier of ['maglev', 'baseline', 'interpreter', 'not-compiled']) expect(isTop({ tier })).to.equal(false);
  });

  it('is always reached if V8 cannot be asked', () => {
    const { top, tiers } = topOf(null, null, { natives: null });
    expect([tiers, top.isOptimized(), top.isTestOptimized()]).to.deep.equal([[null], true, true]);
    expect([...top.hasten(5), ...top.forceTest(loop, 5), ...top.forceLoop({ code: loop }, 5)]).to.deep.equal([]);
  });
});

describe('the tier of a slice', () => {
  const [optimized, maglev, baseline, interpreter] = ['optimized', 'maglev', 'baseline', 'interpreter'];
  const isPending = (code) => code !== loop;
  const called = { inline: false };
  for (const [title, rows] of Object.entries({
    'is that of a loop that is not optimized': [interpreter, baseline, maglev]
      .map((tier) => [tier, optimized, {}, tier]),
    'is that of the loop if the test may be part of it': [interpreter, baseline, 'not-compiled']
      .map((tier) => [optimized, tier, {}, optimized]),
    'is that of a test that V8 is about to compile': [[optimized, baseline, { isPending }, baseline]],
    'is that of a test that is called: it is not inlined, asynchronous, or too long': [
      ...[called, { fn: longFunction(15000) }, { fn: async () => {} }].flatMap((given) => (
        [interpreter, baseline, optimized].map((tier) => [optimized, tier, given, tier]))),
      [optimized, interpreter, { fn: longFunction(14000) }, optimized],
    ],
    'ignores the loop around calls of 20 microseconds and more': [
      [interpreter, interpreter, { ns: [2e4] }, null], [interpreter, interpreter, { ns: [19999] }, interpreter],
      [interpreter, baseline, { ns: [2e4], ...called }, baseline],
    ],
    'is the middle tier of the loop around long calls, too: the test is part of it': [
      [maglev, optimized, { ns: [1e8] }, maglev], [baseline, optimized, { ns: [1e8] }, optimized],
    ],
    'depends on the fastest slice with a time': [
      [interpreter, interpreter, { ns: [5e6, 0, -1e6, NaN] }, null],
      [interpreter, interpreter, { ns: [5e6, 100, 5e6] }, interpreter],
    ],
  })) {
    it(title, () => {
      for (const [loopTier, testTier, given, expected] of rows) {
        expect(topOf(loopTier, testTier, given).tiers.pop(), `${loopTier} ${testTier}`).to.equal(expected);
      }
    });
  }

  it('is that of the test once that has been optimized: it is called then', () => {
    let own = interpreter;
    const { top } = topOf(null, null, { tierOf: (code) => (code === loop ? optimized : own) });
    const tiers = [interpreter, optimized, baseline].map((tier) => {
      own = tier;
      return top.after(loop, 5);
    });
    expect(tiers).to.deep.equal([optimized, optimized, baseline]);
  });

  it('does not depend on a native function, whose tier V8 cannot tell', () => {
    const tierOf = (code) => {
      if (code !== loop) throw new Error('V8 would abort');
      return optimized;
    };
    const { top, tiers } = topOf(null, null, { isNative: () => true, tierOf, fn: Math.sqrt, inline: false });
    expect([tiers, top.isOptimized(), top.isTestOptimized()]).to.deep.equal([[optimized], true, true]);
  });
});

describe('whether V8 has nothing left to do', () => {
  const isPending = () => true;
  const ofTest = { isPending: (code) => code !== loop };
  // Tiers of loop and test, and: whether nothing is left, whether V8 is asked for the loop, whether for the test.
  for (const [loopTier, testTier, given, expected] of [
    ['optimized', 'optimized', {}, [true, false, false]],
    ['optimized', 'interpreter', {}, [true, false, false]],
    ['optimized', 'interpreter', ofTest, [false, false, true]],
    ['optimized', 'optimized', ofTest, [true, false, false]],
    ['optimized', 'baseline', { fn: async () => {} }, [false, false, true]],
    ['optimized', 'optimized', { fn: async () => {} }, [true, false, false]],
    ['optimized', 'baseline', { inline: false }, [false, false, false]],
    ['optimized', 'optimized', { inline: false }, [true, false, false]],
    ['optimized', 'baseline', { isPending, isNative: () => true }, [true, false, false]],
    ['interpreter', 'optimized', {}, [false, true, false]],
    ['baseline', 'optimized', {}, [false, true, false]],
    ['maglev', 'optimized', {}, [false, true, false]],
    // Around calls of up to 1 ms the middle compiler would take the test into an unoptimized loop.
    ['interpreter', 'interpreter', { ns: [999999] }, [false, true, false]],
    ['interpreter', 'interpreter', { ns: [1e6] }, [true, false, false]],
    ['maglev', 'maglev', { ns: [1e8] }, [false, true, false]],
    ['interpreter', 'interpreter', { inline: false, isPending, canOptimize: false }, [true, false, false]],
  ]) {
    const words = Object.keys(given).join(' ');
    it(`loop ${loopTier}, test ${testTier} ${words}${given.ns || ''}: ${expected.join(', ')}`, () => {
      const { top, fn, natives } = topOf(loopTier, testTier, given);
      const isDone = top.isOptimized();
      expect([...top.hasten(1)]).to.deep.equal([]);
      expect([isDone, natives.marked.includes(loop), natives.marked.includes(fn)]).to.deep.equal(expected);
    });
  }
});

describe('forcing loops into the top tier', () => {
  /** The order in which things happen. */
  function forced(calls, codes = ['a', 'b']) {
    const log = [];
    const natives = { hold: (code) => log.push(`hold ${code}`), mark: (code) => log.push(`mark ${code}`) };
    const steps = forceTop(natives, codes, function* (count) { log.push(yield count); }, calls);
    let step = steps.next();
    while (!step.done) step = steps.next(`run ${step.value}`);
    return log;
  }

  it('holds and marks them, calls each once, and then a slice, for what that may throw back', () => {
    expect(forced(50)).to.deep.equal(['hold a', 'mark a', 'hold b', 'mark b', 'run 1', 'run 50']);
  });

  it('runs no second call if a slice is one', () => {
    expect(forced(1, ['a'])).to.deep.equal(['hold a', 'mark a', 'run 1']);
  });
});

describe('a warm-up by V8\'s account', () => {
  before(function () {
    if (!tells.process) this.skip(); // a page has no account of tiers
  });

  const SLOW = 2000;
  const FAST = 200;

  /**
   * A machine and its natives, on which loops run slowly until they are optimised: by itself at readyNs, or at our
   * request.
   */
  function machineWith({ readyNs = Infinity, ...more }) {
    let machine = null;
    const natives = fakeNatives({ tierOf: () => (machine.ns >= readyNs ? 'optimized' : 'baseline'), ...more });
    machine = fakeMachine({ natives });
    // The two references are the first to be forced.
    const isFast = () => machine.ns >= readyNs || (natives.marked.length > 2 && more.obeys !== false);
    return { machine, natives, test: machine.test(() => (isFast() ? FAST : SLOW)) };
  }
  const slowest = (rounds) => Math.max(...rounds.map(({ ns, calls }) => ns / calls));

  it('goes on until the loop is optimised', () => {
    // A tenth of the goal is 20 ms; the references take the machine to 10 ms
    const { machine, natives, test } = machineWith({ readyNs: 2.5e7, canOptimize: true });
    const { samples } = machine.measure({ fn: test, seconds: 0.2 });
    expect(samples).to.include({ isAsked: true, isWarm: true });
    expect(tiersOf(inPhase(samples, 'measured'))).to.deep.equal(['optimized']);
    expect(slowest(inPhase(samples, 'measured'))).to.be.below(FAST * 1.1);
    expect(natives.marked.length, 'what references had optimised, and no test').to.be.at.most(4);
  });

  it('has the loop optimised if V8 has not come to it in the usual time', () => {
    const { machine, natives, test } = machineWith({});
    const { samples } = machine.measure({ fn: test, seconds: 0.2 });
    expect(samples.isWarm).to.equal(true);
    expect(natives.held).to.deep.equal(natives.marked);
    expect(tiersOf(inPhase(samples, 'measured'))).to.deep.equal(['optimized']);
    const early = inPhase(samples, 'warm-up').filter(({ tier }) => tier === 'baseline')
      .reduce((sum, { ns }) => sum + ns, 0);
    expect(early).to.be.within(0.01e9, 0.022e9);
  });

  it('ends at its limit if V8 does not do as it is asked', () => {
    const { machine, natives, test } = machineWith({ obeys: false });
    const { samples } = machine.measure({ fn: test, seconds: 0.2 });
    expect(samples.isWarm).to.equal(false);
    expect(tiersOf(inPhase(samples, 'measured'))).to.deep.equal(['baseline']);
    // Three times for the loop of the warm-up and for the two references; the other loops around the test once each
    const tries = natives.marked.map((code) => natives.marked.filter((other) => other === code).length);
    expect(Math.max(...tries)).to.equal(3);
    expect(tries).to.deep.equal([...Array(9).fill(3), 1, 1, 1]);
    expect(machine.ns).to.be.within(0.19e9, 0.22e9);
  });

  it('waits for nothing, and asks for nothing, if V8 does not optimise', () => {
    const { machine, natives, test } = machineWith({ canOptimize: false });
    const { samples } = machine.measure({ fn: test, seconds: 0.2 });
    expect(samples.isWarm).to.equal(true);
    expect(natives.marked).to.deep.equal([]);
  });

  it('waits for a test that V8 is about to compile', () => {
    let machine = null;
    const fn = () => test();
    const natives = fakeNatives(
      { tierOf: (code) => (code === fn ? 'interpreter' : 'optimized'),
        isPending: (code) => code === fn && machine.ns < 5e7, obeys: false });
    machine = fakeMachine({ natives });
    const test = machine.test(300);
    const { samples } = machine.measure({ fn, seconds: 0.2 });
    expect(natives.marked, 'what is to be done at once').to.include(fn);
    const warm = inPhase(samples, 'warm-up').reduce((sum, { ns }) => sum + ns, 0);
    expect(samples.isWarm).to.equal(true);
    // Until 50 ms; a tenth of the goal alone would be 20, and the references beside each slice take a sixth
    expect(warm).to.be.within(0.025e9, 0.05e9);
  });

  it('has a test optimised that V8 is about to compile, once it has had its time', () => {
    let fn = null;
    const natives = fakeNatives(
      { tierOf: (code) => (code === fn ? 'interpreter' : 'optimized'),
        isPending: (code) => !natives.marked.includes(code) });
    const machine = fakeMachine({ natives });
    const test = machine.test(300);
    fn = () => test();
    const { samples } = machine.measure({ fn, seconds: 0.2 });
    expect(samples.isWarm).to.equal(true);
    expect(natives.marked).to.deep.equal([fn]);
    expect(tiersOf(inPhase(samples, 'measured'))).to.deep.equal(['optimized']);
  });
});

describe('a timed run on a V8 of its own mind', () => {
  before(function () {
    if (!tells.process) this.skip(); // a page has no account of tiers
  });

  const warningOf = (result) => result.warnings.find(({ code }) => code === 'not-optimized');

  /** timeit of a synchronous test, as it returns it. */
  function timed(options) {
    const made = { machine: null, fn: null };
    const natives = fakeNatives({ tierOf: (code) => options.tierOf(code, made), obeys: false, ...options.more });
    made.machine = fakeMachine({ natives });
    const body = made.machine.test(() => (typeof options.ns === 'function' ? options.ns(made) : 200));
    made.fn = options.fn ? options.fn(body) : body;
    return made.machine.timeit(options.seconds || 0.2, made.fn, '/* NOOUTPUT */');
  }

  it('is told of if the top tier is never reached: what ran in its place, for all of the time', () => {
    for (const tier of ['interpreter', 'baseline', 'maglev']) {
      const result = timed({ tierOf: () => tier });
      expect(warningOf(result)).to.deep.equal({ code: 'not-optimized', found: tier, times: 0, share: 1 });
      expect(result.nsPerCall).to.be.closeTo(200, 2);
    }
  });

  it('is told of if it is thrown back while it is measured: how often, and for how much of the time', () => {
    // Every 50 ms for 5 ms
    const isBack = ({ machine }) => machine.ns % 5e7 > 4.5e7;
    const result =
      timed({ seconds: 0.5, tierOf: (code, made) => (isBack(made) ? 'interpreter' : 'optimized'),
        ns: (made) => (isBack(made) ? 400 : 200) });
    const { found, times, share } = warningOf(result);
    expect(found).to.equal('interpreter');
    expect(times).to.be.within(8, 10);
    expect(share).to.be.within(0.08, 0.12);
    // The rounds of the top tier decide.
    expect(result.nsPerCall).to.be.closeTo(200, 2);
  });
});
