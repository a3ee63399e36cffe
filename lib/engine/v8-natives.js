'use strict';

/*
 * V8's own account of what it runs a function as. The natives that tell it are syntax behind a flag, which is set for
 * the moment in which the asking function is compiled: the code of nobody else sees it. An answer takes 0.5 to 1.5
 * microseconds.
 */

const { compileFunction } = require('vm');

// Captured at load, because a measured test may replace them.
const { apply } = Reflect;
const functionText = Function.prototype.toString;
const { exec } = RegExp.prototype;

/*
 * Bits of %GetOptimizationStatus, as Node 18 to 24 have them. In Node 26 (V8 14.6) those from the third on lie one
 * lower, for that one is gone. Which it is a function shows that has been called once: it is neither optimised nor
 * marked, and these are the bits that the others would be taken for.
 */
const BIT = { never: 1, maglev: 5, turbofan: 6, interpreter: 7, marked: 8, compiling: 10, baseline: 15 };
const ONE_LOWER = (1 << (BIT.interpreter - 1)) | (1 << (BIT.baseline - 1));

// Of a native function, a bound one and a proxy: V8 has no code of theirs, and ends the process that asks for its tier.
const NATIVE = /\{\s*\[native code\]\s*\}\s*$/;

const SWITCH = '--allow-natives-syntax';

// No cache of V8's has a text twice.
let compiled = 0;
const compile = (parameters, text) => compileFunction(`/* natives ${++compiled} */ ${text}`, parameters);

/** Runs an action that compiles something with natives in it. */
function withNatives(action) {
  const { setFlagsFromString } = require('v8');
  setFlagsFromString(SWITCH);
  try {
    return action();
  } finally {
    setFlagsFromString(SWITCH.replace('--', '--no-'));
  }
}

/**
 * A function that contains natives. V8 lets go of the code of functions that nobody calls for long, and compiles them
 * again at their next call, which is a syntax error then.
 */
function native(parameters, text, isOn) {
  const make = () => {
    const fn = compile(parameters, text);
    // Compiled at its first call, and not before.
    fn(warmedUp);
    return fn;
  };
  if (isOn) return make();
  const fn = withNatives(make);
  return (given) => {
    try {
      return fn(given);
    } catch (_) {
      return withNatives(() => fn(given));
    }
  };
}

// Called once, so that it has what V8 keeps of a function.
const warmedUp = compile([], 'return function () {};')();
warmedUp();

/** Whether the process was started with the natives. */
function isSwitchedOn() {
  try {
    compile([], 'return %IsSmi(1);')();
    return true;
  } catch (_) {
    return false;
  }
}

/**
 * @param {boolean} canSwitch whether V8 takes the natives now; where not, the process may have been started with them
 * @returns {object|null} null where V8 cannot be asked; functions given to it must not be native:
 *   tierOf(fn) -> 'optimized', 'maglev', 'baseline', 'interpreter', or 'not-compiled' of one never called;
 *   isPending(fn): whether V8 is at it on another thread. That it has been marked for that says nothing: the mark stays
 *   on a test that has become part of its loop meanwhile;
 *   canOptimize: whether V8 optimises anything at all in this process;
 *   finish(): waits until V8's compilers have nothing more to do, and puts in place what they have made;
 *   isNative(fn); hold(fn), mark(fn): has a function optimised at its next call, at once and on this thread;
 *   isMarked(fn)
 */
function createNatives(canSwitch) {
  try {
    const isOn = isSwitchedOn();
    return isOn || canSwitch ? makeNatives(isOn) : null;
  } catch (_) {
    // Another engine, or a V8 that has these no more.
    return null;
  }
}

function makeNatives(isOn) {
  const statusOf = native(['f'], 'return %GetOptimizationStatus(f);', isOn);
  const hold = native(['f'], '%PrepareFunctionForOptimization(f);', isOn);
  const mark = native(['f'], '%OptimizeFunctionOnNextCall(f);', isOn);
  const finish = native([], '%FinalizeOptimization();', isOn);
  const probe = compile([], 'return function () {};')();
  probe();
  const status = statusOf(probe);
  const shift = status & ONE_LOWER ? 1 : 0;
  const has = (fn, name) => ((statusOf(fn) >> (BIT[name] - shift)) & 1) === 1;

  function tierOf(fn) {
    if (has(fn, 'turbofan')) return 'optimized';
    if (has(fn, 'maglev')) return 'maglev';
    if (has(fn, 'baseline')) return 'baseline';
    return has(fn, 'interpreter') ? 'interpreter' : 'not-compiled';
  }

  return {
    tierOf,
    isPending: (fn) => has(fn, 'compiling'),
    canOptimize: ((status >> BIT.never) & 1) === 0,
    finish,
    hold,
    mark,
    isMarked: (fn) => has(fn, 'marked'),
    isNative: (fn) => apply(exec, NATIVE, [apply(functionText, fn, [])]) !== null,
  };
}

module.exports = { createNatives };
