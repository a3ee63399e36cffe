'use strict';

/* qtimeit run --calibrate n: how many operations each benchmark file needs. */

const { FINE, FAILED } = require('./exit-codes');
const { pin } = require('./pin');
const { untilEnd } = require('./shutdown');
const { settingsOf, shownFiles, checkFound, wayOutOf } = require('./measure-rates');
const { createBenchmarkFile } = require('../files/benchmark-file');
const { calibrateCount, RUNS } = require('../files/calibrate');
const { createRelayFile } = require('../files/relay-file');
const { nodeOptionsHere } = require('../suite/typescript');
const { wrapped } = require('../text/columns');
const { escaped } = require('../text/display');
const { failureLines } = require('../report/comparison-table');
const { rowError } = require('../text/row-error');
const { secondsText } = require('../text/numbers');
const { showProgress } = require('../text/progress');
const { UsageError } = require('../text/usage-error');

const sourceOf = (launch, deps) => (launch.isRelay ? createRelayFile : createBenchmarkFile)(launch, deps);

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const NOT_STEADY = 'what is measured is not steady by itself';
const ENDS = {
  'too-long': (worst) => `${worst} still differs too much, and a run takes 2 s already; ${NOT_STEADY}`,
  'not-steady': (worst) => `${worst} differs too much with any of them`,
  failed: () => 'a configuration fails',
};

/** 'n=200000: 51 ms to 90 ms a run, they differ by 2.1 % in the mean, 3.5 % at most' */
function stepLine(name, { count, meanVariation, worstVariation, shortestSeconds, longestSeconds }) {
  if (meanVariation === null) return `  ${name}=${count}: failed`;
  const spread = `runs differ by ${percent(meanVariation)} in the mean, ${percent(worstVariation)} at most`;
  return `  ${name}=${count}: ${secondsText(shortestSeconds)} to ${secondsText(longestSeconds)} a run; ${spread}`;
}

/** The configuration that spreads most. */
function worstOf({ measured }, name) {
  const worst = measured.reduce((a, b) => (b.variation > a.variation ? b : a));
  return worst.configuration.replace(new RegExp(`(^| )${name}=\\S+`), '').trim() || 'it';
}

/**
 * Runs every configuration of a file with one count; the file is started anew, since its arguments change. tried is
 * told which share is done.
 */
async function measureWith(launch, count, { name, runs }, deps, watch, tried) {
  const source = sourceOf({ ...launch, args: [...launch.args, `${name}=${count}`] }, deps);
  watch(source);
  try {
    const { found, error } = await source.open();
    if (error) return { error };
    const nothing = ({ configuration }) => ({ configuration, rates: [], seconds: [], error: null });
    const measured = found.configurations.map(nothing);
    for (let run = 0; run < runs; run++) {
      for (const [index, one] of measured.entries()) {
        tried((run * measured.length + index) / (runs * measured.length));
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
  const refuse = (why) => { throw new UsageError(`--calibrate ${name}: ${shown} has ${why}`); };
  const { parameters, configurations } = found;
  if (!parameters.includes(name)) refuse(`no parameter "${name}"; ${wayOutOf(name, parameters)}`);
  const value = configurations[0].parameters[name];
  if (typeof value !== 'number') refuse(`${name}=${JSON.stringify(value)}, and that is no number`);
  return { launch, found, error: null, count: value > 0 ? value : 1000 };
}

/** A name of --set that none of the files knows. */
function checkSettings(plans, options) {
  const sources = plans.filter(({ error }) => !error).map(({ found }) => found);
  const unknown = new Map();
  for (const one of sources) for (const name of one.unknown) unknown.set(name, (unknown.get(name) || 0) + 1);
  const parameters = sources.flatMap((one) => one.parameters);
  const hasGroups = sources.some((one) => one.hasGroups);
  checkFound({ refusals: [], unknown, sources, parameters, hasGroups }, options);
}

/**
 * Looks for the count of one file, and prints each step.
 *
 * @returns {Promise<number>} exit code
 */
async function calibrateFile({ launch, error, skipped, count }, options, deps, watch) {
  const { terminal } = deps;
  const { calibrate: name, cvThreshold: threshold, startN, increase, runs = RUNS } = options;
  const write = (line) => {
    const screen = terminal.screen();
    terminal.write(`${wrapped(line, screen ? screen.columns - 1 : undefined).join('\n')}\n`);
  };
  const writeFailure = (what, failure) => failureLines(what, failure).forEach(write);
  const shown = escaped(launch.shown);
  write(shown);
  if (skipped) {
    write(`skipped: ${escaped(skipped)}`);
    return FINE;
  }
  let broken = error;
  const found = error ? null : await calibrateCount(startN || count, async (tried) => {
    const told = (share) => showProgress(terminal, { share, what: `${escaped(name)}=${tried}` });
    told(0);
    const { measured, error: failure } = await measureWith(launch, tried, { name, runs }, deps, watch, told);
    if (failure) broken = failure;
    return measured || [{ configuration: '', rates: [], seconds: [], error: failure }];
  }, (step) => {
    terminal.status(null);
    write(stepLine(name, step));
  }, { threshold, factor: increase });
  if (broken) {
    writeFailure(shown, broken);
    return FAILED;
  }
  if (found.reason === 'steady') {
    write(`${name}=${found.count} will do`);
    return FINE;
  }
  const last = found.steps[found.steps.length - 1];
  write(`not found: ${ENDS[found.reason](found.reason === 'failed' ? '' : worstOf(last, name))}`);
  for (const one of last.measured) if (one.error) writeFailure(one.configuration, one.error);
  return FAILED;
}

/**
 * @param {string[]} files absolute paths
 * @param {object} options of the command line
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
async function calibrateFiles(files, options, deps) {
  const { host, terminal, cwd } = deps;
  const { calibrate: name, runs = RUNS } = options;
  if (runs < 2) {
    const needs = '--calibrate looks at how far runs differ, and needs two of them';
    throw new UsageError(`--runs ${runs}: ${needs}; leave --runs out for ${RUNS}`);
  }
  const { args, cpus, env } = settingsOf(options);
  if (args.some((one) => one.startsWith(`${name}=`))) {
    const why = 'the one looks for what the other says';
    throw new UsageError(`--calibrate ${name} and --set ${name}=... do not go together: ${why}`);
  }
  pin(cpus, deps);
  const inner = { host, terminal, clock: deps.clock, writeError: terminal.writeError };
  let exitCode = FINE;
  let open = null;
  const watch = (source) => { open = source; };

  async function measure() {
    const plans = [];
    for (const file of shownFiles(files, { host, cwd })) {
      const { path, ...shown } = file;
      const execArgv = host.execArgv.concat(nodeOptionsHere(file, { host }));
      const launch = { ...shown, script: path, args, execPath: host.execPath, execArgv, cwd, env };
      plans.push(await lookAt(launch, name, inner, watch));
    }
    checkSettings(plans, options);
    for (const plan of plans) exitCode = await calibrateFile(plan, options, inner, watch) || exitCode;
  }

  await untilEnd(options, deps, { measure, release() { if (open) open.kill(); } });
  return exitCode;
}

module.exports = { calibrateFiles };
