'use strict';

/* Converts options of the command line to settings of suites, a filter, and the command of a process for one test. */

const CLEAR_SHARE = 0.01; // precision of ranks at which tests end early
const PRECISE_SECONDS = 2; // maximum for each test with a precision and without -t

/** Maxima for each test without -t: four restarts (three in large suites), and a few calls of a slow test. */
const usualLimits = (tests) => ({
  limitSeconds: Math.min(0.65, 0.45 + 1.5 / tests), slowSeconds: Math.min(1, 0.6 + 2.4 / tests),
});

const MOST_PROCESSES = 1000; // more is a slip of the keyboard

/** Settings of the command line take precedence over the settings of all suites. */
function selectOverrides({
  time, fork, precision, calls, tier, cold, memory, polluted, cache, count, sort, details, verbose,
}) {
  const given = Object.entries({ precision, calls, tier, cache, count, sort })
    .filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(time !== undefined && { timeGoal: time, isTimeGiven: true }),
    ...(fork !== undefined && { forkTests: fork, isForkGiven: true, coldForks: fork || null }),
    ...(cold && { cold: [true] }),
    ...(memory && { memory: true }),
    ...(polluted && { polluted: true }),
    ...(details && { showRunDetails: true }),
    // Sets both, because showTestInfo of the suite has been resolved by now.
    ...(verbose && { verbose: 3, showTestInfo: true }),
  };
}

/**
 * If the number of processes is not given, more are started until all verdicts are clear or the time is over. Settings
 * have `processes` instead of a number in forkTests: { limitSeconds (of all processes of a test), slowSeconds (the same
 * for tests with long calls) }.
 */
function inSeveralProcesses(settings, tests) {
  if (settings.isForkGiven || settings.calls) return settings;
  const { isTimeGiven, precision, timeGoal } = settings;
  const given = isTimeGiven ? timeGoal : precision ? PRECISE_SECONDS : null;
  const processes = given === null ? usualLimits(tests) : { limitSeconds: given, slowSeconds: given };
  return { ...settings, timeGoal: processes.limitSeconds, processes };
}

const hasProcesses = ({ forkTests, processes }) => Boolean(forkTests || processes);

const untilClear = ({ isTimeGiven, calls, precision }) => !isTimeGiven && !calls && !precision && CLEAR_SHARE;

/**
 * Whether a command line chooses a test: its text must match a filter, if there are any, and no exclude. Without these,
 * processes of tests start without the module for patterns.
 */
function createNameFilter({ filter = [], exclude = [] }) {
  if (filter.length + exclude.length === 0) return () => true;
  const { textPattern } = require('./glob');
  const [wanted, unwanted] = [filter, exclude].map((patterns) => patterns.map(textPattern));
  return (text) => (wanted.length === 0 || wanted.some((has) => has(text))) && !unwanted.some((has) => has(text));
}

/** '--filter parse --exclude slow' */
const describeFilters = ({ filter = [], exclude = [] }) => (
  [...filter.map((one) => `--filter ${one}`), ...exclude.map((one) => `--exclude ${one}`)].join(' '));

/** The arguments of a process that measures one test of a file, and the same as a parsed command. */
function createWorkerArguments(file, { filter, exclude, tier, cold, memory, cache, count }) {
  const options = { filter, exclude, tier, cold, memory, cache, count };
  return { args: ['run', '--', file], asked: { name: 'run', given: { options, positionals: [file], given: [] } } };
}

module.exports = {
  selectOverrides, inSeveralProcesses, hasProcesses, untilClear, createNameFilter, describeFilters,
  createWorkerArguments, MOST_PROCESSES,
};
