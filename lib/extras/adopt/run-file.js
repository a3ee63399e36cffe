'use strict';

/* Runs a file that uses another library as the main program of this process. */

const Module = require('module');
const { pathToFileURL } = require('url');
const { installHook } = require('./hook');
const { ofThreads, passSettings, suites, waiting } = require('./suite');
const { ScriptEnd } = require('../../core/session/fork-child');
const { usesDeno } = require('../../base/text/code-names');

const QUIET_MS = 3000;
const BEGIN_MS = 10000; // longest wait for the first suite of a program, for example if it leaves connections open
const RELEASE_MS = 50; // between looks for new servers and intervals
const WATCH_MS = 1000; // between looks for suites in threads
const NEXT_MS = 200; // in which listeners for the end of a suite begin the next one

/** CommonJS with require.main, which some files compare with their module; otherwise an import, as always in Bun */
async function loadAsMain(file) {
  if (!/\.m[jt]s$/i.test(file) && !globalThis.Bun) {
    try {
      Module._load(file, null, true);
      return;
    } catch (error) {
      if (!error || !['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE'].includes(error.code)) throw error;
    }
  }
  await import(pathToFileURL(file).href);
}

/** Waits for ever if `action` ends the script, see measureSoon(). */
async function untilScriptEnd(action) {
  try {
    return await action();
  } catch (error) {
    if (error instanceof ScriptEnd) return new Promise(() => {});
    throw error;
  }
}

/** Suites that the file has made, and not run. They may make others. */
const runWaiting = () => untilScriptEnd(async () => {
  while (waiting.size > 0) {
    const [suite] = waiting;
    waiting.delete(suite);
    await (suite.runOnce ? suite.runOnce() : suite.run());
  }
});

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms).unref(); });

/** Resolves if no suite has begun for a while after the last one: the program may leave servers or timers open. */
async function whenQuiet(idle) {
  for (let before = 0; before === 0 || before !== suites.measured || ofThreads().running > 0;) {
    before = suites.measured;
    await pause(QUIET_MS);
    await idle();
    await pause(NEXT_MS);
  }
}

/** Calls an action when a thread has begun a suite. */
function watchThreads(action) {
  const timer = setInterval(() => {
    if (ofThreads().measured === 0) return;
    clearInterval(timer);
    action();
  }, WATCH_MS).unref();
}

function install(text, { settings, onThread }) {
  installHook(text);
  passSettings(settings);
  watchThreads(onThread);
}

/** Resolves to numbers of suites, { measured, printed (by threads) }, when the program is over. */
async function countSuites(drained, { idle }) {
  await Promise.race([drained, whenQuiet(idle)]);
  await runWaiting();
  return { measured: suites.measured, printed: ofThreads().measured };
}

async function startAsMain(file, text, how) {
  install(text, how);
  if (usesDeno(text)) require('./libraries/deno').install();
  process.argv.splice(1, Infinity, file);
  await untilScriptEnd(() => loadAsMain(file));
}

/**
 * text: of the file and its imports. how: settings: of suites in threads; idle(): resolves when all suites are over;
 * hasSuites(): whether bench was called; whenDrained(limit): resolves when nothing is pending in the process, see
 * createDrain(); onThread(): called when a thread measures. Resolves as countSuites().
 */
async function runAsMain(file, text, how) {
  const drained = how.whenDrained();
  await startAsMain(file, text, how);
  return countSuites(drained, how);
}

function hasBegun() {
  for (const suite of waiting) if (!suite.isEmpty) return true;
  return suites.measured + ofThreads().measured > 0;
}

/** Collects the intervals that are made until end(). */
function collectIntervals() {
  const intervals = [];
  const { setInterval: make } = globalThis;
  function collecting(...args) {
    const interval = make(...args);
    intervals.push(interval);
    return interval;
  }
  globalThis.setInterval = collecting;
  return { intervals, end() { if (globalThis.setInterval === collecting) globalThis.setInterval = make; } };
}

/**
 * Waits until nothing is pending except servers and intervals, which suites may leave open. A fixed time would be too
 * short for programs on a busy machine. Resolves to whether nothing is pending at all.
 */
async function whenIdle(intervals, { whenDrained }) {
  const released = new Set();
  function release() {
    const servers = (process._getActiveHandles?.() || []).filter((handle) => handle && handle.listening);
    for (const one of [...servers, ...intervals]) {
      if (one.unref && (!one.hasRef || one.hasRef())) released.add(one.unref());
    }
  }
  release();
  const timer = setInterval(release, RELEASE_MS).unref();
  const isDrained = await whenDrained(pause(BEGIN_MS));
  clearInterval(timer);
  for (const one of released) one.ref();
  return isDrained && released.size === 0;
}

/**
 * For a file that does not use a library itself. text: of the file and those that it names, of which one does, or null
 * if the file may use one through a package. Many such files are suites, which share the helper or package with others,
 * and which may leave servers or timers open. load(): see loadSuiteFile(). Resolves to its result, or to the number of
 * suites of the library that threads have printed.
 */
async function loadForHelper(file, text, load, how) {
  let isOver = false;
  if (text === null) install('', how);
  else {
    const { intervals, end } = collectIntervals();
    await startAsMain(file, text, how);
    isOver = !hasBegun() && !how.hasSuites() && await whenIdle(intervals, how);
    end();
  }
  const loaded = hasBegun() ? null : await untilScriptEnd(load);
  if (!hasBegun() && (isOver || loaded !== null || how.hasSuites())) return loaded;
  const { measured, printed } = await countSuites(isOver ? null : how.whenDrained(), how);
  return measured + printed > 0 ? printed : load();
}

module.exports = { loadForHelper, runAsMain, runWaiting };
