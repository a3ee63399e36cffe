'use strict';

/* qtimeit run: files that export suites, call bench, or call createBenchmark; and snippets, a suite without a file. */

const { shownPath } = require('../base/host/paths');
const { selectOverrides, createNameFilter, createWorkerArguments } = require('../core/suite/suite-arguments');
const { findLibraryText, importsRunner, loadSuiteFile } = require('../core/suite/load-suite');
const { usesLibrary } = require('../base/text/code-names');
const { UsageError } = require('../base/text/usage-error');

/**
 * Starts processes that measure the parts, or measures in this one; loads only the modules for that. plan.overrides
 * replace settings of the suites; plan.keeps(name, file): whether to run a test. Resolves to the exit code; null in a
 * process that measures.
 *
 * A part has file: null for snippets; nodeOptions: follow those of this process; loader: subject of errors before the
 * first suite, 'the setup ', or '' for the file; asked: command of its process, { name, given }, see parseOptions();
 * worker: processes for a single test, see createWorkerArguments(); load(bench, { whenDrained, onThread, onUnused,
 * onScript }): runs the suites, and may resolve to the number of others that threads print; placeOf(place): maps a code
 * position to the author's source; and may have start(): replaces startPart() of part-process.js, for browsers;
 * inputsOf(index): setup variables that a test uses; withPlaces(explanation): the same with the places of the author's
 * source.
 */
const measure = (plan, deps) => (isMeasuring(deps) ? require('./measuring').measureHere(plan, deps)
  : require('./run-parts').runParts(plan, deps));

const isMeasuring = ({ childRole, commandChannel }) => Boolean(childRole || commandChannel);

/** Covers suites that the file exports, and suites that it passes to bench. */
const partOf = (file, options, nodeOptions, { host, cwd }) => ({
  file,
  nodeOptions,
  loader: '',
  asked: { name: 'run', given: { options, positionals: [file], given: [] } },
  placeOf: (at) => at,
  worker: createWorkerArguments(file, options),
  again: (names, more) => require('./why').measureAgain(file, names, more),
  async load(bench, when) {
    const adopt = () => require('../extras/adopt/run-file');
    const settings = options.time === undefined ? {} : { timeGoal: options.time };
    const how = { settings, idle: bench.idle, hasSuites: bench.hasSuites, ...when };
    const load = () => loadSuiteFile(file);
    if (when.onScript) {
      require('../extras/adopt/started-scripts')
        .watchScripts(file, { cwd, host }, { isOver: bench.hasSuites, found: when.onScript });
    }
    const text = findLibraryText(file, host);
    if (text !== null && usesLibrary(host.readText(file))) return (await adopt().runAsMain(file, text, how)).printed;
    const mayUseLibrary = text !== null || importsRunner(file, host);
    const loaded = mayUseLibrary ? await adopt().loadForHelper(file, text, load, how) : await load();
    if (typeof loaded === 'number') return loaded;
    if (loaded && loaded.unused.length > 0) when.onUnused(loaded.unused);
    return loaded ? bench.turning(loaded.suite) : null;
  },
});

/** command: arguments as typed. Resolves to the exit code; null in a process that measures. */
async function runCommand({ options, positionals, given }, command, deps) {
  if (positionals.length === 0) {
    const { hintOfTaken } = require('./options');
    throw new UsageError(`run needs a file, a folder or a glob: qtimeit run bench/${hintOfTaken(options)}`);
  }
  const keeps = createNameFilter(options);
  const measureSuites = (suites, nodeOptionsFor, start, sharding = null) => measure({
    parts: suites.map((file) => ({ ...partOf(file, options, nodeOptionsFor(file), deps), start })),
    command, options, sharding,
    overrides: selectOverrides(options),
    keeps: (name, file) => keeps(`${file}: ${name}`),
  }, deps);
  if (isMeasuring(deps)) return measureSuites(positionals, () => []);
  const faults = [];
  const files = require('../core/suite/suite-files').findSuiteFiles(positionals, deps, faults);
  const {
    checkExplained, checkForSuites, checkForRates, createShardingIfGiven,
  } = require('./validate-options');
  checkExplained(options);
  const { sortFiles } = require('./benchmark-files');
  const sharding = createShardingIfGiven({ options, given }, deps);
  const sorted = sortFiles(files, faults, options, deps);
  const { matrix, suites, exitCode } = sorted;
  if (options.on) {
    const { runOn } = require('./compare');
    return exitCode(await runOn(sorted, options, { given, command, sharding, measureSuites }, deps));
  }
  if (matrix) {
    checkForRates(given, ['precision']);
    if (options.calibrate !== undefined) return require('./calibrate').calibrateFiles(matrix, options, deps);
    return exitCode(await require('./measure-rates').runRates({ files: matrix, options, command, sharding }, deps));
  }
  checkForSuites(given);
  const { nodeOptionsHere } = require('../core/suite/typescript');
  const optionsFor = (path) => nodeOptionsHere({ path, shown: shownPath(path, deps.cwd) }, deps);
  return exitCode(await measureSuites(suites, optionsFor, undefined, sharding));
}

// cmd.exe splits quoted code with spaces, so the second quote can be missing: 'const
const QUOTED = /^'(?:[^'\\]|\\.)*'?$/s;

/** A note if cmd.exe has passed single quotes on; '' if not. Other shells remove them. */
function noteOfQuotes({ setups, codes }, { platform }) {
  const quoted = platform === 'win32' ? [...setups, ...codes].find((code) => QUOTED.test(code.trim())) : undefined;
  if (quoted === undefined) return '';
  const { escaped } = require('../base/text/display');
  return `note: ${escaped(quoted)} begins with a single quote, which cmd.exe does not remove, so it is a string. Use ` +
    'double quotes: qtimeit "[3, 1, 2].sort()"\n';
}

function snippets(given, command, deps) {
  const { options, positionals } = given;
  const sources = { setups: options.setup || [], codes: positionals };
  if (!isMeasuring(deps)) require('./validate-options').checkExplained(options);
  const note = isMeasuring(deps) ? '' : noteOfQuotes(sources, deps.host);
  if (note) deps.terminal.writeError(note);
  const part = {
    file: null,
    nodeOptions: [],
    loader: sources.setups.length > 1 ? 'a setup ' : 'the setup ',
    asked: { name: 'snippets', given },
    worker: { args: command },
    again: (_, more) => [...more, ...sources.setups.flatMap((code) => ['-s', code]), '--', ...sources.codes],
    placeOf: (at) => require('../core/suite/snippet').snippetPlace(at, sources),
    withPlaces: (explanation) => require('./snippet-places').withTypedPlaces(explanation, sources),
    inputsOf: (index) => require('../core/suite/snippet').snippetInputs(index, sources),
    async load(bench) {
      const { snippetSuite } = require('../core/suite/snippet');
      return bench.turning(await snippetSuite({ ...sources, cwd: deps.cwd }));
    },
  };
  return measure({ parts: [part], command, options, overrides: selectOverrides(options), keeps: () => true }, deps);
}

module.exports = { noteOfQuotes, runCommand, snippets };
