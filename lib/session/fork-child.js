'use strict';

/*
 * A process that has been started to measure one test of one suite. It runs the user's script again: the
 * suites before its own answer with what the first process found out about them, its own one is measured,
 * and those after it wait for ever. Nothing of ours is printed, and no callback of its own suite is called.
 */

const { createAsBefore } = require('../host/builtins');
const { rowError, errorOfFailure } = require('../text/row-error');
const { emptyRow, failedRow } = require('../estimate/row');

/**
 * @typedef {object} Job what this process has been started for
 * @property {boolean} [lists] it only tells which suites there are
 * @property {number} position of the suite
 * @property {number} index of the test
 * @property {string} name of the test
 * @property {number} seconds for it
 * @property {number} calls of it; 0: as many as the time holds
 * @property {string|null} history path of a file with the rows of the suites before, null where nobody has measured
 *   them
 * @property {boolean} sampled whether to tell of the rounds too
 * @property {boolean} [keepsTime] whether to end in its time also where neighbours took most of it, for more processes
 *   tell more then
 * @property {boolean} [takesTurns] whether it measures in the turns that it is given, see interleaved.js
 * @property {boolean} isTrial whether a stream runs before the runs that count
 * @property {boolean} evicts whether to measure with cold caches, too, where the settings say so
 * @property {import('../counts/count-calls').CountJob} [counts] what is to be counted, and not timed
 */

/**
 * @param {{ job: Job, history: object[], tell: function, onceTold: function, turns: object, leave: function(number),
 *   onUncaught: function(function(*)) }} channel to the parent, see parent-channel.js; history: what job.history leads
 *   to; leave: ends what measures, with an exit code; onUncaught: hands on an error that nobody has caught, and that
 *   ends it
 * @param {object} deps { clock, heap, calibration, natives }
 * @returns {{ take, loaded }} take({ position, tests, settings, strategy, callback }) in place of a run: what bench
 *   returns; loaded(error, sysinfo) once the script has been run, error being that of a row, null for none
 */
function createForkChild(channel, given) {
  const { clock } = given;
  const { job, history, tell, onceTold, turns, leave, onUncaught } = channel;
  const tellKnown = (found) => tell({ type: 'known', ...found });
  const tools = { ...given, turns, tellKnown, asBefore: createAsBefore(false) };
  const never = () => new Promise(() => {});

  const report = (found) => tell({ type: 'result', sample: null, ...found }, () => leave(0));

  function replay({ rows, returned }, callback) {
    if (callback) clock.nextTurn(() => callback(null, rows));
    if (returned === 'rows') return rows;
    return returned === 'promise' ? Promise.resolve(rows) : undefined;
  }

  /** In place of measuring: rows without figures, and what waits for a suite goes on. */
  function pass({ tests, settings, strategy, callback }) {
    const rows = tests.map(({ name }) => emptyRow(name, settings.opsPerTest));
    return replay({ rows, returned: strategy.isAtOnce(tests, settings) ? 'rows' : 'promise' }, callback);
  }

  function loaded(error, sysinfo) {
    if (error) tell({ type: 'broken', error }, () => leave(1));
    else if (job.lists) tell({ type: 'loaded', environment: sysinfo() });
  }

  function take(suite) {
    const { position, tests, settings, strategy, callback } = suite;
    if (job.lists) {
      const listed = tests.map(({ name, timeoutSeconds, tier = null, each, afterEach }) => (
        { name, timeoutSeconds, tier, hasInputs: Boolean(each || afterEach) }
      ));
      tell({ type: 'suite', suite: { position, tests: listed } });
      return pass(suite);
    }
    if (position < job.position) return history[position] ? replay(history[position], callback) : pass(suite);
    if (position > job.position) return never();
    const test = tests[job.index];
    if (!test || test.name !== job.name) {
      const names = tests.map(({ name }) => name).join(', ');
      const words = `is not in the suite when the script is run again, only: ${names}`;
      report({ row: failedRow(job.name, settings.opsPerTest, rowError('no-test', words)) });
      return never();
    }
    onUncaught((error) => tell({
      type: 'uncaught', error: tools.asBefore(() => errorOfFailure({ stage: 'test', error }, 'sync', null)),
    }));
    // What the script itself has to do goes first, and what it has printed is not the test's.
    const measure = job.counts ? strategy.count : strategy.measure;
    onceTold(() => measure(test, settings, job, tools, report));
    tell({ type: 'begun' });
    return never();
  }

  return { take, loaded };
}

module.exports = { createForkChild };
