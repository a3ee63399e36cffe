'use strict';

/* Converts options of the command line to settings of suites, and to the command of a process for one test. */

// Precision of ranks at which tests end early.
const CLEAR_SHARE = 0.01;

// Maximum for each test without -t.
const USUAL_SECONDS = 2;

const MOST_PROCESSES = 1000;

/** Settings of the command line take precedence over the settings of all suites. */
function overridesOf({ time, fork, precision, calls, tier, cold, memory, cache, count, details, verbose }) {
  const overrides = {};
  if (time !== undefined) Object.assign(overrides, { timeGoal: time, isTimeGiven: true });
  if (fork !== undefined) {
    Object.assign(overrides, { forkTests: fork, isForkGiven: true });
    overrides.coldForks = fork || null;
  }
  if (precision !== undefined) overrides.precision = precision;
  if (calls !== undefined) overrides.calls = calls;
  if (tier !== undefined) overrides.tier = tier;
  if (cold) overrides.cold = [true];
  if (memory) overrides.memory = true;
  if (cache !== undefined) overrides.cache = cache;
  if (count !== undefined) overrides.count = count;
  if (details) overrides.showRunDetails = true;
  // Sets both, because showTestInfo of the suite has been resolved by now.
  if (verbose) Object.assign(overrides, { verbose: 3, showTestInfo: true });
  return overrides;
}

/** If the number of processes is not given, more are started until all verdicts are clear or the time is over. */
function inSeveralProcesses(settings) {
  if (settings.isForkGiven || settings.calls) return settings;
  const timeGoal = settings.isTimeGiven ? settings.timeGoal : USUAL_SECONDS;
  return { ...settings, timeGoal, forkTests: MOST_PROCESSES, isTimeLimited: true };
}

/** The precision of ranks at which tests in rounds end early, or false if a time is given. */
const untilClear = ({ isTimeGiven, calls, precision }) => !isTimeGiven && !calls && !precision && CLEAR_SHARE;

/** The arguments of a process that measures one test of a file, and the same as a parsed command. */
function workerOf(file, { filter, exclude, tier, cold, memory, cache, count }) {
  const options = { filter, exclude, tier, cold, memory, cache, count };
  return { args: ['run', '--', file], asked: { name: 'run', given: { options, positionals: [file], given: [] } } };
}

module.exports = { overridesOf, inSeveralProcesses, untilClear, workerOf };
