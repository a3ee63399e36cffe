'use strict';

/* Workers that run the user's script again, to measure one test or to list the tests: their jobs and messages. */

const { name: engineName, startOptions } = require('#engine');
const { needCertificates, withholdCertificates } = require('./base/host/certificates');
const { childOptions, runProcess } = require('./base/host/child-process-run');
const { savedModulesFor } = require('./base/host/saved-modules');
const { forkFailure } = require('./core/session/fork-failure');
const { addOwnLoops, ownLoops } = require('./core/session/own-loops');
const { runWhole } = require('./core/session/interleaved');
const { createParticipant, handedTo, listenForSuites } = require('./core/session/test-worker');
const { show } = require('./base/text/show');
const { errorIn, faultOfResult } = require('./core/document/document-shape');

const { max, min } = Math;

// For a script to reach its suite (more, if its test has more time), and to end after its test.
const START_LIMIT_MS = 30000;
const EXIT_GRACE_MS = 2000;
const NO_SCRIPT = /^(-e|--eval|-p|--print|-pe|-i|--interactive|-c|--check)$|^--(eval|print)=/;

/** The reason, or null if the script can run again. */
function whyNotAgain(host) {
  if (!host.isMainThread) return 'this is a worker thread, and its script cannot be run again';
  const evaluates = host.execArgv.find((option) => NO_SCRIPT.test(option));
  if (evaluates) return `there is no script to run again: node was started with ${evaluates}`;
  const script = host.argv[1];
  if (!script || script === '-') return 'there is no script file to run again (REPL or standard input)';
  return host.hasScript(script) ? null : `the script ${script} no longer exists`;
}

/**
 * on: begun() when the process waits for 'go' at its test, ready() when it waits for a turn, alive() when it reports
 * what is known after a long step, ended() at its result.
 */
function listenForTest({ job, exitLimitMs = EXIT_GRACE_MS, onKnown = () => {} }, on) {
  const found = {
    row: null, sample: null, rounds: null, counted: null, together: null, begun: false, fault: null, uncaught: null,
    lacksCertificates: false,
  };
  const onMessage = handedTo({
    begun() { if (!found.begun) on.begun(); },
    ready: () => on.ready(),
    known({ row, sample, rounds = null, ...message }) {
      on.alive();
      if (faultOfResult({ ...message, row, sample, rounds }, job.name) === null) onKnown({ row, sample, rounds });
    },
    result(message, running) {
      if (found.row) return;
      found.fault = faultOfResult(message, job.name);
      const { row, sample = null, rounds = null, counted = null, together = null, lacksCertificates } = message;
      found.lacksCertificates = Boolean(lacksCertificates);
      if (found.fault === null) Object.assign(found, { row, sample, rounds, counted, together });
      running.expectEnd(exitLimitMs);
      on.ended();
    },
    broken(message) { found.uncaught = errorIn(message); }, // in this process only
    uncaught(message) { found.uncaught = errorIn(message); },
  });
  return { found, onMessage };
}

/**
 * launch runs another script: { script, args, asked (see workerOf()), execPath, cwd, env, nodeOptions (added to the
 * options of this process), optionsOf (options of another program, see compare/binary.js), ownLoops (to which list()
 * adds those of the script, see own-loops.js; by default, those of this process) }
 */
class ForkRunner {
  constructor({ host, clock }, launch = {}) {
    const { script = host.argv[1], args = host.argv.slice(2), execPath = host.execPath, nodeOptions = [] } = launch;
    this.host = host;
    this.clock = clock;
    this.launch = { ownLoops, ...launch, script, args, execPath, nodeOptions };
  }

  /** @throws {Error} if the script of this process cannot run again */
  check({ name, forking }) {
    const why = whyNotAgain(this.host);
    if (why === null) return;
    throw new Error(`${name}: cannot fork: ${why}. Put the suite into a file, or do not use ${forking}`);
  }

  launchOf(wanted, { padding, flags = [], wrapper = [] } = {}) {
    const { script, args, asked, execPath: node, nodeOptions, optionsOf, cwd, env } = this.launch;
    const options = optionsOf ? optionsOf(flags) : startOptions([...childOptions(this.host), ...nodeOptions, ...flags]);
    const [execPath, ...execArgv] = [...wrapper, node, ...options];
    const all = { ...this.host.env, ...env };
    const job = { ...wanted, asked, ownLoops: this.launch.ownLoops };
    if (asked && !optionsOf && engineName === 'node') {
      // Logs of V8 are of code that is compiled in this process.
      if (!wanted.explain) Object.assign(all, savedModulesFor({ execPath, execArgv }, this.host));
      const isThisNode = execPath === this.host.execPath;
      if (isThisNode && !wanted.lists) job.certificates = withholdCertificates(all, this.host);
    }
    return {
      script, args, execPath, execArgv, cwd, env: all, role: 'test', job,
      padding, ...(wrapper.length > 0 && { isGroup: true }),
    };
  }

  /**
   * Measures one test, and once more if something outside killed the process. Never rejects.
   *
   * @typedef {object} Request
   * @property {object} job see Job in fork-child.js
   * @property {number} limitMs from the start of the test to its result, or for each step of begin()
   * @property {function(): number} [mostMs] lower limit of a step before the first figure
   * @property {number} [padding] bytes added to its environment
   * @property {string[]} [flags] last options of node
   * @property {string[]} [wrapper] program and arguments that run node
   * @property {number} [startLimitMs] limit to reach its suite
   * @property {number} [exitLimitMs] limit from its result to its end
   * @property {function({ row, sample, rounds })} [onKnown] given preliminary results if the steps take long
   * @property {function(string)} onLine given each line that the test prints to standard output
   * @property {function(function())} onStart given a function that ends the process at once
   *
   * @typedef {object} Outcome
   * @property {object|null} row of the test
   * @property {object|null} error of a row, if row is null
   * @property {object|null} sample if requested
   * @property {object|null} rounds if requested, and of a test that took turns, see roundsForPairs()
   * @property {object|null} counted see counts/count-calls.js
   * @property {object[]|null} together times of all tests, see session/together.js
   * @property {boolean} hung whether it sent its result and did not end
   * @property {boolean} mustRepeat whether it was killed from outside, or lacked certificates
   */
  async run(request) {
    const once = () => runWhole(this.begin(request));
    const outcome = await once();
    return outcome.mustRepeat ? once() : outcome;
  }

  outcomeOf(end, job) {
    const { row, sample, rounds, counted, together, isHung, signal, timedOutMs, isKilled, lacksCertificates } = end;
    const wasKilled = row === null && signal !== null && signal !== 'SIGABRT' && timedOutMs === null && !isKilled;
    if (lacksCertificates) needCertificates(this.host);
    return {
      row, sample, rounds, counted, together,
      error: row ? null : this.failureOf(end, job), hung: row !== null && isHung,
      mustRepeat: wasKilled || lacksCertificates,
    };
  }

  /** Returns a participant, see test-worker.js. go() warms up, and without job.takesTurns also measures. */
  begin(request) {
    const { host, clock } = this;
    const { job, startLimitMs = START_LIMIT_MS, mostMs = () => Infinity } = request;
    const limitMs = () => {
      const lowerMs = hasFigure ? Infinity : mostMs();
      found.isLowered = lowerMs < request.limitMs;
      return min(request.limitMs, lowerMs);
    };
    let hasFigure = false;
    let running = null;
    let takesMessages = false;
    let isLimited = false;
    const limited = (send) => (what) => {
      send(what);
      isLimited = true;
      running.limit(limitMs());
    };
    const tellTurn = limited((turn) => {
      if (takesMessages) running.send({ type: 'turn', turn });
      else running.sayTurn(turn === null ? 'end' : turn);
    });
    const { steps, arrive, over } = createParticipant({
      go: limited(() => running.send({ type: 'go' })), turn: tellTurn,
    });
    const { found, onMessage } = listenForTest(request, {
      begun: () => {
        running.limit(Infinity); // until all members have begun: a browser may start slowly
        // After two turns of the event loop: earlier output of the script is read first.
        clock.nextTurn(() => clock.nextTurn(() => {
          found.begun = true;
          arrive();
        }));
      },
      ready() {
        takesMessages = true;
        ready('ready');
      },
      alive() {
        hasFigure = true;
        if (isLimited) running.limit(limitMs());
      },
      ended: over,
    });

    function ready(line) {
      if (line === 'ready' && found.begun && arrive()) {
        isLimited = false;
        running.limit(Infinity);
      } else if (!steps.isOver()) {
        found.fault = `unexpected message ${show(line)}`;
        running.kill();
      }
    }

    const ending = runProcess({ ...this.launchOf(job, request), hasTurns: job.takesTurns }, { host, clock }, {
      onStart(started) {
        running = started;
        running.limit(max(startLimitMs, request.limitMs));
        request.onStart(running.kill);
      },
      onMessage,
      onTurn: ready,
      onLine(line) { if (found.begun) request.onLine(line); },
    });
    const ended = ending.then((end) => {
      over();
      return this.outcomeOf({ ...end, ...found }, job);
    });
    return { ...steps, pid: () => running.pid, ended };
  }

  /**
   * Resolves with { suites, unused (see loadSuiteFile()), environment, error }; tests of suites: { name,
   * timeoutSeconds, tier, hasInputs }.
   */
  async list(onStart) {
    const { host, clock } = this;
    const job = { lists: true, position: 0 };
    // Asynchronous parts of the script may add suites.
    const { found, onMessage } = listenForSuites((running) => running.expectEnd(EXIT_GRACE_MS));
    const end = await runProcess(this.launchOf(job), { host, clock }, {
      onStart(running) {
        running.limit(START_LIMIT_MS);
        onStart(running.kill);
      },
      onMessage,
    });
    if (found.usesTls) needCertificates(host);
    addOwnLoops(this.launch.ownLoops, found.ownLoops || {});
    if (found.broken) return { ...found, error: { ...found.broken, output: end.output } };
    if (found.environment && !found.fault) return { ...found, error: null };
    return { suites: [], unused: [], environment: null, error: this.failureOf({ ...end, ...found }, job) };
  }

  failureOf(end, job) {
    const { script } = this.launch;
    return forkFailure({ ...end, suite: job.position + 1, lostScript: this.host.hasScript(script) ? null : script });
  }
}

const createForkRunner = (deps, launch) => new ForkRunner(deps, launch);

module.exports = { createForkRunner };
