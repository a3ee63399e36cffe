'use strict';

/* Measures benchmark files with parameters for run, compare and scatter. A unit is a configuration. */

const { isRelay } = require('./benchmark-files');
const { chooseExitCode } = require('./shutdown');
const { measureUnits } = require('./measure-units');
const { checkCalibration, checkCountOfRates, checkFormOfRates } = require('./validate-options');
const { createRunPlan, countComparisons, plannedWords } = require('../compare/sides/plan-restarts');
const { createConfigurationCounting } = require('../node-core/files/count-configurations');
const { findCountHints } = require('../node-core/files/operation-count');
const { findEntries } = require('../node-core/files/find-entries');
const { measureConfigurations, resumeConfigurations } = require('../node-core/files/measure-configurations');
const { shownPath } = require('../base/host/paths');
const { formatUnitKey, keyOfConfiguration } = require('../compare/shards/expected');
const { nodeHere } = require('../core/suite/typescript');
const { rateLine } = require('../base/text/configuration-names');
const { escaped, label } = require('../base/text/display');
const { didYouMean } = require('../base/text/nearest');
const { counted } = require('../base/text/numbers');
const { showProgress } = require('../base/text/progress');
const { UsageError } = require('../base/text/usage-error');
const { TYPES } = require('./values');

/** --set CPUSET=0-2 pins like --pin; other settings are arguments of the files. */
function readRateSettings({ set = [], group = [], test = false, pin: pinned }) {
  const cpus = set.filter((one) => one.startsWith('CPUSET=')).map((one) => one.slice('CPUSET='.length));
  const wrong = cpus.find((one) => TYPES.cpus.read(one, {}) === undefined);
  if (wrong !== undefined) throw new UsageError(`--set CPUSET=${wrong}: CPUSET expects ${TYPES.cpus.words()}`);
  return {
    cpus: cpus[cpus.length - 1] || pinned,
    args: [...set.filter((one) => !one.startsWith('CPUSET=')), ...(test ? ['--test'] : [])],
    env: group.length ? { NODE_RUN_BENCHMARK_GROUPS: group.join(',') } : {},
  };
}

const suggestName = (name, names) => didYouMean(name, names, `Available: ${names.join(', ') || 'none'}`);

function checkFound({ refusals, unknown, sources, parameters, hasGroups }, { group = [] }) {
  if (refusals.length) throw new UsageError(`${refusals[0].file}: ${refusals[0].words}`);
  if (group.length && sources.length && !hasGroups) {
    throw new UsageError(`--group ${group[0]}: no file has groups of parameters (options.byGroups). Leave out --group`);
  }
  for (const [name, times] of unknown) {
    if (times < sources.length) continue;
    const hint = suggestName(name, [...new Set(parameters)]);
    throw new UsageError(`--set ${name}: no file has a parameter "${name}". ${hint}`);
  }
}

/** The only side of run and scatter: this node with the given files. */
const describeThisSide = ({ host, cwd, sysinfoOfRates }) => ({
  label: 'this', source: null, execPath: host.execPath, node: nodeHere(host), cwd, env: {}, pathOf: (file) => file,
  has: () => true, environment: sysinfoOfRates(), notes: [], notesOnceLoaded: () => [], remove() {},
});

const shownFiles = (files, { host, cwd }) =>
  files.map((path) => ({ path, shown: shownPath(path, cwd), isRelay: isRelay(path, { host }) }));

const watchOf = ({ terminal, output, saver, measured, planned }) => ({
  measured(entry, at, outcome, tookNs) {
    entry.result.seconds += tookNs / 1e9;
    terminal.status(null);
    measured(entry.result, outcome, tookNs / 1e6);
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
});

function createConfigurations(plan, output, deps) {
  const { files, options, command, runs, precision = null, openSides = async () => [describeThisSide(deps)] } = plan;
  const { found: look = () => {}, measured = () => {}, show } = plan;
  const { host, clock, terminal } = deps;
  const { cpus, args, env } = readRateSettings(options);
  const rates = {
    qtimeit: 'rates', schema: 1, version: deps.version, savedAt: null, complete: false, command, runs,
    sides: [], failures: [], skipped: [], configurations: [], ...(precision !== null && { precision }),
  };
  const opened = [];
  let found = null;
  let counting = null;
  let gate = null;

  return {
    document: rates, cpus, runs, openSides,

    async list(sides) {
      const writeError = (text) => {
        terminal.status(null);
        terminal.writeError(text);
      };
      const settings = { args, env, execArgv: host.execArgv };
      found = await findEntries(sides, shownFiles(files, deps), settings, { host, clock, writeError }, {
        opened: (source) => opened.push(source),
        looking(side, file) {
          const where = sides.length > 1 ? ` (${label(side.label)})` : '';
          showProgress(terminal, { share: 0, what: `inspecting ${label(file)}${where}` });
        },
      });
      checkFound(found, options);
      return found.entries;
    },

    unitOf: ({ result: { file }, asked }) => ({ key: formatUnitKey(file, asked), name: `${file} ${asked}`.trim() }),

    strangerIn(earlier, entries) {
      const known = new Set(entries.map(({ result: { file }, asked }) => formatUnitKey(file, asked)));
      const stranger = earlier.configurations.find((one) => !known.has(keyOfConfiguration(one)));
      return stranger ? `rates of ${`${stranger.file} ${stranger.configuration}`.trim()}` : null;
    },

    async measure(entries, { all, sides, earlier, saver }) {
      Object.assign(rates, {
        sides: sides.map(({ label, source, environment }) => ({ label, source, environment: environment || null })),
        failures: found.failures, skipped: found.skipped, configurations: entries.map(({ result }) => result),
      });
      if (entries.length) look(rates);
      if (earlier) resumeConfigurations(entries, earlier.configurations);
      const { maxRegression = null } = options;
      const comparisons = countComparisons(all.map(({ result }) => result));
      const planned = precision === null ? null : createRunPlan({ precision, most: runs, maxRegression, comparisons });
      const watch = watchOf({ terminal, output, saver, planned, measured: (...run) => measured(...run, output) });
      await measureConfigurations(entries, { runs, isPadded: sides.length > 1, planned }, deps, watch);
      if (options.count) {
        showProgress(terminal, { share: 0, what: 'counting' });
        const settings = { count: options.count, precision: options.countPrecision || false };
        counting = createConfigurationCounting(entries, settings, deps, watch);
        await counting.run();
      }
      for (const source of opened) await source.close();
    },

    isEmpty: () => [rates.configurations, rates.failures, rates.skipped].every(({ length }) => length === 0),
    show() { gate = show(rates, output) || null; },
    exitCode: () => chooseExitCode(rates, options, gate),

    release() {
      if (counting) counting.stop();
      for (const source of opened) source.kill();
    },
  };
}

/**
 * Resolves to the exit code. plan has files (absolute paths), command (arguments as typed), runs (per configuration and
 * side), sharding, show(document, output) (at the end; can return a gate), and may have precision (a share: fewer runs
 * are enough if they determine changes to it), openSides() (see compare/sides.js; by default only this node),
 * found(document) (before measuring), and measured(configuration, run, ms, output), with the ms of a run including its
 * processes.
 */
const measureRates = (plan, deps) => measureUnits((output) => createConfigurations(plan, output, deps), plan, deps);

/** qtimeit run: prints a line per run, and the rates at the end. plan: as for measureRates. */
function runRates(plan, deps) {
  const { options } = plan;
  checkFormOfRates(options);
  checkCalibration(options);
  checkCountOfRates(options);
  const tookMs = new Map();
  let last = null;
  return measureRates({
    ...plan, runs: options.runs || 1,
    measured({ file, configuration }, { rate, latency, error }, ms, output) {
      tookMs.set(file, (tookMs.get(file) || 0) + ms);
      if (!output.isTable || error) return;
      if (file !== last) output.write(`${last === null ? '' : '\n'}${escaped(file)}\n`);
      last = file;
      output.write(`${rateLine({ file, configuration, rate, latency }, output.terminal.screen())}\n`);
    },
    show(rates, output) {
      // As in Node's run.js
      const tracked = ['', ...[...tookMs].map(([file, ms]) => `[${Math.round(ms)}ms] ${escaped(file)}`)];
      for (const line of options.track ? tracked : []) {
        if (output.isTable) output.write(`${line}\n`);
        else output.error(line);
      }
      output.end(rates, () => ({ ...rates, hints: options.test ? [] : findCountHints(rates) }));
    },
  }, deps);
}

module.exports = { measureRates, runRates, shownFiles, readRateSettings, describeThisSide, checkFound, suggestName };
