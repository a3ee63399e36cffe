'use strict';

/* The runs of a suite of tests: several short ones of each, in processes of their own. */

const { summarizeForks } = require('../estimate/process-summary');

const { max } = Math;

// Seconds of turns in each process of a run that ends as soon as it is clear. It takes 0.15 to 0.2 s more to start and
// to warm up, and most of what differs is between processes: many short ones say more than few long ones.
const TURN_SECONDS = 0.1;

/** @returns {import('./fork-session').Runs} */
function testRuns(settings, { forks }) {
  const { forkTests: processes, isTimeLimited } = settings;
  const seconds = isTimeLimited ? TURN_SECONDS : settings.timeGoal / processes;
  return {
    runner: forks,
    processes,
    seconds,
    limitSeconds: isTimeLimited ? settings.timeGoal : undefined,
    hasTwin: false,
    takeTurns: Boolean(forks.begin) && !settings.calls,
    summarize: (sources, level) => summarizeForks(sources, settings, level),
    // What a test is given in one process, and as much again as it may be late.
    secondsOf: ({ timeoutSeconds }) => seconds + (timeoutSeconds || max(5, 10 * seconds)),
    hasTrials: false,
  };
}

module.exports = { testRuns };
