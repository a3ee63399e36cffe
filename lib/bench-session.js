'use strict';

/*
 * One suite, measured in this process: from its start to its rows, also where it is cut short.
 */

const { createWatchdog } = require('./attempt');
const { drive } = require('./drive');
const { measureSuite } = require('./interleave');
const { interruptible, onSignals, onTimeUp, onExit, TIME_OUT_CODE } = require('./interrupt');
const { sampleOf } = require('./samples');
const { progressOf } = require('./suite-progress');
const { sourcesOf } = require('./suite-sources');
const { summarizeSuite } = require('./suite-summary');

const { log, max } = Math;

const WORDS_OF_END = { [TIME_OUT_CODE]: 'not measured: the time of the command was over' };

const warnedLate = {};

function warnLate(name) {
  if (warnedLate[`test ${name}`]) return;
  warnedLate[`test ${name}`] = true;
  process.emitWarning(`the test "${name}" called back after its run was over; that answer is not counted`, { code: 'QTIMEIT_LATE' });
}

/**
 * @param {{ tests: object[], settings: object, position: number, isTurning: boolean }} suite isTurning: whether the event loop turns between
 *   the rounds of synchronous tests, too
 * @param {object} doors { clock, heap, calibration, natives, sysinfo, terminal, program, createView }
 * @returns {{ start, isOver, isBlocking, rows, whenOver }}
 */
function createSession({ tests, settings, position, isTurning = false }, doors) {
  const { clock, heap, calibration, natives = null, program = null } = doors;
  const view = doors.createView(settings, tests, { ...doors, position });
  const watchdog = createWatchdog(clock);
  const listeners = [];
  const asynchronous = isTurning || hasAsynchronous(tests);
  const state = { tests, plan: { ...settings, asynchronous }, members: [], current: null };
  let rows = null;
  let blocking = false;
  let stopListening = null;
  let stopWaiting = null;
  let stopTimer = () => {};

  const rowsNow = (cause) => summarizeSuite(sourcesOf(state, cause), settings);

  function release() {
    blocking = false;
    if (stopListening) stopListening();
    stopTimer();
    watchdog.dispose();
    if (stopWaiting) stopWaiting();
  }

  /** Ends the session with what there is. */
  function finish(cause) {
    if (rows) return;
    release();
    rows = rowsNow(cause);
    if (anyFailed(rows) && !process.exitCode) process.exitCode = 1;
    // Before anything is printed: that can fail too.
    if (program) program.ended({ position, tests, settings, rows, samples: samplesOf(state, rows) });
    view.end(rows);
    for (let i = 0; i < listeners.length; i++) listeners[i]();
  }

  function interrupted(code) {
    finish(cutShort('interrupted', WORDS_OF_END[code] || 'not measured: the run was interrupted'));
    process.exit(code);
  }

  function exited(code) {
    finish(cutShort('exited', 'not measured: the process ended before', 'ended the process; process.exit() belongs after the suite'));
    if (!code) process.exitCode = 1;
  }

  function between() {
    const { share, leftSeconds } = progressOf(state);
    view.refresh(() => rowsNow(null), share, leftSeconds, (ownRows) => samplesOf(state, ownRows));
  }

  function enough() {
    return settings.precision > 0 && isPrecise(rowsNow(null), settings.precision);
  }

  function start() {
    view.begin();
    stopWaiting = onExit(exited);
    if (asynchronous) stopListening = onSignals(interrupted);
    const tools = { clock, heap, calibration, natives, watchdog, late: warnLate };
    const trying = program ? (index) => program.trying(position, index) : null;
    const steps = measureSuite(state, tools, { between, enough, trying });
    blocking = true;
    const exitCode = interruptible(() => drive(steps, (failure) => {
      if (!failure) {
        finish(null);
        return;
      }
      release();
      throw failure.error;
    }), program ? program.leftMs() : Infinity);
    blocking = false;
    if (exitCode) interrupted(exitCode);
    if (rows) {
      // What listened before the watchdog of SIGINT came is listening again.
      release();
      return;
    }
    // It goes on in later turns: these have to come, for signals and for what tests wait for.
    state.plan.asynchronous = true;
    stopTimer = onTimeUp(clock, program, interrupted);
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

function hasAsynchronous(tests) {
  for (let i = 0; i < tests.length; i++) if (tests[i].takesCallback || tests[i].kind === 'promise') return true;
  return false;
}

function anyFailed(rows) {
  for (let i = 0; i < rows.length; i++) if (rows[i].verdict === 'failed') return true;
  return false;
}

/** Whether the interval of each ratio is within a share of it, to both sides. */
function isPrecise(rows, share) {
  for (let i = 0; i < rows.length; i++) {
    const { verdict, rank, rankLow, rankHigh } = rows[i];
    if (verdict === 'failed' || verdict === 'below-resolution') continue;
    if (rankLow === null || rankHigh === null || max(log(rankHigh / rank), log(rank / rankLow)) > share) return false;
  }
  return true;
}

/** What is saved of each test, [] of one without samples. */
function samplesOf({ members }, rows) {
  const samples = [];
  for (let i = 0; i < rows.length; i++) {
    samples[i] = rows[i].calls > 0 && members[i] ? [sampleOf(rows[i], members[i].subject.samples)] : [];
  }
  return samples;
}

module.exports = { createSession, anyFailed, isPrecise, WORDS_OF_END };
