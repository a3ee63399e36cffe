'use strict';

/* Suites of tests: what they do their own way. Those of streams are in streams/strategy.js. */

const roundStrategy = require('./round-strategy');
const { measureTest } = require('./one-test');

/**
 * @typedef {object} Strategy
 * @property {string} name of the public function
 * @property {string} forking the settings that need processes of their own, in words
 * @property {function({ tests, settings }): { tests, settings }} expand from the tests that are given to those that are
 *   measured
 * @property {function(object): object} settingsFor from what a command line says, see suite-arguments.js, to settings
 *   of such a suite; throws a TypeError where figures would be taken for what they are not
 * @property {function(object): object} savedSettings what is kept of the settings with the results
 * @property {function(object): boolean} isInRounds whether with these settings the tests take turns in rounds of this
 *   process; else each is measured in runs, see fork-session.js
 * @property {function(object[], object): boolean} isAtOnce whether tests with these settings give rows and no promise
 * @property {function(object[], object, object): import('./restarts').Runs} runsOf tests, settings and deps
 * @property {function} measure one of them, in a process of its own; as measureTest in one-test.js
 * @property {function} count the instructions of one, in the same way; as countTest in one-count.js
 */

/** @type {Strategy} */
module.exports = {
  ...roundStrategy,
  // Loaded by in-processes.js before a test can change what it captures, but for processes that measure for another.
  runsOf: (tests, settings, deps) => require('./restarts').testRuns(settings, deps),
  measure: measureTest,
  count(...given) { require('./one-count').countTest(...given); },
};
