'use strict';

/*
 * One suite, each test of which is measured in processes of its own: in each restart one process for each test, which
 * take turns, see interleaved.js. Intervals and verdicts come from the restarts, so they hold in the next run.
 */

const { program } = require('#engine');
const { whyRestartsEnd } = require('../estimate/early-end');
const { watchAbort } = require('./abort');
const { NO_COUNTING } = require('./no-counting');
const { createOutcome, wordsOfEnd } = require('./outcome');
const { onSignals, onTimeUp, onExit } = require('../host/interrupt');
const { label } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');
const { rowError } = require('../text/row-error');
const { tierFlags } = require('../measure/tier');
const { mustBeAlone, restart } = require('./interleaved');

const { ceil, floor, max, min } = Math;

// Processes that are alive at the same time, of 50 MB each. In larger groups of tests each batch has the baseline.
const MOST_ALIVE = 12;

// Of a run that ends as soon as it is clear, however short its time is: with fewer there are no verdicts.
const FEWEST_RESTARTS = 4;
const MOST_LIMITS = 3;

// What warm-up and slices are planned for, over the seconds of turns of a process.
const GOAL_SHARE = 2;

// Lines that tests print in their first process go on to the user; a test in a loop prints millions.
const MOST_LINES = 100;

// A sample with cold caches takes 0.1 s, and each process some to warm up: two are as good as all.
const EVICTING = 2;

// Errors of processes that did not come to the test.
const NOT_THERE = new Set(['not-reached', 'no-test']);

// In place of the number of a restart: the run before the first, which does not count.
const TRIAL = -1;

/**
 * @typedef {object} Runs what strategies say of those of a suite
 * @property {object} runner { run(job) }, as createForkRunner makes it
 * @property {number} processes of each test, but for those that have a number of their own
 * @property {number} seconds that each process measures
 * @property {number} [limitSeconds] of all restarts together, for each test; without it each test has all its processes
 * @property {boolean} hasTwin whether the first test is measured twice, which shows the noise floor
 * @property {boolean} takeTurns whether the processes of a restart take turns, or are measured one after the other
 * @property {function(object[], object=): object[]} summarize sources to rows, and the error that verdicts may have
 * @property {function(object, boolean): number} secondsOf one process for a test, and whether it is a trial
 * @property {boolean} hasTrials whether each test has a run before the others, which does not count
 */

/**
 * @param {{ tests, settings, strategy, position, history }} suite
 * @param {object} deps { clock, host, sysinfo, terminal, forks, cliHooks, createView, createSession }, and what
 *   in-processes.js has: createAffinity, createCounting, writeHistory
 * @returns {{ start, isOver, isBlocking, rows, whenOver }} as createSession
 */
function createForkedSession({ tests, settings, strategy, position, history }, deps) {
  const { clock, cliHooks = null } = deps;
  const runs = strategy.runsOf(tests, settings, deps);
  const { processes } = runs;
  const view = deps.createView(settings, tests, { ...deps, strategy, position });
  const outcome = createOutcome({ tests, settings: strategy.savedSettings(settings), position }, cliHooks, view);
  const { isOver } = outcome;
  const abort = watchAbort(settings.signal);
  const sources = sourcesOf(tests, runs.hasTwin && settings.twin);
  const counting = settings.count ? deps.createCounting({ tests, settings, position, history }, deps) : NO_COUNTING;
  const summarize = (level) => counting.addTo(runs.summarize(sources, level));
  const tried = runs.hasTrials ? sources.filter(({ isTwin }) => !isTwin) : [];
  const processesOf = (test) => test.processes || processes;
  const restarts = sources.reduce((most, { test }) => max(most, processesOf(test)), processes);
  const all = sources.reduce((sum, { test }) => sum + processesOf(test), tried.length);
  const affinity = runs.takeTurns ? deps.createAffinity(deps.host) : null;
  const samples = () => sources.filter(({ isTwin }) => !isTwin).map((source) => source.samples);
  let stopCurrent = () => {};
  // What processes of the restart under way have found.
  let ended = [];
  let isAlone = !runs.takeTurns;
  let historyFile = null;
  let stops = [];
  let done = 0;
  let startedNs = 0;
  let endedEarly = null;
  let inOneProcess = null;
  const waiting = [];

  function finish() {
    if (isOver()) return;
    for (const stop of stops) stop();
    counting.stop();
    if (historyFile) historyFile.remove();
    outcome.end(summarize().map((row) => ({ ...row, endedEarly })), samples());
    outcome.tell();
  }

  function cutShort(code, words) {
    stopCurrent();
    for (const { source, outcome, id } of ended) if (outcome.row && !outcome.row.error) keep(source, outcome, id);
    for (const source of sources) {
      if (source.error || counting.hasBegun()) continue;
      if (source.rows.length === 0 && source.known) keep(source, source.known, 0);
      if (source.rows.length === 0) source.error = rowError(code, words);
      else for (const row of source.rows) row.warnings.push({ code: 'interrupted' });
    }
    finish();
  }

  function interrupted(code) {
    cutShort('interrupted', wordsOfEnd(code));
    program.exit(code);
  }

  function aborted() {
    if (!isOver()) cutShort('interrupted', abort.words());
  }

  function exited(code) {
    cutShort('exited', 'not measured: the process ended before');
    if (!code) program.fail();
  }

  const spentSeconds = () => (clock.nowNs() - startedNs) / 1e9;

  function refresh() {
    const limitSeconds = runs.limitSeconds * tests.length;
    const share = min(1, runs.limitSeconds ? spentSeconds() / limitSeconds : done / all);
    const left = share > 0 ? spentSeconds() * (1 / share - 1) : sources.length * settings.timeGoal;
    view.refresh(summarize, share, left, samples);
  }

  function memberOf(source, number) {
    const { test, index, isTwin } = source;
    const isTrial = number === TRIAL;
    const takesTurns = !isAlone && !test.isCold;
    const seconds = runs.seconds * (takesTurns ? GOAL_SHARE : 1);
    let lines = 0;
    return {
      runner: runs.runner,
      request: {
        job: {
          position, index, name: test.name, seconds, takesTurns, calls: ceil(settings.calls / processes) || 0,
          history: historyFile && historyFile.path, sampled: cliHooks !== null, isTrial, evicts: number < EVICTING,
        },
        limitMs: (runs.secondsOf(test, isTrial) + 1) * 1000,
        flags: test.tier ? tierFlags(test.tier, deps.host.versions.v8) : [],
        onKnown(known) { source.known = known; },
        onLine(line) {
          if (source.isHeard || isTwin || lines++ > MOST_LINES) return;
          view.message(`${label(test.name)}: ${lines > MOST_LINES ? '(and so on)' : line}\n`);
        },
      },
    };
  }

  /** One restart of some tests; id: by which their rows are known as those of one restart. */
  async function restartOnce(batch, number, id) {
    const members = batch.map((source) => memberOf(source, number));
    const onStart = (stop) => { stopCurrent = stop; };
    const onEnded = (i, outcome) => ended.push({ source: batch[i], outcome, id });
    const found = await restart(members, { number, seconds: runs.seconds, onStart, onEnded, affinity }, clock);
    stopCurrent = () => {};
    ended = [];
    if (isOver()) return;
    for (const source of batch) source.isHeard = number >= 0;
    if (!isAlone && found.some((one) => one !== null && mustBeAlone(one.error || one.row.error))) {
      isAlone = true;
      view.message('two processes cannot run at the same time here; they are measured one after the other\n');
      await restartOnce(batch, number, id);
      return;
    }
    // Killed from outside: by the system, or by mistake. Once is an accident.
    const accidents = batch.filter((source, i) => found[i] !== null && found[i].wasKilled && !source.wasKilled);
    if (accidents.length > 0) {
      for (const source of accidents) source.wasKilled = true;
      await restartOnce(batch, number, id);
      return;
    }
    batch.forEach((source, i) => {
      done++;
      if (found[i] !== null) keep(source, found[i], id);
    });
  }

  /** Tests that are alive at the same time: those of a group, and of many some with their baseline. */
  function batchesOf(due) {
    const groups = groupedBy(due, ({ test: { group = 0 } }) => group);
    return [...groups.values()].flatMap((own) => {
      if (own.length <= MOST_ALIVE || settings.baselineAvg) return chunksOf(own, MOST_ALIVE);
      const [baseline, ...others] = own;
      return chunksOf(others, MOST_ALIVE - 1).map((some) => [baseline, ...some]);
    });
  }

  const isDue = (source) => !source.error && !(source.isTwin && sources[0].error);

  const shareOf = (number) => (
    runs.limitSeconds ? spentSeconds() / (runs.limitSeconds * tests.length) : number / restarts);

  function isEnough(number) {
    const limitSeconds = runs.limitSeconds * tests.length;
    // Of a script that takes long to load.
    if (number > 1 && spentSeconds() > MOST_LIMITS * limitSeconds) return true;
    if (number < FEWEST_RESTARTS) return false;
    if (spentSeconds() * (1 + 1 / number) > limitSeconds) return true;
    endedEarly = whyRestartsEnd((level) => runs.summarize(sources, level), settings, shareOf(number));
    return endedEarly !== null;
  }

  /** Why no process comes to this suite, null if one does: a script may do other things when it runs again. */
  function whyInOneProcess() {
    const errors = sources.map(({ error }) => error);
    const isLost = (error) => error !== null && (NOT_THERE.has(error.code) || mustBeAlone(error));
    if (!runs.limitSeconds || !deps.createSession || !errors.every(isLost)) return null;
    return mustBeAlone(errors[0]) ? 'it uses what only one process can have at a time' : errors[0].message;
  }

  /** Measures the suite in this process after all. */
  function fallBack(why) {
    for (const stop of stops) stop();
    if (historyFile) historyFile.remove();
    view.message(`measured in one process: ${why}\n`);
    const inRounds = { tests, settings: Object.freeze({ ...settings, forkTests: 0 }), strategy, position, history,
      isTurning: true };
    inOneProcess = deps.createSession(inRounds, { ...deps, createView: () => ({ ...view, begin() {} }) });
    inOneProcess.whenOver(() => { for (const action of waiting) action(); });
    inOneProcess.start();
  }

  async function runAll() {
    for (const source of tried) {
      if (isOver()) return;
      if (!source.error) await restartOnce([source], TRIAL, TRIAL);
      refresh();
    }
    let id = 0;
    for (let number = 0; number < restarts && !isEnough(number); number++) {
      const due = sources.filter((source) => isDue(source) && number < processesOf(source.test));
      for (const batch of isAlone && runs.hasTrials ? [due] : batchesOf(due)) {
        await restartOnce(batch, number, id++);
        if (isOver()) return;
        const why = number === 0 ? whyInOneProcess() : null;
        if (why !== null) return void fallBack(why);
        refresh();
      }
      const unpinned = number === 0 && affinity !== null ? affinity.why() : null;
      if (unpinned !== null) view.message(`processes are not pinned to one core: ${unpinned}\n`);
    }
  }

  async function countAll() {
    const told = (share, left) => view.refresh(summarize, share, left, samples, 'counting');
    if (!isOver()) await counting.run(summarize(), told);
  }

  function start() {
    startedNs = clock.nowNs();
    view.begin();
    if (abort.isAborted()) {
      clock.nextTurn(aborted);
      return;
    }
    stops = [abort.listen(aborted), onSignals(interrupted), onTimeUp(clock, cliHooks, interrupted), onExit(exited)];
    if (position > 0 && settings.forkTests) {
      const written = deps.writeHistory(`${position}-${startedNs}`, history.slice(0, position), deps.host);
      historyFile = written.file;
      for (const source of sources) source.error = written.error;
    }
    runAll().then(() => (inOneProcess === null ? countAll().then(finish) : undefined));
  }

  const current = () => inOneProcess || outcome;
  return {
    start, isOver: () => current().isOver(), isBlocking: () => inOneProcess !== null && inOneProcess.isBlocking(),
    rows: () => current().rows(),
    whenOver(action) {
      waiting.push(action);
      outcome.whenOver(action);
    },
  };
}

/** Lists of at most so many, as even as can be. */
function chunksOf(list, most) {
  const count = ceil(list.length / most);
  return Array.from({ length: count }, (_, i) => (
    list.slice(floor(i * list.length / count), floor((i + 1) * list.length / count))));
}

/** What is known of each test: of its processes so far, and of one before them that does not count. */
function sourcesOf(tests, hasTwin) {
  const sourceOf = (test, index, isTwin) => ({
    ...test, test, variant: test, index, rows: [], restarts: new Map(), samples: [], trial: null, error: null,
    known: null, wasKilled: false, isHeard: false, isTwin,
  });
  const sources = tests.map((test, index) => sourceOf(test, index, false));
  if (hasTwin && tests.length > 1) sources.push(sourceOf(tests[0], 0, true));
  return sources;
}

/** What one process has found. */
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

module.exports = { createForkedSession };
