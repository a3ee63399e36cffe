'use strict';

/*
 * Workers that run the user's script again, to measure one test of one suite, or to list the tests: their jobs, and the
 * meaning of their messages. child-process-run.js starts and ends them.
 */

const { startOptions } = require('#engine');
const { childOptions, runProcess } = require('./host/child-process-run');
const { forkFailure } = require('./session/fork-failure');
const { createParticipant, handedTo, listenForSuites } = require('./session/test-worker');
const { show } = require('./text/show');
const { errorIn, faultOfResult } = require('./document/document-shape');

const { max } = Math;

// Time for a script to come to its suite (more, if its test has more time), and to end after its test.
const START_LIMIT_MS = 30000;
const EXIT_GRACE_MS = 2000;

const NO_SCRIPT = /^(-e|--eval|-p|--print|-pe|-i|--interactive|-c|--check)$|^--(eval|print)=/;

/** Why the script of this process cannot be run again, null if it can. */
function whyNotAgain(host) {
  if (!host.isMainThread) return 'this is a worker thread, and its script cannot be run again by itself';
  const evaluates = host.execArgv.find((option) => NO_SCRIPT.test(option));
  if (evaluates) return `there is no script to run again, node was started with ${evaluates}`;
  const script = host.argv[1];
  if (!script || script === '-') return 'there is no script to run again (a REPL, or one from standard input)';
  return host.hasScript(script) ? null : `the script ${script} is not there (any more)`;
}

/**
 * The messages of a process that measures a test.
 *
 * @param {{ job: object, exitLimitMs: number|undefined }} request
 * @param {{ begun: function(), ready: function(), ended: function() }} on begun: it has come to its test, and waits for
 *   'go'; ready: it waits for its turn; ended: its result is there
 * @returns {{ found, onMessage }}
 */
function listenForTest({ job, exitLimitMs = EXIT_GRACE_MS, onKnown = () => {} }, on) {
  const found = { row: null, sample: null, rounds: null, counted: null, begun: false, fault: null, uncaught: null };
  const onMessage = handedTo({
    begun() { if (!found.begun) on.begun(); },
    ready: () => on.ready(),
    known({ row, sample, rounds = null, ...message }) {
      if (faultOfResult({ ...message, row, sample, rounds }, job.name) === null) onKnown({ row, sample, rounds });
    },
    result(message, running) {
      if (found.row) return;
      found.fault = faultOfResult(message, job.name);
      const { row, sample = null, rounds = null, counted = null } = message;
      if (found.fault === null) Object.assign(found, { row, sample, rounds, counted });
      running.expectEnd(exitLimitMs);
      on.ended();
    },
    uncaught(message) { found.uncaught = errorIn(message); },
  });
  return { found, onMessage };
}

/**
 * @param {object} deps { host, clock }: host.startScript, host.argv, host.execArgv, host.env, host.isMainThread
 * @param {object} [launch] another script than that of this process: { script, args, asked, execPath, cwd, env,
 *   nodeOptions, optionsOf } asked: see workerOf() of suite/suite-arguments.js; nodeOptions: after those of this
 *   process; optionsOf: options of another program, see compare/programs.js
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

  function launchOf(wanted, { padding, flags = [], wrapper = [] } = {}) {
    const { script = host.argv[1], args = host.argv.slice(2), asked, execPath: node = host.execPath } = launch;
    const job = { ...wanted, asked };
    const { nodeOptions = [], optionsOf } = launch;
    const env = { ...host.env, ...launch.env };
    const options = optionsOf ? optionsOf(flags) : startOptions([...childOptions(host), ...nodeOptions, ...flags]);
    const [execPath, ...execArgv] = [...wrapper, node, ...options];
    return { script, args, execPath, execArgv, cwd: launch.cwd, env, role: 'test', job, padding,
      ...(wrapper.length > 0 && { isGroup: true }) };
  }

  /**
   * Measures one test in a separate process.
   *
   * @param {object} request
   * @param {object} request.job see Job in fork-child.js
   * @param {number} request.limitMs from the start of the test to its result, or for each step of begin()
   * @param {number} [request.padding] bytes that its environment is longer by
   * @param {string[]} [request.flags] more options of node, after those of this process
   * @param {string[]} [request.wrapper] a program and its arguments that node is run by
   * @param {number} [request.startLimitMs] for its script to come to its suite
   * @param {number} [request.exitLimitMs] from its result to its end
   * @param {function({ row, sample, rounds })} [request.onKnown] given what a process knows before its
   *   result, if its steps take long
   * @param {function(string)} request.onLine given each line that the test prints to standard output
   * @param {function(function())} request.onStart given a function that ends the process at once
   * @returns {Promise<Outcome>} never rejects
   *
   * @typedef {object} Outcome
   * @property {object|null} row
   * @property {object|null} sample of its rounds, if these were asked for
   * @property {object|null} rounds of a test that took turns, see roundsForPairs()
   * @property {object|null} counted see counts/count-calls.js
   * @property {object|null} error of a row, if row is null
   * @property {boolean} hung whether it had sent its result and did not end
   * @property {boolean} wasKilled from outside: by the system, or by mistake. Once is an accident
   */
  async function run(request) {
    const once = async () => {
      const participant = begin(request);
      await participant.begun;
      participant.go();
      return participant.ended;
    };
    const outcome = await once();
    return outcome.wasKilled ? once() : outcome;
  }

  function outcomeOf(end, job) {
    const { row, sample, rounds, counted, isHung, signal, timedOutMs, isKilled } = end;
    return {
      row, sample, rounds, counted, error: row ? null : failureOf(end, job), hung: row !== null && isHung,
      wasKilled: row === null && signal !== null && signal !== 'SIGABRT' && timedOutMs === null && !isKilled,
    };
  }

  /**
   * Starts the process of a test, to be measured step by step.
   *
   * @param {object} request as for run(); job.takesTurns: whether it is measured in turns
   * @returns {{ begun: Promise, isOver: function(): boolean, pid: function(): number, go: function(): Promise,
   *   turn: function(number): Promise, finish: function(): Promise, ended: Promise<Outcome> }} see participant.js;
   *   go(): warms up, and without turns also measures; finish(): asks for the result
   */
  function begin(request) {
    const { job, startLimitMs = START_LIMIT_MS, limitMs } = request;
    let running = null;
    let takesMessages = false;
    const limited = (send) => (what) => {
      send(what);
      running.limit(limitMs);
    };
    const tellTurn = limited((turn) => {
      if (takesMessages) running.send({ type: 'turn', turn });
      else running.sayTurn(turn === null ? 'end' : turn);
    });
    const { steps, arrive, over } = createParticipant({
      go: limited(() => running.send({ type: 'go' })), turn: tellTurn, finish: () => tellTurn(null),
    });
    // Two turns of the event loop: what the script has printed until now is read first.
    const settle = (action) => clock.nextTurn(() => clock.nextTurn(action));
    const { found, onMessage } = listenForTest(request, {
      begun: () => settle(() => {
        found.begun = true;
        arrive();
      }),
      ready() {
        takesMessages = true;
        ready('ready');
      },
      ended: over,
    });

    function ready(line) {
      if (line === 'ready' && found.begun && arrive()) {
        running.limit(Infinity);
      } else if (!steps.isOver()) {
        found.fault = line === 'ready' ? 'it ended a turn that it did not have' : `it ended a turn with ${show(line)}`;
        running.kill();
      }
    }

    const launched = { ...launchOf(job, request), hasTurns: job.takesTurns };
    const ending = runProcess(launched, { host, clock }, {
      onStart(started) {
        running = started;
        running.limit(max(startLimitMs, limitMs));
        request.onStart(running.kill);
      },
      onMessage,
      onTurn: ready,
      onLine(line) { if (found.begun) request.onLine(line); },
    });
    const ended = ending.then((end) => {
      over();
      return outcomeOf({ ...end, ...found }, job);
    });
    return { ...steps, pid: () => running.pid, ended };
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

  return { check, begin, run, list };
}

module.exports = { createForkRunner };
