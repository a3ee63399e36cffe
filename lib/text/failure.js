'use strict';

const { inspect, isNativeError } = require('#engine');

// Captured at load, because a measured test may change them.
const { defineProperty } = Object;

const WAITED = {
  callback: 'did not call back',
  promise: 'did not settle its promise',
  sync: 'did not end',
};

/** Also an error of another realm; what bites when it is looked at (a revoked proxy) is none. */
function isError(value) {
  try {
    return isNativeError(value) || value instanceof Error;
  } catch (_) {
    return false;
  }
}

/** A thrown value in one line, whatever it is: a getter of it may throw again. */
function describe(thrown) {
  try {
    return isError(thrown) ? `${thrown.name}: ${thrown.message}` : inspect(thrown, { depth: 0 });
  } catch (_) {
    return 'a value that cannot be shown';
  }
}

/**
 * The error that a run ends with. What the test threw, rejected with or handed to its callback goes on
 * as it is, the same object; where it happened stands in its property `timeit` ({ test, calls }), which
 * Node prints with it. A value that cannot carry a property (null, a string, a frozen object) becomes
 * the cause of an error that says the same in words.
 *
 * @param {{ error: *, twice: boolean, answered: boolean }} failure
 * @param {string} test what the test is called
 * @param {string} calls which call it was, counted from 1: '1', or '768 to 1024' where the exact one is
 *   not known, because watching for it would slow the loop
 * @param {'sync'|'callback'|'promise'} kind
 */
function errorOf(failure, test, calls, kind) {
  if (failure.ours) return failure.error;
  if (failure.limitMs) {
    return new Error(`timeit: the test ${test} ${WAITED[kind]} within ${failure.limitMs / 1000} s on call ${calls}; ` +
      'where calls take that long give a time, of which each may take ten times as much');
  }
  if (failure.twice) {
    return new Error(`timeit: the test ${test} called back twice on call ${calls}: each call has to be answered once`);
  }
  const { error } = failure;
  if (isError(error)) {
    try {
      defineProperty(error, 'timeit', { value: { test, calls }, enumerable: true, configurable: true, writable: true });
      return error;
    } catch (_) {
      // Frozen, or a proxy that refuses: told in words.
    }
  }
  const did = failure.answered ? 'called back with' : 'threw';
  return new Error(`timeit: the test ${test} ${did} ${describe(error)} on call ${calls}`, { cause: error });
}

/** Which call failed: exactly, or the slice that it was in, or all that it can be. */
function callsOf(failure, progress) {
  if (failure.index !== undefined) return String(progress.calls + failure.index + 1);
  if (failure.upTo !== undefined) {
    const last = progress.calls + failure.upTo + 1;
    return last > 1 ? `1 to ${last}` : '1';
  }
  const last = progress.calls + progress.slice;
  return progress.slice > 1 ? `${progress.calls + 1} to ${last}` : String(last);
}

module.exports = { errorOf, callsOf, describe, WAITED };
