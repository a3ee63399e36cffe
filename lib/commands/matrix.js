'use strict';

/*
 * Measures benchmark files with parameters for run, compare and scatter: finds their configurations, measures them, keeps the rates
 * as they come, and ends in good order whatever ends it.
 */

const { matrixOf, suitesOf, isRelay } = require('./benchmark-files');
const { onEnding } = require('./ending');
const { FAILED, exitCodeOf } = require('./exit-codes');
const { pin } = require('./pin');
const { createSaver } = require('./saver');
const { shownPath } = require('./measure');
const { findEntries, measureConfigurations, takeOver } = require('../files/measure-configurations');
const { nearest } = require('../text/nearest');
const { timeLeft } = require('../text/numbers');
const { UsageError } = require('../text/usage-error');
const { TYPES } = require('./values');

/** Refuses options that are typed, and of no use for these files. */
function checkGiven(given, { only, what, hints }) {
  const wrong = given.find((name) => only.includes(name));
  if (wrong) throw new UsageError(`--${wrong} is for ${what}${hints[wrong] ? `; ${hints[wrong]}` : ''}`);
}

const MATRIX_ONLY = ['set', 'runs', 'group', 'test', 'resume', 'calibrate', 'cv-threshold', 'start-n', 'increase', 'track', 'plot', 'plot-kind'];
const SUITES_ONLY = ['time', 'fork'];

const checkForSuites = (given) => checkGiven(given, { only: MATRIX_ONLY, what: 'benchmark files with parameters (createBenchmark), and these are suites', hints: {} });
const checkForMatrix = (given, more = []) => checkGiven(given, {
  only: [...SUITES_ONLY, ...more], what: 'suites, and these are benchmark files with parameters (createBenchmark)',
  hints: { time: '--runs says how often each is run', fork: 'each configuration has a process of its own' },
});

/** What was measured before is as it is. */
const checkForSaved = (given) => checkGiven(given, { only: ['runs', 'set', 'group', 'test', 'resume'], what: 'benchmark files that are measured now, and this has been measured', hints: {} });

/** --set CPUSET=0-2 pins, as --pin does; all others are arguments of the files. */
function settingsOf({ set = [], group = [], test = false }) {
  const cpus = set.filter((one) => one.startsWith('CPUSET=')).map((one) => one.slice('CPUSET='.length));
  for (const one of cpus) if (TYPES.cpus.read(one, {}) === undefined) throw new UsageError(`--set CPUSET=${one}: CPUSET takes ${TYPES.cpus.words()}`);
  return {
    cpus: cpus[cpus.length - 1],
    args: [...set.filter((one) => !one.startsWith('CPUSET=')), ...(test ? ['--test'] : [])],
    env: group.length ? { NODE_RUN_BENCHMARK_GROUPS: group.join(',') } : {},
  };
}

/** What the command line says of all files, and some or all cannot do. */
function checkFound({ refusals, unknown, sources, parameters, hasGroups }, { group = [] }) {
  if (refusals.length) throw new UsageError(`${refusals[0].file}: ${refusals[0].words}`);
  if (group.length && sources.length && !hasGroups) throw new UsageError(`--group ${group[0]}: no file has groups of parameters (options.byGroups); leave it out`);
  for (const [name, times] of unknown) {
    // Another file may know it.
    if (times < sources.length) continue;
    const names = [...new Set(parameters)];
    const meant = nearest(name, names);
    throw new UsageError(`--set ${name}: no file has a parameter "${name}"; ${meant === null ? `there are ${names.join(', ') || 'none'}` : `did you mean ${meant}?`}`);
  }
}

/** Rates as they are saved and printed, see docs/command-line.md. */
function createRates(command, runs, { version }) {
  return { qtimeit: 'rates', schema: 1, version, savedAt: null, complete: false, command, runs, sides: [], failures: [], skipped: [], configurations: [] };
}

const nodeOf = ({ environment }) => (environment ? environment.nodeVersion : null);

/** What was measured before, by the same sides, of the same configurations: the file is written over. */
function checkResumed(before, sides, entries, given) {
  const same = before.sides.length === sides.length && before.sides.every(({ label }, i) => label === sides[i].label);
  if (!same) throw new UsageError(`${given} has ${before.sides.map(({ label }) => label).join(', ')}, and these are ${sides.map(({ label }) => label).join(', ')}: --resume goes on with the same command`);
  sides.forEach((side, i) => {
    const [old, now] = [nodeOf(before.sides[i]), nodeOf(side)];
    if (old !== null && now !== null && old !== now) throw new UsageError(`${given} was measured with node ${old}, and this is ${now} (${side.label}): --resume goes on with the same one`);
  });
  const known = new Set(entries.map(({ result: { file }, asked }) => JSON.stringify([file, asked])));
  const other = before.configurations.find((one) => !known.has(JSON.stringify([one.file, one.asked || one.configuration])));
  if (other) throw new UsageError(`${given} has rates of ${`${other.file} ${other.configuration}`.trim()}, which is not to be run now: --resume goes on with the same command`);
}

/**
 * @param {object} plan
 * @param {string[]} plan.files absolute paths
 * @param {object} plan.options of the command line
 * @param {string[]} plan.command arguments as typed
 * @param {number} plan.runs of each configuration and side
 * @param {function(): object[]} plan.sidesOf see compare/sides.js
 * @param {object} plan.output of createOutput
 * @param {object|null} plan.before rates to go on with
 * @param {function(object)} [plan.found] given the rates before anything is measured, with all configurations
 * @param {function(object, object, number)} [plan.measured] given a configuration of the document, { rate, seconds, latency, error } of a run,
 *   and the ms that it took with its processes
 * @param {function(object)} plan.show prints the rates at the end, given the document
 * @param {object} deps
 * @returns {Promise<{ rates: object, exitCode: number|null }>} exitCode: of what failed; null where the command has ended already
 */
async function measureRates({ files, options, command, runs, sidesOf, output, before = null, found: look = () => {}, measured = () => {}, show }, deps) {
  const { host, clock, terminal, cwd } = deps;
  const settings = settingsOf(options);
  const rates = createRates(command, runs, deps);
  const saver = createSaver(rates, () => output.save(rates), deps);
  const sources = [];
  let sides = [];
  let isOver = false;

  /** The end, whatever brings it: processes and worktrees are gone, what is known is saved and printed. */
  function finish() {
    if (isOver) return;
    isOver = true;
    for (const source of sources) source.kill();
    terminal.status('');
    for (const side of sides) side.remove();
    if ([rates.configurations, rates.failures, rates.skipped].every(({ length }) => length === 0)) return;
    saver.save();
    show(rates);
  }

  const say = (text) => {
    terminal.status('');
    terminal.writeError(`${text}\n`);
  };
  const watch = {
    isOver: () => isOver,
    opened: (source) => sources.push(source),
    looking(side, file) { terminal.status(`looking at ${file}${sides.length > 1 ? ` (${side.label})` : ''}`); },
    measured(entry, at, outcome, tookNs) {
      terminal.status('');
      measured(entry.result, outcome, tookNs / 1e6);
      saver.saveWhenDue();
    },
    progress(done, all, leftSeconds) {
      terminal.status(`${done} of ${all} processes, about ${timeLeft(leftSeconds)} left`);
    },
  };
  const stopListening = onEnding(finish, options, deps);

  try {
    sides = sidesOf();
    for (const side of sides) for (const note of side.notes) say(`note: ${note}`);
    pin(settings.cpus || options.pin, deps);
    const launch = { args: settings.args, env: settings.env, execArgv: host.execArgv };
    const shown = files.map((path) => ({ path, shown: shownPath(path, cwd), isRelay: isRelay(path, { host }) }));
    const writeError = (text) => {
      terminal.status('');
      terminal.writeError(text);
    };
    const found = await findEntries(sides, shown, launch, { host, clock, writeError }, watch);
    if (isOver) return { rates, exitCode: null };
    checkFound(found, options);
    if (before) checkResumed(before, sides, found.entries, options.save);
    rates.sides = sides.map(({ label, source, environment }) => ({ label, source, environment: environment || null }));
    rates.failures = found.failures;
    rates.skipped = found.skipped;
    rates.configurations = found.entries.map(({ result }) => result);
    if (found.entries.length) look(rates);
    if (before) takeOver(found.entries, before.configurations);
    await measureConfigurations(found.entries, { runs, isPadded: sides.length > 1 }, deps, watch);
    if (isOver) return { rates, exitCode: null };
    rates.complete = true;
    for (const source of sources) await source.close();
    finish();
    return { rates, exitCode: output.hasFailed() ? FAILED : exitCodeOf(errorsOf(rates)) };
  } finally {
    stopListening();
    for (const source of sources) source.kill();
    for (const side of sides) side.remove();
  }
}

/** All that failed. */
function errorsOf({ failures, configurations }) {
  return [...failures.map(({ error }) => error), ...configurations.flatMap(({ sides }) => sides.flatMap((side) => (side ? side.errors : [])))];
}

module.exports = { measureRates, matrixOf, suitesOf, settingsOf, checkFound, checkForSuites, checkForMatrix, checkForSaved, errorsOf };
