'use strict';

/*
 * What the command line asks of files: which options are of use for suites, for benchmark files with parameters, and
 * for what is saved; and whether a part of them is measured. Without what measures them: `run` is to begin at once.
 */

const { UsageError } = require('../text/usage-error');

/** Refuses options that are typed, and of no use for these files. */
function checkGiven(given, { only, what, hints = {} }) {
  const wrong = given.find((name) => only.includes(name));
  if (wrong) throw new UsageError(`--${wrong} is for ${what}${hints[wrong] ? `; ${hints[wrong]}` : ''}`);
}

const MATRIX_ONLY = [
  'set', 'runs', 'group', 'test', 'calibrate', 'cv-threshold', 'start-n', 'increase', 'track', 'plot-kind',
];
const SUITES_ONLY = ['time', 'fork'];

const checkForSuites = (given) => checkGiven(given, {
  only: MATRIX_ONLY, what: 'benchmark files with parameters (createBenchmark), and these are suites',
});
const checkForMatrix = (given, more = []) => checkGiven(given, {
  only: [...SUITES_ONLY, ...more], what: 'suites, and these are benchmark files with parameters (createBenchmark)',
  hints: { time: '--runs says how often each is run', fork: 'each configuration has a process of its own' },
});

/** What was measured before is as it is. */
const checkForSaved = (given) => checkGiven(given, {
  only: ['runs', 'set', 'group', 'test', 'resume', 'shard', 'durations', 'plan'],
  what: 'benchmark files that are measured now, and this has been measured',
});

/** See sharding.js; null where none of this is asked for. */
function shardingOf(asked, deps) {
  const { shard, durations, plan, resume } = asked.options;
  if ([shard, durations, plan, resume].every((value) => value === undefined)) return null;
  return require('./sharding').createSharding(asked, deps);
}

module.exports = { checkGiven, checkForSuites, checkForMatrix, checkForSaved, shardingOf };
