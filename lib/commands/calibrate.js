'use strict';

/* qtimeit run --calibrate n: how many operations each benchmark file needs. */

const { FINE, FAILED } = require('./exit-codes');
const { pin } = require('./pin');
const { onEnding } = require('./ending');
const { isRelay } = require('./benchmark-files');
const { settingsOf, checkFound } = require('./matrix');
const { shownPath } = require('./measure');
const { createBenchmarkFile } = require('../files/benchmark-file');
const { calibrateCount, RUNS } = require('../files/calibrate');
const { createRelayFile } = require('../files/relay-file');
const { nearest } = require('../text/nearest');
const { escaped } = require('../text/display');
const { failureLines } = require('../report/comparison-table');
const { rowError } = require('../text/row-error');
const { secondsText } = require('../text/numbers');
const { UsageError } = require('../text/usage-error');

const sourceOf = (launch, deps) => (launch.isRelay ? createRelayFile : createBenchmarkFile)(launch, deps);

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const ENDS = {
  'too-long': ({ worst }) => `not found: ${worst} still differs too much, and a run takes 2 s already; what is measured is not steady by itself`,
  'not-steady': ({ worst }) => `not found: ${worst} differs too much with any of them`,
  failed: () => 'not found: a configuration fails',
};

/** 'n=200000: 51 ms to 90 ms a run, they differ by 2.1 % in the mean, 3.5 % at most' */
function stepLine(name, { count, meanVariation, worstVariation, shortestSeconds, longestSeconds }) {
  if (meanVariation === null) return `  ${name}=${count}: failed`;
  return `  ${name}=${count}: ${secondsText(shortestSeconds)} to ${secondsText(longestSeconds)} a run; runs differ by ${percent(meanVariation)} in the mean, ${percent(worstVariation)} at most`;
}

/** The configuration that spreads most. */
function worstOf({ measured }, name) {
  const worst = measured.reduce((a, b) => (b.variation > a.variation ? b : a));
  return worst.configuration.replace(new RegExp(`(^| )${name}=\\S+`), '').trim() || 'it';
}

/** Runs every configuration of a file with one count; the file is started anew, since its arguments change. */
async function measureWith(launch, count, { name, runs }, deps, watch) {
  const source = sourceOf({ ...launch, args: [...launch.args, `${name}=${count}`] }, deps);
  watch(source);
  try {
    const { found, error } = await source.open();
    if (error) return { error };
    const measured = found.configurations.map(({ configuration }) => ({ configuration, rates: [], seconds: [], error: null }));
    for (let run = 0; run < runs; run++) {
      for (const [index, one] of measured.entries()) {
        if (one.error) continue;
        const outcome = await source.run(index);
        if (outcome.error) one.error = outcome.error;
        else {
          one.rates.push(outcome.rate);
          one.seconds.push(outcome.seconds);
        }
      }
    }
    return { measured };
  } finally {
    await source.close();
  }
}

/**
 * Looks at a file before anything is measured.
 *
 * @returns {Promise<{ launch, found, error, skipped, count }>} count: what it begins with, its first own one or 1000
 */
async function lookAt(launch, name, deps, watch) {
  const source = sourceOf(launch, deps);
  watch(source);
  const { found, error, skipped } = await source.open();
  await source.close();
  if (error) return { launch, found, error, skipped };
  const { shown } = launch;
  if (found.refused !== null) throw new UsageError(`${shown}: ${found.refused}`);
  if (found.empty !== null) return { launch, found, error: rowError('no-test', found.empty) };
  if (!found.parameters.includes(name)) {
    const meant = nearest(name, found.parameters);
    throw new UsageError(`--calibrate ${name}: ${shown} has no parameter "${name}"; ${meant === null ? `there are ${found.parameters.join(', ') || 'none'}` : `did you mean ${meant}?`}`);
  }
  const value = found.configurations[0].parameters[name];
  if (typeof value !== 'number') throw new UsageError(`--calibrate ${name}: ${shown} has ${name}=${JSON.stringify(value)}, and that is no number`);
  return { launch, found, error: null, count: value > 0 ? value : 1000 };
}

/** A name of --set that none of the files knows. */
function checkSettings(plans, options) {
  const found = plans.filter(({ error }) => !error).map((plan) => plan.found);
  const unknown = new Map();
  for (const one of found) for (const name of one.unknown) unknown.set(name, (unknown.get(name) || 0) + 1);
  checkFound({ refusals: [], unknown, sources: found, parameters: found.flatMap(({ parameters }) => parameters), hasGroups: found.some(({ hasGroups }) => hasGroups) }, options);
}

/**
 * @param {string[]} files absolute paths
 * @param {object} options of the command line
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
async function calibrateFiles(files, options, deps) {
  const { host, clock, terminal, cwd } = deps;
  const { calibrate: name, cvThreshold: threshold, startN, increase, runs = RUNS } = options;
  if (runs < 2) throw new UsageError(`--runs ${runs}: --calibrate looks at how far runs differ, and needs two of them; leave --runs out for ${RUNS}`);
  const settings = settingsOf(options);
  if (settings.args.some((one) => one.startsWith(`${name}=`))) throw new UsageError(`--calibrate ${name} and --set ${name}=... do not go together: the one looks for what the other says`);
  pin(settings.cpus || options.pin, deps);
  const inner = { host, clock, writeError: terminal.writeError };
  let exitCode = FINE;
  let open = null;
  const watch = (source) => { open = source; };
  const stopListening = onEnding(() => {
    if (open) open.kill();
    terminal.status('');
  }, options, deps);

  async function calibrateFile({ launch, error, skipped, count }) {
    const { shown } = launch;
    const fail = (failure) => {
      exitCode = FAILED;
      terminal.write(`${failureLines(escaped(shown), failure).join('\n')}\n`);
    };
    terminal.write(`${escaped(shown)}\n`);
    if (skipped) return terminal.write(`skipped: ${escaped(skipped)}\n`);
    if (error) return fail(error);
    let broken = null;
    const found = await calibrateCount(startN || count, async (tried) => {
      terminal.status(`${name}=${tried}`);
      const { measured, error: failure } = await measureWith(launch, tried, { name, runs }, inner, watch);
      if (failure) broken = failure;
      return measured || [{ configuration: '', rates: [], seconds: [], error: failure }];
    }, (step) => {
      terminal.status('');
      terminal.write(`${stepLine(name, step)}\n`);
    }, { threshold, factor: increase });
    if (broken) return fail(broken);
    const last = found.steps[found.steps.length - 1];
    if (found.reason === 'steady') {
      terminal.write(`${name}=${found.count} will do\n`);
      return null;
    }
    exitCode = FAILED;
    terminal.write(`${ENDS[found.reason]({ worst: found.reason === 'failed' ? '' : worstOf(last, name) })}\n`);
    for (const one of last.measured) if (one.error) terminal.write(`${failureLines(one.configuration, one.error).join('\n')}\n`);
    return null;
  }

  try {
    const plans = [];
    for (const path of files) {
      const shown = shownPath(path, cwd);
      const launch = { shown, isRelay: isRelay(path, { host }), script: path, args: settings.args, execPath: host.execPath, execArgv: host.execArgv, cwd, env: settings.env };
      plans.push(await lookAt(launch, name, inner, watch));
    }
    checkSettings(plans, options);
    for (const plan of plans) await calibrateFile(plan);
    return exitCode;
  } finally {
    stopListening();
  }
}

module.exports = { calibrateFiles };
