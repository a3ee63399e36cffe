'use strict';

/* The runs of a suite of tests: several short ones of each, in processes of their own. */

const { summarizeForks } = require('../estimate/process-summary');

const { max } = Math;

/** @returns {import('./fork-session').Runs} */
function testRuns(settings, { forks }) {
  const processes = settings.forkTests;
  const seconds = settings.timeGoal / processes;
  return {
    runner: forks,
    processes,
    summarize: (sources) => summarizeForks(sources, settings),
    // What a test is given in one process, and as much again as it may be late.
    secondsOf: ({ timeoutSeconds }) => seconds + (timeoutSeconds || max(5, 10 * seconds)),
    hasTrials: false,
  };
}

module.exports = { testRuns };
