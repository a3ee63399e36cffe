'use strict';

/*
 * The runs of a suite of streams: one process each, or one after the other in this process. Each gives a row, as
 * a process of bench does, and a run that only checks what comes out gives a row without figures.
 */

const { emptyRow } = require('../suite-summary');

const isChecked = ({ check, hash }) => Boolean(check || hash);

/**
 * One run in this process.
 *
 * @param {object} test as parseStreams made it
 * @param {object} settings
 * @param {{ checks: boolean }} mark checks: whether the run comes before those that count
 * @param {object} doors { clock, heap }
 * @returns {Promise<{ row: object, sample: object|null }>} never rejects
 */
async function streamJob(test, settings, { checks }, doors) {
  if (checks && isChecked(test)) {
    const error = await require('./check').checkStream(test, settings, doors);
    return { row: { ...emptyRow(test.name, 1), verdict: error ? 'failed' : null, error }, sample: null };
  }
  const row = await require('./run').runStream(test, settings, doors);
  const { nsPerCall } = row;
  return { row, sample: row.error || checks ? null : { nsPerCall, nsLow: null, nsHigh: null, cycles: null, calls: 1, rounds: null } };
}

/** Runs in this process, in the form of those in processes of their own. */
function createOwnRunner(tests, settings, doors) {
  return {
    async run({ mark, onStart }) {
      onStart(() => {});
      return { ...await streamJob(tests[mark.index], settings, mark, doors), error: null, hung: false };
    },
  };
}

/** What is kept of the settings with the results: no functions, and not the input itself. */
function savedSettings(settings) {
  const { input, source, check, hash, reference, ...others } = settings;
  const kind = source && source.kind;
  return {
    ...others,
    input: kind === 'file' ? `${input}` : kind && { bytes: 'memory', factory: 'a function' }[kind],
    reference: Boolean(reference),
    checked: Boolean(check || hash),
  };
}

/**
 * @param {object[]} tests
 * @param {object} settings as resolveStreamSettings made them
 * @param {object} doors { clock, heap, forks }
 * @returns {import('../fork-session').RunsOfSuite}
 */
function streamRuns(tests, settings, doors) {
  return {
    saved: savedSettings(settings),
    runner: settings.forkTests ? doors.forks : createOwnRunner(tests, settings, doors),
    // A command can ask for another number of processes.
    processes: settings.forkTests || settings.runs,
    summarize: (sources) => require('./summary').summarizeStreams(sources, settings),
    secondsOf: ({ timeoutSeconds }) => timeoutSeconds,
    // In this process code is cold in the first run alone, which would be the slowest of all.
    isChecked: (test) => isChecked(test) || !settings.forkTests,
  };
}

module.exports = { streamRuns, streamJob };
