'use strict';

/*
 * The tiers of V8: its interpreter (Ignition), its baseline compiler (Sparkplug) and its optimizing one (TurboFan).
 * Flags hold a process to one of them, and natives check that. Only in processes started for it: natives are syntax
 * that needs a flag, and some of them end the process if their argument is wrong.
 */

const engine = require('#engine');
const { forceTop } = require('./top-tier');

const TIERS = ['interpreter', 'baseline', 'optimized'];

// V8 before 11 has no Maglev, and does not start with its flag.
const FIRST_WITH_MAGLEV = 11;

// Tries to optimize a test whose types have changed since its warm-up.
const TRIES = 3;

/**
 * Options of node for a process that is held to a tier. They go after all others, because the last option wins.
 *
 * @param {string|null} tier null for none
 * @param {string} v8Version of that node: '11.3.244.8-node.38'
 * @returns {string[]}
 */
function tierFlags(tier, v8Version) {
  if (tier === null) return [];
  const noMaglev = parseInt(v8Version, 10) >= FIRST_WITH_MAGLEV ? ['--no-maglev'] : [];
  const flags = {
    interpreter: ['--no-opt', '--no-always-sparkplug', '--no-sparkplug'],
    // At once, and not after some calls.
    baseline: ['--no-opt', '--sparkplug', '--always-sparkplug'],
    optimized: ['--opt', '--no-always-sparkplug'],
  };
  return ['--allow-natives-syntax', ...noMaglev, ...flags[tier]];
}

/**
 * Watches the tier of one test in this process.
 *
 * In the interpreter and in baseline code V8 inlines nothing: the code of the test and the code of the loop count.
 * Optimized, the loop inlines the test if it can, and then the test's separate code never runs; its tier means nothing.
 * V8 does not report inlining, but it shows: a function marked for optimization at its next call keeps the mark while
 * nothing calls it. So "optimized" means that the loops are, and that the test is, too, or still has its mark. A
 * function that V8 cannot optimize takes no mark, and is never inlined.
 *
 * @param {string} tier
 * @param {function} fn
 * @param {object} [natives] of the engine
 * @returns {{ force, look, warn, account }} force(task, calls): steps that optimize the test, for the end of its
 *   warm-up; look(task): call it at the start and end of the measured rounds, and between them; warn(list): adds a
 *   warning to a row's warnings if needed; account(task): { test, loops } tiers now, 'inlined' for a test that is part
 *   of its loops
 */
function createTierWatch(tier, fn, natives = engine.natives()) {
  const { tierOf, hold, mark, isMarked } = natives;
  // Before the test runs, which may replace functions that this uses.
  const isNative = natives.isNative(fn);
  let found = null;

  function account(task) {
    const codes = task.codes();
    const loops = [];
    for (let i = 0; i < codes.length; i++) loops[i] = tierOf(codes[i]);
    const own = isNative ? 'native' : tierOf(fn);
    return { test: tier === 'optimized' && !isNative && own !== 'optimized' && isMarked(fn) ? 'inlined' : own, loops };
  }

  /** The first different tier, null for none. */
  function otherTier(task) {
    const { test: own, loops } = account(task);
    if (own !== tier && own !== 'inlined') return own;
    for (let i = 0; i < loops.length; i++) if (loops[i] !== tier) return loops[i];
    return null;
  }

  function* force(task, calls) {
    if (tier !== 'optimized' || isNative) return;
    const codes = task.codes();
    const each = function* (count) {
      for (let i = 0; i < codes.length; i++) yield* task.round(count, 'warm-up', false);
    };
    for (let tries = 0; tries < TRIES && otherTier(task) !== null; tries++) {
      // hold() first: V8 would forget a function that nothing calls, and its mark with it.
      hold(fn);
      mark(fn);
      yield* each(1);
      yield* forceTop(natives, codes, each, calls);
    }
  }

  function look(task) {
    if (found === null) found = otherTier(task);
  }

  function warn(warnings) {
    if (found !== null) warnings[warnings.length] = { code: 'tier-not-held', tier, found };
  }

  return { force, look, account, warn };
}

module.exports = { TIERS, tierFlags, createTierWatch };
