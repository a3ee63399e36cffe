'use strict';

/* qtimeit run --on: measures files on several engines, the sides of a comparison, or in one browser. */

const { program: { onExit } } = require('#engine');
const { checkGiven, checkForSuites } = require('./validate-options');
const { compareMeasured } = require('./compare');
const { BY_HAND, browserKind } = require('../browsers/find');
const { overridesOf } = require('../suite/suite-arguments');
const { UsageError } = require('../text/usage-error');

// Engines differ by tens of percent. SECONDS is the limit per test; browsers need some of it to start.
const PRECISION = 0.02;
const SECONDS = 20;
const SECONDS_WITH_BROWSERS = 40;

const IN_PROCESSES = 'files with createBenchmark run in processes, which a page has not; name other engines';

/** Measures the suites as in this engine, with verdicts between their tests. */
async function runInBrowser(files, options, { measureSuites, sharding }, deps) {
  const { openBrowser } = require('../browsers/side');
  const { startBrowserPart } = require('../browsers/part');
  const browser = openBrowser(options.on[0], deps);
  const stopWaiting = onExit(browser.remove);
  const overrides = overridesOf(options);
  const start = ({ file, shown }, jobOf, _, take) => (
    startBrowserPart(browser.of(file, shown, options, overrides), jobOf(), deps, take));
  try {
    return await measureSuites(files, () => [], start, sharding);
  } finally {
    stopWaiting();
    browser.remove();
  }
}

/** files: see sortFiles(); how.measureSuites: see run.js. Resolves to the exit code. */
function runOn(files, options, how, deps) {
  const { given } = how;
  const browsers = options.on.filter((name) => browserKind(name, deps.host) !== null);
  if (files.matrix && browsers.length > 0) throw new UsageError(`--on ${browsers[0]}: ${IN_PROCESSES}`);
  if (options.verbose) require('../browsers/side').noteSandbox(browsers, deps);
  if (browsers.length === options.on.length) {
    checkGiven(given, ['tier', 'memory', 'cache'], 'engines that tell of these, and no page does');
  }
  if (browsers.includes(BY_HAND)) {
    checkGiven(given, ['fork', 'cold'], 'browsers that are started for each test, and this one is yours');
  }
  if (browsers.length === 1 && options.on.length === 1) {
    checkForSuites(given);
    return runInBrowser(files.suites, options, how, deps);
  }
  checkGiven(given, ['fork', 'details'], 'one engine, and --on names several');
  if (browsers.includes(BY_HAND)) {
    throw new UsageError(`--on ${BY_HAND} goes alone: nobody can open it in turns with others`);
  }
  const { time = browsers.length > 0 ? SECONDS_WITH_BROWSERS : SECONDS, precision = PRECISION } = options;
  return compareMeasured(files, { ...options, time, precision }, { ...how, across: 'engines' }, deps);
}

module.exports = { runOn };
