'use strict';

/*
 * Tests that are under way when the process ends. A callback that never comes lets Node run out of
 * work and exit with 0, without a word; here it is named, and the exit code is 1.
 */

const { program } = require('#engine');

// Not a Set: a test may have replaced its methods.
const underWay = [];
let watched = 0;
let stopWaiting = null;

const WHAT = {
  sync: 'ended the process; process.exit() belongs after the test',
  callback: 'never called back; each call of it has to call its callback, once',
  promise: 'never settled its promise; each one has to be fulfilled or rejected',
};

function report() {
  for (let i = 0; i < underWay.length; i++) {
    if (underWay[i] === null) continue;
    program.tellAtEnd(`qtimeit: the process ends, and the test ${underWay[i].test} ${WHAT[underWay[i].kind]}\n`);
  }
  // An exit code that tells of another failure stays.
  program.fail();
}

/**
 * Watches one run.
 *
 * @param {{ test: string, kind: 'sync'|'callback'|'promise' }} run kind may be set later
 * @returns {function()} to call when the run is over
 */
function watch(run) {
  if (watched === 0) stopWaiting = program.onExit(report);
  watched++;
  let place = 0;
  while (underWay[place]) place++;
  underWay[place] = run;
  return () => {
    underWay[place] = null;
    watched--;
    if (watched === 0) stopWaiting();
  };
}

module.exports = { watch };
