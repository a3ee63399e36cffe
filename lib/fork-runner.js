'use strict';

/*
 * Child processes: each runs the user's script again, to measure one test of one suite there. Here is what one is
 * asked for, and what its messages mean; how it is started and ended is in child-process-run.js.
 */

const { startOptions } = require('#engine');
const { childOptions, runProcess } = require('./host/child-process-run');
const { forkFailure } = require('./session/fork-failure');
const { handedTo, listenForSuites } = require('./session/suite-messages');
const { errorIn, faultOfResult } = require('./document/document-shape');

const { max } = Math;

// What a script may take to come to its suite (more, where its test has more time), and after its test has ended.
const START_LIMIT_MS = 30000;
const EXIT_GRACE_MS = 2000;

const NO_SCRIPT = /^(-e|--eval|-p|--print|-pe|-i|--interactive|-c|--check)$|^--(eval|print)=/;

/** Why the script of this process cannot be run again, null where it can. */
function whyNotAgain(host) {
  if (!host.isMainThread) return 'this is a worker thread, and its script cannot be run again by itself';
  const evaluates = host.execArgv.find((option) => NO_SCRIPT.test(option));
  if (evaluates) return `there is no script to run again, node was started with ${evaluates}`;
  const script = host.argv[1];
  if (!script || script === '-') return 'there is no script to run again (a REPL, or one from standard input)';
  return host.hasScript(script) ? null : `the script ${script} is not there (any more)`;
}

/** The messages of a process that measures a test: { found, onMessage }. */
function listenForTest({ job, limitMs, exitLimitMs = EXIT_GRACE_MS }, clock) {
  const found = { row: null, sample: null, counted: null, begun: false, fault: null, uncaught: null };
  const on = {
    begun(message, running) {
      if (found.begun) return;
      // Two turns: what the script has printed until now is read first.
      clock.nextTurn(() => clock.nextTurn(() => {
        found.begun = true;
        running.send({ type: 'go' });
        running.limit(limitMs);
      }));
    },
    result(message, running) {
      if (found.row) return;
      found.fault = faultOfResult(message, job.name);
      const { row, sample = null, counted = null } = message;
      if (found.fault === null) Object.assign(found, { row, sample, counted });
      running.expectEnd(exitLimitMs);
    },
    uncaught(message) { found.uncaught = errorIn(message); },
  };
  return { found, onMessage: handedTo(on) };
}

/**
 * @param {object} deps { host, clock }: host.startScript, host.argv, host.execArgv, host.env, host.isMainThread
 * @param {object} [launch] another script than that of this process: { script, args, execPath, cwd, env, nodeOptions,
 *   optionsOf } nodeOptions: beside those of this process; optionsOf: those of another program, see compare/programs.js
 * @returns {{ check, run, list }}
 */
function createForkRunner({ host, clock }, launch = {}) {
  /**
   * @param {import('./session/test-strategy').Strategy} strategy of the suite
   * @throws {Error} where the script of this process cannot be run again
   */
  function check({ name, forking }) {
    const why = whyNotAgain(host);
    if (why === null) return;
    throw new Error(`${name}: cannot fork: ${why}; put the suite into a file, or do without ${forking}`);
  }

  function launchOf(job, padding, flags = [], wrapper = []) {
    const { script = host.argv[1], args = host.argv.slice(2), execPath: node = host.execPath } = launch;
    const { nodeOptions = [], optionsOf } = launch;
    const env = { ...host.env, ...launch.env, ...padding };
    const options = optionsOf ? optionsOf(flags) : startOptions([...childOptions(host), ...nodeOptions, ...flags]);
    const [execPath, ...execArgv] = [...wrapper, node, ...options];
    return { script, args, execPath, execArgv, cwd: launch.cwd, env, variable: 'QTIMEIT_FORK', job,
      ...(wrapper.length > 0 && { isGroup: true }) };
  }

  /**
   * Runs one test in a process of its own.
   *
   * @param {object} request
   * @param {object} request.job see Job in fork-child.js
   * @param {number} request.limitMs from the start of the test to its result
   * @param {object} [request.padding] more variables of its environment
   * @param {string[]} [request.flags] more options of node, behind those of this process
   * @param {string[]} [request.wrapper] a program and its arguments that node is run by
   * @param {number} [request.startLimitMs] that its script may take to come to its suite, beside request.limitMs
   * @param {number} [request.exitLimitMs] from its result to its end
   * @param {function(string)} request.onLine given each line that the test prints to standard output
   * @param {function(function())} request.onStart given a function that ends the process at once
   * @returns {Promise<{ row: object|null, sample: object|null, counted: object|null, error: object|null,
   *   hung: boolean }>} never rejects. sample: of its rounds, where these were asked for; counted: see
   *   counts/count-calls.js; hung: it had sent its result and did not end
   */
  async function run(request) {
    let end = await runTest(request);
    // Killed from outside: by the system, or by somebody's slip. Once is an accident.
    const isKilled = end.signal && end.signal !== 'SIGABRT' && end.timedOutMs === null && !end.isKilled;
    if (!end.row && isKilled) end = await runTest(request);
    const { row, sample, counted, isHung } = end;
    return { row, sample, counted, error: row ? null : failureOf(end, request.job), hung: row !== null && isHung };
  }

  async function runTest(request) {
    const { found, onMessage } = listenForTest(request, clock);
    const { job, padding, flags, wrapper, startLimitMs = START_LIMIT_MS, limitMs } = request;
    const end = await runProcess(launchOf(job, padding, flags, wrapper), { host, clock }, {
      onStart(running) {
        running.limit(max(startLimitMs, limitMs));
        request.onStart(running.kill);
      },
      onMessage,
      onLine(line) { if (found.begun) request.onLine(line); },
    });
    return { ...end, ...found };
  }

  /**
   * Runs the script in a process that measures nothing, to see what there is.
   *
   * @param {function(function())} onStart as above
   * @returns {Promise<{ suites: object[], environment: object|null, error: object|null }>} never rejects. suites:
   *   { position, tests: { name, timeoutSeconds, tier, hasInputs }[] } of each call of bench
   */
  async function list(onStart) {
    const job = { lists: true, position: 0 };
    // More suites may come, from what the script waits for.
    const { found, onMessage } = listenForSuites((running) => running.expectEnd(EXIT_GRACE_MS));
    const end = await runProcess(launchOf(job), { host, clock }, {
      onStart(running) {
        running.limit(START_LIMIT_MS);
        onStart(running.kill);
      },
      onMessage,
    });
    if (found.broken) return { ...found, error: { ...found.broken, output: end.output } };
    if (found.environment && !found.fault) return { ...found, error: null };
    return { suites: [], environment: null, error: failureOf({ ...end, ...found }, job) };
  }

  function failureOf(end, job) {
    const { script = host.argv[1] } = launch;
    return forkFailure({ ...end, suite: job.position + 1, lostScript: host.hasScript(script) ? null : script });
  }

  return { check, run, list };
}

module.exports = { createForkRunner };
