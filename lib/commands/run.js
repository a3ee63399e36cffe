'use strict';

/* qtimeit run: files that export suites, call bench, or call createBenchmark; and snippets, a suite without a file. */

const { measure } = require('./measure');
const { shownPath } = require('../host/paths');
const { overridesOf, workerOf } = require('../suite/suite-arguments');
const { keeps } = require('../suite/glob');
const { loadSuiteFile } = require('../suite/load-suite');
const { findSuiteFiles } = require('../suite/suite-files');
const { UsageError } = require('../text/usage-error');

/** Covers suites that the file exports, and suites that it passes to bench. */
const partOf = (file, options, nodeOptions) => ({
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
});

/** command: arguments as typed. Resolves to the exit code; null in a process that measures. */
function run({ options, positionals, given }, command, deps) {
  if (positionals.length === 0) throw new UsageError('run needs a file, a folder or a glob: qtimeit run bench/');
  const files = findSuiteFiles(positionals, deps);
  const measureSuites = (suites, nodeOptionsFor, start, sharding = null) => measure({
    parts: suites.map((file) => ({ ...partOf(file, options, nodeOptionsFor(file)), start })),
    command, options, sharding,
    overrides: overridesOf(options),
    keeps: (name, file) => keeps(`${file}: ${name}`, options),
  }, deps);
  if (deps.childRole || deps.commandChannel) return measureSuites(files, () => []);
  const { checkForSuites, checkForRates, shardingOf } = require('./validate-options');
  const { matrixOf, suitesOf } = require('./benchmark-files');
  const sharding = shardingOf({ options, given }, deps);
  const matrix = matrixOf(files, options, deps);
  if (options.on) {
    const { runOn } = require('./run-on');
    return runOn(matrix, files, options, { given, command, sharding, measureSuites }, deps);
  }
  if (matrix) {
    checkForRates(given, ['precision', 'tier', 'cold', 'memory', 'cache']);
    if (options.calibrate !== undefined) return require('./calibrate').calibrateFiles(matrix, options, deps);
    return require('./measure-rates').runRates({ files: matrix, options, command, sharding }, deps);
  }
  checkForSuites(given);
  const { nodeOptionsHere } = require('../suite/typescript');
  const optionsFor = (path) => nodeOptionsHere({ path, shown: shownPath(path, deps.cwd) }, deps);
  return measureSuites(suitesOf(files, deps), optionsFor, undefined, sharding);
}

function snippets(given, command, deps) {
  const { options, positionals } = given;
  const sources = { setups: options.setup || [], codes: positionals };
  const part = {
    file: null,
    nodeOptions: [],
    loader: sources.setups.length > 1 ? 'a setup ' : 'the setup ',
    asked: { name: 'snippets', given },
    worker: { args: command },
    mayFork: true,
    placeOf: (at) => require('../suite/snippet').snippetPlace(at, sources),
    inputsOf: (index) => require('../suite/snippet').snippetInputs(index, sources),
    load: async (bench) => bench.turning(await require('../suite/snippet').snippetSuite({ ...sources, cwd: deps.cwd })),
  };
  return measure({ parts: [part], command, options, overrides: overridesOf(options), keeps: () => true }, deps);
}

module.exports = { run, snippets };
