'use strict';

/* qtimeit compare: selects a form of comparison, or compares saved results. Also qtimeit run --on. */

const { program: { onExit } } = require('#engine');
const { FAILED, chooseExitCode } = require('./shutdown');
const { sortFiles } = require('./benchmark-files');
const { createOutput } = require('./output');
const {
  checkCountOfSides, checkExplained, checkForRates, checkForSaved, checkForSuites, checkGiven, checkMemory,
  checkOldAndNew, checkPrepare, checkStrict, createShardingIfGiven,
} = require('./validate-options');
const { BROWSER_NAMES, BY_HAND, detectBrowserKind } = require('../extras/browsers/find');
const { KIND_WORDS } = require('../core/document/document');
const { readSaved } = require('../node-core/rates/read');
const { toResults } = require('../report/output/formats');
const { shownPath } = require('../base/host/paths');
const { createNameFilter, describeFilters, selectOverrides } = require('../core/suite/suite-arguments');
const { findSuiteFiles } = require('../core/suite/suite-files');
const { hintOfTaken } = require('./options');
const { isCode } = require('../base/text/code-names');
const { didYouMean } = require('../base/text/nearest');
const { UsageError } = require('../base/text/usage-error');

const FORMS = 'qtimeit compare old.json new.json, qtimeit compare --old NODE --new NODE files..., ' +
  'qtimeit compare --old NAME@VERSION --new NAME@VERSION files..., qtimeit compare --rev REVISION files..., ' +
  'qtimeit compare --on BROWSER --old FOLDER --new FOLDER files...';

// Engines differ by tens of percent. SECONDS is the limit per test; browsers need some of it to start.
const PRECISION = 0.02;
const SECONDS = 20;
const SECONDS_WITH_BROWSERS = 40;

// First calls of the same code differ by 5 to 50 % between processes.
const PRECISION_OF_FIRST_CALLS = 0.1;

const IN_PROCESSES = 'files with createBenchmark cannot run in browsers. Pass other engines';

const createComparison = (command, { cold, precision, maxRegression, maxRegressionMemory }, { now, version }) => ({
  qtimeit: 'comparison', schema: 1, version, savedAt: now().toISOString(), complete: false, command,
  sides: [], kind: 'processes', confidence: 0.95, precision: precision ?? null, maxRegression: maxRegression ?? null,
  maxRegressionMemory: maxRegressionMemory ?? null, differences: [], tests: [], failures: [], gate: null,
  memoryGate: null, ...(cold && { isCold: true }),
});

/** Reads documents of one kind: { file, document, problems }. CSV files are rates. */
function readAll(files, deps) {
  const read = files.map((file) => readSaved(file, deps, ['results', 'rates', 'imports']));
  const kinds = read.map(({ document: { qtimeit } }) => KIND_WORDS[qtimeit]);
  const at = kinds.findIndex((kind) => kind !== kinds[0]);
  if (at > 0) throw new UsageError(`${files[0]} contains ${kinds[0]}, but ${files[at]} contains ${kinds[at]}`);
  return read.map((one) => ({ ...one, document: toResults(one.document) }));
}

function chosenOf(document, options) {
  const keeps = createNameFilter(options);
  if (document.qtimeit === 'rates') {
    const isKept = ({ file, configuration }) => keeps(`${file}: ${configuration}`);
    return { ...document, configurations: document.configurations.filter(isKept) };
  }
  const ofSuite = ({ file, tests }) => tests.filter(({ name }) => keeps(`${file}: ${name}`));
  return { ...document, suites: document.suites.map((suite) => ({ ...suite, tests: ofSuite(suite) })) };
}

const unitsIn = ({ configurations, suites }) => configurations || suites.flatMap(({ tests }) => tests);

function compareResults(read, { noise, countPrecision, maxRegression = null, maxRegressionMemory = null }, head) {
  if (read.length < 2) {
    throw new UsageError(`compare needs two result files, got only ${read[0].file} (${FORMS})`);
  }
  const { compareSaved } = require('../compare/sides/saved');
  const { withGate } = require('../compare/sides/gate');
  const { createMemoryGate } = require('../compare/sides/memory-changes');
  const labels = require('../compare/sides/sides').createSideLabels(read.length);
  const documents = read.map(({ document }) => document);
  const sides = documents.map(({ environment }, i) => ({ label: labels[i], source: read[i].file, environment }));
  const compared = compareSaved(documents, { noise, countPrecision, maxRegression, maxRegressionMemory, sides });
  const comparison = withGate({ ...head, precision: null, complete: true, sides, ...compared });
  return { comparison: { ...comparison, memoryGate: createMemoryGate(comparison) } };
}

function compareSavedFiles(files, options, command, deps) {
  const read = readAll(files, deps).map((one) => ({ ...one, document: chosenOf(one.document, options) }));
  const isChosen = options.filter || options.exclude;
  if (isChosen && read.every(({ document }) => unitsIn(document).length === 0)) {
    throw new UsageError(`no test matches ${describeFilters(options)}`);
  }
  checkCounted(read, options);
  const isOfRates = read[0].document.qtimeit === 'rates';
  const compareAll = isOfRates ? require('./compare-rates').compareSavedRates : compareResults;
  const { comparison, rates = comparison } = compareAll(read, options, createComparison(command, options, deps));
  const output = createOutput(options, deps);
  const problems = read.flatMap((source) => source.problems);
  for (const { words } of problems) output.error(words);
  output.save(rates);
  output.endComparison(comparison, rates);
  return output.hasFailed() || problems.length ? FAILED : chooseExitCode(rates, options, comparison.gate);
}

function checkOn({ on, old, new: others }, { host }) {
  if (on === undefined) return;
  const hint = 'compare --on chromium --old FOLDER --new FOLDER files... compares builds of a module in one browser';
  if (old === undefined && others === undefined) {
    throw new UsageError(`--on needs --old and --new with the folders of builds: ${hint}. To compare engines, use ` +
      'run --on');
  }
  if (on.length > 1) throw new UsageError(`--on expects one browser if builds are compared, got ${on.length}`);
  if (detectBrowserKind(on[0], host) === null) {
    const forms = `${hint}; in Node.js, use --rev for revisions, and --old NAME@VERSION for versions of a package`;
    throw new UsageError(`--on ${on[0]} is not a browser. ${didYouMean(on[0], BROWSER_NAMES, forms)}`);
  }
}

function checkPages({ on = [], old, new: others = [], count }, matrix, { host }) {
  const browsers = [...on, old, ...others].filter((one) => one !== undefined && detectBrowserKind(one, host) !== null);
  if (browsers.length === 0) return;
  if (browsers.includes(BY_HAND)) throw new UsageError(`${BY_HAND}: a browser opened by hand cannot be ` +
    'interleaved with other sides. Pass a browser that qtimeit starts');
  if (count) throw new UsageError(`--count and ${browsers[0]} cannot be combined: instructions cannot be counted in ` +
    'browsers');
  if (matrix) {
    throw new UsageError(`${browsers[0]}: ${IN_PROCESSES}`);
  }
}

/** Counts of tests, or of the sides of configurations, if there are any. */
const countsIn = (document) => unitsIn(document).flatMap((unit) => unit.sides || [unit])
  .map((one) => one && one.counts).filter(Boolean);

function checkCounted(read, { count }) {
  if (!count) return;
  const refuseWithout = (has, option, what) => {
    const without = read.find(({ document }) => !countsIn(document).some(has));
    const hint = `Measure them with qtimeit run ${option} --save FILE`;
    if (without) throw new UsageError(`${option}: ${without.file} contains no counts of ${what}. ${hint}`);
  };
  refuseWithout(() => true, '--count', 'instructions');
  if (count.includes('cache')) refuseWithout(({ events }) => events, '--count cache', 'cache misses');
}

/** files: see sortFiles(); across: 'engines', or undefined. Resolves to the exit code. */
function compareMeasured({ matrix, suites }, options, { given, command, sharding, across }, deps) {
  const head = { ...createComparison(command, options, deps), ...(across && { across }) };
  if (matrix) {
    checkForRates(given);
    return require('./compare-rates').compareFiles(matrix, options, head, sharding, deps);
  }
  checkForSuites(given);
  return require('./compare-sides').compareSides(suites, options, head, sharding, deps);
}

/** Measures the suites as in this engine, with verdicts between their tests. */
async function runInBrowser(files, options, { measureSuites, sharding }, deps) {
  const { openBrowser } = require('../extras/browsers/side');
  const { startBrowserPart } = require('../extras/browsers/runner');
  const browser = openBrowser(options.on[0], deps);
  const stopWaiting = onExit(browser.remove);
  const overrides = selectOverrides(options);
  const start = ({ file, shown }, jobOf, _, take) => (
    startBrowserPart(browser.of(file, shown, options, overrides), jobOf(), deps, take));
  try {
    return await measureSuites(files, () => [], start, sharding);
  } finally {
    stopWaiting();
    browser.remove();
  }
}

const isAdopted = (file, host) => require('../core/suite/load-suite').findLibraryText(file, host) !== null;

/** files: see sortFiles(); how.measureSuites: see run.js. Resolves to the exit code. */
function runOn(files, options, how, deps) {
  const { given } = how;
  const browsers = options.on.filter((name) => detectBrowserKind(name, deps.host) !== null);
  if (files.matrix && browsers.length > 0) throw new UsageError(`--on ${browsers[0]}: ${IN_PROCESSES}`);
  const adopted = browsers.length > 0 && files.suites.find((file) => isAdopted(file, deps.host));
  if (adopted) {
    throw new UsageError(`--on ${browsers[0]}: ${shownPath(adopted, deps.cwd)} is written for another library, and ` +
      'qtimeit cannot replace that library in browsers. Pass node, bun or deno');
  }
  if (options.verbose) require('../extras/browsers/side').noteSandbox(browsers, deps);
  if (browsers.length === options.on.length) {
    checkGiven(given, ['tier', 'memory', 'cache'], 'engines other than browsers');
  }
  if (browsers.includes(BY_HAND)) {
    checkGiven(given, ['fork', 'cold'], 'browsers that qtimeit starts; with --on url, the browser is opened by hand');
  }
  if (browsers.length === 1 && options.on.length === 1) {
    checkForSuites(given);
    return runInBrowser(files.suites, options, how, deps);
  }
  checkGiven(given, ['fork', 'details'], 'a single engine; --on lists several');
  if (browsers.includes(BY_HAND)) {
    throw new UsageError(`--on ${BY_HAND} cannot be combined with other engines: its browser is opened by hand`);
  }
  const { time = browsers.length > 0 ? SECONDS_WITH_BROWSERS : SECONDS, precision = PRECISION } = options;
  return compareMeasured(files, { ...options, time, precision }, { ...how, across: 'engines' }, deps);
}

async function compare({ options, positionals, given }, command, deps) {
  checkStrict(options);
  checkCountOfSides(options);
  checkPrepare(options);
  checkExplained(options);
  checkOn(options, deps);
  if (options.cold && !given.includes('precision')) options.precision = PRECISION_OF_FIRST_CALLS;
  // The preset applies to times only.
  options.countPrecision = given.includes('precision') ? options.precision : null;
  options.endsWhenFailed = !given.includes('precision') && !given.includes('time');
  checkOldAndNew(options);
  if (positionals.length === 0) throw new UsageError(`compare needs files: ${FORMS}${hintOfTaken(options)}`);
  if (options.old !== undefined || options.rev !== undefined) {
    checkMemory(options);
    const faults = [];
    const files = sortFiles(findSuiteFiles(positionals, deps, faults), faults, options, deps);
    checkPages(options, files.matrix, deps);
    const sharding = createShardingIfGiven({ options, given }, deps);
    return files.exitCode(await compareMeasured(files, options, { given, command, sharding }, deps));
  }
  if (positionals.every(isCode)) {
    const ways = '--old and --new, or --rev. To compare saved results, pass .json files';
    throw new UsageError(`compare needs a baseline: ${ways} (${FORMS})`);
  }
  if (options.why) {
    throw new UsageError(`--why cannot explain ${positionals[0]}: saved results contain no code to run. Compare with ` +
      '--rev, or with --old and --new');
  }
  checkForSaved(given);
  return compareSavedFiles(positionals, options, command, deps);
}

module.exports = { compare, createComparison, runOn };
