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
 * @param {{ job, tell, onceTold }} channel to the parent, see parent-channel.js. job: { position of the suite, index and name of the
 *   test, seconds for it, calls of it (0: as many as the time holds), history: path of a file with the rows of
 *   the suites before, or null where nobody has measured them, sampled: whether to tell of the rounds too, keepsTime: whether
 *   to end in its time also where neighbours took most of it, for more processes tell more then,
 *   isTrial: whether a stream runs before the runs that count, evicts: whether to measure with cold caches, too, where the
 *   settings say so }; or { lists: true } of a
 *   process that only tells which suites there are
 * @param {object} deps { clock, heap, calibration, natives }
 * @returns {{ take, loaded }} take({ position, tests, settings, callback }) in place of a run: what bench returns;
 *   loaded(error, sysinfo) once the script has been run, error being that of a row, null for none
 */
function createForkChild({ job, tell, onceTold }, { clock, heap, calibration, natives }) {
  const history = job.history ? parse(readFileSync(job.history, 'utf8')) : [];
  const never = () => new Promise(() => {});
  const asBefore = createAsBefore(false);

  const report = (row, sample = null) => tell({ type: 'result', row, sample }, () => exit.call(process, 0));

  function replay({ rows, returned }, callback) {
    if (callback) clock.nextTurn(() => callback(null, rows));
    if (returned === 'rows') return rows;
    return returned === 'promise' ? Promise.resolve(rows) : undefined;
  }

  function fail(settings, code, message) {
    report({ ...emptyRow(job.name, settings.opsPerTest), verdict: 'failed', error: rowError(code, message) });
  }

  function resultOf(state, tier) {
    const [row] = summarizeSuite(sourcesOf(state, null), { ...state.plan, baselineAvg: false });
    if (tier && !row.error) {
      // Its watch has the words.
      row.warnings = row.warnings.filter(({ code }) => code !== 'not-optimized');
      tier.warn(row.warnings);
    }
    return { row, sample: job.sampled && row.calls > 0 ? sampleOf(row, state.members[0].task.samples, MOST_ROUNDS) : null };
  }

  function measure(test, settings) {
    if (settings.isStreams) {
      require('../streams/runs').streamJob(test, settings, job, { clock }).then(({ row, sample }) => report(row, sample));
      return;
    }
    const plan = { ...settings, cache: job.evicts && settings.cache, keepsTime: job.keepsTime === true, timeGoal: job.seconds, calls: job.calls, twin: false, asynchronous: true };
    const state = { tests: [test], plan, members: [], current: null };
    const watchdog = createWatchdog(clock);
    if (test.isCold) {
      const limitMs = (test.timeoutSeconds || COLD_LIMIT_SECONDS) * 1000;
      require('./cold-calls').measureCold(test, settings, { clock, watchdog }, limitMs, (row) => {
        watchdog.dispose();
        report(row, job.sampled && row.calls > 0 ? coldSampleOf(row) : null);
      });
      return;
    }
    const tier = test.tier && require('../measure/tier').createTierWatch(test.tier, test.fn);
    const tools = { clock, heap, calibration, natives, watchdog, late() {} };
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
    runSteps(measureSuite(state, tools, watch), (failure) => {
      watchdog.dispose();
      if (failure) {
        fail(settings, 'threw', String(failure.error && failure.error.stack));
        return;
      }
      const { row, sample } = asBefore(() => resultOf(state, tier));
      report(row, sample);
    });
  }

  /** In place of measuring: rows without figures, and what waits for a suite goes on. */
  function pass({ tests, settings, callback }) {
    const rows = tests.map(({ name }) => emptyRow(name, settings.opsPerTest));
    return replay({ rows, returned: tests.some(isAsynchronous) || settings.forkTests || settings.isStreams ? 'promise' : 'rows' }, callback);
  }

  function loaded(error, sysinfo) {
    if (error) tell({ type: 'broken', error }, () => exit.call(process, 1));
    else if (job.lists) tell({ type: 'loaded', environment: sysinfo() });
  }

  function take({ position, tests, settings, callback }) {
    if (job.lists) {
      tell({ type: 'suite', suite: { position, tests: tests.map(({ name, timeoutSeconds, tier = null }) => ({ name, timeoutSeconds, tier })) } });
      return pass({ tests, settings, callback });
    }
    if (position < job.position) return history[position] ? replay(history[position], callback) : pass({ tests, settings, callback });
    if (position > job.position) return never();
    const test = tests[job.index];
    if (!test || test.name !== job.name) {
      const names = tests.map(({ name }) => name).join(', ');
      fail(settings, 'no-test', `is not in the suite when the script is run again, only: ${names}`);
      return never();
    }
    // Node prints it and ends the process.
    on.call(process, 'uncaughtExceptionMonitor', (error) => tell({ type: 'uncaught', error: errorOfFailure({ stage: 'test', error }, 'sync', null) }));
    // What the script itself has to do goes first, and what it has printed is not the test's.
    onceTold(() => measure(test, settings));
    tell({ type: 'begun' });
    return never();
  }

  return { take, loaded };
}

const coldSampleOf = ({ nsPerCall, nsLow, nsHigh, cycles, calls }) => ({ nsPerCall, nsLow, nsHigh, cycles, calls, rounds: null });

// What an ordinary function returns, only its first call tells.
const isAsynchronous = ({ fn, kind, takesCallback }) => takesCallback || kind === 'promise' || isAsyncFunction(fn);

module.exports = { createForkChild };
