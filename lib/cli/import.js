'use strict';

/* qtimeit import: how long modules take to load in a new process, and where the time goes. */

const path = require('path');
const { pathToFileURL } = require('url');
const engine = require('#engine');
const { isFile, isFolder, orNull } = require('../base/host/fs-queries');
const { shownPath, withParents } = require('../base/host/paths');
const { didYouMean } = require('../base/text/nearest');
const { findPackageRoot, readPackage, splitPackageName } = require('../extras/browsers/package-entry');
const { createRowError, toRowError } = require('../base/text/row-error');
const { UsageError } = require('../base/text/usage-error');
const { median } = require('../base/stats/sample');
const { judge } = require('../core/estimate/judge');
const { hintOfGlob } = require('../core/suite/glob');
const { hintOfLoading, nodeOptionsHere } = require('../core/suite/typescript');
const { findCommonPackage } = require('../compare/sides/packages');
const { comparedSides } = require('../compare/sides/sides');
const { hintOfTaken } = require('./options');
const { createOutput } = require('./output');
const { FAILED, chooseExitCode, untilEnd } = require('./shutdown');
const { checkOldAndNew, checkPrepare, checkStrict } = require('./validate-options');

const MARGIN = 0.02; // smaller differences are the same

const REQUIRED = ['.cjs', '.cts', '.json', '.node'];
const IMPORTED = ['.mjs', '.mts', '.wasm'];
const MODULE_SYNTAX = /^\s*(?:import|export)(?:\s+\w|\s*[*{'"])/m;

/** The type in the package.json of a file: 'module', 'commonjs', or undefined */
const packageType = (file, host) => readPackage(findPackageRoot(file, host), host).type;

/** 'require' for CommonJS, JSON and addons, else 'import' */
function wayOf(file, host) {
  const extension = path.extname(file);
  if (REQUIRED.includes(extension)) return 'require';
  if (IMPORTED.includes(extension)) return 'import';
  const type = packageType(file, host);
  if (type !== undefined) return type === 'module' ? 'import' : 'require';
  return MODULE_SYNTAX.test(orNull(() => host.readText(file)) || '') ? 'import' : 'require';
}

/** With the options of this Node.js for TypeScript. Other versions of a comparison may not need them, or have them. */
function withNodeOptions(target, { host }) {
  const { file, execPath, label } = target;
  if (file === undefined || execPath !== host.execPath) return target;
  return { ...target, nodeOptions: nodeOptionsHere({ path: file, shown: label }, { host }) };
}

const isInstalled = (name, { host, cwd }) => (
  withParents(cwd).some((folder) => isFolder(path.join(folder, 'node_modules', name), host)));

/** given: a file, a folder with an index file, or the name of a package -> label, and a target of measureImports() */
function findTarget(given, { host, cwd }) {
  const base = path.join(cwd, '[qtimeit].cjs');
  const file = path.resolve(cwd, given);
  const here = { execPath: host.execPath, version: host.versions.node, env: {}, nodeOptions: [] };
  const target = { label: given, way: 'import', name: given, base, cwd, ...here };
  const ofFile = (found) => {
    const way = wayOf(found, host);
    return { ...target, file: found, way, name: way === 'require' ? found : pathToFileURL(found).href };
  };
  if (isFile(file, host)) return ofFile(file);
  const hint = hintOfGlob(given);
  if (hint !== null) throw new UsageError(`${given} does not exist. ${hint}`);
  if (isFolder(file, host) || given.startsWith('.') || path.isAbsolute(given)) {
    const index = orNull(() => host.resolveFrom(base, file));
    if (index !== null) return ofFile(index);
    const names = orNull(() => host.listDir(path.dirname(file))) || [];
    const what = isFolder(file, host) ? 'has no index file. Name one of its files'
      : `does not exist. ${didYouMean(path.basename(file), names, 'Check the path')}`;
    throw new UsageError(`${given} ${what}`);
  }
  let found = null;
  try {
    found = host.resolveFrom(base, given);
  } catch (error) {
    // Packages may have exports for import only.
    if (error.code !== 'MODULE_NOT_FOUND') return target;
    const [name] = splitPackageName(given);
    throw new UsageError(isInstalled(name, { host, cwd })
      ? `${name} is installed, but ${given} leads to no file of it. Name a file, such as ${name}/package.json`
      : `${given} is not a file, and no package of this name is installed here. Install it, or check the name`);
  }
  const isOfModule = packageType(base, host) === 'module';
  return isOfModule ? target : { ...target, way: wayOf(found, host) };
}

const IMPORTER = / imported from (.+)$/m;

// The first line of the stack of a syntax error
const SYNTAX_PLACE = /^(?:file:\/\/)?(\/.*:\d+|[A-Z]:.*:\d+)$/m;

/**
 * file: undefined for a package; last: the last module that had begun to load, which errors of the loader do not name;
 * or undefined
 */
function describeThrown({ name, message, stack, code }, { file = null, cwd, last }, { host }) {
  const [text] = message.split(/\nRequire stack:| imported from .*\[qtimeit\]\.cjs/);
  const hint = hintOfLoading(file, { message, code }, host) ||
    (/MODULE_NOT_FOUND$/.test(code) ? '. Install the package, or correct the path' : '');
  const [, place] = SYNTAX_PLACE.exec(stack) || [];
  const [, importer] = IMPORTER.exec(text) || [];
  const { at } = toRowError({ stage: 'test', error: { stack } });
  return createRowError('threw', `it throws while it loads: ${name && `${name}: `}${text}${hint}`,
    { stack, at: place || at || (importer ? shownPath(importer, cwd) : last) });
}

const FAILURES = {
  exited: ({ exitCode }) => `it calls process.exit(${exitCode})`,
  // If all of its modules have run, import() waits for the result.
  stuck: (error, { hasRun }) => (hasRun
    ? 'it exports a function `then`, which import() calls and which never calls back'
    : 'its top-level await never settles'),
  ended: ({ signal, exitCode }) => (
    `its process ${signal ? `was ended by ${signal}` : `ended with exit code ${exitCode}`} before it was loaded`),
  'timed-out': (error, { timeout }) => `it has not loaded after ${timeout} s (--timeout)`,
  'not-started': ({ message }) => `its process could not be started: ${message}`,
};

function describeFailure({ error, output, open, hasRun = false }, { file, timeout, cwd }, deps) {
  const names = open.map((file) => shownPath(file, cwd));
  if (error.kind === 'threw') return describeThrown(error, { file, cwd, last: names.at(-1) }, deps);
  const begun = names.length > 0 ? `. Modules that had begun: ${names.join(', ')}` : '';
  const code = error.signal ? 'killed' : ['stuck', 'ended'].includes(error.kind) ? 'exited' : error.kind;
  return createRowError(code, FAILURES[error.kind](error, { timeout, hasRun }) + begun, { output });
}

/** The part of the document about one import. side: of judge() */
function describeImport(target, { values, runs, treeMs }, side, { host }) {
  const { describeModules, findRepeated, summarizePackages } = require('../extras/imports/packages');
  const { summarizeRuns } = require('../extras/imports/timeline');
  const ms = side.nsPerCall / 1e6;
  const slowdown = runs.length > 0 ? median(treeMs) / ms : null;
  const summary = runs.length > 0 ? summarizeRuns(runs, ms) : { modules: [], linkMs: 0, otherMs: 0 };
  const modules = describeModules(summary.modules, { host, cwd: target.cwd });
  const packages = summarizePackages(modules);
  return {
    name: target.label, way: target.way, ms, msLow: side.nsLow / 1e6, msHigh: side.nsHigh / 1e6,
    processes: values.length, values, treeProcesses: runs.length, slowdown, ...summary, modules, packages,
    repeated: findRepeated(modules, packages, target.cwd),
  };
}

const ownTimesOf = (runs) => ({
  get: (key) => runs.map(({ modules }) => modules.get(key)).map((one) => (
    one ? one.read + one.compile + one.run : 0)),
});

/** What differs from the first import, for each other one. */
function explain(imports, found) {
  const { explainDifference } = require('../extras/imports/packages');
  const sides = imports.map(({ modules }, i) => ({ modules, ownTimes: ownTimesOf(found[i].runs) }));
  const isKnown = ({ modules }) => modules.length > 0;
  return sides.slice(1).map((side) => (isKnown(sides[0]) && isKnown(side) ? explainDifference([sides[0], side]) : []));
}

async function measureTargets(targets, document, { options, onStart, code }, deps) {
  const { measureImports, tryTarget } = require('../extras/imports/measure');
  const { timeout, time, fork = null } = options;
  const how = { timeoutMs: timeout * 1000, onStart, isOver: () => code() > 0 };
  const loadable = [];
  const fail = (target, found) => document.failures.push({
    file: target.label, name: target.label, error: describeFailure(found, { ...target, timeout }, deps),
  });
  for (const target of targets) {
    if (how.isOver()) return;
    const tried = await tryTarget(target, how, deps);
    if (how.isOver()) return;
    if (tried.error) fail(target, tried);
    else loadable.push({ target, tried });
  }
  const plan = { ...how, seconds: time * loadable.length, processes: fork, tried: loadable.map(({ tried }) => tried) };
  const startedNs = deps.clock.nowNs();
  const measured = await measureImports(loadable.map(({ target }) => target), plan, deps);
  const seconds = (deps.clock.nowNs() - startedNs) / 1e9;
  measured.forEach(({ error, output }, i) => { if (error) fail(loadable[i].target, { error, output, open: [] }); });
  const known = measured.map((found, i) => ({ ...loadable[i], found })).filter(({ found }) => (
    found.error === null && found.values.length > 0));
  if (known.length === 0) return;
  const samplesOf = (values) => values.map((ms) => ({ nsPerCall: ms * 1e6, nsLow: null, nsHigh: null, cycles: null }));
  document.tests = judge([{
    file: known.map(({ target }) => target.label).join(' '), suite: 1, name: known.at(-1).target.label,
    sides: known.map(({ found }) => ({ samples: samplesOf(found.values), error: null })),
    secondsEach: seconds / known.length / known[0].found.values.length, paired: known.length > 1,
  }], { margin: MARGIN, floor: 0, isSaved: false, isComparable: true });
  document.tests[0].seconds = seconds;
  document.sides = known.map(({ target }) => ({ label: target.label, source: null, environment: null }));
  document.imports = known.map(({ target, found }, i) => (
    describeImport(target, found, document.tests[0].sides[i], deps)));
  document.explanations = explain(document.imports, known.map(({ found }) => found));
  document.complete = !code();
}

/** name: of the package whose versions are compared, or null */
function checkOptions(positionals, options, name) {
  const { maxRegression, rev, old } = options;
  if (engine.name !== 'node') throw new UsageError(`import needs Node.js, and this is ${engine.name}`);
  const example = 'qtimeit import ./src/index.js';
  if (positionals.length === 0 && name === null) {
    throw new UsageError(`import needs a file or a package: ${example}${hintOfTaken(options)}`);
  }
  checkStrict(options);
  checkPrepare(options);
  const hasSides = rev !== undefined || old !== undefined;
  if (hasSides && positionals.length > 1) {
    throw new UsageError(`${rev === undefined ? '--old and --new expect' : '--rev expects'} one file, got ` +
      `${positionals.length}: ${example}`);
  }
  if (maxRegression !== undefined && positionals.length < 2 && !hasSides) {
    throw new UsageError(`--max-regression needs two modules, or --rev: ${example} --rev main`);
  }
}

/** Adds the module to load to a side of comparedSides(). name: the package whose versions are compared, or null */
function targetOf(side, given, name, { host }) {
  const { cwd, folder, label, source, execPath, optionsOf, node, env } = side;
  if (execPath === null || optionsOf !== null) throw new UsageError(`import needs Node.js, and ${source} is not`);
  if (given === undefined) return { ...findTarget(name, { host, cwd: folder }), label };
  if (name !== null && `${given}/`.startsWith(`${name}/`)) {
    return { ...findTarget(given, { host, cwd: folder }), label: `${given} of ${label}` };
  }
  const found = findTarget(given, { host, cwd });
  const of = name === null ? `of ${source}` : `with ${label}`;
  return { ...found, label: `${given} ${of}`, execPath, version: node.version, env };
}

async function importModules({ options, positionals }, command, deps) {
  checkOldAndNew(options);
  const { rev, old, new: others } = options;
  const name = old === undefined ? null : findCommonPackage([old, ...others], deps);
  checkOptions(positionals, options, name);
  const hasSides = rev !== undefined || old !== undefined;
  const given = hasSides ? null : positionals.map((one) => findTarget(one, deps));
  const output = createOutput(options, deps);
  const document = {
    qtimeit: 'imports', schema: 1, version: deps.version, savedAt: deps.now().toISOString(), command, complete: false,
    node: deps.host.versions.node, environment: null, kind: 'processes', confidence: 0.95, margin: MARGIN,
    precision: null, maxRegression: options.maxRegression ?? null, sides: [], imports: [], tests: [],
    explanations: [], failures: [], gate: null,
  };
  let stop = () => {};
  let isMeasuring = false;
  let signals = 0;
  let sides = [];
  const onStart = (kill) => {
    stop = kill;
    isMeasuring = true;
  };
  const code = await untilEnd({}, deps, {
    async measure(early) {
      const tell = (notes) => notes.forEach((note) => output.error(`note: ${note}`));
      if (hasSides) sides = await comparedSides(options, positionals, deps, { areBenchmarks: false });
      tell(sides.flatMap(({ notes }) => notes));
      const targets = (given || sides.map((side) => targetOf(side, positionals[0], name, deps)))
        .map((target) => withNodeOptions(target, deps));
      document.node = [...new Set(targets.map(({ version }) => version))].join(', ');
      await measureTargets(targets, document, { options, code: early, onStart }, deps);
      tell(sides.flatMap((side, i) => (side.env === targets[i].env ? side.notesOnceLoaded() : [])));
    },
    stop() {
      stop();
      return isMeasuring && ++signals === 1; // the second one does not wait
    },
    release(isEarly) {
      stop();
      for (const side of sides) side.remove(isEarly);
    },
  });
  document.environment = deps.sysinfo();
  const judged = require('../compare/sides/gate').withGate(document);
  output.save(judged);
  output.endComparison(judged);
  return code || (output.hasFailed() ? FAILED : chooseExitCode(judged, options));
}

module.exports = { findTarget, importModules };
