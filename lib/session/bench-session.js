'use strict';

/*
 * One suite, measured in this process: from its start to its rows, also where it is cut short.
 */

const { createWatchdog } = require('../measure/with-timeout');
const { createBlame } = require('../measure/blame');
const { createAsBefore } = require('../host/builtins');
const { runSteps } = require('../measure/run-steps');
const { measureSuite } = require('../measure/measure-suite');
const { interruptible, onSignals, onTimeUp, onExit } = require('../host/interrupt');
const { createOutcome, wordsOfEnd } = require('./outcome');
const { sampleOf } = require('../samples/samples');
const { progressOf } = require('../measure/progress');
const { looksOf, reasonToEnd } = require('../estimate/early-end');
const { sourcesOf } = require('../estimate/suite-sources');
const { summarizeSuite } = require('../estimate/suite-summary');
const { wasForeign } = require('../measure/uncaught');

const { max } = Math;

// A synchronous suite that takes longer has somebody who prints its rows where a signal ends it, which are handed over
// once a second, and never in more than a twentieth of the time.
const GUARDED_NS = 5e8;
const TELL_NS = 1e9;
const TELLING_SHARE = 20;

const warnedLate = {};

function warnLate(name) {
  if (warnedLate[`test ${name}`]) return;
  warnedLate[`test ${name}`] = true;
  const words = `the test "${name}" called back after its run was over; that answer is not counted`;
  process.emitWarning(words, { code: 'QTIMEIT_LATE' });
}

/**
 * The process that prints the rows in the place of this one, where a signal ends it.
 *
 * @param {{ nowNs: function(): number }} clock
 * @param {function(): string} endText what that would print now
 * @returns {{ use, tell, dismiss }} use(guardianOf): loads it, before anything runs; tell(): from time to time
 */
function createGuard({ nowNs }, endText) {
  let startGuardian = null;
  let guardian = null;
  let dueNs = 0;

  function dismiss() {
    if (guardian) guardian.dismiss();
    guardian = null;
    startGuardian = null;
  }

  function tell(text) {
    try {
      guardian.tell(text);
    } catch (_) {
      // The disk is full: a signal ends this process as it would without it.
      dismiss();
    }
  }

  return {
    use(guardianOf) {
      ({ startGuardian } = guardianOf());
      dueNs = nowNs() + GUARDED_NS;
    },
    tell() {
      const startedNs = nowNs();
      if (startGuardian === null || startedNs < dueNs) return;
      if (!guardian) guardian = startGuardian();
      if (guardian) tell(endText());
      else startGuardian = null;
      dueNs = startedNs + max(TELL_NS, TELLING_SHARE * (nowNs() - startedNs));
    },
    dismiss,
  };
}

/**
 * @param {{ tests: object[], settings: object, strategy: import('./test-strategy').Strategy, position: number,
 *   isTurning: boolean }} suite isTurning: whether the
 *   event loop turns between the rounds of synchronous tests, too
 * @param {object} deps { clock, heap, calibration, natives, sysinfo, terminal, cliHooks, createView, guardian (null or
 *   not given: nobody prints in the place of a process that has ended) }
 * @returns {{ start, isOver, isBlocking, rows, whenOver }}
 */
function createSession({ tests, settings, strategy, position, isTurning = false }, deps) {
  const { clock, heap, calibration, natives = null, cliHooks = null, guardian: guardianOf = null } = deps;
  const view = deps.createView(settings, tests, { ...deps, strategy, position });
  const outcome = createOutcome({ tests, settings, position }, cliHooks, view);
  const watchdog = createWatchdog(clock);
  const asynchronous = isTurning || tests.some(({ takesCallback, kind }) => takesCallback || kind === 'promise');
  const state = { tests, plan: { ...settings, asynchronous }, members: [], current: null, isOver: false };
  const blame = createBlame(state, { clock, watchdog });
  const asBefore = createAsBefore(!settings.silent && !cliHooks);
  const rowsNow = (cause) => summarizeSuite(sourcesOf(state, cause), settings);
  const guard = createGuard(clock, () => asBefore(() => view.endText(rowsNow(INTERRUPTED))));
  const nothing = () => {};
  let blocking = false;
  let stopListening = nothing;
  let stopWaiting = nothing;
  let stopTimer = nothing;
  let stopBlaming = nothing;

  function release() {
    blocking = false;
    guard.dismiss();
    stopListening();
    stopBlaming();
    stopTimer();
    watchdog.dispose();
    stopWaiting();
  }

  /** Ends the session with what there is. */
  function finish(cause) {
    if (outcome.isOver()) return;
    asBefore(() => {
      release();
      state.isOver = true;
      const rows = rowsNow(cause);
      const samples = cliHooks && samplesOf(state, rows);
      // Their rounds are of no use any more, and others of this process may need the memory.
      state.members = [];
      outcome.end(rows, samples);
    });
    outcome.tell();
  }

  function interrupted(code) {
    finish(cutShort('interrupted', wordsOfEnd(code)));
    process.exit(code);
  }

  function exited(code) {
    const current = wasForeign() ? null : 'ended the process; process.exit() belongs after the suite';
    finish(cutShort('exited', 'not measured: the process ended before', current));
    if (!code) process.exitCode = 1;
  }

  function between() {
    guard.tell();
    if (!view.isDue()) return;
    const { share, leftSeconds } = progressOf(state);
    asBefore(() => view.refresh(() => rowsNow(null), share, leftSeconds, (rows) => samplesOf(state, rows)));
  }

  /** Why tests that take turns end now, see measureSuite. */
  function enough(members, all, twin) {
    return asBefore(() => {
      const twinned = twin && all.find(({ test, isTwin }) => test === twin.test && !isTwin);
      const asked = new Set(members.filter(({ isTwin }) => !isTwin).map(({ test }) => test.name));
      // What the twin says holds for those that come later, too.
      const looked = members.includes(twinned) || !twin ? members : [twinned, ...members, twin];
      const comparisons = settings.baselineAvg ? tests.length : tests.length - countGroups(tests);
      const sources = sourcesOf({ tests: [], members: looked, current: null }, null);
      return reasonToEnd(sources, ({ name }) => asked.has(name), settings, comparisons);
    });
  }

  function ended(failure) {
    if (!failure) {
      finish(null);
      return;
    }
    release();
    throw failure.error;
  }

  function start() {
    view.begin();
    stopWaiting = onExit(exited);
    if (asynchronous) stopListening = onSignals(interrupted);
    const tools = { clock, heap, calibration, natives, watchdog, late: warnLate };
    const trying = cliHooks ? (index) => cliHooks.trying(position, index) : null;
    const looks = looksOf(settings);
    const steps = measureSuite(state, tools, { between, enough, looks, trying, begun: blame.begun });
    // Where there are listeners for signals, these do not end the process.
    if (!asynchronous && !cliHooks && !settings.silent && guardianOf) guard.use(guardianOf);
    blocking = true;
    const exitCode = interruptible(() => {
      runSteps(steps, ended);
      return outcome.isOver();
    }, cliHooks ? cliHooks.leftMs() : Infinity);
    blocking = false;
    if (exitCode) interrupted(exitCode);
    // What listened before the watchdog of SIGINT came is listening again.
    if (outcome.isOver()) asBefore(release);
    else goOn();
  }

  /** In later turns: these have to come, for signals and for what tests wait for. */
  function goOn() {
    guard.dismiss();
    state.plan.asynchronous = true;
    stopTimer = onTimeUp(clock, cliHooks, interrupted);
    stopBlaming = blame.listen();
    if (stopListening === nothing) stopListening = onSignals(interrupted);
  }

  return { start, isOver: outcome.isOver, isBlocking: () => blocking, rows: outcome.rows, whenOver: outcome.whenOver };
}

/** Of combinations of parameters, whose tests are compared among themselves. */
const countGroups = (tests) => new Set(tests.map(({ group = 0 }) => group)).size;

const INTERRUPTED = cutShort('interrupted', wordsOfEnd(null));

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

/** What is saved of each test, [] of one without samples. */
function samplesOf({ members }, rows) {
  return rows.map((row, i) => (row.calls > 0 && members[i] ? [sampleOf(row, members[i].task.samples)] : []));
}

module.exports = { createSession };
