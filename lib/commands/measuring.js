'use strict';

/*
 * The process in which code of the user runs: it loads one file, or the snippets, and measures their suites. It reports
 * to the command that has started it, see measure.js. Or it has been started for one test of them, see fork-child.js.
 */

const { shownPath } = require('../host/paths');
const { createAsBefore } = require('../host/builtins');
const { createArrange, createCliHooks } = require('../session/suite-reporter');
const { errorOfFailure } = require('../text/row-error');

// Captured at load, because a measured test may change them.
const { exit } = process;
const startTimer = setTimeout;
const { apply } = Reflect;

const asBefore = createAsBefore(false);

// Under this name all copies of this library ask for who measures.
const CONDUCTOR = Symbol.for('qtimeit.conductor.1');

// Time for handles that a file leaves open to close.
const GRACE_MS = 1000;

/** The error of a file, and its place; of a syntax error only the loader knows the place. */
const errorOfLoading = (error) => asBefore(() => {
  const { wayOutOf } = require('../suite/typescript');
  const failure = errorOfFailure({ stage: 'test', error }, 'sync', null);
  const place = error && error.suiteFile && error.suiteFile.at;
  return { ...failure, message: failure.message + wayOutOf(error && error.code), at: place || failure.at };
});

/**
 * Runs the suites of a part.
 *
 * @returns {Promise<*>} what it threw, undefined for nothing
 */
async function runPart(part, deps, more) {
  const mayFork = part.mayFork && deps.childRole === null;
  const forks = mayFork ? require('../fork-runner').createForkRunner(deps, part.worker) : null;
  const bench = deps.makeBench({ settingsOwner: () => {}, forks, ...more });
  globalThis[CONDUCTOR] = bench;
  let thrown;
  try {
    await part.load(bench);
  } catch (error) {
    thrown = { error };
  }
  await bench.idle();
  return thrown;
}

const isWithoutTests = (error) => Boolean(error) && error.code === 'ERR_NO_TESTS';

/** For the command: all suites of a part. */
async function measurePart(part, deps) {
  const { openUnderWay } = require('./crash-marker');
  const { leftOpen, openHandles } = require('../measure/user-calls');
  const { onExit } = require('../host/interrupt');
  const { UsageError } = require('../text/usage-error');
  const { commandChannel } = deps;
  const { tellNow, job } = commandChannel;
  const trying = openUnderWay(job.underWay);
  let isTold = false;
  let uncaught = null;
  deps.terminal.guard();
  process.on('uncaughtExceptionMonitor', (error) => {
    // If somebody listens, the process goes on.
    if (process.listenerCount('uncaughtException') === 0) uncaught = errorOfLoading(error);
  });
  onExit((code) => {
    if (!isTold || uncaught) tellNow({ type: 'exiting', code, error: uncaught });
  });
  // With nothing left to wait for, node ends without a word.
  process.on('beforeExit', () => {
    if (isTold) return;
    isTold = true;
    tellNow({ type: 'stuck' });
    apply(exit, process, [1]);
  });
  const handles = openHandles();
  const thrown = await runPart(part, deps, createCliHooks(part, commandChannel, trying, deps));
  isTold = true;
  if (!thrown) tellNow({ type: 'done' });
  else if (thrown.error instanceof UsageError) tellNow({ type: 'refused', words: thrown.error.message });
  else tellNow({ type: 'failed', error: errorOfLoading(thrown.error), isEmpty: isWithoutTests(thrown.error) });
  // It may end earlier, if nothing keeps it.
  startTimer(() => {
    if (!thrown) tellNow({ type: 'left', handles: leftOpen(handles) });
    apply(exit, process, [0]);
  }, GRACE_MS).unref();
}

/** For another such process: one test. */
async function measureTest(part, deps) {
  const { childRole } = deps;
  const cliHooks = { arrange: createArrange(part, () => ({})) };
  const thrown = await runPart(part, deps, { cliHooks });
  if (thrown) childRole.loaded(errorOfLoading(thrown.error), null);
  else childRole.loaded(null, deps.sysinfo);
}

/**
 * @param {object} plan see measure.js; of its parts there is one
 * @param {object} deps with commandChannel, or with childRole
 * @returns {Promise<null>} the process goes on by itself
 */
async function measureHere({ parts: [part], overrides, keeps }, deps) {
  const chosen = { ...part, file: part.file && shownPath(part.file, deps.cwd), keeps, overrides };
  if (deps.childRole) await measureTest(chosen, deps);
  else await measurePart(chosen, deps);
  return null;
}

module.exports = { measureHere };
