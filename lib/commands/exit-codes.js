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

// Formats that include the answer to --max-regression.
const WITH_GATE = ['table', 'text', 'markdown', 'github', 'json'];

function exitCodeOf(errors) {
  if (errors.length === 0) return FINE;
  return errors.every((error) => error && error.code === 'timed-out') ? TIME_OUT : FAILED;
}

function exitCodeOfGate(gate, { strict = false }) {
  if (gate === null || gate.outcome === 'passed') return FINE;
  if (gate.outcome === 'failed') return REGRESSION;
  if (strict) return NOT_JUDGED;
  return gate.unjudged.some(({ reason }) => NO_FIGURES.includes(reason)) ? FAILED : FINE;
}

function exitCodeOfComparison({ tests, failures, gate }, options) {
  const ofTests = tests.flatMap(({ sides }) => sides.map((side) => side && side.error));
  const errors = [...failures.map(({ error }) => error), ...ofTests].filter(Boolean);
  return exitCodeOf(errors) || exitCodeOfGate(gate, options);
}

/** Prints the answer to --max-regression on standard error if the output format omits it. */
function tellApart(comparison, { printed, error }) {
  if (comparison.gate === null || WITH_GATE.includes(printed)) return;
  error(require('../report/gate-words').gateLine(comparison));
}

module.exports = { FINE, FAILED, USAGE, TIME_OUT, exitCodeOf, exitCodeOfGate, exitCodeOfComparison, tellApart };
