'use strict';

const { expect } = require('chai');
const engine = require('#engine');
const { execFileSync } = require('child_process');
const { tierFlags, createTierWatch } = require('../../lib/measure/tiers');

describe('tiers', () => {
  it('have flags, of which each node knows all', () => {
    expect(tierFlags(null, '11.3')).to.deep.equal([]);
    expect(tierFlags('interpreter', '10.2.154.26-node.39'))
      .to.deep.equal(['--allow-natives-syntax', '--no-opt', '--no-always-sparkplug', '--no-sparkplug']);
    expect(tierFlags('baseline', '11.3.244.8-node.38'))
      .to.deep.equal(['--allow-natives-syntax', '--no-maglev', '--no-opt', '--sparkplug', '--always-sparkplug']);
    expect(tierFlags('optimized', '14.6.202.34-node.34'))
      .to.deep.equal(['--allow-natives-syntax', '--no-maglev', '--opt', '--no-always-sparkplug']);
  });
});

/**
 * V8 on paper: `states` has a tier for each function; one that is marked becomes optimised at its next call, but for
 * those that cannot.
 */
function fakeNatives(states, { never = [], inlined = [] } = {}) {
  const marked = new Set();
  return {
    marked,
    tierOf: (fn) => states.get(fn),
    isNative: (fn) => states.get(fn) === 'native',
    hold() {},
    mark(fn) { if (!never.includes(fn) && states.get(fn) !== 'optimized') marked.add(fn); },
    isMarked: (fn) => marked.has(fn),
    call() {
      for (const fn of [...marked]) {
        if (inlined.includes(fn)) continue;
        marked.delete(fn);
        states.set(fn, 'optimized');
      }
    },
  };
}

describe('the watch over a tier', () => {
  const fn = () => {};
  const loop = () => {};
  const other = () => {};

  function scene(tier, own, loops, given) {
    const codes = [loop, other].slice(0, loops.length);
    const states = new Map([[fn, own], ...codes.map((code, i) => [code, loops[i]])]);
    const natives = fakeNatives(states, given);
    const rounds = [];
    const task = { codes: () => codes, * round(calls) { rounds.push(calls); natives.call(); } };
    const watch = createTierWatch(tier, fn, natives);
    watch.warnings = () => {
      const warnings = [];
      watch.warn(warnings);
      return warnings;
    };
    return { states, rounds, watch, task, force: (calls = 50) => [...watch.force(task, calls)] };
  }

  it('tells what is found in the test, and in any of its loops', () => {
    const found = (...given) => {
      const { watch, task } = scene(...given);
      watch.look(task);
      return watch.warnings().map((warning) => warning.found);
    };
    expect(found('baseline', 'interpreter', ['baseline'])).to.deep.equal(['interpreter']);
    expect(found('interpreter', 'interpreter', ['interpreter', 'baseline'])).to.deep.equal(['baseline']);
    expect(found('optimized', 'optimized', ['optimized', 'maglev'])).to.deep.equal(['maglev']);
    expect(found('optimized', 'native', ['optimized'])).to.deep.equal(['native']);
  });

  it('remembers what was not held for a time', () => {
    const { watch, task, states } = scene('optimized', 'optimized', ['optimized']);
    watch.look(task);
    states.set(loop, 'interpreter');
    watch.look(task);
    states.set(loop, 'optimized');
    watch.look(task);
    expect(watch.warnings()).to.deep.equal([{ code: 'tier-not-held', tier: 'optimized', found: 'interpreter' }]);
  });

  it('has test and loops optimised at the end of the warm-up, and runs them in full then', () => {
    const { watch, task, rounds, force } = scene('optimized', 'interpreter', ['interpreter', 'baseline']);
    force(50);
    watch.look(task);
    expect(watch.warnings()).to.deep.equal([]);
    expect(watch.account(task)).to.deep.equal({ test: 'optimized', loops: ['optimized', 'optimized'] });
    expect(rounds).to.deep.equal([1, 1, 1, 1, 50, 50]);
  });

  it('takes a test that nothing calls any more for a part of its loops', () => {
    const { watch, task, force } = scene('optimized', 'baseline', ['interpreter'], { inlined: [fn] });
    force();
    watch.look(task);
    expect(watch.account(task)).to.deep.equal({ test: 'inlined', loops: ['optimized'] });
    expect(watch.warnings()).to.deep.equal([]);
  });

  it('tries three times, and tells of a test that V8 does not optimise', () => {
    const { watch, task, rounds, force } = scene('optimized', 'interpreter', ['interpreter'], { never: [fn] });
    force(1);
    watch.look(task);
    expect(watch.warnings()[0].found).to.equal('interpreter');
    expect(rounds).to.have.length(6);
  });

  it('forces nothing in other tiers, nor with a native function', () => {
    expect(scene('baseline', 'interpreter', ['interpreter']).force()).to.deep.equal([]);
    const native = scene('optimized', 'native', ['interpreter']);
    native.force();
    expect(native.rounds).to.deep.equal([]);
  });
});

describe('V8\'s own account', () => {
  before(function () {
    if (!/^V8 /.test(engine.jit())) this.skip(); // another compiler
  });

  // In a process of its own, for the syntax needs a flag; in that of this test a mistake would end it.
  const ask = (tier, source) =>
    JSON.parse(execFileSync(process.execPath, [...tierFlags(tier, process.versions.v8), '-e', `
    const { createTierWatch } = require(${JSON.stringify(require.resolve('../../lib/measure/tiers'))});
    const told = (fn, codes = []) => createTierWatch(${JSON.stringify(tier)}, fn).account({ codes: () => codes });
    ${source}`], { encoding: 'utf8' }));

  it('is understood, and never asked for of functions that end the process', () => {
    const seen = ask('optimized', `
      const f = () => 1; f();
      const natives = [Math.max, f.bind(null), new Proxy(f, {})].map((fn) => told(fn).test);
      const before = told(f, [f]);
      let rounds = 0;
      const watch = createTierWatch('optimized', f);
      const task = { codes: () => [f], * round(calls) { rounds++; for (let i = 0; i < calls; i++) f(); } };
      for (const step of watch.force(task, 2)) step;
      console.log(JSON.stringify({ natives, never: told(() => 2).test, before, after: told(f, [f]), rounds }));`);
    expect(seen.natives).to.deep.equal(['native', 'native', 'native']);
    expect(seen.before).to.deep.equal({ test: 'interpreter', loops: ['interpreter'] });
    expect(seen.after).to.deep.equal({ test: 'optimized', loops: ['optimized'] });
    expect(seen.never).to.equal('not-compiled');
    expect(seen.rounds).to.equal(3);
  });

  it('is baseline from the first call on', () => {
    expect(ask('baseline', 'const f = () => 1; f(); console.log(JSON.stringify(told(f, [f])));'))
      .to.deep.equal({ test: 'baseline', loops: ['baseline'] });
  });
});
