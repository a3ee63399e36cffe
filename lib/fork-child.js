'use strict';

/*
 * A process that has been started to measure one test of one suite. It runs the user's script again: the
 * suites before its own answer with what the first process found out about them, its own one is measured,
 * and those after it wait for ever. Nothing of ours is printed, and no callback of its own suite is called.
 */

const { readFileSync } = require('fs');
const { sourcesOf } = require('./bench-session');
const { createWatchdog } = require('./attempt');
const { drive } = require('./drive');
const { measureSuite } = require('./interleave');
const { rowError } = require('./row-error');
const { summarizeSuite, emptyRow } = require('./suite-summary');

// Of the messages between the two; a script can find another copy of this library than its parent did.
const PROTOCOL = 1;

// Captured before a test can replace them.
const { send, exit } = process;
const { stringify, parse } = JSON;

/**
 * @param {string} text the mark of the environment: { protocol, position of the suite, index and name of the
 *   test, seconds for it, history: path of a file with the rows of the suites before, or null }
 * @param {object} doors { clock, heap, calibration }
 * @returns {{ take: function }} take({ position, tests, settings, callback }) in place of a run: what bench returns
 */
function createForkChild(text, { clock, heap, calibration }) {
  const mark = parse(text);
  const history = mark.history ? parse(readFileSync(mark.history, 'utf8')) : [];
  const never = () => new Promise(() => {});

  const tell = (message, whenSent) => send.call(process, { qtimeit: PROTOCOL, ...message }, undefined, undefined, whenSent);
  const report = (row) => tell({ type: 'result', row: parse(stringify(row)) }, () => exit.call(process, 0));

  function replay({ rows, returned }, callback) {
    if (callback) clock.nextTurn(() => callback(null, rows));
    if (returned === 'rows') return rows;
    return returned === 'promise' ? Promise.resolve(rows) : undefined;
  }

  function fail(settings, code, message) {
    report({ ...emptyRow(mark.name, settings.opsPerTest), verdict: 'failed', error: rowError(code, message) });
  }

  function measure(test, settings) {
    const plan = { ...settings, timeGoal: mark.seconds, twin: false, asynchronous: true };
    const state = { tests: [test], plan, members: [], current: null };
    const watchdog = createWatchdog(clock);
    const tools = { clock, heap, calibration, watchdog, late() {} };
    drive(measureSuite(state, tools, { between() {}, enough: () => false }), (failure) => {
      watchdog.dispose();
      if (failure) fail(settings, 'threw', String(failure.error && failure.error.stack));
      else report(summarizeSuite(sourcesOf(state, null), { ...plan, baselineAvg: false })[0]);
    });
  }

  function take({ position, tests, settings, callback }) {
    if (position < mark.position) return replay(history[position], callback);
    if (position > mark.position) return never();
    const test = tests[mark.index];
    if (!test || test.name !== mark.name) {
      const names = tests.map(({ name }) => name).join(', ');
      fail(settings, 'no-test', `is not in the suite when the script is run again, only: ${names}`);
      return never();
    }
    // What the script itself has to do goes first, and what it has printed is not the test's.
    process.once('message', () => measure(test, settings));
    tell({ type: 'begun' });
    return never();
  }

  return { take };
}

module.exports = { createForkChild, PROTOCOL };
