'use strict';

/*
 * A process that has been started to measure one test of one suite. It runs the user's script again: the
 * suites before its own answer with what the first process found out about them, its own one is measured,
 * and those after it wait for ever. Nothing of ours is printed, and no callback of its own suite is called.
 */

const { readFileSync } = require('fs');
const { isAsyncFunction } = require('util').types;
const { createAsBefore } = require('../host/builtins');
const { createWatchdog } = require('../measure/with-timeout');
const { runSteps } = require('../measure/run-steps');
const { measureSuite } = require('../measure/measure-suite');
const { rowError, errorOfFailure } = require('../text/row-error');
const { sampleOf } = require('../samples/samples');
const { sourcesOf } = require('../estimate/suite-sources');
const { emptyRow } = require('../estimate/row');
const { summarizeSuite } = require('../estimate/suite-summary');

// Rounds that are told of; a comparison of 200 processes does not need them all.
const MOST_ROUNDS = 250;

// As much as a first call may be late where the test does not say.
const COLD_LIMIT_SECONDS = 5;

// Captured before a test can replace them.
const { exit, on } = process;
const { parse } = JSON;

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
 * @property {boolean} isTrial whether a stream runs before the runs that count
 * @property {boolean} evicts whether to measure with cold caches, too, where the settings say so
 */

/** A test as it is measured in turns, here by itself: done({ row, sample }). */
function measureRounds(test, settings, job, { clock, heap, calibration, natives, asBefore }, done) {
  const plan = {
    ...settings, cache: job.evicts && settings.cache, keepsTime: job.keepsTime === true, timeGoal: job.seconds,
    calls: job.calls, twin: false, asynchronous: true,
  };
  const state = { tests: [test], plan, members: [], current: null };
  const watchdog = createWatchdog(clock);
  const tier = test.tier && require('../measure/tier').createTierWatch(test.tier, test.fn);
  const watch = {
    enough: () => false,
    // Not before the rounds that count.
    between() { if (tier && state.members[0].measured) tier.look(state.members[0].task); },
    * warmed({ task }, calls) {
      if (!tier) return;
      yield* tier.force(task, calls);
      tier.look(task);
    },
  };
  const tools = { clock, heap, calibration, natives, watchdog, late() {} };
  runSteps(measureSuite(state, tools, watch), (failure) => {
    watchdog.dispose();
    if (failure) done({ row: failedRow(job, settings, 'threw', String(failure.error && failure.error.stack)) });
    else done(asBefore(() => resultOf(state, tier, job)));
  });
}

function resultOf({ tests, plan, members, current }, tier, job) {
  const [row] = summarizeSuite(sourcesOf({ tests, members, current }, null), { ...plan, baselineAvg: false });
  if (tier && !row.error) {
    // Its watch has the words.
    row.warnings = row.warnings.filter(({ code }) => code !== 'not-optimized');
    tier.warn(row.warnings);
  }
  return { row, sample: job.sampled && row.calls > 0 ? sampleOf(row, members[0].task.samples, MOST_ROUNDS) : null };
}

function measureFirstCall(test, settings, job, { clock }, done) {
  const watchdog = createWatchdog(clock);
  const limitMs = (test.timeoutSeconds || COLD_LIMIT_SECONDS) * 1000;
  require('./cold-calls').measureCold(test, settings, { clock, watchdog }, limitMs, (row) => {
    watchdog.dispose();
    done({ row, sample: job.sampled && row.calls > 0 ? coldSampleOf(row) : null });
  });
}

const coldSampleOf = ({ nsPerCall, nsLow, nsHigh, cycles, calls }) => (
  { nsPerCall, nsLow, nsHigh, cycles, calls, rounds: null }
);

function measureStream(test, settings, job, { clock }, done) {
  require('../streams/runs').streamJob(test, settings, job, { clock }).then(done);
}

function measureOf(test, settings) {
  if (settings.isStreams) return measureStream;
  return test.isCold ? measureFirstCall : measureRounds;
}

function failedRow(job, settings, code, message) {
  return { ...emptyRow(job.name, settings.opsPerTest), verdict: 'failed', error: rowError(code, message) };
}

/**
 * @param {{ job: Job, tell: function, onceTold: function }} channel to the parent, see parent-channel.js
 * @param {object} deps { clock, heap, calibration, natives }
 * @returns {{ take, loaded }} take({ position, tests, settings, callback }) in place of a run: what bench returns;
 *   loaded(error, sysinfo) once the script has been run, error being that of a row, null for none
 */
function createForkChild({ job, tell, onceTold }, { clock, heap, calibration, natives }) {
  const history = job.history ? parse(readFileSync(job.history, 'utf8')) : [];
  const tools = { clock, heap, calibration, natives, asBefore: createAsBefore(false) };
  const never = () => new Promise(() => {});

  const report = ({ row, sample = null }) => tell({ type: 'result', row, sample }, () => exit.call(process, 0));

  function replay({ rows, returned }, callback) {
    if (callback) clock.nextTurn(() => callback(null, rows));
    if (returned === 'rows') return rows;
    return returned === 'promise' ? Promise.resolve(rows) : undefined;
  }

  /** In place of measuring: rows without figures, and what waits for a suite goes on. */
  function pass({ tests, settings, callback }) {
    const rows = tests.map(({ name }) => emptyRow(name, settings.opsPerTest));
    const isLater = tests.some(isAsynchronous) || settings.forkTests || settings.isStreams;
    return replay({ rows, returned: isLater ? 'promise' : 'rows' }, callback);
  }

  function loaded(error, sysinfo) {
    if (error) tell({ type: 'broken', error }, () => exit.call(process, 1));
    else if (job.lists) tell({ type: 'loaded', environment: sysinfo() });
  }

  function take(suite) {
    const { position, tests, settings, callback } = suite;
    if (job.lists) {
      const listed = tests.map(({ name, timeoutSeconds, tier = null }) => ({ name, timeoutSeconds, tier }));
      tell({ type: 'suite', suite: { position, tests: listed } });
      return pass(suite);
    }
    if (position < job.position) return history[position] ? replay(history[position], callback) : pass(suite);
    if (position > job.position) return never();
    const test = tests[job.index];
    if (!test || test.name !== job.name) {
      const names = tests.map(({ name }) => name).join(', ');
      const words = `is not in the suite when the script is run again, only: ${names}`;
      report({ row: failedRow(job, settings, 'no-test', words) });
      return never();
    }
    // Node prints it and ends the process.
    on.call(process, 'uncaughtExceptionMonitor', (error) => {
      tell({ type: 'uncaught', error: errorOfFailure({ stage: 'test', error }, 'sync', null) });
    });
    // What the script itself has to do goes first, and what it has printed is not the test's.
    onceTold(() => measureOf(test, settings)(test, settings, job, tools, report));
    tell({ type: 'begun' });
    return never();
  }

  return { take, loaded };
}

// What an ordinary function returns, only its first call tells.
const isAsynchronous = ({ fn, kind, takesCallback }) => takesCallback || kind === 'promise' || isAsyncFunction(fn);

module.exports = { createForkChild };
