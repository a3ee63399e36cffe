'use strict';

/*
 * One suite, measured in this process: from its start to its rows, also where it is cut short.
 */

const { program } = require('#engine');
const { createWatchdog } = require('../measure/with-timeout');
const { createAttribution, wasForeign } = require('../measure/error-attribution');
const { createAsBefore } = require('../host/builtins');
const { runSteps } = require('../measure/run-steps');
const { measureSuite } = require('../measure/measure-suite');
const { tearDown } = require('../measure/member');
const { interruptible, onSignals, onTimeUp, onExit } = require('../host/interrupt');
const { createOutcome, wordsOfEnd } = require('./outcome');
const { messageOf } = require('../text/message-of');
const { watchAbort, until } = require('./abort');
const { progressOf } = require('../measure/turns');
const { looksOf, reasonToEnd } = require('../estimate/early-end');
const { sourcesOf } = require('../estimate/suite-sources');
const { summarizeSuite } = require('../estimate/suite-summary');
const { NO_COUNTING } = require('./no-counting');
const { warnLate } = require('../measure/user-calls');

/**
 * @param {{ tests: object[], settings: object, strategy: import('./test-strategy').Strategy, position: number,
 *   isTurning: boolean }} suite isTurning: whether the
 *   event loop turns between the rounds of synchronous tests, too
 * @param {object} deps { clock, heap, calibration, natives, sysinfo, terminal, cliHooks, createView,
 *   createCounting (where the settings count) }
 * @returns {{ start, isOver, isBlocking, rows, whenOver }}
 */
function createSession({ tests, settings, strategy, position, history, isTurning = false }, deps) {
  const { clock, heap, calibration, natives = null, measureNotInlined, cliHooks = null } = deps;
  const view = deps.createView(settings, tests, { ...deps, strategy, position });
  const outcome = createOutcome({ tests, settings, position }, cliHooks, view);
  const watchdog = createWatchdog(clock);
  const asynchronous = isTurning || tests.some(({ takesCallback, kind }) => takesCallback || kind === 'promise');
  const state = { tests, plan: { ...settings, asynchronous }, members: [], current: null, isOver: false };
  const attribution = createAttribution(state, { clock, watchdog });
  const asBefore = createAsBefore(!settings.silent && !cliHooks);
  const counting = settings.count ? deps.createCounting({ tests, settings, position, history }, deps) : NO_COUNTING;
  // Once it is counted its times are complete, and nothing cuts them short.
  const sourcesNow = (cause) => sourcesOf(state, counting.hasBegun() ? null : cause);
  const covering = { ...settings, coversProcesses: true };
  const rowsNow = (cause) => counting.addTo(summarizeSuite(sourcesNow(cause), covering));
  const abort = watchAbort(settings.signal);
  const nothing = () => {};
  /** What is kept of each test, [] of one without samples; who asks for it has hooks. */
  const samplesNow = (rows) => rows.map((row, i) => (
    row.calls > 0 && state.members[i] ? [cliHooks.sampleOf(row, state.members[i].task.samples)] : []));
  let isStopped = false;
  let isCut = false;
  let blocking = false;
  let stopListening = nothing;
  let stopWaiting = nothing;
  let stopAborting = nothing;
  let stopTimer = nothing;
  let stopBlaming = nothing;

  function release() {
    blocking = false;
    counting.stop();
    stopListening();
    stopBlaming();
    stopTimer();
    watchdog.dispose();
    stopWaiting();
    stopAborting();
  }

  /** Ends the session with what there is. */
  function finish(cause) {
    if (outcome.isOver()) return;
    asBefore(() => {
      release();
      state.isOver = true;
      const rows = rowsNow(cause);
      const samples = cliHooks && samplesNow(rows);
      // Their rounds are of no use any more, and others of this process may need the memory.
      state.members = [];
      outcome.end(rows, samples);
    });
    outcome.tell();
  }

  function interrupted(code) {
    finish(cutShort('interrupted', wordsOfEnd(code)));
    program.exit(code);
  }

  function exited() {
    const current = wasForeign() ? null : 'ended the process; process.exit() belongs after the suite';
    finish(cutShort('exited', 'not measured: the process ended before', current));
    program.fail();
  }

  /** Ends the suite with what there is, and what has been set up with its teardown. */
  function aborted() {
    if (isCut || outcome.isOver()) return;
    isCut = true;
    watchdog.dispose();
    state.current = null;
    for (let i = 0; i < state.members.length; i++) state.members[i].task.close();
    const ownWatchdog = createWatchdog(clock);
    const run = { state, plan: state.plan, tools: { watchdog: ownWatchdog }, watch: {} };
    runSteps((function* () {
      for (let i = 0; i < state.members.length; i++) yield* tearDown(run, state.members[i]);
    }()), () => {
      ownWatchdog.dispose();
      finish(cutShort('interrupted', abort.words()));
    });
  }

  function between() {
    if (!view.isDue()) return;
    const { share, leftSeconds } = progressOf(state);
    asBefore(() => view.refresh(() => rowsNow(null), share, leftSeconds, samplesNow));
  }

  /** Why tests that take turns end now, see measureSuite. */
  function enough(members, all, twin) {
    return asBefore(() => {
      const twinned = twin && all.find(({ index, isTwin }) => index === twin.index && !isTwin);
      const asked = new Set(members.filter(({ isTwin }) => !isTwin).map(({ test }) => test.name));
      // What the twin says holds for those that come later, too.
      const looked = members.includes(twinned) || !twin ? members : [twinned, ...members, twin];
      const comparisons = settings.baselineAvg ? tests.length : tests.length - countGroups(tests);
      const sources = sourcesOf({ tests: [], members: looked, current: null }, null);
      return reasonToEnd(sources, ({ name }) => asked.has(name), settings, comparisons);
    });
  }

  function ended(failure) {
    if (isCut) return;
    if (!failure) {
      if (isStopped) aborted();
      // In a turn of its own: until then a signal that comes is not listened for, or lost.
      else if (settings.count) clock.nextTurn(countAll);
      else finish(null);
      return;
    }
    const { error } = failure;
    const isAnyMeasured = asBefore(() => state.members.some(({ measured }) => measured));
    if (isAnyMeasured) finish(cutShort('interrupted', `not measured: ${messageOf(error)}`));
    else release();
    throw error;
  }

  /** In processes of their own, after the times. */
  async function countAll() {
    if (isCut || outcome.isOver()) return;
    const told = (share, left) => view.refresh(() => rowsNow(null), share, left, samplesNow, 'counting');
    await counting.run(rowsNow(null), told);
    if (!isCut) finish(null);
  }

  function start() {
    view.begin();
    if (abort.isAborted()) {
      // Who waits for a promise gets one.
      if (strategy.isAtOnce(tests, settings)) aborted();
      else clock.nextTurn(aborted);
      return;
    }
    stopWaiting = onExit(exited);
    if (asynchronous) stopListening = onSignals(interrupted);
    // What answers later was under way, and is nobody's fault.
    const late = (name) => { if (!isCut) warnLate(`"${name}"`); };
    const tools = { clock, heap, calibration, natives, measureNotInlined, watchdog, late };
    const trying = cliHooks ? (index) => cliHooks.trying(position, index) : null;
    const looks = looksOf(settings);
    const suiteSteps = measureSuite(state, tools, { between, enough, looks, trying, begun: attribution.begun });
    const steps = until(suiteSteps, () => (isStopped = isCut || abort.isAborted()));
    // In a turn of its own: a test that aborts goes on to its end.
    stopAborting = abort.listen(() => clock.nextTurn(aborted));
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
    state.plan.asynchronous = true;
    stopTimer = onTimeUp(clock, cliHooks, interrupted);
    stopBlaming = attribution.listen();
    if (stopListening === nothing) stopListening = onSignals(interrupted);
  }

  return { start, isOver: outcome.isOver, isBlocking: () => blocking, rows: outcome.rows, whenOver: outcome.whenOver };
}

/** Of combinations of parameters, whose tests are compared among themselves. */
const countGroups = (tests) => new Set(tests.map(({ group = 0 }) => group)).size;

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

module.exports = { createSession };
