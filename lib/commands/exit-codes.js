'use strict';

/* Exit codes of commands. */

const FINE = 0;
const FAILED = 1;
const USAGE = 2;
const REGRESSION = 3;
const NOT_JUDGED = 4;
const TIME_OUT = 124;

// Reasons that fail the gate even without --strict: there are no figures to judge.
const NO_FIGURES = ['no-interval', 'not-comparable', 'not-measured'];

const errorOf = (one) => one && one.error;

/** kind of document -> its errors, among null */
const ERRORS = {
  results: ({ suites }) => suites.flatMap((suite) => [suite, ...suite.tests].map(errorOf)),
  comparison: ({ tests, failures }) => [...failures, ...tests.flatMap(({ sides }) => sides)].map(errorOf),
  rates: ({ failures, configurations }) => [
    ...failures.map(errorOf), ...configurations.flatMap(({ sides }) => sides.flatMap((side) => (side || {}).errors)),
  ],
};

/** gate: answer to --max-regression, or null */
function exitCodeOf(document, { strict = false } = {}, gate = document.gate || null) {
  const errors = ERRORS[document.qtimeit](document).filter(Boolean);
  if (errors.length) return errors.every(({ code }) => code === 'timed-out') ? TIME_OUT : FAILED;
  if (gate === null || gate.outcome === 'passed') return FINE;
  if (gate.outcome === 'failed') return REGRESSION;
  if (strict) return NOT_JUDGED;
  return gate.unjudged.some(({ reason }) => NO_FIGURES.includes(reason)) ? FAILED : FINE;
}

module.exports = { FINE, FAILED, USAGE, TIME_OUT, exitCodeOf };
