'use strict';

/* Tiers, by natives of V8. Their flag is set only while the caller is compiled. A call takes 0.5 to 1.5 us. */

const { compileFunction } = require('vm');

const { apply } = Reflect;
const functionText = Function.prototype.toString;
const { exec } = RegExp.prototype;

/*
 * Bits of %GetOptimizationStatus in Node 20 to 24. Node 26 (V8 14.6) has no third bit, so higher bits are shifted by
 * one. A function that was called once shows the layout: in the other one it would be optimized or marked.
 */
const BIT = { never: 1, maglev: 5, turbofan: 6, interpreter: 7, marked: 8, compiling: 10, baseline: 15 };
const ONE_LOWER = (1 << (BIT.interpreter - 1)) | (1 << (BIT.baseline - 1));

// Native functions, bound functions and proxies have no code, and V8 ends the process if asked for its tier.
const NATIVE = /\{\s*\[native code\]\s*\}\s*$/;

// Unique texts, because V8 caches code by text.
let compiled = 0;
const compile = (parameters, text) => compileFunction(`/* natives ${++compiled} */ ${text}`, parameters);

function withNatives(action) {
  const { setFlagsFromString } = require('v8');
  setFlagsFromString('--allow-natives-syntax');
  try {
    return action();
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

/** V8 may discard idle code and compile it again at the next call, which is a syntax error without the flag. */
function native(parameters, text, isOn) {
  const make = () => {
    const fn = compile(parameters, text);
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

// Called once, so that V8 has its feedback.
const warmedUp = compile([], 'return function () {};')();
warmedUp();

function isSwitchedOn() {
  try {
    return compile([], 'return %IsSmi(1);')();
  } catch (_) {
    return false;
  }
}

/**
 * Returns null if unsupported. canSwitch: whether V8 accepts the flag now; otherwise the process may have it already.
 * The methods must not get native functions:
 *   tierOf(fn) -> 'optimized', 'maglev', 'baseline', 'interpreter', or 'not-compiled' before the first call
 *   isPending(fn): whether another thread compiles it. A mark does not show that: a test that its loop has inlined
 *     meanwhile keeps the mark
 *   canOptimize: whether V8 optimizes at all in this process
 *   finish(): waits for V8's compilers, and installs their code
 *   hold(fn), then mark(fn): optimizes a function at its next call, on this thread
 */
function createNatives(canSwitch) {
  try {
    const isOn = isSwitchedOn();
    return isOn || canSwitch ? makeNatives(isOn) : null;
  } catch (_) {
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
