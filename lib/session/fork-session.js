'use strict';

/*
 * One suite, each test of which is measured in processes of its own: several short ones and not a long one, one after
 * the other, in turns.
 */

const { program } = require('#engine');
const { isPrecise } = require('../estimate/early-end');
const { watchAbort } = require('./abort');
const { NO_COUNTING } = require('./no-counting');
const { createOutcome, wordsOfEnd } = require('./outcome');
const { onSignals, onTimeUp, onExit } = require('../host/interrupt');
const { label } = require('../text/display');
const { rowError } = require('../text/row-error');
const { tierFlags } = require('../measure/tier');
const { inTurn, takeTurns } = require('./turns');

const { max, ceil } = Math;

// Lines that tests print in their first process go on to the user; a test in a loop prints millions.
const MOST_LINES = 100;

// With fewer processes on each side an early end by precision is a guess.
const FEWEST_FOR_LOOK = 6;

// A sample with cold caches takes 0.1 s, and each process some to warm up: two are as good as all.
const EVICTING = 2;

// In place of the number of a pass: the one before the first, which does not count.
const TRIAL = -1;

/**
 * @typedef {object} Runs what strategies say of those of a suite
 * @property {object} runner { run(job) }, as createForkRunner makes it
 * @property {number} processes of each test, but for those that have a number of their own
 * @property {function(object[]): object[]} summarize sources to rows
 * @property {function(object, boolean): number} secondsOf one process for a test, and whether it is a trial
 * @property {boolean} hasTrials whether each test has a run before the others, which does not count
 */

/**
 * @param {{ tests, settings, strategy, position, history }} suite
 * @param {object} deps { clock, host, sysinfo, terminal, forks, cliHooks, createView }, and what in-processes.js has:
 *   createCounting, writeHistory
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
  const sources = sourcesOf(tests, settings.twin);
  const counting = settings.count ? deps.createCounting({ tests, settings, position, history }, deps) : NO_COUNTING;
  const summarize = () => counting.addTo(runs.summarize(sources));
  const tried = runs.hasTrials ? sources.filter(({ isTwin }) => !isTwin) : [];
  const processesOf = (test) => test.processes || processes;
  const passes = sources.reduce((most, { test }) => max(most, processesOf(test)), processes);
  const all = sources.reduce((sum, { test }) => sum + processesOf(test), tried.length);
  const samples = () => sources.filter(({ isTwin }) => !isTwin).map((source) => source.samples);
  let killCurrent = () => {};
  let historyFile = null;
  let stops = [];
  let done = 0;
  let startedNs = 0;
  let endedEarly = null;

  function finish() {
    if (isOver()) return;
    for (const stop of stops) stop();
    counting.stop();
    if (historyFile) historyFile.remove();
    outcome.end(summarize().map((row) => ({ ...row, endedEarly })), samples());
    outcome.tell();
  }

  function cutShort(code, words) {
    killCurrent();
    for (const source of sources) {
      if (source.error || counting.hasBegun()) continue;
      if (source.rows.length === 0) source.error = rowError(code, words);
      else source.rows[0].warnings.push({ code: 'interrupted' });
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

  function refresh() {
    const share = done / all;
    const spentSeconds = (clock.nowNs() - startedNs) / 1e9;
    const left = share > 0 ? spentSeconds * (1 / share - 1) : sources.length * settings.timeGoal;
    view.refresh(summarize, share, left, samples);
  }

  async function runOnce(source, pass) {
    const { test, index } = source;
    const isTrial = pass === TRIAL;
    let lines = 0;
    const found = await runs.runner.run({
      job: {
        position, index, name: test.name, seconds: settings.timeGoal / processes,
        calls: ceil(settings.calls / processes) || 0, history: historyFile && historyFile.path,
        sampled: cliHooks !== null, isTrial, evicts: pass < EVICTING,
      },
      limitMs: (runs.secondsOf(test, isTrial) + 1) * 1000,
      flags: test.tier ? tierFlags(test.tier, deps.host.versions.v8) : [],
      onStart(kill) { killCurrent = kill; },
      onLine(line) {
        if (pass > 0 || source.isTwin || lines++ > MOST_LINES) return;
        view.message(`${label(test.name)}: ${lines > MOST_LINES ? '(and so on)' : line}\n`);
      },
    });
    killCurrent = () => {};
    done++;
    keep(source, found, isTrial);
  }

  async function tryOnce(source, pass) {
    if (pass >= processesOf(source.test)) return;
    if (!source.error && !(source.isTwin && sources[0].error)) await runOnce(source, pass);
    else done++;
    if (!isOver()) refresh();
  }

  /** Whether it can end with so many passes, half of them at least. */
  function isEnough(pass) {
    const isHalf = pass * 2 === processes || pass * 2 === processes + 1;
    const isLook = settings.precision && isHalf && pass >= FEWEST_FOR_LOOK;
    if (isLook && isPrecise(summarize(), settings.precision)) endedEarly = 'precise';
    return endedEarly !== null;
  }

  async function runAll() {
    for (const source of tried) {
      if (isOver()) return;
      if (!source.error) await runOnce(source, TRIAL);
      refresh();
    }
    await takeTurns((pass) => (pass < passes && !isEnough(pass) ? inTurn(sources, pass) : []), tryOnce, isOver);
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
    runAll().then(countAll).then(finish);
  }

  return { start, isOver, isBlocking: () => false, rows: outcome.rows, whenOver: outcome.whenOver };
}

/** What is known of each test: of its processes so far, and of one before them that does not count. */
function sourcesOf(tests, hasTwin) {
  const sources = tests.map((test, index) => (
    { ...test, test, variant: test, index, rows: [], samples: [], trial: null, error: null, isTwin: false }
  ));
  if (hasTwin && tests.length > 1) sources.push({ ...sources[0], rows: [], samples: [], isTwin: true });
  return sources;
}

/** What one process has found. */
function keep(source, { row, sample, error, hung }, isTrial) {
  if (error) source.error = error;
  else if (row.error) source.error = row.error;
  else if (isTrial) source.trial = row;
  else source.rows.push(row);
  if (sample) source.samples.push(sample);
  if (hung && row) row.warnings.push({ code: 'hung-at-exit' });
}

module.exports = { createForkedSession };
