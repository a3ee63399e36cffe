'use strict';

/* Rejects options that a command cannot use. Loads no measuring code, so that `run` starts at once. */

const { UsageError } = require('../text/usage-error');

function checkGiven(given, only, what, hints = {}) {
  const wrong = given.find((name) => only.includes(name));
  if (wrong) throw new UsageError(`--${wrong} is for ${what}${hints[wrong] ? `; ${hints[wrong]}` : ''}`);
}

const RATES_ONLY = [
  'set', 'runs', 'group', 'test', 'calibrate', 'cv-threshold', 'start-n', 'increase', 'track', 'plot-kind',
];
const checkForSuites = (given) => (
  checkGiven(given, RATES_ONLY, 'benchmark files with parameters (createBenchmark), and these are suites'));

const SUITES_ONLY = ['time', 'fork', 'tier', 'cold', 'memory', 'cache'];
const HINTS = { time: '--runs says how often each is run', fork: 'each configuration has a process of its own' };
const checkForRates = (given, more = []) => (
  checkGiven(given, [...SUITES_ONLY, ...more],
    'suites, and these are benchmark files with parameters (createBenchmark)', HINTS));

const checkForSaved = (given) => (
  checkGiven(given, ['runs', 'set', 'group', 'test', 'resume', 'shard', 'durations', 'plan'],
    'benchmark files that are measured now, and this has been measured'));

/** Rejects options that need another one: { option: value }. */
function checkNeeded(options, needed, wayOut) {
  const [name] = Object.entries(options).find(([, value]) => value !== undefined) || [];
  if (name === undefined) return;
  throw new UsageError(`${name} is for ${needed}, which is not there; write ${wayOut} too, or leave ${name} out`);
}

function checkStrict({ strict, maxRegression }) {
  if (maxRegression === undefined) checkNeeded({ '--strict': strict }, '--max-regression', '--max-regression 3%');
}

function checkCalibration({ cvThreshold, startN, increase }) {
  const options = { '--cv-threshold': cvThreshold, '--start-n': startN, '--increase': increase };
  checkNeeded(options, '--calibrate NAME', '--calibrate n');
}

function checkCountOfRates({ count = [] }) {
  if (!count.includes('profile')) return;
  const wayOut = count.includes('cache') ? '--count=cache' : '--count';
  throw new UsageError('--count=profile is for suites, and these are benchmark files with parameters ' +
    `(createBenchmark); write ${wayOut}`);
}

function checkCountOfSides({ count = [] }) {
  if (!count.includes('profile')) return;
  const wayOut = 'write --count, or --count cache; qtimeit run --count profile has those of one side';
  throw new UsageError(`--count profile: compare compares no profiles; ${wayOut}`);
}

const FORMS_OF_RATES = ['table', 'text', 'csv', 'json', 'markdown', 'github', 'html'];

function checkFormOfRates({ format }) {
  if (format === undefined || FORMS_OF_RATES.includes(format)) return;
  const wayOut = `rates of configurations can be printed as ${FORMS_OF_RATES.join(', ')}`;
  throw new UsageError(`--format ${format} is for suites and comparisons; ${wayOut}`);
}

function shardingOf(asked, deps) {
  const { shard, durations, plan, resume } = asked.options;
  if ([shard, durations, plan, resume].every((value) => value === undefined)) return null;
  return require('./sharding').createSharding(asked, deps);
}

module.exports = {
  checkGiven, checkForSuites, checkForRates, checkForSaved, checkStrict, checkCalibration, checkCountOfRates,
  checkCountOfSides, checkFormOfRates, shardingOf,
};
