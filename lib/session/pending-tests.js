'use strict';

/* Reports pending tests at exit: if a callback never comes, Node exits with 0 and without an error. */

const { program } = require('#engine');

// Not a Set: a test may have replaced its methods.
const pending = [];
let watched = 0;
let stopWaiting = null;

const WHAT = {
  sync: 'ended the process; process.exit() belongs after the test',
  callback: 'never called back; each call of it has to call its callback, once',
  promise: 'never settled its promise; each one has to be fulfilled or rejected',
};

function report() {
  for (let i = 0; i < pending.length; i++) {
    if (pending[i] === null) continue;
    program.tellAtEnd(`qtimeit: the process ends, and the test ${pending[i].test} ${WHAT[pending[i].kind]}\n`);
  }
  // The exit code of another failure stays.
  program.fail();
}

/** @returns {function()} to call when the run is over; run.kind may be set later */
function watch(run) {
  if (watched === 0) stopWaiting = program.onExit(report);
  watched++;
  let place = 0;
  while (pending[place]) place++;
  pending[place] = run;
  return () => {
    pending[place] = null;
    watched--;
    if (watched === 0) stopWaiting();
  };
}

module.exports = { watch };
