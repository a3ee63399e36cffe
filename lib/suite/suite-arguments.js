'use strict';

/* Options of the command line as settings of suites, and as the command of a process that measures one test. */

// To which ranks are known where tests end as soon as all is clear.
const CLEAR_SHARE = 0.01;

// For each test at most, without -t.
const USUAL_SECONDS = 2;

const MOST_PROCESSES = 1000;

/** What the command line says of all suites; what it does not say is theirs. */
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
  // Each has a setting of its own, which is there by now.
  if (verbose) Object.assign(overrides, { verbose: 3, showTestInfo: true });
  return overrides;
}

/**
 * Settings of a suite that a command measures in several processes, because nobody says how many: new ones are started
 * until all is clear, or until the time is over.
 */
function inSeveralProcesses(settings) {
  if (settings.isForkGiven || settings.calls) return settings;
  const timeGoal = settings.isTimeGiven ? settings.timeGoal : USUAL_SECONDS;
  return { ...settings, timeGoal, forkTests: MOST_PROCESSES, isTimeLimited: true };
}

/**
 * Whether tests that a command measures in rounds end as soon as all is clear, before the time that they have at most:
 * where nobody says how much of it they are to have.
 *
 * @param {{ isTimeGiven: boolean, calls: number|undefined, precision: number|false }} settings
 * @returns {number|false} to which share ranks have to be known then
 */
const untilClear = ({ isTimeGiven, calls, precision }) => !isTimeGiven && !calls && !precision && CLEAR_SHARE;

/**
 * How a process is started that measures one test of a file: its arguments, and the command that these stand for, so
 * that it does not have to parse them.
 */
function workerOf(file, { filter, exclude, tier, cold, memory, cache, count }) {
  const options = { filter, exclude, tier, cold, memory, cache, count };
  return { args: ['run', '--', file], asked: { name: 'run', given: { options, positionals: [file], given: [] } } };
}

module.exports = { overridesOf, inSeveralProcesses, untilClear, workerOf };
