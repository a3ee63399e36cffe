'use strict';

/* Options of the command line as settings of suites, and as the command of a process that measures one test. */

// Precision of ranks at which tests end early.
const CLEAR_SHARE = 0.01;

// For each test at most, without -t.
const USUAL_SECONDS = 2;

const MOST_PROCESSES = 1000;

/** Settings of the command line, which take precedence in all suites. */
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
  // Both: the setting of a suite for showTestInfo has been resolved by now.
  if (verbose) Object.assign(overrides, { verbose: 3, showTestInfo: true });
  return overrides;
}

/**
 * Settings of a suite that a command measures in several processes, if their number is not given: more are started
 * until all verdicts are clear, or until the time is over.
 */
function inSeveralProcesses(settings) {
  if (settings.isForkGiven || settings.calls) return settings;
  const timeGoal = settings.isTimeGiven ? settings.timeGoal : USUAL_SECONDS;
  return { ...settings, timeGoal, forkTests: MOST_PROCESSES, isTimeLimited: true };
}

/**
 * Whether tests that a command measures in rounds end as soon as all verdicts are clear: if no time is given.
 *
 * @param {{ isTimeGiven: boolean, calls: number|undefined, precision: number|false }} settings
 * @returns {number|false} the precision of ranks that is needed then
 */
const untilClear = ({ isTimeGiven, calls, precision }) => !isTimeGiven && !calls && !precision && CLEAR_SHARE;

/**
 * The arguments of a process that measures one test of a file, and the same as a parsed command.
 */
function workerOf(file, { filter, exclude, tier, cold, memory, cache, count }) {
  const options = { filter, exclude, tier, cold, memory, cache, count };
  return { args: ['run', '--', file], asked: { name: 'run', given: { options, positionals: [file], given: [] } } };
}

module.exports = { overridesOf, inSeveralProcesses, untilClear, workerOf };
