'use strict';

/* qtimeit run --calibrate n: how many operations each benchmark file needs. */

const { FINE, FAILED } = require('./exit-codes');
const { pin } = require('./pin');
const { settingsOf } = require('./matrix');
const { shownPath } = require('./measure');
const { createBenchmarkFile } = require('../matrix/benchmark-file');
const { calibrateCount, RUNS } = require('../matrix/calibrate');
const { onSignals } = require('../interrupt');
const { nearest } = require('../nearest');
const { escaped } = require('../report/display');
const { failureLines } = require('../report/comparison-table');
const { shortTime } = require('../report/rate-text');
const { UsageError } = require('../usage-error');

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const ENDS = {
  'too-long': ({ worst }) => `not found: ${worst} still differs too much, and a run takes 2 s already; what is measured is not steady by itself`,
  'not-steady': ({ worst }) => `not found: ${worst} differs too much with any of them`,
  failed: () => 'not found: a configuration fails',
};

/** 'n=200000: 51 ms to 90 ms a run, they differ by 2.1 % in the mean, 3.5 % at most' */
function stepLine(name, { count, meanVariation, worstVariation, shortestSeconds, longestSeconds }) {
  if (meanVariation === null) return `  ${name}=${count}: failed`;
  return `  ${name}=${count}: ${shortTime(shortestSeconds)} to ${shortTime(longestSeconds)} a run; runs differ by ${percent(meanVariation)} in the mean, ${percent(worstVariation)} at most`;
}

/** The configuration that spreads most. */
function worstOf({ measured }, name) {
  const worst = measured.reduce((a, b) => (b.variation > a.variation ? b : a));
  return worst.configuration.replace(new RegExp(`(^| )${name}=\\S+`), '').trim() || 'it';
}

/** Runs every configuration of a file with one count; the file is started anew, since its arguments change. */
async function measureWith(launch, count, name, doors, watch) {
  const source = createBenchmarkFile({ ...launch, args: [...launch.args, `${name}=${count}`] }, doors);
  watch(source);
  try {
    const { found, error } = await source.open();
    if (error) return { error };
    if (found.refused !== null) throw new UsageError(found.refused);
    if (!found.parameters.includes(name)) {
      const meant = nearest(name, found.parameters);
      throw new UsageError(`--calibrate ${name}: ${launch.shown} has no parameter "${name}"; ${meant === null ? `there are ${found.parameters.join(', ')}` : `did you mean ${meant}?`}`);
    }
    const measured = found.configurations.map(({ configuration }) => ({ configuration, rates: [], seconds: [], error: null }));
    for (let run = 0; run < RUNS; run++) {
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

/** The count that a file begins with: its first own one, or 1000. */
async function firstCount(launch, name, doors) {
  const source = createBenchmarkFile(launch, doors);
  const { found, error } = await source.open();
  await source.close();
  if (error) return { error };
  const [first] = found.configurations;
  const value = first && first.parameters[name];
  if (first && value !== undefined && typeof value !== 'number') throw new UsageError(`--calibrate ${name}: ${launch.shown} has ${name}=${JSON.stringify(value)}, and that is no number`);
  return { count: value > 0 ? value : 1000 };
}

/**
 * @param {string[]} files absolute paths
 * @param {object} options of the command line
 * @param {object} doors
 * @returns {Promise<number>} exit code
 */
async function calibrateFiles(files, options, doors) {
  const { host, clock, terminal, cwd } = doors;
  const name = options.calibrate;
  const settings = settingsOf(options);
  if (settings.args.some((one) => one.startsWith(`${name}=`))) throw new UsageError(`--calibrate ${name} and --set ${name}=... do not go together: the one looks for what the other says`);
  pin(settings.cpus || options.pin, doors);
  const inner = { host, clock, writeError: terminal.writeError };
  let exitCode = FINE;
  let open = null;
  const stopListening = onSignals((code) => {
    if (open) open.kill();
    terminal.status('');
    process.exit(code);
  });

  async function calibrateFile(path) {
    const shown = shownPath(path, cwd);
    const launch = { shown, script: path, args: settings.args, execPath: host.execPath, execArgv: host.execArgv, cwd, env: settings.env };
    const fail = (error) => {
      exitCode = FAILED;
      terminal.write(`${failureLines(escaped(shown), error).join('\n')}\n`);
    };
    terminal.write(`${escaped(shown)}\n`);
    const { error, count } = await firstCount(launch, name, inner);
    if (error) return fail(error);
    let broken = null;
    const found = await calibrateCount(count, async (tried) => {
      terminal.status(`${name}=${tried}`);
      const { measured, error: failure } = await measureWith(launch, tried, name, inner, (source) => { open = source; });
      if (failure) broken = failure;
      return measured || [{ configuration: '', rates: [], seconds: [], error: failure }];
    }, (step) => {
      terminal.status('');
      terminal.write(`${stepLine(name, step)}\n`);
    });
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
    for (const path of files) await calibrateFile(path);
    return exitCode;
  } finally {
    stopListening();
  }
}

module.exports = { calibrateFiles };
