'use strict';

/*
 * The `error` of a failed row: { code, message, at, calls, stack, output }, plain data, with the words for
 * each way in which a test can fail within its process. Those of whole processes are in fork-failure.js.
 */

const path = require('path');
const { describe } = require('./failure');

const OURS = `${__dirname}${path.sep}`;
// The position that ends a line of a stack: (/home/me/x.js:3:5), file:///home/me/x.mjs:3:5
const POSITION = /(?:\(|at |@)?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?$/;

const WAITED = {
  callback: 'did not call back',
  promise: 'did not settle its promise',
  sync: 'did not end',
};

/** The first place in a stack that is neither ours nor Node's, relative to the current folder. */
function placeOf(stack) {
  const lines = `${stack}`.split('\n');
  for (let i = 1; i < lines.length; i++) {
    const found = POSITION.exec(lines[i].trim());
    if (!found || found[1].startsWith('node:') || found[1].includes(OURS) || !/[\\/]/.test(found[1])) continue;
    const place = found[1].replace(/^file:\/\//, '');
    const relative = path.relative(process.cwd(), place);
    return relative.startsWith('..') ? place : relative;
  }
  return null;
}

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

/**
 * @param {object} failure as loops tell it, with its stage: 'setup', 'test' or 'teardown'
 * @param {'sync'|'callback'|'promise'} kind
 * @param {string} calls which call it was
 */
function errorOfFailure(failure, kind, calls) {
  const { stage, limitMs, twice, answered, error } = failure;
  const prefix = stage === 'test' ? '' : `${stage}: `;
  if (limitMs) {
    const what = stage === 'test' ? WAITED[kind] : 'did not end';
    return rowError('timed-out', `${prefix}${what} within ${limitMs / 1000} s`, { calls: stage === 'test' ? calls : null });
  }
  if (twice) return rowError('called-twice', 'called back twice: each call has to be answered once', { calls });
  const stack = stackOf(error);
  return rowError(answered ? 'called-back' : 'threw', `${prefix}${answered ? 'called back with ' : ''}${describe(error)}`, {
    calls: stage === 'test' ? calls : null, stack, at: stack && placeOf(stack),
  });
}

module.exports = { rowError, errorOfFailure };
