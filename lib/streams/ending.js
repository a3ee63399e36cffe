'use strict';

/*
 * Ends a run that does not end by itself: one that takes too long, one that threw where nobody catches it, in a timer
 * or an async method, and one that nothing can end any more, since no timer, file or socket is left to wait for. That
 * is told by Node before it would exit; so the limit must not keep the process alive, nor the channel to the process
 * that started this one. What became of such a run, and of others that failed, is the `error` of its row, in words.
 */

const { describe, show } = require('../text/show');
const { errorOfFailure, rowError } = require('../text/row-error');
const { NoInput, NoStream } = require('./connect');

// Captured at load: a contender may replace them.
const startTimer = setTimeout;
const stopTimer = clearTimeout;
const nextTurn = setImmediate;
const { min } = Math;
const race = Promise.race.bind(Promise);

// Longer delays overflow to none at all.
const LONGEST_MS = 2 ** 31 - 1;

class Unended extends Error {
  /** @param {number|null} seconds the limit, null where nothing is left to wait for */
  constructor(seconds) {
    super('not ended');
    this.seconds = seconds;
  }
}

const system = {
  after(action, ms) {
    const timer = startTimer(action, min(ms, LONGEST_MS));
    timer.unref();
    return () => stopTimer(timer);
  },
  /** Calls the action with what nobody catches, in place of the end of the process, until that is taken back. */
  whenUncaught(action) {
    process.on('uncaughtException', action);
    process.on('unhandledRejection', action);
    return () => {
      process.removeListener('uncaughtException', action);
      process.removeListener('unhandledRejection', action);
    };
  },
  /** Calls the action once when nothing is left to do. @returns {function()} that takes it back */
  whenDry(action) {
    const { channel } = process;
    // In a turn of the event loop: where what goes on leaves nothing to do, Node asks once more only then.
    const dry = () => nextTurn(action);
    process.once('beforeExit', dry);
    if (channel) channel.unref();
    return () => {
      process.removeListener('beforeExit', dry);
      if (channel && process.channel) channel.ref();
    };
  },
};

/**
 * @param {number} seconds from now
 * @param {object} [deps] { after, whenDry, whenUncaught }
 * @returns {{ guard: function(Promise): Promise, stop: function() }} guard(): the promise, or where the run is ended
 *   before a rejection with Unended, or with what nobody caught
 */
function createEnding(seconds, deps = system) {
  let end;
  const ended = new Promise((_, reject) => { end = reject; });
  ended.catch(() => {});
  const stopWaiting = deps.whenDry(() => end(new Unended(null)));
  const stopCatching = deps.whenUncaught(end);
  const stopClock = deps.after(() => end(new Unended(seconds)), seconds * 1000);
  return {
    guard: (promise) => race([promise, ended]),
    stop() {
      stopClock();
      stopWaiting();
      stopCatching();
    },
  };
}

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
    return { ours: [Unended, NoStream, NoInput].some((Kind) => error instanceof Kind), code: error.code };
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
    return error.seconds === null ? rowError('never-ended', dry)
      : rowError('timed-out', `${late} within ${error.seconds} s`);
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

module.exports = { createEnding, streamError };
