'use strict';

/* Runs suites: either conducts processes that measure, or is such a process. Loads only the modules for that role. */

/**
 * @param {object} plan
 * @param {{ file: string|null, nodeOptions: string[], loader: string, asked: object, worker: object, mayFork: boolean,
 *   load: function(function): Promise, placeOf: function(string): string,
 *   [inputsOf]: function(number): string[] }[]} plan.parts each measured in a separate process. asked: the command of
 *   that process, { name, given (see parseOptions) }. nodeOptions: follow the options of this process. worker:
 *   { args, asked } of processes for a single test, if mayFork (see workerOf). loader: subject of errors before the
 *   first suite: 'the setup ', or '' for the file. start: replaces startPart of part-process.js, for browsers.
 *   load(bench): runs the suites. placeOf: maps a code position to the author's source. inputsOf: setup variables
 *   that a test uses
 * @param {string[]} plan.command arguments as typed
 * @param {object|null} [plan.sharding] see sharding.js
 * @param {object} plan.overrides settings that replace settings of the suites
 * @param {function(string, string|null): boolean} plan.keeps whether to run a test (name, file)
 * @returns {Promise<number|null>} exit code; null in a process that measures
 */
function measure(plan, deps) {
  const measures = deps.childRole || deps.commandChannel;
  return measures ? require('./measuring').measureHere(plan, deps) : require('./run-parts').runParts(plan, deps);
}

module.exports = { measure };
