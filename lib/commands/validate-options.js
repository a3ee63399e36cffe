'use strict';

/* Rejects options that a command cannot use. Loads no measuring code, so that `run` starts at once. */

const { UsageError } = require('../text/usage-error');

function checkGiven(given, { only, what, hints = {} }) {
  const wrong = given.find((name) => only.includes(name));
  if (wrong) throw new UsageError(`--${wrong} is for ${what}${hints[wrong] ? `; ${hints[wrong]}` : ''}`);
}

const RATES_ONLY = [
  'set', 'runs', 'group', 'test', 'calibrate', 'cv-threshold', 'start-n', 'increase', 'track', 'plot-kind',
];

const checkForSuites = (given) => checkGiven(given, {
  only: RATES_ONLY, what: 'benchmark files with parameters (createBenchmark), and these are suites',
});
const checkForRates = (given, more = []) => checkGiven(given, {
  only: ['time', 'fork', ...more], what: 'suites, and these are benchmark files with parameters (createBenchmark)',
  hints: { time: '--runs says how often each is run', fork: 'each configuration has a process of its own' },
});
const checkForSaved = (given) => checkGiven(given, {
  only: ['runs', 'set', 'group', 'test', 'resume', 'shard', 'durations', 'plan'],
  what: 'benchmark files that are measured now, and this has been measured',
});

function checkStrict({ strict, maxRegression }) {
  if (!strict || maxRegression !== undefined) return;
  const wayOut = 'write --max-regression 3% too, or leave --strict out';
  throw new UsageError(`--strict is for --max-regression, which is not there; ${wayOut}`);
}

function checkCalibration({ cvThreshold, startN, increase }) {
  const given = Object.entries({ '--cv-threshold': cvThreshold, '--start-n': startN, '--increase': increase });
  const [name] = given.find(([, value]) => value !== undefined) || [];
  if (name === undefined) return;
  const wayOut = `write --calibrate n too, or leave ${name} out`;
  throw new UsageError(`${name} is for --calibrate NAME, which is not there; ${wayOut}`);
}

function checkCountOfRates({ count = [] }) {
  if (!count.includes('profile')) return;
  const wayOut = count.includes('cache') ? '--count=cache' : '--count';
  throw new UsageError('--count=profile is for suites, and these are benchmark files with parameters ' +
    `(createBenchmark); write ${wayOut}`);
}

/** compare does not support profiles. */
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
