'use strict';

/*
 * Tests that are under way when the process ends. A callback that never comes lets Node run out of
 * work and exit with 0, without a word; here it is named, and the exit code is 1.
 */

const { writeErrorNow } = require('./terminal');

const underWay = new Set();

function report(code) {
  underWay.forEach(({ test, kind }) => {
    const what = kind === 'callback' ? 'never called back' : kind === 'promise' ? 'never settled its promise' : 'ended the process';
    writeErrorNow(`qtimeit: the process ends, and the test ${test} ${what}\n`);
  });
  // An exit code that tells of another failure stays.
  if (underWay.size > 0 && !code) process.exitCode = 1;
}

/**
 * Watches one run.
 *
 * @param {{ test: string, kind: string }} run kind may be set later
 * @returns {function()} to call when the run is over
 */
function watch(run) {
  if (underWay.size === 0) process.on('exit', report);
  underWay.add(run);
  return () => {
    underWay.delete(run);
    if (underWay.size === 0) process.removeListener('exit', report);
  };
}

module.exports = { watch };
