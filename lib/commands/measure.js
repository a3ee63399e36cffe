'use strict';

/*
 * Runs suites for a command: this process conducts others that measure, or is one of these. Each loads only what it
 * needs.
 */

/**
 * @param {object} plan
 * @param {{ file: string|null, nodeOptions: string[], loader: string, asked: object, worker: object, mayFork: boolean,
 *   load: function(function): Promise, placeOf: function(string): string,
 *   [inputsOf]: function(number): string[] }[]} plan.parts each is measured in a separate process, which is asked for
 *   { name: of the command, given: as parseOptions gives it }. nodeOptions: of that process, after those of this one.
 *   worker: { args, asked } of processes that measure one test, if it mayFork, see workerOf(). loader: the subject of
 *   errors before the first suite, 'the setup ', or '' for the file itself; start: in place of startPart of
 *   part-process.js, if a browser measures it; load(bench) runs its suites there; placeOf translates a place in its
 *   code to one that its author knows, inputsOf names the variables of the setup that a test uses
 * @param {string[]} plan.command arguments as typed
 * @param {object} plan.options of the command line
 * @param {object|null} [plan.sharding] which of the parts are measured here, see sharding.js
 * @param {object} plan.overrides settings in place of those of the suites
 * @param {function(string, string|null): boolean} plan.keeps whether to run a test, by its name and file
 * @param {object} deps
 * @returns {Promise<number|null>} exit code; null in a process that measures
 */
function measure(plan, deps) {
  const measures = deps.childRole || deps.commandChannel;
  return measures ? require('./measuring').measureHere(plan, deps) : require('./run-parts').runParts(plan, deps);
}

module.exports = { measure };
