'use strict';

/* The restarts of a suite. Intervals and verdicts come from the variation between them, so they hold in later runs. */

const { summarizeForks } = require('../estimate/process-summary');
const { label } = require('../../base/text/display');
const { show } = require('../../base/text/show');
const { groupBy } = require('../../base/text/grouped-by');
const { createRowError } = require('../../base/text/row-error');
const { MOST_PROCESSES } = require('../suite/suite-arguments');
const { tierFlags } = require('../measure/tiers');
const { mustBeAlone, restart } = require('./interleaved');
const { FEWEST_RESTARTS, Schedule } = require('./restart-schedule');
const { canBeTogether, measureTogether } = require('./together');
const { callLimitMs, limitAmongOthers } = require('../measure/run-steps');

const { ceil, floor, max, min } = Math;

// Processes that are alive at the same time (50 MB each). In larger groups of tests each batch has the baseline. A test
// that is also measured after the others is in the same batch.
const MOST_ALIVE = 12;

// Warm-up, slices and loops are planned for this multiple of the seconds of turns, and for this time if a test has it.
const GOAL_SHARE = 2;
const LEAST_GOAL_SECONDS = 0.2;

// Loops around a test in a process of a run that ends early: each takes 5 ms to warm up, and each process has others.
const MOST_LOOPS = 2;

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
 * test gets all processes), slowSeconds (the same for a test with long calls), mostLoops (around a test in each
 * process), hasTwin (whether the first test is measured twice, which shows the noise floor), takeTurns (whether the
 * processes of a restart are interleaved, or run one after the other), summarize (rows of sources and the accepted
 * error of verdicts), secondsOf (one process of a test, and whether it is a trial), hasTrials (whether the first run of
 * each test is discarded) }.
 */

function testRuns(settings, forks) {
  const { limitSeconds, slowSeconds = limitSeconds } = settings.processes || {};
  const isLimited = limitSeconds !== undefined;
  const processes = isLimited ? MOST_PROCESSES : settings.forkTests;
  // Half of the time of a process is its start and warm-up.
  const seconds = isLimited ? max(LEAST_TURN_SECONDS, min(TURN_SECONDS, limitSeconds / FEWEST_RESTARTS / 2))
    : settings.timeGoal / processes;
  return {
    runner: forks,
    processes,
    seconds,
    limitSeconds,
    slowSeconds,
    mostLoops: isLimited ? MOST_LOOPS : undefined,
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

const OTHERS_LIMIT_SECONDS = 30; // of the other tests before a test

/** Throws if no other test can run before a test. */
function checkPolluted(tests) {
  if (tests.some(({ isCold }) => isCold)) {
    throw new TypeError('bench: polluted and cold cannot be combined: first calls run no optimized code. Leave one ' +
      'of them out');
  }
  if (tests.length < 2) {
    throw new RangeError(`bench: polluted needs at least two tests, got only ${show(tests[0].name)}: the other tests ` +
      'run before each test. Add a test, or leave polluted out');
  }
}

/** isTwin, alone (a source whose test is measured after the others in this one, else null): hidden sources */
function sourcesOf(tests, hasTwin, isPolluted) {
  const sourceOf = (test, index, isTwin, alone = null) => ({
    ...test, test, variant: test, index, rows: [], restarts: new Map(), samples: [], trial: null, error: null,
    known: null, isRepeated: false, isHeard: false, isTwin, spent: { leastNs: Infinity, allNs: 0 },
    isClear: false, together: [], alone,
  });
  const own = tests.map((test, index) => sourceOf(test, index, false));
  if (isPolluted) checkPolluted(tests);
  const afterOthers = isPolluted ? own.map((source) => sourceOf(source.test, source.index, false, source)) : [];
  const twins = hasTwin && tests.length > 1 ? [sourceOf(tests[0], 0, true)] : [];
  return [...own, ...afterOthers, ...twins];
}

function keep(source, { row, rounds, sample, error, hung }, id) {
  if (error || row.error) {
    source.error = error || row.error;
  } else if (id === TRIAL) {
    source.trial = row;
  } else {
    source.rows.push(row);
    source.restarts.set(id, { row, rounds: rounds || null });
  }
  if (sample) source.samples.push(sample);
  if (hung && row) row.warnings.push({ code: 'hung-at-exit' });
}

const hasTimedOut = (error) => error !== null && error.code === 'timed-out';

class Restarts {
  /**
   * deps: { clock, host, affinity, hasSamples, say, leftMs } say: shows a line to the user; leftMs(): until the time
   * limit of the command
   */
  constructor({ tests, settings, position }, runs, deps) {
    this.settings = settings;
    this.position = position;
    this.runs = runs;
    this.deps = deps;
    this.sources = sourcesOf(tests, runs.hasTwin && settings.twin, settings.polluted);
    this.schedule = new Schedule(this.sources, runs, settings, deps.clock);
    this.isAlone = !runs.takeTurns;
    this.isOver = false;
    this.historyPath = null;
    this.ended = [];
    this.stopCurrent = () => {};
  }

  summarize() { return this.runs.summarize(this.sources); }
  samples() { return this.schedule.own.map(({ samples }) => samples); }
  progress() { return this.schedule.progress(); }
  endedEarly() { return this.schedule.endedEarly; }

  /** Resolves with the reason why the suite must be measured in one process, or null. */
  async run(history, refresh) {
    const { schedule } = this;
    this.historyPath = history && history.path;
    schedule.begin();
    for (const source of schedule.trials) {
      if (this.isOver) return null;
      if (!source.error) await this.restartOnce([source], TRIAL, TRIAL);
      refresh();
    }
    let id = 0;
    for (let number = 0; ; number++) {
      const due = schedule.dueIn(number);
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
  }

  /** Measures the tests in one process, and again if one of them differs there; adds their times to the sources. */
  async runTogether() {
    const { runs: { runner, hasTrials }, schedule: { own }, settings, position, historyPath } = this;
    if (hasTrials || settings.polluted || !canBeTogether(own, settings.timeGoal)) return;
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
    for (const source of this.schedule.own) if (source.together.length < 2) source.together = [];
  }

  stop() {
    this.isOver = true;
    this.dropUnconfirmed();
    this.stopCurrent();
    for (const { source, outcome, id } of this.ended) {
      const { row, error } = outcome;
      const isLoop = hasTimedOut(error) && source.rows.length === 0 && source.known === null;
      if (row ? !row.error : isLoop) keep(source, outcome, id);
    }
  }

  cutShort(code, words) {
    for (const source of this.sources) {
      if (source.error) continue;
      if (source.rows.length === 0 && source.known) keep(source, source.known, 0);
      if (source.rows.length === 0) source.error = createRowError(code, words);
      else for (const row of source.rows) row.warnings.push({ code: 'interrupted' });
    }
  }

  /** Returns why no process reaches this suite, or null: a script may behave differently when it runs again. */
  whyInOneProcess() {
    const errors = this.sources.map(({ error }) => error);
    const isLost = (error) => error !== null && (NOT_THERE.has(error.code) || mustBeAlone(error));
    if (!this.runs.limitSeconds || !errors.every(isLost)) return null;
    return mustBeAlone(errors[0]) ? 'the suite uses a resource that allows one process at a time' : errors[0].message;
  }

  hasLoop() {
    return this.sources.some(({ error }) => hasTimedOut(error)) ||
      this.ended.some(({ outcome }) => hasTimedOut(outcome.error));
  }

  /** Tests that are alive at the same time: a group, or parts of a large group with its baseline. */
  batchesOf(due) {
    const hidden = due.filter(({ alone }) => alone !== null);
    const most = hidden.length > 0 ? MOST_ALIVE / 2 : MOST_ALIVE;
    const groups = groupBy(due.filter(({ alone }) => alone === null), ({ test: { group = 0 } }) => group);
    const batches = [...groups.values()].flatMap((own) => {
      if (own.length <= most || this.settings.baselineAvg) return chunksOf(own, most);
      const [baseline, ...others] = own;
      return chunksOf(others, most - 1).map((some) => [baseline, ...some]);
    });
    return batches.map((own) => own.flatMap((source) => [source, ...hidden.filter(({ alone }) => alone === source)]));
  }

  memberOf(source, number, isAmongOthers) {
    const { settings, position, runs, deps } = this;
    const { test, index, isTwin, alone } = source;
    const isTrial = number === TRIAL;
    const takesTurns = !this.isAlone && !test.isCold;
    const goalSeconds = max(GOAL_SHARE * runs.seconds, min(LEAST_GOAL_SECONDS, runs.limitSeconds || 0));
    const hasFigure = source.rows.length > 0 || source.known !== null;
    let lines = 0;
    return {
      runner: runs.runner,
      request: {
        job: {
          position, index, name: test.name, seconds: takesTurns ? goalSeconds : runs.seconds, takesTurns,
          mostLoops: runs.mostLoops, calls: ceil(settings.calls / runs.processes) || 0, history: this.historyPath,
          sampled: deps.hasSamples && alone === null, isTrial, evicts: number < EVICTING && alone === null,
          ...(alone && { isAfterOthers: true }),
        },
        limitMs: (runs.secondsOf(test, isTrial) + 1 + (alone ? OTHERS_LIMIT_SECONDS : 0)) * 1000,
        mostMs: isAmongOthers && !hasFigure ? () => limitAmongOthers(deps.leftMs(), this.hasLoop()) : undefined,
        flags: test.tier ? tierFlags(test.tier, deps.host.versions.v8) : [],
        onKnown(known) { source.known = known; },
        onLine(line) {
          if (source.isHeard || isTwin || alone || lines++ > MOST_LINES) return;
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
    // Killed from outside, by the system or by mistake, or without certificates that it needs. Once is an accident.
    const accidents = isTaken ? []
      : batch.filter((source, i) => found[i] !== null && found[i].mustRepeat && !source.isRepeated);
    for (const source of accidents) source.isRepeated = true;
    if (isTaken || accidents.length > 0) {
      await this.restartOnce(batch, number, id);
      return;
    }
    batch.forEach((source, i) => {
      this.schedule.done++;
      if (found[i] !== null) keep(source, found[i], id);
    });
  }
}

module.exports = { Restarts, testRuns };
