'use strict';

/* qtimeit run --calibrate n: finds the number of operations that each benchmark file needs. */

const { FINE, FAILED, untilEnd } = require('./shutdown');
const { readRateSettings, shownFiles, checkFound, describeThisSide, suggestName } = require('./measure-rates');
const { pin } = require('./pin');
const { calibrateCount, RUNS } = require('../node-core/files/operation-count');
const { closeAll, findEntries } = require('../node-core/files/find-entries');
const { measureConfigurations } = require('../node-core/files/measure-configurations');
const { failureLines } = require('../report/report');
const { wrapLine } = require('../base/text/columns');
const { escaped } = require('../base/text/display');
const { secondsText } = require('../base/text/numbers');
const { showProgress } = require('../base/text/progress');
const { UsageError } = require('../base/text/usage-error');

const FIRST = 1000; // first count for a file without a usable value

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const ENDS = {
  'too-long': (worst) => `${worst} still varies too much, although a run takes 2 s. The code itself is unstable`,
  'not-steady': (worst) => `${worst} varies too much with every value`,
  failed: () => 'a configuration failed',
};

/** 'n=200000: 51 ms to 90 ms per run; runs differ by 2.1 % in the mean, 3.5 % at most' */
function stepLine(name, { count, meanVariation, worstVariation, shortestSeconds, longestSeconds }) {
  if (meanVariation === null) return `  ${name}=${count}: failed`;
  const spread = `runs differ by ${percent(meanVariation)} on average, ${percent(worstVariation)} at most`;
  return `  ${name}=${count}: ${secondsText(shortestSeconds)} to ${secondsText(longestSeconds)} per run; ${spread}`;
}

function worstOf({ measured }, name) {
  const worst = measured.reduce((a, b) => (b.variation > a.variation ? b : a));
  return worst.configuration.replace(new RegExp(`(^| )${name}=\\S+`), '').trim() || 'the rate';
}

function firstCount({ entries, parameters }, name, shown) {
  const refuse = (why) => { throw new UsageError(`--calibrate ${name}: ${shown} ${why}`); };
  if (!parameters.includes(name)) refuse(`has no parameter "${name}". ${suggestName(name, parameters)}`);
  const value = entries[0].result.parameters[name];
  if (typeof value !== 'number') refuse(`sets ${name}=${JSON.stringify(value)}, which is not a number`);
  return value > 0 ? value : FIRST;
}

async function measureWith(count, found, runs, deps, tried) {
  const { entries, failures } = found;
  const progress = (done, all) => tried(done / all);
  await measureConfigurations(entries, { runs, isPadded: false }, deps, { measured() {}, progress });
  await closeAll(found.sources);
  const failed = failures.map(({ error }) => ({ configuration: '', rates: [], seconds: [], error }));
  return failed.concat(entries.map(({ asked, result: { sides: [{ rates, seconds, errors: [error = null] }] } }) => (
    { configuration: asked, rates, seconds, error })));
}

async function calibrateFile({ file: { shown }, found, count }, find, options, deps) {
  const { terminal } = deps;
  const { calibrate: name, cvThreshold: threshold, startN, increase, runs = RUNS } = options;
  const write = (line) => {
    const screen = terminal.screen();
    terminal.write(`${wrapLine(line, screen ? screen.columns - 1 : undefined).join('\n')}\n`);
  };
  const writeFailure = (name, error) => failureLines({ name, error }).forEach(write);
  write(escaped(shown));
  for (const { words } of found.skipped) write(`skipped: ${escaped(words)}`);
  for (const { error } of found.failures) writeFailure(escaped(shown), error);
  if (found.skipped.length) return FINE;
  if (found.failures.length) return FAILED;
  const { count: steady, reason, measured } = await calibrateCount(startN || count, async (tried) => {
    const showShare = (share) => showProgress(terminal, { share, what: `${escaped(name)}=${tried}` });
    showShare(0);
    return measureWith(tried, await find([`${name}=${tried}`]), runs, deps, showShare);
  }, (step) => {
    terminal.status(null);
    write(stepLine(name, step));
  }, { threshold, factor: increase });
  if (reason === 'steady') {
    write(`${name}=${steady} is sufficient`);
    return FINE;
  }
  const isFile = measured[0].configuration === ''; // no configuration name: the file itself failed to start
  if (!isFile) write(`no value found: ${ENDS[reason](reason === 'failed' ? '' : worstOf({ measured }, name))}`);
  for (const { configuration, error } of measured) if (error) writeFailure(configuration || escaped(shown), error);
  return FAILED;
}

async function calibrateFiles(files, options, deps) {
  const { host, terminal, clock } = deps;
  const { calibrate: name, runs = RUNS } = options;
  if (runs < 2) {
    const needs = '--calibrate needs at least two runs to measure their variation';
    throw new UsageError(`--runs ${runs}: ${needs}. Leave out --runs for ${RUNS} runs`);
  }
  const { args, cpus, env } = readRateSettings(options);
  if (args.some((one) => one.startsWith(`${name}=`))) {
    const why = '--calibrate searches for this value';
    throw new UsageError(`--calibrate ${name} and --set ${name}=... cannot be combined: ${why}`);
  }
  pin(cpus, deps);
  let exitCode = FINE;
  let open = null;
  const watch = { looking() {}, opened(source) { open = source; } };
  const find = (file, more) => findEntries([describeThisSide(deps)], [file], {
    args: args.concat(more), env, execArgv: host.execArgv,
  }, { host, clock, writeError: terminal.writeError }, watch);

  async function measure() {
    const plans = [];
    for (const file of shownFiles(files, deps)) {
      const found = await find(file, []);
      await closeAll(found.sources);
      checkFound({ ...found, unknown: new Map() }, {});
      plans.push({ file, found, count: found.entries.length ? firstCount(found, name, file.shown) : FIRST });
    }
    const all = plans.map(({ found }) => found);
    const unknown = new Map();
    for (const one of all.flatMap((found) => [...found.unknown.keys()])) unknown.set(one, (unknown.get(one) || 0) + 1);
    const together = (key) => all.flatMap((found) => found[key]);
    checkFound({
      refusals: [], unknown, sources: together('sources'), parameters: together('parameters'),
      hasGroups: all.some(({ hasGroups }) => hasGroups),
    }, options);
    for (const plan of plans) {
      exitCode = await calibrateFile(plan, (more) => find(plan.file, more), options, deps) || exitCode;
    }
  }

  await untilEnd(options, deps, { measure, release() { if (open) open.kill(); } });
  return exitCode;
}

module.exports = { calibrateFiles };
