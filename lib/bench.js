'use strict';

/*
 * bench: suites of tests. Here is what happens around the measuring: who runs when, what a suite returns,
 * and how one ends that is interrupted.
 */

const { createSession } = require('./bench-session');
const { createForkedSession } = require('./fork-session');
const { show } = require('./goal');
const { resolveSettings } = require('./settings');
const { parseSuite } = require('./suite');

/**
 * Makes bench.
 *
 * @param {object} doors { clock, heap, calibration, sysinfo, terminal, forks, role, face }, each replaceable
 *   in tests; role is null, or what this process has been started for, see fork-child.js; face is the
 *   function that users set settings on
 * @returns {function} bench
 */
function createBench(doors) {
  const { clock, role } = doors;
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
  function bench(suite, options, callback) {
    if (typeof options === 'function' && callback === undefined) return bench(suite, undefined, options);
    if (callback !== undefined && callback !== null && typeof callback !== 'function') {
      throw new TypeError(`bench: expected a callback function, got ${show(callback)}`);
    }
    const settings = resolveSettings(doors.face, options);
    const tests = parseSuite(suite);
    const position = history.length;
    const entry = (history[position] = { rows: null, returned: 'promise' });
    if (role) return role.take({ position, tests, settings, callback });

    if (settings.forkTests) doors.forks.check();
    const create = settings.forkTests ? createForkedSession : createSession;
    const session = create({ tests, settings, position, history }, doors);
    if (latest && !latest.isOver()) {
      if (latest.isBlocking()) throw new Error('bench: a test calls bench itself; call it outside of the tests, or timeit inside');
      waiting[waiting.length] = session;
    } else {
      start(session);
    }
    return outcomeOf(session, entry, callback);
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

  return bench;
}

module.exports = { createBench };
