'use strict';

/*
 * What both kinds of sessions share (the view, the signal, and the end of a suite, including an early end), and one
 * suite measured in rounds in this process, from its start to its rows. For suites in processes see fork-session.js.
 */

const { program } = require('#engine');
const { createAttribution, wasForeign } = require('../measure/error-attribution');
const { createAsBefore } = require('../../base/host/builtins');
const { createLoopWatch, createWatchdog, runSteps } = require('../measure/run-steps');
const { measureSuite, estimateProgress } = require('../measure/measure-suite');
const { tearDown } = require('../measure/member');
const { readMessage } = require('../../base/text/show');
const { collectSources } = require('../estimate/test-rows');
const { summarizeSuite } = require('../estimate/suite-summary');
const { warnLate, watchOpenHandles } = require('../measure/user-calls');

// Captured at load, because a measured test may replace it.
const { max } = Math;

// Exit code of a command whose time is up.
const TIME_OUT_CODE = 124;

const NO_COUNTING = { async run() {}, hasBegun: () => false, addTo: (rows) => rows, stop() {} };

/** words(): message for tests that are not measured; listen(): returns a function that stops listening. */
function watchAbort(signal) {
  if (!signal) return { isAborted: () => false, words: () => '', listen: () => () => {} };
  return {
    isAborted: () => signal.aborted,
    words: () => `not measured: the run was aborted: ${readMessage(signal.reason)}`,
    listen(action) {
      signal.addEventListener('abort', action);
      return () => signal.removeEventListener('abort', action);
    },
  };
}

/** Subclasses have start(), isBlocking() and cutShort(code, words), with words for tests that are not measured. */
class Session {
  /** deps: { tools, createView, loadProcesses, cliHooks } of createBench() */
  constructor(suite, deps, view = deps.createView(suite.settings, suite.tests, suite)) {
    this.suite = suite;
    this.deps = deps;
    this.clock = deps.tools.clock;
    this.cliHooks = deps.cliHooks;
    this.leftMs = this.cliHooks ? this.cliHooks.leftMs : () => Infinity;
    this.view = view;
    this.counting = suite.settings.count ? deps.loadProcesses().createCounting(suite) : NO_COUNTING;
    this.abort = watchAbort(suite.settings.signal);
    this.ended = null;
    this.listeners = [];
    this.stops = [];
  }

  isOver() { return this.ended !== null; }
  rows() { return this.ended; }

  // Not push: a measured test may have replaced it.
  whenOver(action) { this.listeners[this.listeners.length] = action; }

  tell() { for (let i = 0; i < this.listeners.length; i++) this.listeners[i](); }

  release() { for (let i = 0; i < this.stops.length; i++) this.stops[i](); }

  end(rows, samples) {
    this.ended = rows;
    if (rows.some(({ verdict }) => verdict === 'failed')) program.fail();
    // Before printing, which can fail too.
    if (this.cliHooks) this.cliHooks.ended({ position: this.suite.position, rows, samples });
    this.view.end(rows);
  }

  /** Interrupts this session when the time of the command is up. Returns a function that cancels. */
  limitTime() {
    const leftMs = this.leftMs();
    return leftMs < Infinity ? this.clock.after(() => this.interrupted(TIME_OUT_CODE), max(0, leftMs)) : () => {};
  }

  interrupted(code) {
    const why = code === TIME_OUT_CODE ? 'the time limit of the command was reached' : 'the run was interrupted';
    this.cutShort('interrupted', `not measured: ${why}`);
    program.exit(code);
  }
}

function* until(steps, isOver) {
  let answer;
  while (!isOver()) {
    const step = steps.next(answer);
    if (step.done) return;
    answer = yield step.value;
  }
}

const countGroups = (tests) => new Set(tests.map(({ group = 0 }) => group)).size;

class RoundSession extends Session {
  constructor(suite, deps, view) {
    super(suite, deps, view);
    const { tests, settings, isTurning = false } = suite;
    const { clock } = this;
    const asynchronous = isTurning || tests.some(({ takesCallback, kind }) => takesCallback || kind === 'promise');
    this.watchdog = createWatchdog(clock, { isPending: watchOpenHandles() });
    this.state = { tests, plan: { ...settings, asynchronous }, members: [], current: null, isOver: false };
    this.attribution = createAttribution(this.state, { clock, watchdog: this.watchdog });
    this.loopWatch = createLoopWatch(this.state, this.leftMs, clock);
    this.asBefore = createAsBefore(!settings.silent && !this.cliHooks);
    if (tests.some(({ takesCallback }) => takesCallback)) this.asBefore(() => require('../measure/callback-loop'));
    const mayEndEarly = settings.precision || settings.untilClear;
    // Tests of earlier suites may have replaced builtins.
    this.looks = mayEndEarly ? this.asBefore(() => require('../estimate/early-end').chooseLooks(settings)) : [];
    this.isStopped = false;
    this.isCut = false;
    this.isMeasuring = false;
    this.hurries = this.leftMs() < Infinity; // an endless loop may follow, in which rows cannot be reported
  }

  isBlocking() { return this.isMeasuring; }

  start() {
    const { suite, clock, state, abort } = this;
    this.view.begin();
    if (abort.isAborted()) {
      // A caller that expects a promise gets one.
      if (suite.strategy.isAtOnce(suite.tests, suite.settings)) this.aborted();
      else clock.nextTurn(() => this.aborted());
      return;
    }
    this.stopsWith(program.onExit(() => this.exited()));
    if (state.plan.asynchronous) this.listenForSignals();
    const steps = until(this.steps(), () => (this.isStopped = this.isCut || abort.isAborted()));
    // In a later turn, so that a test that aborts can finish.
    this.stopsWith(abort.listen(() => clock.nextTurn(() => this.aborted())));
    this.isMeasuring = true;
    const exitCode = program.interruptible(() => {
      runSteps(steps, (failure) => this.measured(failure), this.loopWatch.runWatched);
      return this.isOver();
    }, this.leftMs());
    this.isMeasuring = false;
    if (exitCode) this.interrupted(exitCode);
    // The watchdog of SIGINT has ended, and earlier listeners are back.
    if (this.isOver()) this.asBefore(() => this.release());
    else this.goOn();
  }

  steps() {
    const { suite, deps, cliHooks, watchdog } = this;
    // A test that was running when the suite was cut short is not to blame for a late callback.
    const late = (name) => { if (!this.isCut) warnLate(`"${name}"`); };
    return measureSuite(this.state, { ...deps.tools, watchdog, late }, {
      between: () => this.between(),
      enough: (members, all, twin) => this.asBefore(() => this.reasonToEnd(members, all, twin)),
      looks: this.looks,
      trying: cliHooks ? (index) => cliHooks.trying(suite.position, index) : null,
      begun: this.attribution.begun,
      mostMs: this.loopWatch.mostMs,
    });
  }

  /** Continues in later turns of the event loop, which signals and asynchronous tests need. */
  goOn() {
    const { plan } = this.state;
    if (!plan.asynchronous) this.listenForSignals();
    plan.asynchronous = true;
    this.stopsWith(this.limitTime());
    this.stopsWith(this.attribution.listen());
  }

  listenForSignals() { this.stopsWith(program.onSignals((code) => this.interrupted(code))); }

  stopsWith(stop) { this.stops[this.stops.length] = stop; }

  release() {
    this.isMeasuring = false;
    this.counting.stop();
    this.watchdog.dispose();
    super.release();
  }

  /** The rows so far. Once counting has begun, the times are complete and `cause` does not apply. */
  rowsNow(cause = null) {
    const sources = collectSources(this.state, this.counting.hasBegun() ? null : cause);
    return this.counting.addTo(summarizeSuite(sources, { ...this.suite.settings, coversProcesses: true }));
  }

  samplesNow(rows) {
    const { members } = this.state;
    return rows.map((row, i) => (
      row.calls > 0 && members[i] ? [this.cliHooks.sampleOf(row, members[i].task.samples)] : []));
  }

  refresh(share, leftSeconds, phase) {
    this.view.refresh(() => this.rowsNow(), share, leftSeconds, (rows) => this.samplesNow(rows), phase);
  }

  between() {
    if (this.hurries && !this.loopWatch.isAnyOpen()) {
      this.hurries = false;
      this.view.hurry();
    }
    if (!this.view.isDue()) return;
    const { share, leftSeconds } = estimateProgress(this.state);
    this.asBefore(() => this.refresh(share, leftSeconds));
  }

  reasonToEnd(members, all, twin) {
    const { tests, settings } = this.suite;
    const twinned = twin && all.find(({ index, isTwin }) => index === twin.index && !isTwin);
    const asked = new Set(members.filter(({ isTwin }) => !isTwin).map(({ test }) => test.name));
    // The noise floor of the twin also applies to later tests.
    const looked = members.includes(twinned) || !twin ? members : [twinned, ...members, twin];
    const comparisons = settings.baselineAvg ? tests.length : tests.length - countGroups(tests);
    const sources = collectSources({ tests: [], members: looked, current: null }, null);
    return require('../estimate/early-end').reasonToEnd(sources, ({ name }) => asked.has(name), settings, comparisons);
  }

  measured(failure) {
    if (this.isCut) return;
    if (failure) {
      const { error } = failure;
      const isAnyMeasured = this.asBefore(() => this.state.members.some(({ measured }) => measured));
      if (isAnyMeasured) this.cutShort('interrupted', `not measured: ${readMessage(error)}`);
      else this.release();
      throw error;
    }
    if (this.isStopped) this.aborted();
    // In a later turn: until then signals would be lost.
    else if (this.suite.settings.count) this.clock.nextTurn(() => this.countAll());
    else this.finish();
  }

  async countAll() {
    if (this.isCut || this.isOver()) return;
    await this.counting.run(this.rowsNow(), (share, left) => this.refresh(share, left, 'counting'));
    if (!this.isCut) this.finish();
  }

  exited() {
    const current = wasForeign() ? null : 'ended the process. Call process.exit() after the suite';
    this.cutShort('exited', 'not measured: the process ended first', current);
    program.fail();
  }

  /** Ends the suite with the rows so far, after the teardown of all tests that have been set up. */
  aborted() {
    if (this.isCut || this.isOver()) return;
    this.isCut = true;
    this.watchdog.dispose();
    const { state } = this;
    state.current = null;
    for (let i = 0; i < state.members.length; i++) {
      const { task, twin } = state.members[i];
      task.close();
      // With several groups, it is not among the members yet.
      if (twin) twin.task.close();
    }
    const watchdog = createWatchdog(this.clock, { isPending: watchOpenHandles() });
    const run = { state, plan: state.plan, tools: { watchdog }, watch: {} };
    runSteps((function* () {
      for (let i = 0; i < state.members.length; i++) yield* tearDown(run, state.members[i]);
    }()), () => {
      watchdog.dispose();
      this.cutShort('interrupted', this.abort.words());
    });
  }

  /** words: for tests without samples; current: for the running test, null if it is blameless. */
  cutShort(code, words, current = null) { this.finish({ code, words, current }); }

  finish(cause = null) {
    if (this.isOver()) return;
    this.asBefore(() => {
      this.release();
      this.state.isOver = true;
      const rows = this.rowsNow(cause);
      const samples = this.cliHooks && this.samplesNow(rows);
      // The rounds are no longer needed, and later suites may need the memory.
      this.state.members = [];
      this.end(rows, samples);
    });
    this.tell();
  }
}

/** suite.isTurning: whether the event loop also turns between the rounds of synchronous tests. */
const createSession = (suite, deps, view) => new RoundSession(suite, deps, view);

module.exports = { Session, createSession };
