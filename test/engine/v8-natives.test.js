'use strict';

const path = require('path');
const { spawnSync } = require('child_process');
const { expect } = require('chai');
const engine = require('#lib/base/engine/here');
const { createNatives } = require('#lib/base/engine/v8-natives');

const ROOT = path.join(__dirname, '..', '..');
const TIERS = ['optimized', 'maglev', 'baseline', 'interpreter', 'not-compiled'];

const compile = (text) => new Function(text);
const isSyntax = () => {
  try {
    return compile('return %IsSmi(1);')();
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};
// Whether this process was started with the syntax of natives
const wasOn = isSyntax();

describe('natives', () => {
  const natives = createNatives(true);

  before(function () {
    if (engine.lacks.tiers !== null) this.skip(); // this engine does not accept them now
  });

  it('report the tier of a function that ran, and of a function that did not', () => {
    const ran = compile('return function () { return 1; };')();
    expect(natives.tierOf(ran)).to.equal('not-compiled');
    expect(natives.isPending(ran)).to.equal(false);
    ran();
    expect(natives.tierOf(ran)).to.be.oneOf(['interpreter', 'baseline']);
    expect(natives.isPending(ran)).to.equal(false);
    expect(natives.isMarked(ran)).to.equal(false);
  });

  it('make V8 optimize a function at its next call, and V8 may discard that code', () => {
    const sum = compile('return function (n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; };')();
    const state = () => [natives.tierOf(sum) === 'optimized', natives.isMarked(sum), natives.isPending(sum)];
    for (let i = 0; i < 10; i++) sum(10);
    natives.hold(sum);
    natives.mark(sum);
    expect([natives.canOptimize, ...state()]).to.deep.equal([true, false, true, false]);
    sum(10);
    expect(state()).to.deep.equal([true, false, false]);
    sum({ valueOf: () => 3 });
    sum('4');
    expect(natives.tierOf(sum)).to.be.oneOf(TIERS);
  });

  it('wait for running compilations, and install their code', () => {
    const { setFlagsFromString } = require('v8');
    const sum = compile('return function (n) { let s = 0; for (let i = 0; i < n; i++) s += i % 7; return s; };')();
    setFlagsFromString('--allow-natives-syntax');
    try {
      const begin = new Function('f', `%PrepareFunctionForOptimization(f); f(9); f(9);
        %DisableOptimizationFinalization(); %OptimizeFunctionOnNextCall(f, "concurrent"); f(9);`);
      begin(sum);
    } finally {
      if (!wasOn) setFlagsFromString('--no-allow-natives-syntax');
    }
    // Code is not installed before finish()
    expect(natives.tierOf(sum)).to.not.equal('optimized');
    natives.finish();
    expect(natives.tierOf(sum)).to.equal('optimized');
    expect(natives.isPending(sum)).to.equal(false);
  });

  it('recognize functions without JavaScript code', () => {
    for (const fn of [Math.sqrt, Array.prototype.map, (() => 1).bind(null), new Proxy(() => 1, {}), Map]) {
      expect(natives.isNative(fn)).to.equal(true);
    }
    const texts =
      [() => 1, function named() {}, async () => {}, class A { constructor() { this.a = 1; } }, () => '[native code]',
        compile('return "{ [native code] }";')];
    for (const fn of texts) expect(natives.isNative(fn), String(fn)).to.equal(false);
  });

  it('leave the syntax switched off', function () {
    if (wasOn) this.skip();
    for (let i = 0; i < 3; i++) createNatives(true).tierOf(isSyntax);
    expect(isSyntax()).to.equal(false);
    expect(() => compile('return %GetOptimizationStatus(f);')).to.throw(SyntaxError);
  });

  it('still work after V8 has flushed their code', function () {
    if (wasOn) this.skip();
    const { setFlagsFromString } = require('v8');
    const made = createNatives(true);
    setFlagsFromString('--expose-gc');
    const collect = require('vm').runInNewContext('gc');
    setFlagsFromString('--stress-flush-code');
    try {
      for (let i = 0; i < 8; i++) collect();
    } finally {
      setFlagsFromString('--no-stress-flush-code');
      setFlagsFromString('--no-expose-gc');
    }
    const ran = compile('return function () { return 2; };')();
    ran();
    expect(made.tierOf(ran)).to.be.oneOf(['interpreter', 'baseline']);
    expect(isSyntax()).to.equal(false);
  });

  it('are null if V8 does not accept the flag', function () {
    if (wasOn) this.skip();
    expect(createNatives(false)).to.equal(null);
  });
});

describe('natives work in a process that was started with', () => {
  const SCRIPT = `
    const timeit = require(${JSON.stringify(ROOT)});
    const made = require(${JSON.stringify(path.join(ROOT, 'lib/base/engine/here'))}).natives();
    const off = () => { try { new Function('return %IsSmi(1)'); return false; } catch (_) { return true; } };
    const list = Array.from({ length: 100 }, (_, i) => i);
    const sync = timeit('100ms', () => list.reduce((a, b) => a + b, 0), '/* NOOUTPUT */');
    timeit('20ms', async () => list.length, '/* NOOUTPUT */').then((later) => {
      const partOf = ({ nsPerCall, count, warnings }) =>
        ({ nsPerCall, count, found: warnings.filter(({ code }) => code === 'not-optimized').map(({ found }) =>
          found) });
      console.log(JSON.stringify({ asked: made !== null, canOptimize: made && made.canOptimize, off: off(),
        sync: partOf(sync), later: partOf(later) }));
    });`;

  function started(...flags) {
    const { stdout, stderr, status, signal } =
      spawnSync(process.execPath, [...flags, '-e', SCRIPT], { encoding: 'utf8', timeout: 60000 });
    // V8 warns of flags that exclude each other.
    const errors = stderr.replace(/^Warning: disabling flag .*\r?\n/gm, '');
    expect({ status, signal, errors }).to.deep.equal({ status: 0, signal: null, errors: '' });
    const found = JSON.parse(stdout);
    for (const { nsPerCall, count } of [found.sync, found.later]) {
      expect(nsPerCall).to.be.at.least(0).and.below(1e9);
      expect(count).to.be.above(0);
    }
    return found;
  }

  for (const [flags, expected, founds] of [
    [[], { asked: true, off: true }], [['--freeze-flags-after-init'], { asked: false, off: true }],
    [['--allow-natives-syntax'], { asked: true, off: false }],
    [['--jitless'], { asked: true, canOptimize: false, off: true }, ['interpreter']],
    // On a busy machine, V8 has discarded the bytecode by then.
    [['--no-opt', '--no-maglev'], { off: true }, ['interpreter', 'baseline', 'not-compiled']],
  ]) {
    it(`${flags.join(' ') || 'no flags'}`, function () {
      if (engine.lacks.tiers !== null) this.skip(); // this engine does not accept them at start
      const seen = started(...flags);
      expect(seen).to.include(expected);
      if (founds) expect(seen.sync.found[0]).to.be.oneOf(founds);
    });
  }
});
