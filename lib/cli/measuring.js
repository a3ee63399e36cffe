'use strict';

/* The process that runs user code: a file, the snippets, or a single test (fork-child.js). Reports to the command. */

const { shownPath } = require('../base/host/paths');
const { createAsBefore } = require('../base/host/builtins');
const { createArrange, createCliHooks } = require('../core/session/suite-reporter');
const { toRowError, isThrownHere } = require('../base/text/row-error');

// Captured at load, because a measured test may change them.
const { exit } = process;
const startTimer = setTimeout;
const { apply } = Reflect;

const asBefore = createAsBefore(false);

// All copies of this library find the measuring bench under this global symbol.
const CONDUCTOR = Symbol.for('qtimeit.conductor.1');

const GRACE_MS = 1000;

const errorOfLoading = (error, file, host) => asBefore(() => {
  const { hintOfLoading } = require('../core/suite/typescript');
  const failure = toRowError({ stage: 'test', error }, 'sync', null);
  const place = error && error.suiteFile && error.suiteFile.at;
  return { ...failure, message: failure.message + hintOfLoading(file, error, host), at: place || failure.at };
});

/** Whether an error of this library is about its arguments: these start with the name of a function or a library. */
const isOnPurpose = (error) => asBefore(() => /^[\w.:-]+: /.test(error && error.message));

/**
 * whenDrained(limit) resolves to true when nothing else is pending, or to false when the promise `limit` does.
 * take(), called on beforeExit, returns whether that was due. Node does not emit this event again unless something
 * becomes pending.
 */
function createDrain() {
  let wake = null;
  function take() {
    const act = wake;
    wake = null;
    if (act) act(true);
    return act !== null;
  }
  return {
    take,
    whenDrained: (limit = null) => new Promise((resolve) => {
      wake = resolve;
      if (limit) limit.then(() => {
        if (wake === resolve) wake = null;
        resolve(false);
      });
    }),
  };
}

/** Resolves to { thrown: { error } or undefined, printed: number of suites that threads have printed }. */
async function runPart(part, deps, when, more) {
  const forks = deps.childRole === null ? require('../fork-runner').createForkRunner(deps, part.worker) : null;
  const bench = deps.makeBench({ settingsOwner: () => {}, forks, ...more });
  globalThis[CONDUCTOR] = bench;
  let thrown;
  let printed = 0;
  try {
    const found = await part.load(bench, when);
    if (typeof found === 'number') printed = found;
  } catch (error) {
    thrown = { error };
  }
  await bench.idle();
  return { thrown, printed };
}

async function measurePart(part, deps) {
  const { openUnderWay } = require('./crash-marker');
  const { handlesOpenedSince, openHandles } = require('../core/measure/user-calls');
  const { onExit } = require('#engine').program;
  const { UsageError } = require('../base/text/usage-error');
  const { commandChannel } = deps;
  const { sendNow, job } = commandChannel;
  const trying = openUnderWay(job.underWay);
  let isReported = false;
  let uncaught = null;
  deps.terminal.guard();
  process.on('uncaughtExceptionMonitor', (error) => {
    if (process.listenerCount('uncaughtException') > 0) return;
    uncaught = errorOfLoading(error, part.path, deps.host);
    if (isThrownHere(uncaught.stack) && !isOnPurpose(error)) {
      uncaught.message += '. Does the file replace built-ins while it is loaded?';
    }
    // The command reports the error. Node would print it with our stack.
    apply(exit, process, [1]);
  });
  onExit((code) => {
    if (!isReported || uncaught) sendNow({ type: 'exiting', code, error: uncaught });
  });
  const drain = createDrain();
  // Node exits silently if nothing is pending.
  process.on('beforeExit', () => {
    if (isReported || drain.take()) return;
    isReported = true;
    sendNow({ type: 'stuck' });
    apply(exit, process, [1]);
  });
  const handles = openHandles();
  const hooks = createCliHooks(part, commandChannel, trying, deps);
  const when = {
    whenDrained: drain.whenDrained, onThread: () => sendNow({ type: 'alive' }),
    onUnused: (names) => sendNow({ type: 'unused', names }),
    onScript: (file) => sendNow({ type: 'starts', file }),
  };
  const { thrown, printed } = await runPart(part, deps, when, hooks);
  isReported = true;
  if (!thrown) sendNow({ type: 'done', printed });
  else if (thrown.error instanceof UsageError) sendNow({ type: 'refused', words: thrown.error.message });
  else {
    const isEmpty = Boolean(thrown.error) && thrown.error.code === 'ERR_NO_TESTS';
    sendNow({ type: 'failed', error: errorOfLoading(thrown.error, part.path, deps.host), isEmpty });
  }
  startTimer(() => {
    if (!thrown) sendNow({ type: 'left', handles: handlesOpenedSince(handles) });
    apply(exit, process, [0]);
  }, GRACE_MS).unref();
}

async function measureTest(part, deps) {
  const { childRole } = deps;
  const cliHooks = { arrange: createArrange(part, () => ({})) };
  const drain = createDrain();
  process.on('beforeExit', drain.take);
  let unused = [];
  const onUnused = (names) => { unused = names; };
  const when = { whenDrained: drain.whenDrained, onThread() {}, onUnused };
  const { thrown } = await runPart(part, deps, when, { cliHooks });
  if (thrown) childRole.loaded(errorOfLoading(thrown.error, part.path, deps.host), null);
  else childRole.loaded(null, deps.sysinfo, unused);
}

/** plan: see run.js, with one part; deps: with commandChannel or childRole. The process continues afterwards. */
async function measureHere({ parts: [part], overrides, keeps }, deps) {
  const shown = part.file && shownPath(part.file, deps.cwd);
  const chosen = { ...part, mayFork: true, path: part.file, file: shown, keeps, overrides };
  if (deps.childRole) await measureTest(chosen, deps);
  else await measurePart(chosen, deps);
  return null;
}

module.exports = { measureHere };
