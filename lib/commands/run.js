'use strict';

/*
 * qtimeit run: files that export a suite, that call bench themselves, or that declare parameters with createBenchmark.
 */

const { measure, shownPath } = require('./measure');
const { overridesOf, workerOf } = require('../suite/suite-arguments');
const { keeps } = require('../suite/name-filter');
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
    worker: workerOf(file, options),
    mayFork: true,
    async load(bench) {
      const loaded = await loadSuiteFile(file);
      if (loaded) await bench.turning(loaded.suite);
    },
  };
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
  const measureSuites = (suites, nodeOptionsFor, start, sharding = null) => measure({
    parts: suites.map((file) => ({ ...partOf(file, options, nodeOptionsFor(file)), start })),
    command, options, sharding,
    overrides: overridesOf(options),
    keeps: (name, file) => keeps(`${file}: ${name}`, options),
  }, deps);
  // A process that measures has been given a suite.
  if (deps.childRole || deps.commandChannel) return measureSuites(files, () => []);
  const { checkForSuites, checkForMatrix, shardingOf } = require('./asked-of-files');
  const { matrixOf, suitesOf } = require('./benchmark-files');
  const sharding = shardingOf({ options, given }, deps);
  const matrix = matrixOf(files, options, deps);
  if (options.on) {
    const { runOn } = require('./run-on');
    return runOn(matrix, files, options, { given, command, sharding, measureSuites }, deps);
  }
  if (matrix) {
    checkForMatrix(given, ['precision', 'tier', 'cold', 'memory', 'cache']);
    if (options.calibrate !== undefined) return require('./calibrate').calibrateFiles(matrix, options, deps);
    return require('./run-matrix').runMatrix(matrix, options, command, sharding, deps);
  }
  checkForSuites(given);
  const { nodeOptionsHere } = require('../suite/typescript');
  const optionsFor = (path) => nodeOptionsHere({ path, shown: shownPath(path, deps.cwd) }, deps);
  return measureSuites(suitesOf(files, deps), optionsFor, undefined, sharding);
}

module.exports = { run };
