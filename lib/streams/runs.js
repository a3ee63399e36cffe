'use strict';

/*
 * The runs of a suite of streams: one process each, or one after the other in this process. Each gives a row, as
 * a process of bench does.
 */

const { failedRow } = require('../estimate/row');
const { checkStream } = require('./check');
const { runStream } = require('./run');

/**
 * One run in this process.
 *
 * A trial looks at what would disturb the others: what is kept in memory, for which full collections throw compiled
 * code away, whether callbacks are called once, and what comes out. In this process it warms the code up, which would
 * else be cold in the first run alone.
 *
 * @param {object} test as parseStreams made it
 * @param {object} settings
 * @param {{ isTrial: boolean }} job
 * @param {object} deps { clock }
 * @returns {Promise<{ row: object, sample: object|null }>} never rejects
 */
async function streamJob(test, settings, { isTrial }, deps) {
  const row = await runStream(test, settings, deps, { collects: isTrial && settings.forkTests > 0, guards: isTrial });
  if (!isTrial) return { row, sample: row.error ? null : sampleOf(row) };
  const error = row.error || await checkStream(test, settings, deps);
  return { row: error ? failedRow(test.name, 1, error) : row, sample: null };
}

const sampleOf = ({ nsPerCall }) => ({ nsPerCall, nsLow: null, nsHigh: null, cycles: null, calls: 1, rounds: null });

/** Runs in this process, in the form of those in processes of their own. */
function createOwnRunner(tests, settings, deps) {
  return {
    async run({ job, onStart }) {
      onStart(() => {});
      return { ...await streamJob(tests[job.index], settings, job, deps), error: null, hung: false };
    },
  };
}

/**
 * @param {object[]} tests
 * @param {object} settings as resolveStreamSettings made them
 * @param {object} deps { clock, forks }
 * @returns {import('../session/restarts').Runs}
 * @throws {Error} where the clock stands still: runs that take no time would only look too fast to tell
 */
function streamRuns(tests, settings, deps) {
  deps.clock.grainNs();
  // Loaded before a contender can change what it captures, and not by the processes of runs, which make one row.
  const { summarizeStreams } = require('./summary');
  return {
    runner: settings.forkTests ? deps.forks : createOwnRunner(tests, settings, deps),
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

module.exports = { streamRuns, streamJob };
