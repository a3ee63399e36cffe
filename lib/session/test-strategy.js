'use strict';

/* How suites of tests are measured. For suites of streams see streams/strategy.js. */

const roundStrategy = require('./round-strategy');
const { measureTest } = require('./one-test');

// Captured before a test can replace it.
const { once } = process;

/**
 * @typedef {object} Strategy
 * @property {string} name of the public function
 * @property {string} forking names of the settings that need separate processes
 * @property {function({ tests, settings }): { tests, settings }} expand from the tests of a suite to the measured ones
 * @property {function(object): object} settingsFor from overrides of a command line, see suite-arguments.js, to
 *   settings of such a suite; throws a TypeError for an override that would give figures another meaning
 * @property {function(object): object} savedSettings the settings that are kept with the results
 * @property {function(object): boolean} isInRounds whether with these settings the tests are interleaved in rounds of
 *   this process; if not, each is measured in runs, see restarts.js
 * @property {function(object[], object): boolean} isAtOnce whether tests with these settings give rows and no promise
 * @property {function(object[], object, object): import('./restarts').Runs} runsOf tests, settings and deps
 * @property {function} measure one of them, in a separate process; as measureTest in one-test.js
 * @property {function} count the instructions of one, in the same way; job has `counts`, and done is given
 *   { row, counted }
 */

function countTest(test, settings, job, tools, done) {
  const { countCalls } = require('../counts/count-calls');
  const { emptyRow, failedRow } = require('../estimate/row');
  const { WAITED } = require('../text/row-error');
  const { errorOfFailure, rowError } = require('../text/row-error');
  const { name, takesCallback } = test;
  const fail = (error) => done({ row: failedRow(name, settings.opsPerTest, error) });
  // Without this, the process would end without an error once nothing is left that could answer.
  once.call(process, 'beforeExit', () => tools.asBefore(() => {
    const did = WAITED[takesCallback ? 'callback' : 'promise'];
    fail(rowError('timed-out', `a call of it ${did}, and its process had nothing left to wait for`));
  }));
  countCalls(test, settings, job.counts, tools, ({ failure, counted }) => tools.asBefore(() => {
    const error = failure && errorOfFailure({ stage: 'test', ...failure }, 'sync', null);
    if (error) fail(error);
    else done({ row: emptyRow(name, settings.opsPerTest), counted });
  }));
}

/** @type {Strategy} */
module.exports = {
  ...roundStrategy,
  // in-processes.js has loaded it before a test can replace builtins.
  runsOf: (tests, settings, deps) => require('./restarts').testRuns(settings, deps),
  measure: measureTest,
  count: countTest,
};
