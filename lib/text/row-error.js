'use strict';

/*
 * The `error` of a failed row: { code, message, at, calls, stack, output }, plain data, with the words for
 * each way in which a test can fail within its process. Those of whole processes are in fork-failure.js.
 */

const path = require('path');
const { fileURLToPath } = require('url');
const { describe, WAITED } = require('./failure');

// Captured at load, because a measured test may change it.
const { round } = Math;

const LIB = path.dirname(__dirname);
const OURS = `${LIB}${path.sep}`;
const OUR_FILES = ['qtimeit.js', path.join('bin', 'qtimeit.js')].map((name) => path.join(LIB, '..', name));
// A line of a stack, which ends in its position: at f (/home/me/x.js:3:5), at async file:///home/me/x.mjs:3:5
const FRAME = /^\s+at (?:.*? \((?=.*\)$))?(?:async )?(.+):(\d+):(\d+)\)?$/;

const megabytes = (bytes) => round(bytes / 2 ** 20);

function pathOf(file) {
  if (!file.startsWith('file:')) return file;
  try {
    return fileURLToPath(file);
  } catch (_) {
    return file;
  }
}

/** From the current folder, where it lies below that. */
function shortPath(file) {
  try {
    const relative = path.relative(process.cwd(), file);
    return relative.startsWith('..') ? file : relative;
  } catch (_) {
    // That folder is gone.
    return file;
  }
}

/** The first place in a stack that is neither ours nor Node's, relative to the current folder. */
function placeOf(stack) {
  const lines = `${stack}`.split('\n');
  for (let i = 1; i < lines.length; i++) {
    const frame = FRAME.exec(lines[i]);
    if (!frame || frame[1].startsWith('node:')) continue;
    const file = pathOf(frame[1]);
    if (isOurs(file) || !path.isAbsolute(file)) continue;
    return `${shortPath(file)}:${frame[2]}:${frame[3]}`;
  }
  return null;
}

/** The file of a line of a stack; null where it is none. */
function fileOf(line) {
  const frame = FRAME.exec(line);
  return frame && pathOf(frame[1]);
}

const isOurs = (file) => file !== null && (file.startsWith(OURS) || file === OUR_FILES[0] || file === OUR_FILES[1]);

/** Whether an error with this stack was thrown by this library itself. */
const isThrownHere = (stack) => isOurs(`${stack}`.split('\n').map(fileOf).find((file) => file !== null) || null);

/** A text with stacks in it, without the lines of this library. */
const withoutOurFrames = (text) => text.split('\n').filter((line) => !isOurs(fileOf(line))).join('\n');

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
  return rowError(code, words + (isUnderWay && code === 'interrupted' ? wayOut : ''));
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
