'use strict';

/*
 * The tiers of V8: its interpreter (Ignition), its baseline compiler (Sparkplug) and its optimising one (TurboFan). A
 * process is held to one of them by flags, and there V8 is asked whether it is. Only in processes started for that:
 * the natives are syntax that needs a flag, and some of them end the process where they are given the wrong thing.
 */

const engine = require('#engine');
const { forceTop } = require('./top-tier');

const TIERS = ['interpreter', 'baseline', 'optimized'];

// Node 18 (V8 10.2) does not start with a flag for the compiler in between, which V8 11 brought.
const FIRST_WITH_MAGLEV = 11;

// Tries to have a test optimised whose types differ from what its warm-up has shown.
const TRIES = 3;

/**
 * Options of node for a process that is held to a tier. V8's last word counts, so that they go behind all others.
 *
 * @param {string|null} tier null for none
 * @param {string} v8Version of the node that they are for: '11.3.244.8-node.38'
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
 * In the interpreter and in baseline code every call is one: what counts is the test's own code, and that of the loop
 * around it. Optimised, the loop takes the test into its own code where it can, and then the test's is never entered;
 * whatever tier that has means nothing, and the loop's is the test's. Whether it is so V8 does not tell, but it shows:
 * a test that is marked to be optimised at its next call stays marked for as long as nothing calls it. So optimised
 * means that the loops are, and that the test is, too, or has never been called from outside of them. A function that
 * V8 does not optimise loses no mark, because it takes none, and is never taken into a loop.
 *
 * @param {string} tier
 * @param {function} fn
 * @param {object} [natives] of the engine
 * @returns {{ force, look, warn, account }} force(task, calls): steps that have the test optimised, for the end of its
 *   warm-up; look(task): to be asked at the start and end of the measured rounds, and between them; warn(list): adds
 *   what there is to a row's warnings; account(task): { test, loops } as V8 tells them now, 'inlined' of a test that is
 *   part of its loops
 */
function createTierWatch(tier, fn, natives = engine.natives()) {
  const { tierOf, hold, mark, isMarked } = natives;
  // Asked before the test runs, which may change how texts are searched.
  const isNative = natives.isNative(fn);
  let found = null;

  function account(task) {
    const codes = task.codes();
    const loops = [];
    for (let i = 0; i < codes.length; i++) loops[i] = tierOf(codes[i]);
    const own = isNative ? 'native' : tierOf(fn);
    return { test: tier === 'optimized' && !isNative && own !== 'optimized' && isMarked(fn) ? 'inlined' : own, loops };
  }

  /** The first that is something else, null for none. */
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
      // Held first: what is not called is else forgotten, its mark with it.
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
