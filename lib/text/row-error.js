'use strict';

/*
 * The `error` of a failed row: { code, message, at, calls, stack, output }, plain data, with the words for
 * each way in which a test can fail within its process. Those of whole processes are in fork-failure.js.
 */

const { places, hasProcesses } = require('#engine');
const { frameOf, isOurs, nameOf } = places;
const { describe, WAITED } = require('./failure');

// Captured at load, because a measured test may change it.
const { round } = Math;

const megabytes = (bytes) => round(bytes / 2 ** 20);

/** The first place in a stack that is neither ours nor the engine's, relative to the current folder. */
function placeOf(stack) {
  const lines = `${stack}`.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const frame = frameOf(lines[i]);
    const name = frame && !isOurs(frame.file) ? nameOf(frame.file) : null;
    if (name !== null) return `${name}:${frame.line}:${frame.column}`;
  }
  return null;
}

/** The file of a line of a stack; null where it is none. */
function fileOf(line) {
  const frame = frameOf(line);
  return frame && frame.file;
}

const isOurLine = (line) => {
  const file = fileOf(line);
  return file !== null && isOurs(file);
};

/** Whether an error with this stack was thrown by this library itself. */
function isThrownHere(stack) {
  const first = `${stack}`.split('\n').find((line) => fileOf(line) !== null);
  return first !== undefined && isOurLine(first);
}

/** A text with stacks in it, without the lines of this library. */
const withoutOurFrames = (text) => text.split('\n').filter((line) => !isOurLine(line)).join('\n');

function stackOf(error) {
  try {
    return typeof error.stack === 'string' ? error.stack : null;
  } catch (_) {
    return null;
  }
}

function rowError(code, message, more) {
  return { code, message, at: null, calls: null, stack: null, output: [], ...more };
}

/** Of a test without figures in a suite that was cut short; isUnderWay: its code ran then, perhaps without an end. */
function cutShortError(code, words, isUnderWay) {
  const wayOut = ' while this test ran; an endless loop is ended by its timeout with forkTests (--fork)';
  return rowError(code, words + (hasProcesses && isUnderWay && code === 'interrupted' ? wayOut : ''));
}

/**
 * @param {object} failure as loops tell it, with its stage: 'setup', 'test' or 'teardown'
 * @param {'sync'|'callback'|'promise'} kind
 * @param {string} calls which call it was
 */
function errorOfFailure(failure, kind, calls) {
  const { stage, limitMs, twice, answered, uncaught, heapFull, error } = failure;
  const prefix = stage === 'test' ? '' : `${stage}: `;
  if (limitMs) {
    const what = stage === 'test' ? WAITED[kind] : 'did not end';
    const message = `${prefix}${what} within ${limitMs / 1000} s`;
    return rowError('timed-out', message, { calls: stage === 'test' ? calls : null });
  }
  if (heapFull) {
    const [used, limit] = [megabytes(heapFull.usedBytes), megabytes(heapFull.limitBytes)];
    return rowError('out-of-memory', `heap full: ${used} of ${limit} MB were in use before its first call; ` +
      'a larger --max-old-space-size, or processes of its own (forkTests), give it room');
  }
  if (twice) return rowError('called-twice', 'called back twice: each call has to be answered once', { calls });
  const stack = stackOf(error);
  const did = answered ? 'called back with ' : uncaught ? 'uncaught: ' : '';
  return rowError(answered ? 'called-back' : 'threw', `${prefix}${did}${describe(error)}`, {
    calls: stage === 'test' ? calls : null, stack, at: stack && placeOf(stack),
  });
}

module.exports = { rowError, cutShortError, errorOfFailure, isThrownHere, withoutOurFrames };
