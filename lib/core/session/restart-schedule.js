'use strict';

/* Which tests of a suite get another restart: by their number, the time limit, and verdicts that are clear. */

const { restartsToEnd } = require('../estimate/early-end');
const { areSlow } = require('./interleaved');

const { floor, max, min } = Math;

// Verdicts need this number, even if the time of a run that ends early is short. In a large suite, the variances of all
// tests tell more about each, see stats/shared-variance.js.
const FEWEST_RESTARTS = 4;
const FEWEST_OF_MANY = 3;
const MANY_TESTS = 10;
const MOST_LIMITS = 3;

class Schedule {
  /** sources, runs: see restarts.js, which updates the sources and `done`, the number of finished processes. */
  constructor(sources, runs, settings, clock) {
    this.sources = sources;
    this.timed = sources.filter(({ isTwin }) => !isTwin);
    this.own = this.timed.filter(({ alone }) => !alone);
    this.runs = runs;
    this.settings = settings;
    this.clock = clock;
    this.trials = runs.hasTrials ? this.own : [];
    this.most = sources.reduce((most, { test }) => max(most, this.processesOf(test)), runs.processes);
    this.all = sources.reduce((sum, { test }) => sum + this.processesOf(test), this.trials.length);
    this.done = 0;
    this.startedNs = 0;
    this.endedEarly = null;
  }

  begin() { this.startedNs = this.clock.nowNs(); }
  processesOf(test) { return test.processes || this.runs.processes; }
  spentSeconds() { return (this.clock.nowNs() - this.startedNs) / 1e9; }

  /** Slow tests have a separate time limit, so that they take no time from fast ones. */
  isSlow({ spent }) { return Boolean(this.runs.limitSeconds) && areSlow(spent, this.runs.seconds); }

  /** Whether another process of a slow test would exceed its time. */
  isSpent(source) {
    const { restarts, spent: { allNs } } = source;
    return this.isSlow(source) && allNs * (1 + 1 / max(1, restarts.size)) > this.runs.slowSeconds * 1e9;
  }

  /** Time and limit of the tests that are not slow. */
  budget() {
    const slow = this.sources.filter((source) => this.isSlow(source));
    const slowSeconds = slow.reduce((sum, { spent: { allNs } }) => sum + allNs / 1e9, 0);
    const isFast = (source) => !slow.includes(source);
    const timed = this.timed.filter(isFast).length;
    return {
      spent: max(0, this.spentSeconds() - slowSeconds), slow, fast: this.own.filter(isFast),
      limitSeconds: this.runs.limitSeconds * timed,
      // A script can take long to load.
      mostSeconds: MOST_LIMITS * this.runs.slowSeconds * timed,
    };
  }

  progress() {
    if (!this.runs.limitSeconds || this.done === 0) {
      const share = min(1, this.done / this.all);
      const spentSeconds = this.spentSeconds();
      return { share, left: share > 0 ? spentSeconds * (1 / share - 1) : this.sources.length * this.settings.timeGoal };
    }
    const { spent, slow } = this.budget();
    // As many restarts of the other tests as fit into the limit; see isEnough().
    const secondsEach = this.fastSecondsEach(spent, slow);
    const restarts = max(this.fewest(), floor(this.runs.limitSeconds / secondsEach));
    const open = this.sources.filter((source) => !slow.includes(source) && this.isOpen(source));
    const fastLeft = open.reduce((sum, source) => sum + max(0, restarts - source.restarts.size) * secondsEach, 0);
    const slowLeft = slow.reduce((sum, source) => (
      this.isSpent(source) ? sum : sum + this.runs.slowSeconds - source.spent.allNs / 1e9), 0);
    const left = fastLeft + slowLeft;
    const passed = this.spentSeconds();
    return { share: passed / (passed + left), left };
  }

  /** Seconds of one process of a test that is not slow. */
  fastSecondsEach(spent, slow) {
    const processes = this.done - slow.reduce((sum, { restarts }) => sum + restarts.size, 0);
    return spent / max(1, processes);
  }

  /** A test with a clear verdict needs no more restarts, except with others that are compared with it. */
  isOpen(source) {
    if (!source.isClear) return true;
    const { group = 0 } = source.test;
    const others = this.own.filter(({ test, error }) => (test.group || 0) === group && !error);
    return others[0] === source && others.some(({ isClear }) => !isClear);
  }

  isDue(source, number) {
    if (source.alone && !this.isDue(source.alone, number)) return false;
    return !source.error && !(source.isTwin && this.sources[0].error) && number < this.processesOf(source.test) &&
      !this.isSpent(source) && this.isOpen(source);
  }

  fewest() { return this.own.length < MANY_TESTS ? FEWEST_RESTARTS : FEWEST_OF_MANY; }

  isEnough(number) {
    const { runs } = this;
    const { spent, limitSeconds, mostSeconds, slow, fast } = this.budget();
    if (slow.length === this.sources.length) {
      return number > 0 && this.spentSeconds() * (1 + 1 / number) > runs.slowSeconds * this.timed.length;
    }
    if (number > 1 && spent > mostSeconds) return true;
    if (number < this.fewest()) return false;
    if (runs.limitSeconds && this.fastSecondsEach(spent, slow) * (number + 1) > runs.limitSeconds) return true;
    const share = runs.limitSeconds ? spent / limitSeconds : number / this.most;
    const isFast = (_, i) => fast.includes(this.own[i]);
    const rowsAt = (level) => runs.summarize(this.sources, level).filter(isFast);
    const { reason, clear } = restartsToEnd(rowsAt, this.settings, share);
    clear.forEach((isClear, i) => { if (isClear) fast[i].isClear = true; });
    this.endedEarly = reason;
    return reason !== null;
  }

  /** The sources that are measured in this restart (from 0); none if the suite is over. */
  dueIn(number) {
    if (number >= this.most || this.isEnough(number)) return [];
    return this.sources.filter((source) => this.isDue(source, number));
  }
}

module.exports = { FEWEST_RESTARTS, Schedule };
