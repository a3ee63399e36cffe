'use strict';

/* The strategy for suites of streams. */

const { createFailedRow, sampleOfOne } = require('../../core/estimate/row');
const { runStream } = require('./run');
const { checkStream, countRuns } = require('./untimed-runs');

/** Excludes functions, and the input itself. */
function savedSettings(settings) {
  const { input, source, check, hash, reference, ...others } = settings;
  delete others.signal;
  const kind = source && source.kind;
  return {
    ...others,
    input: kind === 'file' ? `${input}` : kind && { bytes: 'memory', factory: 'a function' }[kind],
    reference: Boolean(reference),
    checked: Boolean(check || hash),
  };
}

const OF_TESTS = ['tier', 'cold', 'memory', 'cache'];

function settingsFor(overrides) {
  const meant = OF_TESTS.find((name) => overrides[name] !== undefined);
  if (meant) {
    throw new TypeError(`streams: --${meant} is only for suites of tests. Leave it out, or choose other files`);
  }
  const { forkTests, verbose, count } = overrides;
  const shown = { ...(verbose !== undefined && { verbose }), ...(count !== undefined && { count }) };
  if (forkTests === undefined) return shown;
  return forkTests ? { ...shown, forkTests, runs: forkTests } : { ...shown, forkTests };
}

/**
 * One run in this process. A trial makes the checks that would disturb other runs: memory in use (full collections
 * discard compiled code), whether callbacks are called once, and the output. Without forks it is also the warm-up.
 */
async function streamJob(test, settings, { isTrial }, deps) {
  const row = await runStream(test, settings, deps, { collects: isTrial && settings.forkTests > 0, guards: isTrial });
  if (!isTrial) return { row, sample: row.error ? null : sampleOfOne(row) };
  const error = row.error || await checkStream(test, settings, deps);
  return { row: error ? createFailedRow(test.name, 1, error) : row, sample: null };
}

/** Has the interface of runs in other processes. */
const createOwnRunner = (tests, settings, clock) => ({
  async run({ job, onStart }) {
    onStart(() => {});
    return { ...await streamJob(tests[job.index], settings, job, { clock }), error: null, hung: false };
  },
});

/** Throws an Error if the clock does not advance, which would make runs look too fast. */
function streamRuns(tests, settings, { clock, forks }) {
  clock.grainNs();
  // Loaded before a contender can change globals. The processes of runs make one row and do not load it.
  const { summarizeStreams } = require('./summary');
  return {
    runner: settings.forkTests ? forks : createOwnRunner(tests, settings, clock),
    processes: settings.runs,
    seconds: 0,
    hasTwin: true,
    takeTurns: false,
    summarize: (sources, level) => summarizeStreams(sources, settings, level),
    // A trial with a check is two runs.
    secondsOf: ({ timeoutSeconds, check, hash }, isTrial) => (isTrial && (check || hash) ? 2 : 1) * timeoutSeconds,
    hasTrials: true,
  };
}

/** @type {import('../../core/session/test-strategy').Strategy} */
module.exports = {
  name: 'streams',
  forking: 'forkTests and count',
  expand: (suite) => suite,
  settingsFor,
  savedSettings,
  isInRounds: () => false,
  isAtOnce: () => false,
  runsOf: streamRuns,
  measure(test, settings, job, tools, done) { streamJob(test, settings, job, tools).then(done); },
  count(test, settings, job, tools, done) {
    countRuns(test, settings, job).then((found) => tools.asBefore(() => done(found)));
  },
};
