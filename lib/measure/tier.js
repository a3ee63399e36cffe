'use strict';

/*
 * Holds a process to a tier of V8: interpreter (Ignition), baseline compiler (Sparkplug) or optimizing compiler
 * (TurboFan). Flags set the tier, natives check it. Only in processes started for it: natives need a flag, and some end
 * the process if their argument is wrong.
 */

const engine = require('#engine');
const { map: mapped } = require('../samples/round');
const { forceTop } = require('./top-tier');

const TIERS = ['interpreter', 'baseline', 'optimized'];

// V8 before 11 has no Maglev, and does not start with its flag.
const FIRST_WITH_MAGLEV = 11;

// A test can change its types after its warm-up.
const TRIES = 3;

/** Options of node, after all others, because the last option wins. v8Version: of that node, '11.3.244.8-node.38'. */
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
 * In the interpreter and in baseline code V8 inlines nothing: the code of the test and the code of the loop count. In
 * the optimized tier the loop inlines the test if possible, and then the test's separate code never runs. V8 does not
 * report inlining, but a function marked for optimization at its next call keeps the mark while nothing calls it. So
 * "optimized" means that the loops are optimized, and that the test is optimized or still has its mark. A function that
 * V8 cannot optimize takes no mark, and is never inlined.
 *
 * @returns {{ force, look, warn, account }} force(task, calls): steps that optimize the test, for the end of its
 *   warm-up; look(task): for the start and end of the measured rounds, and between them; warn(list): adds a warning if
 *   needed; account(task): current tiers { test, loops }, 'inlined' for a test that is part of its loops
 */
function createTierWatch(tier, fn, natives = engine.natives()) {
  const { tierOf, hold, mark, isMarked } = natives;
  // Before the test runs, because it may replace functions that isNative uses.
  const isNative = natives.isNative(fn);
  let found = null;

  function account(task) {
    const own = isNative ? 'native' : tierOf(fn);
    const isInlined = tier === 'optimized' && !isNative && own !== 'optimized' && isMarked(fn);
    return { test: isInlined ? 'inlined' : own, loops: mapped(task.codes(), tierOf) };
  }

  /** The first different tier, or null. */
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
