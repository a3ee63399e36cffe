'use strict';

const { expect } = require('chai');
const tells = require('../helpers/engine-tells');
const { watchTopTier, forceTop } = require('../../lib/measure/top-tier');
const { isTop, TOP } = require('../../lib/samples/round');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');

const INLINE = { inline: true };
const loop = () => {};
const inPhase = ({ rounds }, phase) => rounds.filter((one) => one.phase === phase);
const tiersOf = (rounds) => [...new Set(rounds.map(({ tier }) => tier))];

/** A function with a text of so many characters. */
const longFunction = (length) => new Function(`return 1; /* ${'x'.repeat(length)} */`);

describe('the top tier', () => {
  it('is what V8 calls optimised, and what nobody can tell', () => {
    expect([{ tier: 'optimized' }, { tier: null }, {}].map(isTop)).to.deep.equal([true, true, true]);
    for (const tier of ['maglev', 'baseline', 'interpreter', 'not-compiled']) expect(isTop({ tier })).to.equal(false);
    expect(TOP).to.equal('optimized');
  });

  it('is always reached where V8 cannot be asked', () => {
    const top = watchTopTier(null, () => {}, INLINE);
    expect([top.after(loop, 5), top.isReached(loop), top.isLate(loop), top.isTestLate()])
      .to.deep.equal([null, true, false, false]);
  });
});

describe('the tier of a slice', () => {
  /** after() with a loop and a test of these tiers. */
  function after(tiers, { fn = () => {}, form = INLINE, ns = 5, more = {} } = {}) {
    const tierOf = (code) => (code === loop ? tiers.loop : tiers.test);
    return watchTopTier(fakeNatives({ tierOf, ...more }), fn, form).after(loop, ns);
  }

  it('is that of the loop where that is not optimised', () => {
    for (const tier of ['interpreter', 'baseline', 'maglev']) {
      expect(after({ loop: tier, test: 'optimized' })).to.equal(tier);
    }
  });

  it('is that of the loop where the test may be part of it', () => {
    for (const test of ['interpreter', 'baseline', 'not-compiled']) {
      expect(after({ loop: 'optimized', test })).to.equal('optimized');
    }
  });

  it('is that of the test where V8 is about to compile it', () => {
    expect(after({ loop: 'optimized', test: 'baseline' }, { more: { isPending: (code) => code !== loop } }))
      .to.equal('baseline');
  });

  it('is that of the test where it is called: it cannot be inlined, is asynchronous, or too long for that', () => {
    for (const test of ['interpreter', 'baseline', 'optimized']) {
      expect(after({ loop: 'optimized', test }, { form: { inline: false } })).to.equal(test);
      expect(after({ loop: 'optimized', test }, { fn: longFunction(15000) })).to.equal(test);
      expect(after({ loop: 'optimized', test }, { fn: async () => {} })).to.equal(test);
    }
    expect(after({ loop: 'optimized', test: 'interpreter' }, { fn: longFunction(14000) })).to.equal('optimized');
  });

  it('is that of the test as soon as that has been optimised once: it is called then', () => {
    let own = 'interpreter';
    const top = watchTopTier(fakeNatives({ tierOf: (code) => (code === loop ? 'optimized' : own) }), () => {}, INLINE);
    expect(top.after(loop, 5)).to.equal('optimized');
    own = 'optimized';
    expect(top.after(loop, 5)).to.equal('optimized');
    own = 'baseline';
    expect(top.after(loop, 5)).to.equal('baseline');
  });

  it('heeds no loop around calls of 20 microseconds and more', () => {
    expect(after({ loop: 'interpreter', test: 'interpreter' }, { ns: 2e4 })).to.equal(null);
    expect(after({ loop: 'interpreter', test: 'interpreter' }, { ns: 19999 })).to.equal('interpreter');
    expect(after({ loop: 'interpreter', test: 'baseline' }, { ns: 2e4, form: { inline: false } })).to.equal('baseline');
  });

  it('is the middle one where the loop has come to that, around long calls, too: the test is part of it then', () => {
    expect(after({ loop: 'maglev', test: 'optimized' }, { ns: 1e8 })).to.equal('maglev');
    expect(after({ loop: 'baseline', test: 'optimized' }, { ns: 1e8 })).to.equal('optimized');
  });

  it('heeds the fastest of the slices: an interrupted one tells nothing, nor one of no length', () => {
    const top = watchTopTier(fakeNatives({ tierOf: () => 'interpreter' }), () => {}, INLINE);
    expect(top.after(loop, 5e6)).to.equal(null);
    for (const ns of [0, -1e6, NaN]) expect(top.after(loop, ns), `${ns}`).to.equal(null);
    expect(top.after(loop, 100)).to.equal('interpreter');
    expect(top.after(loop, 5e6)).to.equal('interpreter');
  });

  it('is not asked of a native function', () => {
    const asked = [];
    const natives = fakeNatives({ isNative: () => true, tierOf(code) { asked.push(code); return 'optimized'; } });
    const top = watchTopTier(natives, Math.sqrt, { inline: false });
    expect(top.after(loop, 5)).to.equal('optimized');
    expect(top.isReached(loop)).to.equal(true);
    expect(new Set(asked)).to.deep.equal(new Set([loop]));
  });
});

describe('whether V8 has nothing left to do', () => {
  function watch(tiers, more, form = INLINE) {
    const top =
      watchTopTier(fakeNatives({ tierOf: (code) => (code === loop ? tiers.loop : tiers.test), ...more }), () => {},
        form);
    top.after(loop, 5);
    return { reached: top.isReached(loop), late: top.isLate(loop) };
  }

  it('is so where the loop is optimised, and the test is or waits for nothing', () => {
    expect(watch({ loop: 'optimized', test: 'optimized' })).to.deep.equal({ reached: true, late: false });
    expect(watch({ loop: 'optimized', test: 'interpreter' })).to.deep.equal({ reached: true, late: false });
    expect(watch({ loop: 'optimized', test: 'interpreter' }, { isPending: (code) => code !== loop }))
      .to.deep.equal({ reached: false, late: false });
    expect(watch({ loop: 'optimized', test: 'optimized' }, { isPending: () => true }))
      .to.deep.equal({ reached: true, late: false });
  });

  it('is not so where the loop is not', () => {
    for (const tier of ['interpreter', 'baseline', 'maglev']) {
      expect(watch({ loop: tier, test: 'optimized' })).to.deep.equal({ reached: false, late: true });
    }
  });

  it('is not so before the loop is optimised around calls of up to 1 ms, for the middle compiler would take the ' +
    'test into it', () => {
    const late = (ns, tier) => {
      const top = watchTopTier(fakeNatives({ tierOf: () => tier }), () => {}, INLINE);
      top.after(loop, ns);
      return [top.isLate(loop), top.isReached(loop)];
    };
    expect(late(999999, 'interpreter')).to.deep.equal([true, false]);
    expect(late(1e6, 'interpreter')).to.deep.equal([false, true]);
    expect(late(1e8, 'maglev')).to.deep.equal([true, false]);
    expect(late(1e3, 'optimized')).to.deep.equal([false, true]);
  });

  it('is not so where the test is called and is not', () => {
    expect(watch({ loop: 'optimized', test: 'baseline' }, {}, { inline: false }))
      .to.deep.equal({ reached: false, late: false });
    expect(watch({ loop: 'optimized', test: 'optimized' }, {}, { inline: false }))
      .to.deep.equal({ reached: true, late: false });
  });

  it('is always so where V8 does not optimise', () => {
    expect(watch({ loop: 'interpreter', test: 'interpreter' }, { canOptimize: false }, { inline: false }))
      .to.deep.equal({ reached: true, late: false });
  });
});

describe('a test that V8 has not come to', () => {
  const isTestLate = (tier, { fn = () => {}, ...more } = {}) =>
    watchTopTier(fakeNatives({ tierOf: () => tier, ...more }), fn, INLINE).isTestLate();
  const isPending = () => true;

  it('is one that it is about to compile, and an asynchronous one, which is called in any case', () => {
    expect(isTestLate('baseline')).to.equal(false);
    expect(isTestLate('baseline', { isPending })).to.equal(true);
    expect(isTestLate('baseline', { fn: async () => {} })).to.equal(true);
  });

  it('is none that has been optimised, cannot be, or is native', () => {
    expect(isTestLate('optimized', { isPending })).to.equal(false);
    expect(isTestLate('optimized', { fn: async () => {} })).to.equal(false);
    expect(isTestLate('baseline', { isPending, canOptimize: false })).to.equal(false);
    expect(isTestLate('baseline', { isPending, isNative: () => true })).to.equal(false);
  });
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

  it('runs no second call where a slice is one', () => {
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

  it('has the loop optimised where V8 has not come to it in the usual time', () => {
    const { machine, natives, test } = machineWith({});
    const { samples } = machine.measure({ fn: test, seconds: 0.2 });
    expect(samples.isWarm).to.equal(true);
    expect(natives.held).to.deep.equal(natives.marked);
    expect(tiersOf(inPhase(samples, 'measured'))).to.deep.equal(['optimized']);
    const early = inPhase(samples, 'warm-up').filter(({ tier }) => tier === 'baseline')
      .reduce((sum, { ns }) => sum + ns, 0);
    expect(early).to.be.within(0.01e9, 0.022e9);
  });

  it('knows the length of a slice by the rounds after that, beside neighbours, too', () => {
    for (const neighbour of [null, [4e6, 4e6]]) {
      const { machine, test } = machineWith({});
      if (neighbour) machine.neighbour(...neighbour);
      const { samples } = machine.measure({ fn: test, seconds: 0.3 });
      expect(samples).to.include({ isWarm: true, isProlonged: false });
      expect(inPhase(samples, 'measured')[0].calls * FAST).to.be.within(0.45e6, 0.55e6);
    }
  });

  it('waits for the compilers at its end, in any case', () => {
    for (const options of [{}, { readyNs: 0 }, { canOptimize: false }]) {
      const { machine, natives, test } = machineWith(options);
      machine.measure({ fn: test, seconds: 0.2 });
      expect(natives.finished).to.be.within(2, 8);
    }
  });

  it('ends at its limit where V8 does not do as it is asked', () => {
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

  it('waits for nothing, and asks for nothing, where V8 does not optimise', () => {
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

  it('makes exactly the calls of a count, and forces nothing there', () => {
    const { machine, natives, test } = machineWith({});
    const before = () => natives.marked.length;
    machine.measure({ fn: test, count: 12345 });
    expect(machine.calls).to.equal(12345);
    expect(before()).to.equal(2);
  });
});

describe('a timed run on a V8 of its own mind', () => {
  before(function () {
    if (!tells.process) this.skip(); // a page has no account of tiers
  });

  const codes = (result) => result.warnings.map(({ code }) => code);
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

  it('is told of where the top tier is never reached: what ran in its place, for all of the time', () => {
    for (const tier of ['interpreter', 'baseline', 'maglev']) {
      const result = timed({ tierOf: () => tier });
      expect(warningOf(result)).to.deep.equal({ code: 'not-optimized', found: tier, times: 0, share: 1 });
      expect(result.nsPerCall).to.be.closeTo(200, 2);
    }
  });

  it('is told of where it is thrown back while it is measured: how often, and for how much of the time', () => {
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

  it('is told of where a test of long text is never optimised', () => {
    const long = new Function('body', `return function () { body(); /* ${'x'.repeat(20000)} */ };`);
    const result = timed({ fn: long, tierOf: (code, { fn }) => (code === fn ? 'interpreter' : 'optimized') });
    expect(warningOf(result)).to.deep.equal({ code: 'not-optimized', found: 'interpreter', times: 0, share: 1 });
    const short = timed({ tierOf: (code, { fn }) => (code === fn ? 'interpreter' : 'optimized') });
    expect(codes(short)).to.deep.equal([]);
  });

  it('has no warning where all is well', () => {
    expect(codes(timed({ tierOf: () => 'optimized' }))).to.deep.equal([]);
  });
});
