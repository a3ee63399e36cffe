'use strict';

/*
 * A process that has been started to measure one test of one suite. It runs the user's script again: the suites before
 * the measured one answer with the results of the first process, and later ones wait for ever. It prints nothing, and
 * does not call the callback of the measured suite.
 */

const { createAsBefore } = require('../host/builtins');
const { rowError, errorOfFailure } = require('../text/row-error');
const { emptyRow, failedRow } = require('../estimate/row');

/**
 * @typedef {object} Job of this process
 * @property {boolean} [lists] whether it only lists the suites
 * @property {number} position of the suite
 * @property {number} index of the test
 * @property {string} name of the test
 * @property {number} seconds
 * @property {number} calls 0: as many as the time holds
 * @property {string|null} history path of a file with the rows of the suites before, null if these were not measured
 * @property {boolean} sampled whether to report the rounds too
 * @property {boolean} [keepsTime] whether to end in its time also if contention took most of it, because more processes
 *   are worth more then
 * @property {boolean} [takesTurns] whether it is measured in turns, see interleaved.js
 * @property {boolean} isTrial whether a stream runs before the runs that count
 * @property {boolean} evicts whether to measure with cold caches, too, if the settings ask for it
 * @property {import('../counts/count-calls').CountJob} [counts] of instructions, in place of times
 */

/**
 * @param {{ job: Job, history: object[], tell: function, onceTold: function, turns: object, leave: function(number),
 *   onUncaught: function(function(*)) }} channel to the parent, see parent-channel.js; history: the content of
 *   job.history; leave: ends this process with an exit code; onUncaught: passes on an uncaught error that ends it
 * @param {object} given { clock, heap, calibration, natives }
 * @returns {{ take, loaded }} take({ position, tests, settings, strategy, callback }) replaces a run, and returns as
 *   bench does; loaded(error, sysinfo) once the script has been run, with the error of a row, or null
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

  /** Rows without figures: code that waits for the suite goes on. */
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
    // In a later turn: work and output of the script itself go first.
    const measure = job.counts ? strategy.count : strategy.measure;
    onceTold(() => measure(test, settings, job, tools, report));
    tell({ type: 'begun' });
    return never();
  }

  return { take, loaded };
}

module.exports = { createForkChild };
