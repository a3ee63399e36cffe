'use strict';

/*
 * Tiers of V8: interpreter (Ignition), baseline compiler (Sparkplug), middle compiler (Maglev), and optimizing compiler
 * (TurboFan). createTopTier() has the timed code optimized. createTierWatch() holds a process that was started with
 * tierFlags() to one tier.
 *
 * In the interpreter and in baseline code V8 inlines nothing: the code of the test and the code of the loop count. An
 * optimized loop inlines the test if possible, and then the separate code of the test never runs. V8 does not report
 * inlining. But a test that is called often reaches the top tier or is about to. And a function that is marked for
 * optimization at its next call keeps the mark while nothing calls it. A function that V8 cannot optimize takes no
 * mark, and is never inlined.
 */

const engine = require('#engine');
const { filter: filtered, map: mapped, TOP } = require('../samples/round');
const { isAsyncFunction } = require('../../base/text/show');

const { min } = Math;
const { apply } = Reflect;
const functionText = Function.prototype.toString;

// Next to a call this long the time of an interpreted loop does not matter: 0.1 to 0.2 us per iteration. V8's middle
// compiler inlines the test, which then runs in that tier even if its separate code is faster: 317 us instead of 107 on
// Node 24 and 26. That takes some hundred iterations, so the loop is optimized before, unless calls are too long.
const LOOP_MATTERS_NS = 2e4;
const TEST_MATTERS_NS = 2e7; // V8 replaces the code of a longer call while it runs
const FORCED_BELOW_NS = 1e6;
const MIDDLE = 'maglev';

const LONG_TEXT = 15000; // V8 inlines no function of over 460 bytes of bytecode, and optimizes none of over 60 kB
const FORCING_TRIES = 3; // V8 discards code that meets a new type

// For an engine without natives: nothing is known, and nothing can be done.
const UNKNOWN = { canOptimize: false, tierOf: () => null, isNative: () => true, finish() {} };

/** Optimizes functions that have run at once, on this thread: V8's compiler threads may wait for a core. */
function* forceTop(natives, codes, each, calls) {
  for (let i = 0; i < codes.length; i++) {
    // hold() first: otherwise V8 discards the code of a function that nothing calls, and its mark.
    natives.hold(codes[i]);
    natives.mark(codes[i]);
  }
  yield* each(1);
  // So that new types discard the code now, and not during the measurement.
  if (calls > 1) yield* each(calls);
}

const codesOf = (loops) => mapped(loops, ({ code }) => code);

/** Has V8 optimize a test and its loops. runner(): { samples, slice }; after(code, nsPerCall): tier of that slice. */
function createTopTier(given, fn, { inline }, loops, runner) {
  const natives = given || UNKNOWN;
  const { canOptimize, tierOf } = natives;
  const isOpaque = natives.isNative(fn);
  // V8 inlines no async function.
  const isAsync = isAsyncFunction(fn);
  const isCalled = !isOpaque && (!inline || isAsync || apply(functionText, fn, []).length > LONG_TEXT);
  let fastestNs = Infinity;
  let wasTop = false;

  const matters = (code, limitNs) => fastestNs < limitNs || tierOf(code) === MIDDLE;

  /** Tier of the test's separate code; null unless calls are known to run it. */
  function ownTier() {
    if (isOpaque) return null;
    const tier = tierOf(fn);
    if (tier === TOP) wasTop = true;
    return wasTop || isCalled || natives.isPending(fn) ? tier : null;
  }

  function after(code, nsPerCall) {
    // A slice too short for the clock does not show the length of a call.
    if (nsPerCall > 0) fastestNs = min(fastestNs, nsPerCall);
    const loopTier = matters(code, LOOP_MATTERS_NS) ? tierOf(code) : null;
    if (loopTier !== null && loopTier !== TOP) return loopTier;
    return (fastestNs < TEST_MATTERS_NS && ownTier()) || loopTier;
  }

  const isLate = (code) => canOptimize && matters(code, FORCED_BELOW_NS) && tierOf(code) !== TOP;

  /** As isLate(). Only functions that V8 would also optimize in a program. */
  const isTestLate = () => canOptimize && !isOpaque && tierOf(fn) !== TOP && (isAsync || natives.isPending(fn));

  function isReached(code) {
    if (isLate(code)) return false;
    const own = canOptimize ? ownTier() : null;
    return own === TOP || own === null;
  }

  const isOptimized = () => filtered(codesOf(loops), isReached).length === loops.length;
  const isTestOptimized = () => isOpaque || tierOf(fn) === TOP;

  function* force(some, codes, calls) {
    const { samples, slice } = runner();
    yield* forceTop(natives, codes, function* (count) {
      for (let i = 0; i < some.length && !samples.stopped; i++) yield* slice(some[i], count);
    }, calls);
  }

  function* forceLoop(loop, calls) {
    if (isLate(loop.code)) yield* force([loop], [loop.code], calls);
  }

  function* forceTest(loop, calls) {
    for (let i = 0; canOptimize && i < FORCING_TRIES && !isTestOptimized(); i++) yield* force([loop], [fn], calls);
  }

  /** Waits for V8's compilers first, which also compile the functions that the test calls. */
  function* hasten(calls) {
    for (let tries = 0; tries < FORCING_TRIES; tries++) {
      natives.finish();
      const late = filtered(loops, ({ code }) => isLate(code));
      // First the test, because a loop inlines its current code.
      if (isTestLate()) yield* force(loops, [fn], calls);
      if (late.length) yield* force(late, codesOf(late), calls);
      else if (!isTestLate()) return;
    }
  }

  return {
    after, isOptimized, isTestOptimized, forceLoop, forceTest, hasten, finishCompiling: natives.finish,
    codes: () => codesOf(loops),
  };
}

const TIERS = ['interpreter', 'baseline', 'optimized'];

/** Options of node, after all others, because the last option wins. v8Version: of that node, '11.3.244.8-node.38'. */
function tierFlags(tier, v8Version) {
  if (tier === null) return [];
  // V8 before 11 has no Maglev, and does not start with its flag.
  const noMaglev = parseInt(v8Version, 10) >= 11 ? ['--no-maglev'] : [];
  const flags = {
    interpreter: ['--no-opt', '--no-always-sparkplug', '--no-sparkplug'],
    baseline: ['--no-opt', '--sparkplug', '--always-sparkplug'],
    optimized: ['--opt', '--no-always-sparkplug'],
  };
  return ['--allow-natives-syntax', ...noMaglev, ...flags[tier]];
}

/**
 * Watches a test in a process that is held to a tier. "optimized" means that its loops are optimized, and that the test
 * is, too, or is marked for it.
 *
 * @returns {{ force, check, warn }} force(task, calls): steps at the end of the warm-up; check(task): to be called
 *   between measured rounds; warn(list): adds a warning
 */
function createTierWatch(tier, fn, natives = engine.natives()) {
  const { tierOf, isMarked } = natives;
  // Before the test runs, because it may replace functions that isNative uses.
  const isNative = natives.isNative(fn);
  let found = null;

  function otherTier(task) {
    const own = isNative ? 'native' : tierOf(fn);
    const isInlined = tier === 'optimized' && !isNative && isMarked(fn);
    if (own !== tier && !isInlined) return own;
    const loops = mapped(task.codes(), tierOf);
    for (let i = 0; i < loops.length; i++) if (loops[i] !== tier) return loops[i];
    return null;
  }

  function* force(task, calls) {
    if (tier !== 'optimized' || isNative) return;
    const codes = task.codes();
    const each = function* (count) {
      for (let i = 0; i < codes.length; i++) yield* task.round(count, 'warm-up', false);
    };
    for (let tries = 0; tries < FORCING_TRIES && otherTier(task) !== null; tries++) {
      yield* forceTop(natives, [fn], each, 1);
      yield* forceTop(natives, codes, each, calls);
    }
  }

  return {
    force,
    check(task) { if (found === null) found = otherTier(task); },
    warn(warnings) { if (found !== null) warnings[warnings.length] = { code: 'tier-not-held', tier, found }; },
  };
}

module.exports = { TIERS, tierFlags, createTierWatch, createTopTier, forceTop };
