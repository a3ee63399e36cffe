'use strict';

/*
 * bench: suites of tests. Here is what happens around the measuring: who runs when, what a suite
 * returns, and how one ends that is interrupted.
 */

const { resolveSettings } = require('#settings');
const { checkCallback } = require('./suite/entries');
const { parseSuite } = require('./suite/suite');
const { untilClear } = require('./suite/suite-arguments');
const { show } = require('./text/show');

// Captured at load, because a measured test may change it.
const { Promise } = globalThis;

/** Of a suite whose tests have all been filtered out. */
const createEmptySession = () => (
  { start() {}, isOver: () => true, isBlocking: () => false, rows: () => [], whenOver(action) { action(); } }
);

/** Of a call as other libraries have it. The stack is the place of the call and no more, if the engine allows that. */
function oneByOneError(name, publicBench) {
  const error = new TypeError(`bench: pass all tests of a suite in one call: bench({ ${show(name)}: fn, other: fn2 })`);
  const { stackTraceLimit, captureStackTrace } = Error;
  if (captureStackTrace) {
    Error.stackTraceLimit = 1;
    captureStackTrace(error, publicBench);
    Error.stackTraceLimit = stackTraceLimit;
  }
  return error;
}

/**
 * @typedef {object} CliHooks what the command line adds to suites: it chooses among their tests and keeps their samples
 * @property {function({ tests, settings, strategy, returnsRows }): { tests, settings }} arrange what strategy.expand
 *   makes of them, or some of them; returnsRows: whether a caller may wait for rows, and not for a promise
 * @property {function(object)} begun given { tests, settings, strategy, position } of a suite that is about to run
 * @property {function(number, number)} trying given the position of a suite and the index of a test in it, before each
 *   step of its code in this process
 * @property {function(object, object): object} sampleOf what is kept of a test, given its row and its samples
 * @property {function(object)} ended given the same as begun with { rows, samples }; samples: of each test, one for
 *   each process
 * @property {function(): number} leftMs until the command's time is over, Infinity without a limit
 */

/**
 * Makes bench.
 *
 * @param {object} deps { clock, heap, calibration, natives, host, sysinfo, terminal, strategy, forks,
 *   inProcesses, childRole, settingsOwner, cliHooks, createView }, each replaceable in tests; strategy is that of
 *   suites of tests; inProcesses() loads what session/in-processes.js has, for which there are forks; childRole is
 *   null, or what this process has been started for, see fork-child.js; settingsOwner is the function that users set
 *   settings on; cliHooks is null, or see above; createView: what is seen of a suite, see report/suite-view.js, of none
 *   with a childRole; turnsForCallback: whether the event loop turns within synchronous suites that are given a
 *   callback, so that a page can be seen meanwhile
 * @returns {function} bench
 */
function createBench(deps) {
  const { clock, childRole, cliHooks, strategy: testStrategy } = deps;
  // A process that measures for another is ready sooner without them. Loaded before anything runs: a test may change
  // what they capture.
  const sessions = childRole ? null : {
    ...require('./session/bench-session'),
    ...(deps.forks !== null && deps.inProcesses()),
  };
  // Of all suites of this process in the order of their calls: what a forked process is told of the earlier.
  const history = [];
  let latest = null;
  const waiting = [];

  /**
   * Measures tests against each other, and prints how they rank.
   *
   * @param {Array|object|Map} suite see parseSuite
   * @param {object} [options] settings of this call, before those set on bench itself, see settings.js
   * @param {function(null, object[])} [callback] called with the rows at the end, in a later turn
   * @returns {object[]|Promise<object[]>|undefined} the rows of docs/results.md: at once where all tests are
   *   synchronous and there is no callback, as a promise where any is not, or where they are forked
   * @throws {TypeError|RangeError|SyntaxError|Error} for a suite or settings of no use. A test that fails is
   *   no error: its row tells, and the exit code of the process is 1
   */
  function bench(suite, options, callback, settingsOwner = deps.settingsOwner) {
    if (typeof suite === 'string' && typeof options === 'function') throw oneByOneError(suite, settingsOwner);
    if (typeof options === 'function' && callback === undefined) return bench(suite, undefined, options, settingsOwner);
    checkCallback(callback, 'bench');
    const settings = resolveSettings(settingsOwner, options);
    const isTurning = callback !== undefined && deps.turnsForCallback === true;
    return run({ settings, tests: parseSuite(suite, settings), strategy: testStrategy }, callback, isTurning);
  }

  /**
   * As bench, for one who waits in any case: between the rounds of synchronous tests, too, the event loop turns.
   *
   * @returns {Promise<object[]>|object[]}
   */
  bench.turning = (suite) => {
    const settings = resolveSettings(deps.settingsOwner, undefined);
    return run({ settings, tests: parseSuite(suite, settings), strategy: testStrategy }, undefined, true);
  };

  /**
   * One suite: now, or when those before it are over.
   *
   * @param {{ settings, tests, strategy }} given
   */
  function run(given, callback, isTurning = false) {
    const { strategy } = given;
    const returnsRows = !isTurning && callback === undefined;
    const { tests, settings } = cliHooks ? cliHooks.arrange({ ...given, returnsRows })
      : endingWhenClear(strategy.expand(given), strategy);
    const position = history.length;
    const entry = (history[position] = { rows: null, returned: 'promise' });
    if (childRole) return childRole.take({ position, tests, settings, strategy, callback });
    if (cliHooks) cliHooks.begun({ position, tests, settings, strategy });

    if (settings.forkTests || settings.count) deps.forks.check(strategy);
    const create = creatorOf(tests, strategy.isInRounds(settings));
    const suite = { tests, settings, strategy, position, history, isTurning };
    const session = create(suite, { ...deps, ...sessions });
    if (latest && !latest.isOver()) {
      if (latest.isBlocking()) {
        throw new Error('bench: a test calls bench itself; call it outside of the tests, or timeit inside');
      }
      waiting[waiting.length] = session;
    } else {
      start(session);
    }
    return outcomeOf(session, entry, callback);
  }

  /** A suite without a time of its own ends as soon as its verdicts are clear. */
  function endingWhenClear({ tests, settings }, { isInRounds }) {
    const isOpen = isInRounds(settings) && settings.isTimeGiven === false;
    return { tests, settings: isOpen ? Object.freeze({ ...settings, untilClear: untilClear(settings) }) : settings };
  }

  function creatorOf(tests, isInRounds) {
    if (tests.length === 0) return createEmptySession;
    return isInRounds ? sessions.createSession : sessions.createForkedSession;
  }

  function start(session) {
    latest = session;
    session.whenOver(() => {
      if (waiting.length === 0) return;
      const next = waiting[0];
      for (let i = 1; i < waiting.length; i++) waiting[i - 1] = waiting[i];
      waiting.length--;
      // In a turn of its own: what waits for the one before goes first.
      clock.nextTurn(() => start(next));
    });
    try {
      session.start();
    } catch (error) {
      latest = null;
      throw error;
    }
  }

  /** What the call of bench returns, and who is told at the end. */
  function outcomeOf(session, entry, callback) {
    if (session.isOver()) {
      entry.rows = session.rows();
      entry.returned = callback ? 'nothing' : 'rows';
      if (!callback) return entry.rows;
      clock.nextTurn(() => callback(null, entry.rows));
      return undefined;
    }
    return new Promise((resolve) => {
      session.whenOver(() => {
        entry.rows = session.rows();
        if (callback) clock.nextTurn(() => callback(null, entry.rows));
        resolve(entry.rows);
      });
    });
  }

  bench.run = run;

  /** Resolves once no suite runs or waits. */
  bench.idle = () => new Promise((resolve) => {
    if (!latest || latest.isOver()) resolve();
    else latest.whenOver(() => clock.nextTurn(() => clock.nextTurn(() => resolve(bench.idle()))));
  });

  return bench;
}

module.exports = { createBench };
