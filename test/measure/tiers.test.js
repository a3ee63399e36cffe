'use strict';

const { expect } = require('chai');
const reports = require('../helpers/engine-reports');
const { createTierWatch, createTopTier, forceTop, tierFlags } = require('#lib/core/measure/tiers');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');

const loop = () => {};

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

it('the top tier is always reached if V8 cannot be asked', () => {
  const { top, tiers } = topOf(null, null, { natives: null });
  expect({ tiers, isOptimized: top.isOptimized(), isTestOptimized: top.isTestOptimized() })
    .to.deep.equal({ tiers: [null], isOptimized: true, isTestOptimized: true });
  expect([...top.hasten(5), ...top.forceTest(loop, 5), ...top.forceLoop({ code: loop }, 5)]).to.deep.equal([]);
});

describe('the tier of a slice', () => {
  const [optimized, maglev, baseline, interpreter] = ['optimized', 'maglev', 'baseline', 'interpreter'];
  const isPending = (code) => code !== loop;
  const called = { inline: false };
  for (const [title, rows] of Object.entries({
    'is the tier of a loop that is not optimized': [interpreter, baseline, maglev]
      .map((tier) => [tier, optimized, {}, tier]),
    'is the tier of the loop if the test may be part of it': [interpreter, baseline, 'not-compiled']
      .map((tier) => [optimized, tier, {}, optimized]),
    'is the tier of a test that V8 is about to compile': [[optimized, baseline, { isPending }, baseline]],
    'is the tier of a test that is called: it is not inlined, asynchronous, or too long': [
      ...[called, { fn: longFunction(15000) }, { fn: async () => {} }].flatMap((given) => (
        [interpreter, baseline, optimized].map((tier) => [optimized, tier, given, tier]))),
      [optimized, interpreter, { fn: longFunction(14000) }, optimized],
    ],
    'ignores the loop around calls of 20 microseconds and more': [
      [interpreter, interpreter, { ns: [2e4] }, null], [interpreter, interpreter, { ns: [19999] }, interpreter],
      [interpreter, baseline, { ns: [2e4], ...called }, baseline],
    ],
    'is the middle tier of the loop around long calls, too: the test is part of it': [
      [maglev, optimized, { ns: [1e8] }, maglev], [baseline, optimized, { ns: [1e7] }, optimized],
    ],
    'is unknown for calls of 20 ms and more, whose code V8 replaces while they run': [
      [baseline, interpreter, { ns: [2e7], ...called }, null],
      [baseline, interpreter, { ns: [19999999], ...called }, interpreter],
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

  it('is the tier of the test once it has been optimized, because it is called then', () => {
    let own = interpreter;
    const { top } = topOf(null, null, { tierOf: (code) => (code === loop ? optimized : own) });
    const tiers = [interpreter, optimized, baseline].map((tier) => {
      own = tier;
      return top.after(loop, 5);
    });
    expect(tiers).to.deep.equal([optimized, optimized, baseline]);
  });

  it('does not depend on a native function, whose tier is unknown', () => {
    const tierOf = (code) => {
      if (code !== loop) throw new Error('V8 would abort');
      return optimized;
    };
    const { top, tiers } = topOf(null, null, { isNative: () => true, tierOf, fn: Math.sqrt, inline: false });
    expect({ tiers, isOptimized: top.isOptimized(), isTestOptimized: top.isTestOptimized() })
      .to.deep.equal({ tiers: [optimized], isOptimized: true, isTestOptimized: true });
  });
});

describe('a loop and its test', () => {
  const isPending = () => true;
  const ofTest = { isPending: (code) => code !== loop };
  it('are optimized by request unless V8 has done so, or calls are long', () => {
    // Tiers of loop and test, and: whether nothing is left, whether V8 is asked for the loop, whether for the test
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
      const { top, fn, natives } = topOf(loopTier, testTier, given);
      const isDone = top.isOptimized();
      expect([...top.hasten(1)]).to.deep.equal([]);
      const found = [isDone, natives.marked.includes(loop), natives.marked.includes(fn)];
      expect(found, `${loopTier} ${testTier}`).to.deep.equal(expected);
    }
  });
});

it('forcing loops into the top tier holds and marks them, calls each once, and then a slice if that is longer', () => {
  for (const [calls, expected] of [
    [50, ['hold a', 'mark a', 'hold b', 'mark b', 'run 1', 'run 50']],
    [1, ['hold a', 'mark a', 'hold b', 'mark b', 'run 1']],
  ]) {
    const log = [];
    const natives = { hold: (code) => log.push(`hold ${code}`), mark: (code) => log.push(`mark ${code}`) };
    const steps = forceTop(natives, ['a', 'b'], function* (count) { log.push(yield count); }, calls);
    let step = steps.next();
    while (!step.done) step = steps.next(`run ${step.value}`);
    expect(log).to.deep.equal(expected);
  }
});

describe('a warm-up', () => {
  before(function () {
    if (!reports.process) this.skip(); // a page has no account of tiers
  });

  /** Measures a test for 0.2 s. optionsOf, nsOf: given { machine, natives, fn }, return options of V8 and ns a call. */
  function warmed(optionsOf, nsOf = () => 300) {
    const made = { fn: () => body() };
    made.natives = fakeNatives(optionsOf(made));
    made.machine = fakeMachine({ natives: made.natives });
    const body = made.machine.test(() => nsOf(made));
    const { samples } = made.machine.measure({ fn: made.fn, seconds: 0.2 });
    const nsIn = (phase, tier) => samples.rounds.reduce((sum, one) => (
      sum + (one.phase === phase && (!tier || one.tier === tier) ? one.ns : 0)), 0);
    const rounds = samples.rounds.filter(({ phase }) => phase === 'measured');
    return { ...made, samples, nsIn, slowest: Math.max(...rounds.map(({ ns, calls }) => ns / calls)),
      tiers: [...new Set(rounds.map(({ tier }) => tier))] };
  }

  it('continues until the loop is optimized', () => {
    // A tenth of the goal is 20 ms; the references take the machine to 10 ms
    const isReady = ({ machine }) => machine.ns >= 2.5e7;
    const { samples, tiers, slowest, natives } = warmed(
      (made) => ({ tierOf: () => (isReady(made) ? 'optimized' : 'baseline') }), (made) => (isReady(made) ? 200 : 2000));
    expect(samples).to.include({ isAsked: true, isWarm: true });
    expect(tiers).to.deep.equal(['optimized']);
    expect(slowest).to.be.below(220);
    expect(natives.marked.length, 'what references had optimized, and no test').to.be.at.most(4);
  });

  it('has the loop optimized if V8 has not done so in the usual time', () => {
    // The two references are the first to be forced.
    const { samples, natives, tiers, nsIn } = warmed(
      () => ({ tierOf: () => 'baseline' }), (made) => (made.natives.marked.length > 2 ? 200 : 2000));
    expect({ isWarm: samples.isWarm, tiers }).to.deep.equal({ isWarm: true, tiers: ['optimized'] });
    expect(natives.held).to.deep.equal(natives.marked);
    expect(nsIn('warm-up', 'baseline')).to.be.within(0.01e9, 0.022e9);
  });

  it('ends at its limit if V8 does not optimize', () => {
    const { machine, samples, natives, tiers } = warmed(() => ({ tierOf: () => 'baseline', obeys: false }), () => 2000);
    expect({ isWarm: samples.isWarm, tiers }).to.deep.equal({ isWarm: false, tiers: ['baseline'] });
    // Three times for the loop of the warm-up and for the two references; the other loops around the test once each
    const tries = natives.marked.map((code) => natives.marked.filter((other) => other === code).length);
    expect(tries).to.deep.equal([...Array(9).fill(3), 1, 1, 1]);
    expect(machine.ns).to.be.within(0.19e9, 0.22e9);
  });

  it('waits for a test that V8 is about to compile, and has it optimized', () => {
    const ofTest = ({ fn }) => (code) => (code === fn ? 'interpreter' : 'optimized');
    // Until 50 ms; a tenth of the goal alone would be 20, and the references around each slice take a sixth
    const waiting = warmed((made) => (
      { tierOf: ofTest(made), isPending: (code) => code === made.fn && made.machine.ns < 5e7, obeys: false }));
    expect([waiting.samples.isWarm, waiting.natives.marked.includes(waiting.fn)]).to.deep.equal([true, true]);
    expect(waiting.nsIn('warm-up')).to.be.within(0.025e9, 0.05e9);
    const { samples, natives, fn, tiers } = warmed((made) => (
      { tierOf: ofTest(made), isPending: (code) => !made.natives.marked.includes(code) }));
    expect({ isWarm: samples.isWarm, marked: natives.marked, tiers })
      .to.deep.equal({ isWarm: true, marked: [fn], tiers: ['optimized'] });
  });
});

it('tierFlags returns options of node for each tier', () => {
  expect(tierFlags(null, '11.3')).to.deep.equal([]);
  for (const [tier, version, flags] of [
    ['interpreter', '10.2.154.26-node.39', ['--no-opt', '--no-always-sparkplug', '--no-sparkplug']],
    ['baseline', '11.3.244.8-node.38', ['--no-maglev', '--no-opt', '--sparkplug', '--always-sparkplug']],
    ['optimized', '14.6.202.34-node.34', ['--no-maglev', '--opt', '--no-always-sparkplug']],
  ]) expect(tierFlags(tier, version)).to.deep.equal(['--allow-natives-syntax', ...flags]);
});

describe('createTierWatch', () => {
  const fn = () => {};
  const loops = [() => {}, () => {}];

  /**
   * A test and its loops in these tiers; marked functions are optimized at their next call, except the `inlined` ones,
   * and `never` takes no mark.
   */
  function scene(tier, own, tiers, { never = null, inlined = null } = {}) {
    const codes = loops.slice(0, tiers.length);
    const states = new Map([[fn, own], ...codes.map((code, i) => [code, tiers[i]])]);
    const marked = new Set();
    const rounds = [];
    const watch = createTierWatch(tier, fn, {
      tierOf: (code) => states.get(code), isNative: (code) => states.get(code) === 'native', hold() {},
      mark(code) { if (code !== never && states.get(code) !== 'optimized') marked.add(code); },
      isMarked: (code) => marked.has(code),
    });
    const task = {
      codes: () => codes,
      * round(calls) {
        rounds.push(calls);
        for (const code of [...marked].filter((one) => one !== inlined)) {
          marked.delete(code);
          states.set(code, 'optimized');
        }
      },
    };
    const warnings = () => {
      const list = [];
      watch.check(task);
      watch.warn(list);
      return list.map(({ found }) => found);
    };
    const force = (calls) => [...watch.force(task, calls)];
    return { states, rounds, warnings, force };
  }

  it('warns of the first other tier of the test or a loop, also if it was held later', () => {
    for (const [tier, own, tiers, found] of [
      ['baseline', 'interpreter', ['baseline'], 'interpreter'],
      ['interpreter', 'interpreter', ['interpreter', 'baseline'], 'baseline'],
      ['optimized', 'native', ['optimized'], 'native'],
    ]) expect(scene(tier, own, tiers).warnings()).to.deep.equal([found]);
    const { states, warnings } = scene('optimized', 'optimized', ['optimized']);
    for (const [tier, expected] of [['optimized', []], ['interpreter', ['interpreter']], ['optimized', ['interpreter']],
    ]) {
      states.set(loops[0], tier);
      expect(warnings()).to.deep.equal(expected);
    }
  });

  it('optimizes the test and its loops at the end of the warm-up', () => {
    for (const [own, tiers, given, calls, rounds, warnings] of [
      ['interpreter', ['interpreter', 'baseline'], {}, 50, [1, 1, 1, 1, 50, 50], []],
      ['baseline', ['interpreter'], { inlined: fn }, 1, [1, 1], []],
      ['interpreter', ['interpreter'], { never: fn }, 1, [1, 1, 1, 1, 1, 1], ['interpreter']],
    ]) {
      const seen = scene('optimized', own, tiers, given);
      seen.force(calls);
      expect(seen.warnings()).to.deep.equal(warnings);
      for (const [code, tier] of seen.states) if (code !== fn) expect(tier).to.equal('optimized');
      expect(seen.rounds).to.deep.equal(rounds);
    }
  });

  it('forces nothing in other tiers or with a native function', () => {
    for (const given of [['baseline', 'interpreter', ['interpreter']], ['optimized', 'native', ['interpreter']]]) {
      const { force, rounds } = scene(...given);
      force(50);
      expect(rounds).to.deep.equal([]);
    }
  });
});
