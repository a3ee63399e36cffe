'use strict';

/*
 * One suite, measured in this process: from its start to its rows, also where it is cut short.
 */

const { createWatchdog } = require('../measure/with-timeout');
const { createBlame } = require('../measure/blame');
const { createAsBefore } = require('../host/builtins');
const { runSteps } = require('../measure/run-steps');
const { measureSuite } = require('../measure/measure-suite');
const { interruptible, onSignals, onTimeUp, onExit, TIME_OUT_CODE } = require('../host/interrupt');
const { sampleOf } = require('../samples/samples');
const { progressOf } = require('../measure/progress');
const { sourcesOf } = require('../estimate/suite-sources');
const { summarizeSuite } = require('../estimate/suite-summary');
const { wasForeign } = require('../measure/uncaught');

const { log, max } = Math;

// A synchronous suite that takes longer has somebody who prints its rows where a signal ends it, which are handed over once
// a second, and never in more than a twentieth of the time.
const GUARDED_NS = 5e8;
const TELL_NS = 1e9;
const TELLING_SHARE = 20;

const WORDS_OF_END = { [TIME_OUT_CODE]: 'not measured: the time of the command was over' };

const warnedLate = {};

function warnLate(name) {
  if (warnedLate[`test ${name}`]) return;
  warnedLate[`test ${name}`] = true;
  process.emitWarning(`the test "${name}" called back after its run was over; that answer is not counted`, { code: 'QTIMEIT_LATE' });
}

/**
 * @param {{ tests: object[], settings: object, position: number, isTurning: boolean }} suite isTurning: whether the event
 *   loop turns between the rounds of synchronous tests, too
 * @param {object} deps { clock, heap, calibration, natives, sysinfo, terminal, cliHooks, createView, guardian (null or not
 *   given: nobody prints in the place of a process that has ended) }
 * @returns {{ start, isOver, isBlocking, rows, whenOver }}
 */
function createSession({ tests, settings, position, isTurning = false }, deps) {
  const { clock, heap, calibration, natives = null, cliHooks = null, guardian: guardianOf = null } = deps;
  const view = deps.createView(settings, tests, { ...deps, position });
  const watchdog = createWatchdog(clock);
  const listeners = [];
  const asynchronous = isTurning || tests.some(({ takesCallback, kind }) => takesCallback || kind === 'promise');
  const state = { tests, plan: { ...settings, asynchronous }, members: [], current: null, isOver: false };
  const blame = createBlame(state, { clock, watchdog });
  let rows = null;
  let blocking = false;
  let stopListening = null;
  let stopWaiting = null;
  let stopTimer = () => {};
  let startGuardian = null;
  let guardian = null;
  let tellNs = 0;
  let stopBlaming = () => {};

  const asBefore = createAsBefore(!settings.silent && !cliHooks);
  const rowsNow = (cause) => summarizeSuite(sourcesOf(state, cause), settings);

  function dismiss() {
    if (guardian) guardian.dismiss();
    guardian = null;
    startGuardian = null;
  }

  function release() {
    blocking = false;
    dismiss();
    if (stopListening) stopListening();
    stopBlaming();
    stopTimer();
    watchdog.dispose();
    if (stopWaiting) stopWaiting();
  }

  /** Ends the session with what there is. */
  function finish(cause) {
    if (rows) return;
    asBefore(() => {
      release();
      state.isOver = true;
      rows = rowsNow(cause);
      if (anyFailed(rows) && !process.exitCode) process.exitCode = 1;
      // Before anything is printed: that can fail too.
      if (cliHooks) cliHooks.ended({ position, tests, settings, rows, samples: samplesOf(state, rows) });
      // Their rounds are of no use any more, and others of this process may need the memory.
      state.members = [];
      view.end(rows);
    });
    for (let i = 0; i < listeners.length; i++) listeners[i]();
  }

  function interrupted(code) {
    finish(WORDS_OF_END[code] ? cutShort('interrupted', WORDS_OF_END[code]) : INTERRUPTED);
    process.exit(code);
  }

  function exited(code) {
    const current = wasForeign() ? null : 'ended the process; process.exit() belongs after the suite';
    finish(cutShort('exited', 'not measured: the process ended before', current));
    if (!code) process.exitCode = 1;
  }

  function guard() {
    const startedNs = clock.nowNs();
    if (startedNs < tellNs) return;
    if (!guardian) guardian = startGuardian();
    if (guardian) guardian.tell(asBefore(() => view.endText(rowsNow(INTERRUPTED))));
    else startGuardian = null;
    tellNs = startedNs + max(TELL_NS, TELLING_SHARE * (clock.nowNs() - startedNs));
  }

  function between() {
    if (startGuardian) guard();
    const { share, leftSeconds } = progressOf(state);
    if (view.isDue()) asBefore(() => view.refresh(() => rowsNow(null), share, leftSeconds, (ownRows) => samplesOf(state, ownRows)));
  }

  function enough() {
    return settings.precision > 0 && asBefore(() => isPrecise(rowsNow(null), settings.precision));
  }

  function start() {
    view.begin();
    stopWaiting = onExit(exited);
    if (asynchronous) stopListening = onSignals(interrupted);
    const tools = { clock, heap, calibration, natives, watchdog, late: warnLate };
    const trying = cliHooks ? (index) => cliHooks.trying(position, index) : null;
    const steps = measureSuite(state, tools, { between, enough, trying, begun: blame.begun });
    // Loaded before anything runs. Where there are listeners for signals, these do not end the process.
    if (!asynchronous && !cliHooks && !settings.silent && guardianOf) ({ startGuardian } = guardianOf());
    tellNs = clock.nowNs() + GUARDED_NS;
    blocking = true;
    const exitCode = interruptible(() => runSteps(steps, (failure) => {
      if (!failure) {
        finish(null);
        return;
      }
      release();
      throw failure.error;
    }), cliHooks ? cliHooks.leftMs() : Infinity);
    blocking = false;
    if (exitCode) interrupted(exitCode);
    if (rows) {
      // What listened before the watchdog of SIGINT came is listening again.
      asBefore(release);
      return;
    }
    dismiss();
    // It goes on in later turns: these have to come, for signals and for what tests wait for.
    state.plan.asynchronous = true;
    stopTimer = onTimeUp(clock, cliHooks, interrupted);
    stopBlaming = blame.listen();
    if (!stopListening) stopListening = onSignals(interrupted);
  }

  return {
    start,
    isOver: () => rows !== null,
    isBlocking: () => blocking,
    rows: () => rows,
    whenOver(action) {
      if (rows) action();
      else listeners[listeners.length] = action;
    },
  };
}

const INTERRUPTED = cutShort('interrupted', 'not measured: the run was interrupted');

/**
 * Why a suite ends early.
 *
 * @param {string} code of the error of tests that have no samples yet
 * @param {string} words for them
 * @param {string} [current] words for the test under way, where it is to blame
 */
function cutShort(code, words, current = null) {
  return { code, words, current };
}

const anyFailed = (rows) => rows.some(({ verdict }) => verdict === 'failed');

/** Whether the interval of each ratio is within a share of it, to both sides. */
function isPrecise(rows, share) {
  return rows.every(({ verdict, rank, rankLow, rankHigh }) => verdict === 'failed' || verdict === 'below-resolution' ||
    (rankLow !== null && rankHigh !== null && max(log(rankHigh / rank), log(rank / rankLow)) <= share));
}

/** What is saved of each test, [] of one without samples. */
function samplesOf({ members }, rows) {
  return rows.map((row, i) => (row.calls > 0 && members[i] ? [sampleOf(row, members[i].task.samples)] : []));
}

module.exports = { createSession, anyFailed, isPrecise, WORDS_OF_END };
