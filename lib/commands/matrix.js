'use strict';

/*
 * Measures benchmark files with parameters for run, compare and scatter: finds their configurations, measures them, and
 * keeps the rates as they come.
 */

const { isRelay } = require('./benchmark-files');
const { untilEnd } = require('./ending');
const { FAILED, exitCodeOf } = require('./exit-codes');
const { createOutput } = require('./output');
const { pin } = require('./pin');
const { nothingHere } = require('./sharding');
const { showPlans } = require('./plan');
const { planRuns, plannedWords } = require('./planned-runs');
const { createSaver } = require('./recorder');
const { shownPath } = require('./measure');
const { createCounting } = require('../files/count-configurations');
const { findEntries, measureConfigurations, takeOver } = require('../files/measure-configurations');
const { keyOf } = require('../shards/expected');
const { nodeHere } = require('../suite/typescript');
const { label } = require('../text/display');
const { didYouMean } = require('../text/nearest');
const { counted } = require('../text/numbers');
const { showProgress } = require('../text/progress');
const { UsageError } = require('../text/usage-error');
const { TYPES } = require('./values');

/** --set CPUSET=0-2 pins, as --pin does; all others are arguments of the files. */
function settingsOf({ set = [], group = [], test = false, pin: pinned }) {
  const cpus = set.filter((one) => one.startsWith('CPUSET=')).map((one) => one.slice('CPUSET='.length));
  const wrong = cpus.find((one) => TYPES.cpus.read(one, {}) === undefined);
  if (wrong !== undefined) throw new UsageError(`--set CPUSET=${wrong}: CPUSET takes ${TYPES.cpus.words()}`);
  return {
    cpus: cpus[cpus.length - 1] || pinned,
    args: [...set.filter((one) => !one.startsWith('CPUSET=')), ...(test ? ['--test'] : [])],
    env: group.length ? { NODE_RUN_BENCHMARK_GROUPS: group.join(',') } : {},
  };
}

/** The way out for a name that is no parameter. */
const wayOutOf = (name, names) => didYouMean(name, names, `there are ${names.join(', ') || 'none'}`);

/** What the command line says of all files, and some or all cannot do. */
function checkFound({ refusals, unknown, sources, parameters, hasGroups }, { group = [] }) {
  if (refusals.length) throw new UsageError(`${refusals[0].file}: ${refusals[0].words}`);
  if (group.length && sources.length && !hasGroups) {
    throw new UsageError(`--group ${group[0]}: no file has groups of parameters (options.byGroups); leave it out`);
  }
  for (const [name, times] of unknown) {
    // Another file may know it.
    if (times < sources.length) continue;
    const wayOut = wayOutOf(name, [...new Set(parameters)]);
    throw new UsageError(`--set ${name}: no file has a parameter "${name}"; ${wayOut}`);
  }
}

/** Rates as they are saved and printed, see docs/command-line.md. */
const createRates = (command, runs, { version }) => ({
  qtimeit: 'rates', schema: 1, version, savedAt: null, complete: false, command, runs,
  sides: [], failures: [], skipped: [], configurations: [],
});

/** What was measured before is of the same configurations: the file is written over. */
function checkResumed(before, entries, given) {
  const known = new Set(entries.map(({ result: { file }, asked }) => JSON.stringify([file, asked])));
  const isKnown = ({ file, asked, configuration }) => known.has(JSON.stringify([file, asked || configuration]));
  const other = before.configurations.find((one) => !isKnown(one));
  if (!other) return;
  const name = `${other.file} ${other.configuration}`.trim();
  throw new UsageError(`${given} has rates of ${name}, which is not to be run now: --resume goes on with the same ` +
    'command');
}

/** The side that is measured where there is only one: this node, on the files as they are. */
const thisSide = ({ host, cwd, sysinfoOfRates }) => ({
  label: 'this', source: null, execPath: host.execPath, node: nodeHere(host), cwd, env: {}, pathOf: (file) => file,
  has: () => true, environment: sysinfoOfRates(), notes: [], notesOnceLoaded: () => [], remove() {},
});

const unitOf = ({ result: { file }, asked }) => ({ key: keyOf(file, asked), name: `${file} ${asked}`.trim() });

/** What is known of files before they are opened. */
const shownFiles = (files, { host, cwd }) =>
  files.map((path) => ({ path, shown: shownPath(path, cwd), isRelay: isRelay(path, { host }) }));

/**
 * @param {object} plan
 * @param {string[]} plan.files absolute paths
 * @param {object} plan.options of the command line
 * @param {string[]} plan.command arguments as typed
 * @param {number} plan.runs of each configuration and side
 * @param {number|null} [plan.precision] share that changes are to be known to; then there may be fewer runs
 * @param {object|null} plan.sharding see sharding.js
 * @param {function(): Promise<object[]>} [plan.sidesOf] see compare/sides.js; this node alone unless given
 * @param {function(object)} [plan.found] given the rates before anything is measured, with all configurations
 * @param {function(object, object, number, object)} [plan.measured] given a configuration of the document, { rate,
 *   seconds, latency, error } of a run, the ms that it took with its processes, and the output, see output.js
 * @param {function(object, object)} plan.show prints the rates at the end, given the document and the output
 * @param {object} deps
 * @returns {Promise<number>} exit code: of what failed
 */
async function measureRates(plan, deps) {
  const { files, options, command, runs, precision = null, sharding, sidesOf = null, show } = plan;
  const { found: look = () => {}, measured = () => {} } = plan;
  const { host, clock, terminal } = deps;
  const isDry = sharding !== null && sharding.isDry;
  const before = sharding && sharding.openBefore('rates');
  const output = createOutput(options, deps);
  const settings = settingsOf(options);
  const rates = createRates(command, runs, deps);
  if (precision !== null) rates.precision = precision;
  const saver = createSaver(rates, () => output.save(rates), deps);
  const sources = [];
  let sides = [];
  let planned = null;
  let counting = null;

  const watch = {
    opened: (source) => sources.push(source),
    looking(side, file) {
      const where = sides.length > 1 ? ` (${label(side.label)})` : '';
      showProgress(terminal, { share: 0, what: `looking at ${label(file)}${where}` });
    },
    measured(entry, at, outcome, tookNs) {
      entry.result.seconds += tookNs / 1e9;
      terminal.status(null);
      measured(entry.result, outcome, tookNs / 1e6, output);
      saver.saveWhenDue();
    },
    progress(done, all, leftSeconds, isAtMost) {
      const what = `${done} of ${isAtMost ? 'at most ' : ''}${counted(all, 'process', 'processes')}`;
      showProgress(terminal, { share: done / all, leftSeconds, isAtMost, what });
    },
    planned(...plans) {
      const words = plannedWords(...plans, planned);
      if (words !== null) output.error(words);
    },
    counted(done, all, leftSeconds) {
      saver.saveWhenDue();
      const what = `counting, ${done} of ${counted(all, 'configuration')}`;
      showProgress(terminal, { share: done / all, leftSeconds, what });
    },
  };

  async function measure() {
    sides = sidesOf ? await sidesOf() : [thisSide(deps)];
    for (const side of sides) for (const note of side.notes) output.error(`note: ${note}`);
    pin(settings.cpus, deps, { isShard: options.shard !== undefined });
    const writeError = (text) => {
      terminal.status(null);
      terminal.writeError(text);
    };
    const launch = { args: settings.args, env: settings.env, execArgv: host.execArgv };
    const found = await findEntries(sides, shownFiles(files, deps), launch, { host, clock, writeError }, watch);
    checkFound(found, options);
    for (const side of sides) for (const note of side.notesOnceLoaded()) output.error(`note: ${note}`);
    if (isDry) {
      showPlans(sharding.plansOf(found.entries.map(unitOf), runs * sides.length), options, deps);
      return;
    }
    const entries = sharding ? ownOf(found.entries) : found.entries;
    const earlier = measuredBefore(entries);
    rates.sides = sides.map(({ label, source, environment }) => ({ label, source, environment: environment || null }));
    rates.failures = found.failures;
    rates.skipped = found.skipped;
    rates.configurations = entries.map(({ result }) => result);
    if (entries.length) look(rates);
    if (earlier) takeOver(entries, earlier);
    planned = planRuns(rates, found.entries.map(({ result }) => result), options);
    await measureConfigurations(entries, { runs, isPadded: sides.length > 1, planned }, deps, watch);
    if (options.count) await count(entries);
    rates.complete = true;
    for (const source of sources) await source.close();
  }

  /** Those that are measured here. */
  function ownOf(entries) {
    const { places, shard } = sharding.split(entries.map(unitOf), runs * sides.length);
    if (shard) rates.shard = shard;
    return places.map((place) => entries[place]);
  }

  /** Configurations to go on with; null where there are none, or where they do not count, which is told. */
  function measuredBefore(entries) {
    if (before === null) return null;
    const why = sharding.whyAnew(before, rates.shard || null, sides);
    checkResumed(before, entries, options.save);
    if (why === null) return before.configurations;
    output.error(why);
    return null;
  }

  function count(entries) {
    const { count: what, countPrecision } = options;
    showProgress(terminal, { share: 0, what: 'counting' });
    counting = createCounting(entries, { count: what, precision: countPrecision || false }, deps, watch);
    return counting.run();
  }

  await untilEnd(options, deps, {
    measure,
    release() {
      if (counting) counting.stop();
      for (const source of sources) source.kill();
      for (const side of sides) side.remove();
    },
    finish() {
      const isEmpty = [rates.configurations, rates.failures, rates.skipped].every(({ length }) => length === 0);
      if (isDry || (isEmpty && !rates.shard)) return;
      saver.save();
      if (isEmpty) output.error(nothingHere(rates.shard));
      else show(rates, output);
    },
  });
  return output.hasFailed() ? FAILED : exitCodeOf(errorsOf(rates));
}

/** All that failed. */
function errorsOf({ failures, configurations }) {
  const ofRuns = configurations.flatMap(({ sides }) => sides.flatMap((side) => (side ? side.errors : [])));
  return [...failures.map(({ error }) => error), ...ofRuns];
}

module.exports = { measureRates, shownFiles, settingsOf, checkFound, errorsOf, wayOutOf };
