'use strict';

/* The restarts of a suite. Intervals and verdicts come from the variation between them, so they hold in later runs. */

const { restartsToEnd } = require('../estimate/early-end');
const { summarizeForks } = require('../estimate/process-summary');
const { label } = require('../../base/text/display');
const { groupedBy } = require('../../base/text/grouped-by');
const { rowError } = require('../../base/text/row-error');
const { tierFlags } = require('../measure/tiers');
const { areSlow, mustBeAlone, restart } = require('./interleaved');
const { canBeTogether, measureTogether } = require('./together');
const { callLimitMs, halfOf } = require('../measure/run-steps');

const { ceil, floor, max, min } = Math;

// Processes that are alive at the same time (50 MB each). In larger groups of tests each batch has the baseline.
const MOST_ALIVE = 12;

// Verdicts need this number, even if the time of a run that ends early is short. In a large suite, the variances of all
// tests tell more about each, see stats/shared-variance.js.
const FEWEST_RESTARTS = 4;
const FEWEST_OF_MANY = 3;
const MANY_TESTS = 10;
const MOST_LIMITS = 3;

// Warm-up, slices and loops are planned for this multiple of the seconds of turns, and for this time if a test has it.
const GOAL_SHARE = 2;
const LEAST_GOAL_SECONDS = 0.2;

// Maximum number of output lines shown from the first process of a test; a test in a loop prints millions.
const MOST_LINES = 100;

// Processes that measure with cold caches. A sample takes 0.1 s, after a warm-up; two processes are as good as all.
const EVICTING = 2;

// Seconds of turns per process of a run that ends early. Most of the variance is between processes: with 0.1 s, the
// times of processes vary as much.
const TURN_SECONDS = 0.05;
const LEAST_TURN_SECONDS = 0.012; // four turns, with which each process has had each place

const NOT_THERE = new Set(['not-reached', 'no-test']); // errors of processes that did not reach the test
const TRIAL = -1; // the number of the discarded run before the first restart

/*
 * A strategy measures a suite in runs: { runner (see fork-runner.js), processes (of each test without a separate
 * number), seconds (that each process measures), limitSeconds (of all restarts together, for each test; without it each
 * test gets all processes), hasTwin (whether the first test is measured twice, which shows the noise floor), takeTurns
 * (whether the processes of a restart are interleaved, or run one after the other), summarize (rows of sources and the
 * accepted error of verdicts), secondsOf (one process of a test, and whether it is a trial), hasTrials (whether the
 * first run of each test is discarded) }.
 */

function testRuns(settings, forks) {
  const { forkTests: processes, isTimeLimited } = settings;
  // Half of the time of a process is its start and warm-up.
  const seconds = isTimeLimited ? max(LEAST_TURN_SECONDS, min(TURN_SECONDS, settings.timeGoal / FEWEST_RESTARTS / 2))
    : settings.timeGoal / processes;
  return {
    runner: forks,
    processes,
    seconds,
    limitSeconds: isTimeLimited ? settings.timeGoal : undefined,
    hasTwin: false,
    takeTurns: Boolean(forks.begin) && !settings.calls,
    summarize: (sources, level) => summarizeForks(sources, settings, level),
    secondsOf: ({ timeoutSeconds }) => seconds + (timeoutSeconds || callLimitMs(seconds) / 1000),
    hasTrials: false,
  };
}

function chunksOf(list, most) {
  const count = ceil(list.length / most);
  return Array.from({ length: count }, (_, i) => (
    list.slice(floor(i * list.length / count), floor((i + 1) * list.length / count))));
}

function sourcesOf(tests, hasTwin) {
  const sourceOf = (test, index, isTwin) => ({
    ...test, test, variant: test, index, rows: [], restarts: new Map(), samples: [], trial: null, error: null,
    known: null, wasKilled: false, isHeard: false, isTwin, spent: { leastNs: Infinity, allNs: 0 },
    isClear: false, together: [],
  });
  const sources = tests.map((test, index) => sourceOf(test, index, false));
  if (hasTwin && tests.length > 1) sources.push(sourceOf(tests[0], 0, true));
  return sources;
}

function keep(source, { row, rounds, sample, error, hung }, id) {
  if (error) {
    source.error = error;
  } else if (row.error) {
    source.error = row.error;
  } else if (id === TRIAL) {
    source.trial = row;
  } else {
    source.rows.push(row);
    source.restarts.set(id, { row, rounds: rounds || null });
  }
  if (sample) source.samples.push(sample);
  if (hung && row) row.warnings.push({ code: 'hung-at-exit' });
}

class Restarts {
  /**
   * deps: { clock, host, affinity, hasSamples, say, leftMs } say: shows a line to the user; leftMs(): until the time
   * limit of the command
   */
  constructor({ tests, settings, position }, runs, deps) {
    const sources = sourcesOf(tests, runs.hasTwin && settings.twin);
    Object.assign(this, { settings, position, runs, deps, sources });
    this.own = sources.filter(({ isTwin }) => !isTwin);
    this.trials = runs.hasTrials ? this.own : [];
    this.most = sources.reduce((most, { test }) => max(most, this.processesOf(test)), runs.processes);
    this.all = sources.reduce((sum, { test }) => sum + this.processesOf(test), this.trials.length);
    this.isAlone = !runs.takeTurns;
    this.isOver = false;
    this.historyPath = null;
    this.endedEarly = null;
    this.startedNs = 0;
    this.done = 0;
    this.ended = [];
    this.stopCurrent = () => {};
  }

  processesOf(test) { return test.processes || this.runs.processes; }
  summarize(level) { return this.runs.summarize(this.sources, level); }
  samples() { return this.own.map(({ samples }) => samples); }
  spentSeconds() { return (this.deps.clock.nowNs() - this.startedNs) / 1e9; }

  /** A slow test has a limit of its own, so that it takes no time from the others. */
  isSlow({ spent }) { return Boolean(this.runs.limitSeconds) && areSlow(spent, this.runs.seconds); }

  /** Whether another process of a slow test would exceed its time. */
  isSpent(source) {
    const { restarts, spent: { allNs } } = source;
    return this.isSlow(source) && allNs * (1 + 1 / max(1, restarts.size)) > this.runs.limitSeconds * 1e9;
  }

  /** Time and limit of the tests that are not slow. */
  budget() {
    const slow = this.sources.filter((source) => this.isSlow(source));
    const slowSeconds = slow.reduce((sum, { spent: { allNs } }) => sum + allNs / 1e9, 0);
    const fast = this.own.filter((source) => !slow.includes(source));
    return {
      spent: max(0, this.spentSeconds() - slowSeconds), limitSeconds: this.runs.limitSeconds * fast.length, slow,
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
      this.isSpent(source) ? sum : sum + this.runs.limitSeconds - source.spent.allNs / 1e9), 0);
    const left = max(0, fastLeft) + max(0, slowLeft);
    const passed = this.spentSeconds();
    return { share: passed / (passed + left), left };
  }

  /** Resolves with the reason why the suite must be measured in one process, or null. */
  async run(history, refresh) {
    this.historyPath = history && history.path;
    this.startedNs = this.deps.clock.nowNs();
    for (const source of this.trials) {
      if (this.isOver) return null;
      if (!source.error) await this.restartOnce([source], TRIAL, TRIAL);
      refresh();
    }
    let id = 0;
    for (let number = 0; number < this.most && !this.isEnough(number); number++) {
      const due = this.sources.filter((source) => this.isDue(source, number));
      if (due.length === 0) return null;
      for (const batch of this.isAlone && this.runs.hasTrials ? [due] : this.batchesOf(due)) {
        await this.restartOnce(batch, number, id++);
        if (this.isOver) return null;
        const why = number === 0 ? this.whyInOneProcess() : null;
        if (why !== null) return why;
        refresh();
      }
      const { affinity } = this.deps;
      const unpinned = number === 0 && affinity !== null ? affinity.why() : null;
      if (unpinned !== null) this.deps.say(`processes are not pinned to one core: ${unpinned}\n`);
    }
    return null;
  }

  /** Measures the tests in one process, and again if one of them differs there; adds their times to the sources. */
  async runTogether() {
    const { own, runs: { runner, hasTrials }, position, historyPath } = this;
    if (hasTrials || !canBeTogether(own)) return;
    const differs = () => this.summarize().some(({ warnings }) => warnings.some(({ code }) => code === 'together'));
    for (let i = 0; i < 2 && !this.isOver && (i === 0 || differs()); i++) {
      const onStart = (kill) => { this.stopCurrent = kill; };
      const found = await measureTogether(own, { runner, position, historyPath }, onStart);
      this.stopCurrent = () => {};
      if (this.isOver) return;
      if (found === null) {
        this.dropUnconfirmed();
        return;
      }
      found.forEach((time, k) => own[k].together.push(time));
    }
  }

  /** A single process does not prove that a test differs in it. */
  dropUnconfirmed() {
    for (const source of this.own) if (source.together.length < 2) source.together = [];
  }

  stop() {
    this.isOver = true;
    this.dropUnconfirmed();
    this.stopCurrent();
    for (const { source, outcome, id } of this.ended) if (outcome.row && !outcome.row.error) keep(source, outcome, id);
  }

  cutShort(code, words) {
    for (const source of this.sources) {
      if (source.error) continue;
      if (source.rows.length === 0 && source.known) keep(source, source.known, 0);
      if (source.rows.length === 0) source.error = rowError(code, words);
      else for (const row of source.rows) row.warnings.push({ code: 'interrupted' });
    }
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
    return !source.error && !(source.isTwin && this.sources[0].error) && number < this.processesOf(source.test) &&
      !this.isSpent(source) && this.isOpen(source);
  }

  fewest() { return this.own.length < MANY_TESTS ? FEWEST_RESTARTS : FEWEST_OF_MANY; }

  isEnough(number) {
    const { runs } = this;
    const { spent, limitSeconds, slow } = this.budget();
    if (slow.length === this.sources.length) {
      return number > 0 && this.spentSeconds() * (1 + 1 / number) > runs.limitSeconds * this.own.length;
    }
    // A script can take long to load.
    if (number > 1 && spent > MOST_LIMITS * limitSeconds) return true;
    if (number < this.fewest()) return false;
    if (runs.limitSeconds && this.fastSecondsEach(spent, slow) * (number + 1) > runs.limitSeconds) return true;
    const share = runs.limitSeconds ? spent / limitSeconds : number / this.most;
    // The time of a slow test does not depend on the others.
    const others = this.own.filter((source) => !slow.includes(source));
    const isOther = (_, i) => others.includes(this.own[i]);
    const { reason, clear } = restartsToEnd((level) => this.summarize(level).filter(isOther), this.settings, share);
    clear.forEach((isClear, i) => { if (isClear) others[i].isClear = true; });
    this.endedEarly = reason;
    return reason !== null;
  }

  /** Returns why no process reaches this suite, or null: a script may behave differently when it runs again. */
  whyInOneProcess() {
    const errors = this.sources.map(({ error }) => error);
    const isLost = (error) => error !== null && (NOT_THERE.has(error.code) || mustBeAlone(error));
    if (!this.runs.limitSeconds || !errors.every(isLost)) return null;
    return mustBeAlone(errors[0]) ? 'the suite uses a resource that allows one process at a time' : errors[0].message;
  }

  /** Tests that are alive at the same time: a group, or parts of a large group with its baseline. */
  batchesOf(due) {
    const groups = groupedBy(due, ({ test: { group = 0 } }) => group);
    return [...groups.values()].flatMap((own) => {
      if (own.length <= MOST_ALIVE || this.settings.baselineAvg) return chunksOf(own, MOST_ALIVE);
      const [baseline, ...others] = own;
      return chunksOf(others, MOST_ALIVE - 1).map((some) => [baseline, ...some]);
    });
  }

  memberOf(source, number, isAmongOthers) {
    const { settings, position, runs, deps } = this;
    const { test, index, isTwin } = source;
    const isTrial = number === TRIAL;
    const takesTurns = !this.isAlone && !test.isCold;
    const goalSeconds = max(GOAL_SHARE * runs.seconds, min(LEAST_GOAL_SECONDS, runs.limitSeconds || 0));
    let lines = 0;
    return {
      runner: runs.runner,
      request: {
        job: {
          position, index, name: test.name, seconds: takesTurns ? goalSeconds : runs.seconds, takesTurns,
          calls: ceil(settings.calls / runs.processes) || 0, history: this.historyPath, sampled: deps.hasSamples,
          isTrial, evicts: number < EVICTING,
        },
        limitMs: (runs.secondsOf(test, isTrial) + 1) * 1000,
        mostMs: isAmongOthers ? () => halfOf(deps.leftMs()) : undefined,
        flags: test.tier ? tierFlags(test.tier, deps.host.versions.v8) : [],
        onKnown(known) { source.known = known; },
        onLine(line) {
          if (source.isHeard || isTwin || lines++ > MOST_LINES) return;
          deps.say(`${label(test.name)}: ${lines > MOST_LINES ? '(more output omitted)' : line}\n`);
        },
      },
    };
  }

  async restartOnce(batch, number, id) {
    const { clock, affinity, say } = this.deps;
    const members = batch.map((source) => this.memberOf(source, number, batch.length > 1));
    const found = await restart(members, {
      number, seconds: this.runs.seconds, affinity,
      onStart: (stop) => { this.stopCurrent = stop; },
      onEnded: (i, outcome) => this.ended.push({ source: batch[i], outcome, id }),
      onSpent(i, ns, isTurn) {
        const { spent } = batch[i];
        spent.allNs += ns;
        if (isTurn) spent.leastNs = min(spent.leastNs, ns);
      },
    }, clock);
    this.stopCurrent = () => {};
    this.ended = [];
    if (this.isOver) return;
    for (const source of batch) source.isHeard = number >= 0;
    const isTaken = !this.isAlone && found.some((one) => one !== null && mustBeAlone(one.error || one.row.error));
    if (isTaken) {
      this.isAlone = true;
      say('the processes of this suite cannot run at the same time, so they run one after the other\n');
    }
    // Killed from outside, by the system or by mistake. Once is an accident.
    const accidents = isTaken ? []
      : batch.filter((source, i) => found[i] !== null && found[i].wasKilled && !source.wasKilled);
    for (const source of accidents) source.wasKilled = true;
    if (isTaken || accidents.length > 0) {
      await this.restartOnce(batch, number, id);
      return;
    }
    batch.forEach((source, i) => {
      this.done++;
      if (found[i] !== null) keep(source, found[i], id);
    });
  }
}

module.exports = { Restarts, testRuns };
