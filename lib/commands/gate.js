'use strict';

/* What the answer to --max-regression means for the shell. */

const { FINE, FAILED, REGRESSION, NOT_JUDGED, exitCodeOf } = require('./exit-codes');
const { UsageError } = require('../text/usage-error');

// Of these nothing can be said at all: a gate that cannot be judged is not passed, with --strict or without.
const NO_FIGURES = ['no-interval', 'not-comparable', 'not-measured'];

// What people read has the line, and JSON the values.
const TELLING = ['table', 'text', 'markdown', 'github', 'json'];

/** @throws {UsageError} where --strict has nothing to be strict about */
function checkStrict({ strict, maxRegression }) {
  if (!strict || maxRegression !== undefined) return;
  const wayOut = 'write --max-regression 3% too, or leave --strict out';
  throw new UsageError(`--strict is for --max-regression, which is not there; ${wayOut}`);
}

/**
 * @param {object|null} gate of a comparison
 * @param {{ strict: boolean|undefined }} options of the command line
 * @returns {number} exit code
 */
function exitCodeOfGate(gate, { strict = false }) {
  if (gate === null || gate.outcome === 'passed') return FINE;
  if (gate.outcome === 'failed') return REGRESSION;
  if (strict) return NOT_JUDGED;
  return gate.unjudged.some(({ reason }) => NO_FIGURES.includes(reason)) ? FAILED : FINE;
}

/** The same of a whole comparison: a test that failed goes before one that became slower. */
function exitCodeOfComparison({ tests, failures, gate }, options) {
  const ofTests = tests.flatMap(({ sides }) => sides.map((side) => side && side.error));
  const errors = [...failures.map(({ error }) => error), ...ofTests].filter(Boolean);
  return exitCodeOf(errors) || exitCodeOfGate(gate, options);
}

/** The answer on standard error, where nothing is printed but to files, or in a form in which nobody sees it. */
function tellApart(comparison, { printed, error }) {
  if (comparison.gate === null || TELLING.includes(printed)) return;
  error(require('../report/gate-words').gateLine(comparison));
}

module.exports = { checkStrict, exitCodeOfGate, exitCodeOfComparison, tellApart };
