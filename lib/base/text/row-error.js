'use strict';

/*
 * Errors of timeit(), and of rows: { code, message, at, calls, stack, output, thrownCode (of a thrown error that has
 * one, such as 'ENOENT') }. fork-failure.js: of processes.
 */

const { places, hasProcesses } = require('#engine');
const { frameOf, isOurs, nameOf } = places;
const { attempt, describeThrown, isError } = require('./show');

// Captured at load, because a measured test may change them.
const { round } = Math;
const { defineProperty } = Object;

const WAITED = { callback: 'did not call back', promise: 'did not settle its promise', sync: 'did not end' };

const megabytes = (bytes) => round(bytes / 2 ** 20);

/** First place in a stack outside this library and the engine, relative to the current folder. */
function placeOf(stack) {
  const lines = `${stack}`.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const frame = frameOf(lines[i]);
    const name = frame && !isOurs(frame.file) ? nameOf(frame.file) : null;
    if (name !== null) return `${name}:${frame.line}:${frame.column}`;
  }
  return null;
}

const isOurLine = (line) => {
  const frame = frameOf(line);
  return frame !== null && isOurs(frame.file);
};

/** False if the built-ins that this needs are replaced. */
const isThrownHere = (stack) => attempt(() => {
  const first = `${stack}`.split('\n').find((line) => frameOf(line) !== null);
  return first !== undefined && isOurLine(first);
}, false);

const withoutOurFrames = (text) => text.split('\n').filter((line) => !isOurLine(line)).join('\n');

/** Errors about missing modules list the modules that required them, of which qtimeit's are last. */
const withoutOurModules = (text) => text && text.replace(/\n- (.+)/g, (line, file) => (isOurs(file) ? '' : line));

/** Output of a process without our frames, unless all are ours */
function outputWithoutOurs(lines) {
  const others = lines.filter((line) => !isOurLine(line));
  return others.some((line) => frameOf(line) !== null) ? others : lines;
}

const stackOf = (error) => attempt(() => (typeof error.stack === 'string' ? error.stack : null), null);

/** { thrownCode }, or {} without one */
const thrownCodeOf = (error) => attempt(() => {
  const { code } = error;
  return typeof code === 'string' ? { thrownCode: clipped(code) } : {};
}, {});

const MOST = 10000; // characters of a message or a stack, which can contain all data of a test

const clipped = (text) => (
  typeof text === 'string' && text.length > MOST ? `${text.slice(0, MOST)}... (${text.length} characters)` : text);

const createRowError = (code, message, { stack = null, ...more } = {}) => (
  { code, message: clipped(message), at: null, calls: null, stack: clipped(stack), output: [], ...more });

/** For a test without figures in a suite that was cut short. isUnderWay: whether its code was running */
function createCutShortError(code, words, isUnderWay) {
  const hint = ' while this test ran. With forkTests (--fork), its timeout stops an endless loop';
  return createRowError(code, words + (hasProcesses && isUnderWay && code === 'interrupted' ? hint : ''));
}

// After the limit of a test, if the command has less time
const TIME_LEFT = ", the most that the command's --timeout left for it";

/** failure: of a loop, with its stage 'setup', 'test' or 'teardown'; calls: of formatFailedCall() */
function toRowError(failure, kind, calls) {
  const { stage, limitMs, isLowered, twice, answered, uncaught, heapFull, error } = failure;
  const prefix = stage === 'test' ? '' : `${stage}: `;
  if (limitMs) {
    const what = stage === 'test' ? WAITED[kind] : 'did not end';
    const message = `${prefix}${what} within ${limitMs / 1000} s${isLowered ? TIME_LEFT : ''}`;
    return createRowError('timed-out', message, { calls: stage === 'test' ? calls : null });
  }
  if (heapFull) {
    const [used, limit] = [megabytes(heapFull.usedBytes), megabytes(heapFull.limitBytes)];
    return createRowError(
      'out-of-memory', `heap full: ${used} of ${limit} MB were in use before its first call. Use a ` +
      'larger --max-old-space-size, or separate processes (forkTests)');
  }
  if (twice) return createRowError('called-twice', 'called back twice: each call must call back once', { calls });
  const stack = withoutOurModules(stackOf(error));
  const did = answered ? 'called back with ' : uncaught ? 'uncaught: ' : '';
  const message = withoutOurModules(`${prefix}${did}${describeThrown(error)}`);
  return createRowError(answered ? 'called-back' : 'threw', message, {
    calls: stage === 'test' ? calls : null, stack, at: stack && placeOf(stack), ...thrownCodeOf(error),
  });
}

/**
 * The object that the test threw or rejected with, with a property `timeit` ({ test, calls }), which Node prints. Other
 * values (null, a string, a frozen object) become the cause of such an error.
 */
function toThrownError(failure, test, calls, kind) {
  if (failure.ours) return failure.error;
  if (failure.limitMs) {
    return new Error(`timeit: the test ${test} ${WAITED[kind]} within ${failure.limitMs / 1000} s on call ${calls}. ` +
      'If calls take that long, pass a time instead of a count: the limit for each call is then ten times that time');
  }
  if (failure.twice) {
    return new Error(`timeit: the test ${test} called back twice on call ${calls}: each call must call back once`);
  }
  const { error } = failure;
  if (isError(error)) {
    try {
      defineProperty(error, 'timeit', { value: { test, calls }, enumerable: true, configurable: true, writable: true });
      return error;
    } catch (_) {
      // Frozen, or a proxy that refuses.
    }
  }
  const did = failure.answered ? 'called back with' : 'threw';
  return new Error(`timeit: the test ${test} ${did} ${describeThrown(error)} on call ${calls}`, { cause: error });
}

/** Number of the failed call: '1', or '768 to 1024', because watching for the exact call would slow down the loop. */
function formatFailedCall(failure, progress) {
  if (failure.index !== undefined) return String(progress.calls + failure.index + 1);
  if (failure.upTo !== undefined) {
    const last = progress.calls + failure.upTo + 1;
    return last > 1 ? `1 to ${last}` : '1';
  }
  const last = progress.calls + progress.slice;
  return progress.slice > 1 ? `${progress.calls + 1} to ${last}` : String(last);
}

module.exports = {
  createRowError, createCutShortError, toRowError, toThrownError, formatFailedCall, isThrownHere, outputWithoutOurs,
  withoutOurFrames, WAITED, TIME_LEFT,
};
