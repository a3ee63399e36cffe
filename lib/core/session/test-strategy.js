'use strict';

/* The strategy for suites of tests. For suites of streams see streams/strategy.js. */

const roundStrategy = require('./round-strategy');

/**
 * @typedef {object} Strategy
 * @property {string} name of the public function
 * @property {string} forking names of the settings that need separate processes
 * @property {function({ tests, settings }): { tests, settings }} expand the tests of a suite to the measured ones
 * @property {function(object): object} settingsFor settings from overrides of a command line; may throw a TypeError
 * @property {function(object): object} savedSettings settings that are saved with the results
 * @property {function(object): boolean} isInRounds whether tests take turns here, and not in runs, see restarts.js
 * @property {function(object[], object): boolean} isAtOnce whether the suite returns rows instead of a promise
 * @property {function(object[], object, object): object} runsOf tests, settings and { clock, forks }, see restarts.js
 * @property {function} measure measures a test in a separate process, as measureTest in one-test.js
 * @property {function} [measureAll] measures all tests in one process, or one test after the others
 * @property {function} count counts its instructions in the same way; done receives { row, counted }. For tests, the
 *   composition adds it, and explain, which finds reasons for its time
 */

/** @type {Strategy} */
module.exports = {
  ...roundStrategy,
  // in-processes.js has loaded it before a test can replace built-ins.
  runsOf: (tests, settings, { forks }) => require('./restarts').testRuns(settings, forks),
  // Only processes for one test load it, see composition.js.
  measure: (...given) => require('./one-test').measureTest(...given),
  measureAll: (...given) => require('./one-test').measureAll(...given),
};
