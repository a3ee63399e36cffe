'use strict';

/* bench: checks what users pass, runs suites one after the other, and returns their rows. */

const { resolveSettings } = require('#settings');
const { checkCallback, parseSuite } = require('./core/suite/suite');
const { hasProcesses, untilClear } = require('./core/suite/suite-arguments');
const { show } = require('./base/text/show');

const { Promise } = globalThis;

/** Session of a suite whose tests a filter has removed. */
const EMPTY = { start() {}, isOver: () => true, isBlocking: () => false, rows: () => [], whenOver: (act) => act() };

/** For a call in the style of other libraries. The stack is only the place of the call, if the engine allows that. */
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
 * @typedef {object} CliHooks additions of the command line to suites: it filters their tests and saves their samples
 * @property {function({ tests, settings, strategy, returnsRows }): { tests, settings }} arrange part of strategy.expand
 * @property {function(object)} begun given { tests, settings, strategy, position } of a suite before it runs
 * @property {function(number, number)} trying given the position of a suite and the index of a test, before each step
 * @property {function(object, object): object} sampleOf data of a test to save, given its row and its samples
 * @property {function(object)} ended given { position, rows, samples } of a suite, with samples per test and process
 * @property {function(number): boolean} usesProcesses whether a suite of this number of tests gets separate processes
 * @property {function(string): boolean} keeps whether to run a test of this name
 * @property {function(): number} leftMs rest of the command's time, Infinity without a limit
 */

/** A suite without a time limit ends as soon as its verdicts are clear. */
function endingWhenClear({ tests, settings }, { isInRounds }) {
  const isOpen = isInRounds(settings) && settings.isTimeGiven === false;
  return { tests, settings: isOpen ? Object.freeze({ ...settings, untilClear: untilClear(settings) }) : settings };
}

function createQueue({ nextTurn }) {
  let latest = null;
  const sessions = [];
  let next = 0;

  function start(session) {
    latest = session;
    session.whenOver(() => {
      if (next === sessions.length) return;
      const following = sessions[next];
      sessions[next++] = null;
      // Two turns later: callbacks of this suite come first.
      nextTurn(() => nextTurn(() => start(following)));
    });
    try {
      session.start();
    } catch (error) {
      latest = null;
      throw error;
    }
  }

  function add(session) {
    if (!latest || latest.isOver()) {
      start(session);
    } else if (latest.isBlocking()) {
      throw new Error('bench: bench() was called inside a test. Call it outside of tests, or use timeit() there');
    } else {
      sessions[sessions.length] = session;
    }
  }

  const idle = () => new Promise((resolve) => {
    if (!latest || latest.isOver()) resolve();
    else latest.whenOver(() => nextTurn(() => nextTurn(() => resolve(idle()))));
  });

  return { add, idle };
}

function outcomeOf(session, entry, callback, { nextTurn }) {
  function rowsOf() {
    entry.rows = session.rows();
    if (callback) nextTurn(() => callback(null, entry.rows));
    return entry.rows;
  }
  if (!session.isOver()) return new Promise((resolve) => { session.whenOver(() => resolve(rowsOf())); });
  entry.returned = callback ? 'nothing' : 'rows';
  const rows = rowsOf();
  return callback ? undefined : rows;
}

/**
 * @param {object} deps
 *   tools: { clock, heap, calibration, natives, measureNotInlined }, for measuring in this process
 *   createView: as createView(settings, tests, { strategy, position }) of suite-reporter.js
 *   loadProcesses: returns { forks (see fork-runner.js), host, createForkedSession, createAffinity, writeHistory (see
 *     session/in-processes.js), createCounting (given a suite, see counts/counting.js) }; null if tests have no
 *     separate processes
 *   strategy: of tests, see session/test-strategy.js
 *   settingsOwner: the function that users set settings on
 *   turnsForCallback: whether the event loop turns within synchronous suites with a callback, so that a page stays
 *     responsive
 *   cliHooks: null without a command
 *   childRole: of fork-child.js, null if this process does not measure for another. It needs no view and no processes
 */
function createBench({
  tools, createView, loadProcesses, strategy: testStrategy, settingsOwner: owner, turnsForCallback = false,
  cliHooks = null, childRole = null,
}) {
  // Loaded before a test can replace builtins; a process that measures for another does not need it.
  const createSession = childRole ? null : require('./core/session/bench-session').createSession;
  // All suites of this process in the order of their calls. Forked processes skip the earlier ones.
  const history = [];
  const queue = createQueue(tools.clock);

  /**
   * As qtimeit.d.ts and docs/results.md describe it; options take precedence over settings of bench, see settings.js. A
   * failing test is not an error: its row has the failure, and the exit code of the process is 1.
   */
  function bench(suite, options, callback, settingsOwner = owner) {
    if (typeof suite === 'string' && typeof options === 'function') throw oneByOneError(suite, settingsOwner);
    if (typeof options === 'function' && callback === undefined) return bench(suite, undefined, options, settingsOwner);
    checkCallback(callback, 'bench');
    const own = parsed(suite, resolveSettings(settingsOwner, options));
    return run(own, callback, Boolean(callback) && turnsForCallback);
  }

  const parsed = (suite, settings) => ({ settings, tests: parseSuite(suite, settings), strategy: testStrategy });

  /** As bench, for a caller who awaits the result: the event loop turns between rounds of synchronous tests, too. */
  bench.turning = (suite) => run(parsed(suite, resolveSettings(owner, undefined)), undefined, true);

  function sessionOf(suite) {
    const { tests, settings, strategy } = suite;
    if (tests.length === 0) return EMPTY;
    const create = strategy.isInRounds(settings) ? createSession : loadProcesses().createForkedSession;
    return create(suite, { tools, createView, loadProcesses, cliHooks });
  }

  function run(given, callback, isTurning = false) {
    const { strategy } = given;
    const returnsRows = !isTurning && !callback;
    const { tests, settings } = cliHooks ? cliHooks.arrange({ ...given, returnsRows })
      : endingWhenClear(strategy.expand(given), strategy);
    const position = history.length;
    const entry = (history[position] = { rows: null, returned: 'promise' });
    if (childRole) return childRole.take({ position, tests, settings, strategy, callback });
    if (cliHooks) cliHooks.begun({ position, tests, settings, strategy });

    if (hasProcesses(settings) || settings.count) loadProcesses().forks.check(strategy);
    const session = sessionOf({ tests, settings, strategy, position, history, isTurning });
    queue.add(session);
    return outcomeOf(session, entry, callback, tools.clock);
  }

  bench.run = run;
  bench.idle = queue.idle;
  bench.hasSuites = () => history.length > 0;
  /** Whether a command uses separate processes for a suite of this number of tests that may return a promise. */
  bench.usesProcesses = (count) => Boolean(childRole || (cliHooks && cliHooks.usesProcesses(count)));
  /** Whether the options of a command select the test with this name. */
  bench.keeps = (name) => !cliHooks?.keeps || cliHooks.keeps(name);
  /** Whether this process measures a test of the last suite. */
  bench.isReached = () => Boolean(childRole && childRole.isReached());
  /** Call this after a suite if its caller expects that it is over; see endScript() of fork-child.js. */
  bench.endScript = () => { if (childRole) childRole.endScript(); };
  return bench;
}

module.exports = { createBench };
