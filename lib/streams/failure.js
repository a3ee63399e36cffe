'use strict';

/* The `error` of a row of streams, in words: what became of a run that did not come to its end. */

const { describe } = require('../text/failure');
const { show } = require('../text/show');
const { errorOfFailure, rowError } = require('../text/row-error');
const { NoInput, NoStream } = require('./connect');
const { Unended } = require('./ending');

const PREMATURE = 'closed before its end: it was destroyed on its way, or closed without push(null)';
const TWICE = 'called the callback of one chunk twice; _transform, _write and _flush have to call theirs once';
const DRY = 'never ended, and nothing is left that could end it: a callback was not called, a promise not settled, ' +
  'or its end not told (push(null), close())';

// Of a stage that did not end: with nothing left to wait for, and when its time was over.
const WORDS_OF_STAGE = {
  factory: { dry: 'its factory gave a promise that is never settled', late: 'its factory gave no stream' },
  test: { dry: DRY, late: 'did not end' },
  check: { dry: 'its check gave a promise that is never settled', late: 'its check did not end' },
};

const WORDS_OF_CODE = {
  ERR_STREAM_PREMATURE_CLOSE: ['premature-close', PREMATURE],
  ERR_MULTIPLE_CALLBACK: ['called-twice', TWICE],
};

/** The class or the code of what can be anything: also null, or what throws when it is looked at. */
function look(error) {
  try {
    return { ours: error instanceof Unended || error instanceof NoStream || error instanceof NoInput, code: error.code };
  } catch (_) {
    return { ours: false, code: undefined };
  }
}

/** Some errors of the web's streams say nothing themselves. */
function wordsOf(error) {
  try {
    if (error.message === '' && error.cause) return describe(error.cause);
  } catch (_) {
    // Told as what it is.
  }
  return describe(error);
}

function ourError(error, stage) {
  if (error instanceof Unended) {
    const { dry, late } = WORDS_OF_STAGE[stage];
    return error.seconds === null ? rowError('never-ended', dry) : rowError('timed-out', `${late} within ${error.seconds} s`);
  }
  if (error instanceof NoStream) {
    return rowError('no-stream', error.isUsedBefore
      ? 'its factory gave a stream that has been used already: each run needs a fresh one'
      : `its factory gave ${show(error.given)}, which is no stream`);
  }
  return rowError('no-input', error.message);
}

/**
 * @param {*} error
 * @param {'factory'|'test'|'check'} stage in which it came up
 * @param {boolean} [isOfSource] whether the input failed, and not the contender
 * @returns {object} as rowError makes it
 */
function streamError(error, stage, isOfSource = false) {
  const { ours, code } = look(error);
  if (ours) return ourError(error, stage);
  const { stack, at } = errorOfFailure({ stage: 'test', error }, 'sync', null);
  if (isOfSource) return rowError('no-input', `the input failed: ${wordsOf(error)}`, { stack, at });
  const words = stage === 'test' && typeof code === 'string' ? WORDS_OF_CODE[code] : undefined;
  if (words) return rowError(words[0], words[1], { stack, at });
  return rowError('threw', `${stage === 'factory' ? 'factory: ' : ''}${wordsOf(error)}`, { stack, at });
}

module.exports = { streamError };
