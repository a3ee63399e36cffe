'use strict';

/*
 * qtimeit run: files that export a suite, that call bench themselves, or that declare parameters with createBenchmark.
 */

const { onExit } = require('../host/interrupt');
const { measure, shownPath } = require('./measure');
const { overridesOf, argumentsFor } = require('../suite/suite-arguments');
const { keeps } = require('../suite/chosen');
const { findSuiteFiles, loadSuiteFile } = require('../suite/suite-files');
const { UsageError } = require('../text/usage-error');

/**
 * Runs the suites of a file; bench answers for those that the file runs by itself.
 *
 * @param {string} file absolute path
 * @param {string[]} nodeOptions with which its process is started
 */
function partOf(file, options, nodeOptions) {
  return {
    file,
    nodeOptions,
    loader: '',
    asked: { name: 'run', given: { options, positionals: [file], given: [] } },
    placeOf: (at) => at,
    args: argumentsFor(file, options),
    mayFork: true,
    async load(bench) {
      const loaded = await loadSuiteFile(file);
      if (loaded) await bench.turning(loaded.suite);
    },
  };
}

const isBrowser = (name, { host }) => require('../browsers/find').browserKind(name, host) !== null;

// Of engines that differ by tenths; and in how much time for each test.
const PRECISION = 0.02;
const SECONDS = 20;

/** The same files on several engines, which are the sides of a comparison. */
function runOn(matrix, files, { precision = PRECISION, time = SECONDS, ...more }, { given, command }, deps) {
  const { suitesOf, checkForSuites, checkForMatrix } = require('./matrix');
  const { createComparison } = require('./compare');
  const options = { ...more, precision, time };
  const head = { ...createComparison(command, options, deps), across: 'engines' };
  if (matrix) {
    checkForMatrix(given, ['tier', 'cold', 'memory', 'cache']);
    return require('./compare-matrix').compareMatrix(matrix, options, head, deps);
  }
  checkForSuites(given);
  return require('./compare-sides').compareSides(suitesOf(files, deps), options, head, deps);
}

/** One browser by itself: its suites are measured as those of this engine are, with verdicts between their tests. */
async function runInBrowser(files, options, measureSuites, deps) {
  const { openBrowser } = require('../browsers/side');
  const { startBrowserPart } = require('../browsers/part');
  const browser = openBrowser(options.on[0], deps);
  const stopWaiting = onExit(browser.remove);
  const overrides = overridesOf(options);
  const start = ({ file, shown }, { isTable }, how, _, take) => (
    startBrowserPart(browser.of(file, shown, options, overrides), { isTable, ...how() }, deps, take));
  try {
    return await measureSuites(files, () => [], start);
  } finally {
    stopWaiting();
    browser.remove();
  }
}

/**
 * @param {{ options: object, positionals: string[], given: string[] }} given
 * @param {string[]} command arguments as typed
 * @param {object} deps
 * @returns {Promise<number|null>} exit code
 */
function run({ options, positionals, given }, command, deps) {
  if (positionals.length === 0) throw new UsageError('run needs a file, a folder or a glob: qtimeit run bench/');
  const files = findSuiteFiles(positionals, deps);
  const measureSuites = (suites, nodeOptionsFor, start) => measure({
    parts: suites.map((file) => ({ ...partOf(file, options, nodeOptionsFor(file)), start })),
    command, options,
    overrides: overridesOf(options),
    keeps: (name, file) => keeps(`${file}: ${name}`, options),
  }, deps);
  // A process that measures has been given a suite.
  if (deps.childRole || deps.commandChannel) return measureSuites(files, () => []);
  const { matrixOf, suitesOf, checkForSuites, checkForMatrix } = require('./matrix');
  const matrix = matrixOf(files, options, deps);
  if (options.on && options.on.length === 1 && !matrix && isBrowser(options.on[0], deps)) {
    checkForSuites(given);
    return runInBrowser(suitesOf(files, deps), options, measureSuites, deps);
  }
  if (options.on) return runOn(matrix, files, options, { given, command }, deps);
  if (matrix) {
    checkForMatrix(given, ['precision', 'tier', 'cold', 'memory', 'cache']);
    if (options.calibrate !== undefined) return require('./calibrate').calibrateFiles(matrix, options, deps);
    return require('./run-matrix').runMatrix(matrix, options, command, deps);
  }
  checkForSuites(given);
  const { nodeOptionsHere } = require('../suite/typescript');
  const optionsFor = (path) => nodeOptionsHere({ path, shown: shownPath(path, deps.cwd) }, deps);
  return measureSuites(suitesOf(files, deps), optionsFor);
}

module.exports = { run };
