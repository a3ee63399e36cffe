'use strict';

/* What a command tells the shell. */

const FINE = 0;
const FAILED = 1;
const USAGE = 2;
const REGRESSION = 3;
const NOT_JUDGED = 4;
const TIME_OUT = 124;

/** Of tests and files that failed: a time-out where nothing else went wrong. */
function exitCodeOf(errors) {
  if (errors.length === 0) return FINE;
  return errors.every((error) => error && error.code === 'timed-out') ? TIME_OUT : FAILED;
}

module.exports = { FINE, FAILED, USAGE, REGRESSION, NOT_JUDGED, TIME_OUT, exitCodeOf };
