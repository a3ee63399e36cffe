'use strict';

/*
 * Runs a stream, and ends it after the time limit, after an uncaught error in a timer or an async method, or if no
 * timer, file or socket is left that could end it. Node reports the last case before it exits, so the time limit
 * and the channel to the parent process must not keep the process alive. Failures become the `error` of a row.
 */

const { orNull } = require('../../base/host/fs-queries');
const { describeThrown, show } = require('../../base/text/show');
const { toRowError, createRowError } = require('../../base/text/row-error');
const { connect, NoInput, NoStream } = require('./connect');

// Captured at load: a contender may replace them.
const startTimer = setTimeout;
const stopTimer = clearTimeout;
const nextTurn = setImmediate;
const { min } = Math;
const race = Promise.race.bind(Promise);

const LONGEST_MS = 2 ** 31 - 1; // longer delays overflow, and the timer fires at once

class Unended extends Error {
  /** seconds: the limit, null if nothing is left to wait for */
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
  /** Calls the action with uncaught errors, instead of ending the process. */
  whenUncaught(action) {
    process.on('uncaughtException', action);
    process.on('unhandledRejection', action);
    return () => {
      process.removeListener('uncaughtException', action);
      process.removeListener('unhandledRejection', action);
    };
  },
  /** Calls the action once nothing is left to do. */
  whenIdle(action) {
    const { channel } = process;
    // In a later turn: otherwise Node does not emit beforeExit again if the action leaves nothing to do.
    const dry = () => nextTurn(action);
    process.once('beforeExit', dry);
    if (channel) channel.unref();
    return () => {
      process.removeListener('beforeExit', dry);
      if (channel && process.channel) channel.ref();
    };
  },
};

/** guard(promise): settles with the promise, or rejects with Unended or an uncaught error. deps: for tests. */
function createEnding(seconds, deps = system) {
  let end;
  const ended = new Promise((_, reject) => { end = reject; });
  ended.catch(() => {});
  const stopWaiting = deps.whenIdle(() => end(new Unended(null)));
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

const DRY = 'never ended, and nothing is pending: a callback was not called, a promise not settled, or the end not ' +
  'signaled (push(null), close())';

// Messages for each stage: if nothing is left to wait for, and if its time is over.
const WORDS_OF_STAGE = {
  factory: { dry: 'its factory returned a promise that is never settled', late: 'its factory returned no stream' },
  test: { dry: DRY, late: 'did not end' },
  check: { dry: 'its check returned a promise that is never settled', late: 'its check did not end' },
};

const WORDS_OF_CODE = {
  ERR_STREAM_PREMATURE_CLOSE: ['premature-close',
    'closed before its end: it was destroyed early, or closed without push(null)'],
  ERR_MULTIPLE_CALLBACK: ['called-twice',
    'called the callback of one chunk twice; _transform, _write and _flush must call it once'],
};

/** Some errors of web streams have their message in the cause. */
const wordsOf = (error) => describeThrown(orNull(() => error.message === '' && error.cause) || error);

function ourError(error, stage) {
  if (error instanceof Unended) {
    const { dry, late } = WORDS_OF_STAGE[stage];
    return error.seconds === null ? createRowError('never-ended', dry)
      : createRowError('timed-out', `${late} within ${error.seconds} s`);
  }
  if (error instanceof NoStream) {
    return createRowError('no-stream', error.isUsedBefore
      ? 'its factory returned a used stream. Each run needs a new stream'
      : `its factory returned ${show(error.given)}, which is not a stream`);
  }
  return createRowError('no-input', error.message);
}

/** isOfSource: whether the input failed, and not the contender. Reading a thrown value can throw. */
function createStreamError(error, stage, isOfSource = false) {
  if (orNull(() => [Unended, NoStream, NoInput].some((Kind) => error instanceof Kind))) return ourError(error, stage);
  const { stack, at } = toRowError({ stage: 'test', error }, 'sync', null);
  if (isOfSource) return createRowError('no-input', `the input failed: ${wordsOf(error)}`, { stack, at });
  const code = orNull(() => error.code);
  const words = stage === 'test' && typeof code === 'string' ? WORDS_OF_CODE[code] : undefined;
  if (words) return createRowError(words[0], words[1], { stack, at });
  return createRowError('threw', `${stage === 'factory' ? 'factory: ' : ''}${wordsOf(error)}`, { stack, at });
}

/** Resolves with null at the end of the stream, or with the error of a row. */
async function runToEnd({ link, guard, stage }) {
  const failure = await guard(new Promise((resolve) => { link.start(resolve); }));
  return failure && createStreamError(failure.error, stage, failure.isOfSource);
}

/** use({ link, guard, stage }) may set the stage. Resolves to its result, or the error of a row; never rejects. */
async function withStream(test, settings, { hooks, seconds = test.timeoutSeconds, ending: deps }, use) {
  const ending = createEnding(seconds, deps);
  const run = { stage: 'factory', link: null, guard: ending.guard };
  try {
    run.link = await ending.guard(connect(test, settings, hooks));
    run.stage = 'test';
    return await use(run);
  } catch (error) {
    return createStreamError(error, run.stage);
  } finally {
    ending.stop();
    if (run.link) run.link.destroy();
  }
}

const createEmptyInputError = () => createRowError('no-input', 'the input ended before it produced any data');

module.exports = { createStreamError, runToEnd, withStream, createEmptyInputError };
