'use strict';

/* One suite whose tests are measured in separate processes, from its start to its rows, including an early end. */

const { program } = require('#engine');
const { Session, createSession } = require('./bench-session');
const { hasProcesses } = require('../suite/suite-arguments');
const { Restarts } = require('./restarts');

class ForkedSession extends Session {
  constructor(suite, deps) {
    super(suite, deps);
    const { clock } = this;
    const { forks, host, createAffinity } = deps.loadProcesses();
    const runs = suite.strategy.runsOf(suite.tests, suite.settings, { clock, forks });
    this.restarts = new Restarts(suite, runs, {
      clock, host, affinity: runs.takeTurns ? createAffinity(host) : null, hasSamples: this.cliHooks !== null,
      say: (text) => this.view.message(text), leftMs: this.leftMs,
    });
    this.historyFile = null;
    // Replaces this session if several processes are impossible.
    this.inOneProcess = null;
  }

  isOver() { return this.inOneProcess ? this.inOneProcess.isOver() : super.isOver(); }
  isBlocking() { return this.inOneProcess !== null && this.inOneProcess.isBlocking(); }
  rows() { return this.inOneProcess ? this.inOneProcess.rows() : super.rows(); }

  start() {
    const { settings, position, history } = this.suite;
    const { clock } = this;
    const interrupted = (code) => this.interrupted(code);
    const aborted = () => this.aborted();
    this.view.begin();
    if (this.abort.isAborted()) {
      clock.nextTurn(aborted);
      return;
    }
    this.stops = [
      this.abort.listen(aborted), program.onSignals(interrupted), this.limitTime(),
      program.onExit((code) => this.exited(code)),
    ];
    if (position > 0 && hasProcesses(settings)) {
      const { host, writeHistory } = this.deps.loadProcesses();
      const { file, error } = writeHistory(`${position}-${clock.nowNs()}`, history.slice(0, position), host);
      this.historyFile = file;
      for (const source of this.restarts.sources) source.error = error;
    }
    this.run();
  }

  async run() {
    const why = await this.restarts.run(this.historyFile, () => this.refresh(this.restarts.progress()));
    if (why !== null) {
      this.fallBack(why);
      return;
    }
    if (!this.isOver() && this.cliHooks) await this.restarts.runTogether();
    if (!this.isOver()) {
      await this.counting.run(this.summarize(), (share, left) => this.refresh({ share, left }, 'counting'));
    }
    this.finish();
  }

  summarize() { return this.counting.addTo(this.restarts.summarize()); }

  refresh({ share, left }, phase) {
    this.view.refresh(() => this.summarize(), share, left, () => this.restarts.samples(), phase);
  }

  fallBack(why) {
    const { suite, deps, view } = this;
    this.release();
    view.message(`measured in one process: ${why}\n`);
    const settings = Object.freeze({ ...suite.settings, forkTests: 0, processes: null });
    this.inOneProcess = createSession({ ...suite, settings, isTurning: true }, deps, { ...view, begin() {} });
    this.inOneProcess.whenOver(() => this.tell());
    this.inOneProcess.start();
  }

  release() {
    super.release();
    if (this.historyFile) this.historyFile.remove();
  }

  aborted() {
    if (!this.isOver()) this.cutShort('interrupted', this.abort.words());
  }

  exited(code) {
    this.cutShort('exited', 'not measured: the process ended first');
    if (!code) program.fail();
  }

  cutShort(code, words) {
    this.restarts.stop();
    if (!this.counting.hasBegun()) this.restarts.cutShort(code, words);
    this.finish();
  }

  finish() {
    if (this.isOver()) return;
    this.release();
    this.counting.stop();
    const endedEarly = this.restarts.endedEarly();
    this.end(this.summarize().map((row) => ({ ...row, endedEarly })), this.restarts.samples());
    this.tell();
  }
}

const createForkedSession = (suite, deps) => new ForkedSession(suite, deps);

module.exports = { createForkedSession };
