'use strict';

/*
 * Runs suites for a command: this process conducts others that measure, or is one of these. Each loads what it needs,
 * and no more.
 */

/**
 * @param {object} plan
 * @param {{ file: string|null, nodeOptions: string[], loader: string, asked: object, args: string[], mayFork: boolean,
 *   load: function(function): Promise, placeOf: function(string): string,
 *   [inputsOf]: function(number): string[] }[]} plan.parts each is measured in a process
 *   of its own, which is told what is asked of it: { name: of the command, given: as parseOptions gives it }.
 *   nodeOptions: those of that process beside what this one has. args: of this program, for processes that measure its
 *   tests, where it mayFork. loader: who is at work before the first suite, 'the setup ', or '' for the file itself;
 *   start: in place of startPart of part-process.js, where no process measures it but a browser;
 *   load(bench) runs its suites there; placeOf says a place in its code as its author knows it,
 *   inputsOf which variables of the setup a test uses
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
