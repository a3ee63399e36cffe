'use strict';

/* What both kinds of sessions share: the view, the signal, and the end of a suite, including an early end. */

const { program } = require('#engine');
const { readMessage } = require('../../base/text/show');

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
    const leftMs = this.cliHooks ? this.cliHooks.leftMs() : Infinity;
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

module.exports = { Session, until, watchAbort };
