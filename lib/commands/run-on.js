'use strict';

/* qtimeit run --on: the same files on several engines, which are the sides of a comparison, or in one browser. */

const { checkGiven, checkForSuites, checkForRates } = require('./validate-options');
const { suitesOf } = require('./benchmark-files');
const { BY_HAND, browserKind } = require('../browsers/find');
const { onExit } = require('../host/interrupt');
const { overridesOf } = require('../suite/suite-arguments');
const { UsageError } = require('../text/usage-error');

// Of engines that differ by tenths; and in how much time for each test: a browser takes some to start.
const PRECISION = 0.02;
const SECONDS = 20;
const SECONDS_WITH_BROWSERS = 40;

const IN_PROCESSES = 'files with createBenchmark run in processes, which a page has not; name other engines';

/** One browser: its suites are measured as those of this engine are, with verdicts between their tests. */
async function runInBrowser(files, options, { measureSuites, sharding }, deps) {
  const { openBrowser } = require('../browsers/side');
  const { startBrowserPart } = require('../browsers/part');
  const browser = openBrowser(options.on[0], deps);
  const stopWaiting = onExit(browser.remove);
  const overrides = overridesOf(options);
  const start = ({ file, shown }, { isTable }, how, _, take) => (
    startBrowserPart(browser.of(file, shown, options, overrides), { isTable, ...how() }, deps, take));
  try {
    return await measureSuites(files, () => [], start, sharding);
  } finally {
    stopWaiting();
    browser.remove();
  }
}

/** Several engines, side by side. */
function runOnSeveral(matrix, files, options, { given, command, sharding }, deps) {
  const { createComparison } = require('./compare');
  const head = { ...createComparison(command, options, deps), across: 'engines' };
  if (matrix) {
    checkForRates(given, ['tier', 'cold', 'memory', 'cache']);
    return require('./compare-rates').compareFiles(matrix, options, head, sharding, deps);
  }
  checkForSuites(given);
  return require('./compare-sides').compareSides(suitesOf(files, deps), options, head, sharding, deps);
}

/**
 * @param {string[]|null} matrix files with createBenchmark, null for suites
 * @param {string[]} files absolute paths
 * @param {object} options of the command line
 * @param {{ given: string[], command: string[], sharding: object|null, measureSuites: function }} how
 *   measureSuites: see run.js
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
function runOn(matrix, files, options, how, deps) {
  const { given } = how;
  const browsers = options.on.filter((name) => browserKind(name, deps.host) !== null);
  if (matrix && browsers.length > 0) throw new UsageError(`--on ${browsers[0]}: ${IN_PROCESSES}`);
  if (options.verbose) require('../browsers/side').noteSandbox(browsers, deps);
  if (browsers.length === options.on.length) {
    checkGiven(given, { only: ['tier', 'memory', 'cache'], what: 'engines that tell of these, and no page does' });
  }
  if (browsers.includes(BY_HAND)) {
    const what = 'browsers that are started for each test, and this one is yours';
    checkGiven(given, { only: ['fork', 'cold'], what });
  }
  if (browsers.length === 1 && options.on.length === 1) {
    checkForSuites(given.filter((name) => !['time', 'fork'].includes(name)));
    return runInBrowser(suitesOf(files, deps), options, how, deps);
  }
  checkGiven(given, { only: ['fork', 'details'], what: 'one engine, and --on names several' });
  if (browsers.includes(BY_HAND) && options.on.length > 1) {
    throw new UsageError(`--on ${BY_HAND} goes alone: nobody can open it in turns with others`);
  }
  const seconds = browsers.length > 0 ? SECONDS_WITH_BROWSERS : SECONDS;
  return runOnSeveral(matrix, files, { ...options, precision: options.precision || PRECISION,
    time: options.time === undefined ? seconds : options.time }, how, deps);
}

module.exports = { runOn };
