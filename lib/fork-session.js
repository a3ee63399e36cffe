'use strict';

/*
 * One suite, each test of which is measured in processes of its own: several short ones and not a long one,
 * one after the other, in an order that turns around from pass to pass (ABBA), so that what changes slowly
 * meets all tests alike.
 */

const { anyFailed, isPrecise, WORDS_OF_END } = require('./bench-session');
const { summarizeForks } = require('./fork-summary');
const { onSignals, onTimeUp, onExit } = require('./interrupt');
const { label } = require('./report/display');
const { createView } = require('./report/view');
const { rowError } = require('./row-error');

const { max, ceil } = Math;

// Lines that tests print in their first process go on to the user; a test in a loop prints millions.
const MOST_LINES = 100;

// With fewer processes on each side an early end by precision is a guess.
const FEWEST_FOR_LOOK = 6;

/**
 * @param {{ tests, settings, position, history }} suite
 * @param {object} doors { clock, host, sysinfo, terminal, forks }
 * @returns {{ start, isOver, isBlocking, rows, whenOver }} as createSession
 */
function createForkedSession({ tests, settings, position, history }, doors) {
  const { clock, host, forks, program = null } = doors;
  const processes = settings.forkTests;
  const view = createView(settings, tests, doors);
  const listeners = [];
  const sources = tests.map((test, index) => ({ ...test, test, index, rows: [], samples: [], error: null, isTwin: false }));
  if (settings.twin && tests.length > 1) sources.push({ ...sources[0], rows: [], samples: [], isTwin: true });
  let rows = null;
  let killCurrent = () => {};
  let historyPath = null;
  let stopListening = null;
  let stopWaiting = null;
  let done = 0;
  let stopTimer = null;
  let startedNs = 0;

  const samples = () => sources.filter(({ isTwin }) => !isTwin).map((source) => source.samples);

  function finish() {
    if (rows) return;
    stopListening();
    stopTimer();
    stopWaiting();
    if (historyPath) host.removeFile(historyPath);
    rows = summarizeForks(sources, settings);
    if (anyFailed(rows) && !process.exitCode) process.exitCode = 1;
    if (program) program.ended({ position, tests, settings, rows, samples: samples() });
    view.end(rows);
    for (const listener of listeners) listener();
  }

  function cutShort(code, words) {
    killCurrent();
    for (const source of sources) {
      if (source.error) continue;
      if (source.rows.length === 0) source.error = rowError(code, words);
      else source.rows[0].warnings.push({ code: 'interrupted' });
    }
    finish();
  }

  function interrupted(code) {
    cutShort('interrupted', WORDS_OF_END[code] || 'not measured: the run was interrupted');
    process.exit(code);
  }

  function exited(code) {
    cutShort('exited', 'not measured: the process ended before');
    if (!code) process.exitCode = 1;
  }

  function refresh() {
    const share = done / (sources.length * processes);
    const spentSeconds = (clock.nowNs() - startedNs) / 1e9;
    const left = share > 0 ? spentSeconds * (1 / share - 1) : sources.length * settings.timeGoal;
    view.refresh(() => summarizeForks(sources, settings), share, left);
  }

  async function runOnce(source, pass) {
    const { test, index } = source;
    const seconds = settings.timeGoal / processes;
    // What a test is given in one process, and as much again as it may be late.
    const limitMs = (seconds + (test.timeoutSeconds || max(5, 10 * seconds)) + 1) * 1000;
    let lines = 0;
    const { row, sample, error, hung } = await forks.run({
      mark: {
        position, index, name: test.name, seconds, history: historyPath, calls: ceil(settings.calls / processes) || 0, sampled: program !== null,
      },
      limitMs,
      onStart(kill) { killCurrent = kill; },
      onLine(line) {
        if (pass > 0 || source.isTwin || lines++ > MOST_LINES) return;
        view.message(`${label(test.name)}: ${lines > MOST_LINES ? '(and so on)' : line}\n`);
      },
    });
    killCurrent = () => {};
    done++;
    if (error) source.error = error;
    else if (row.error) source.error = row.error;
    else source.rows.push(row);
    if (sample) source.samples.push(sample);
    if (hung && row) row.warnings.push({ code: 'hung-at-exit' });
  }

  async function runAll() {
    for (let pass = 0; pass < processes && !rows; pass++) {
      const order = pass & 1 ? sources.slice().reverse() : sources;
      for (const source of order) {
        if (rows) return;
        if (!source.error && !(source.isTwin && sources[0].error)) await runOnce(source, pass);
        else done++;
        if (program && !rows) program.sampled({ position, tests, settings, rows: summarizeForks(sources, settings), samples: samples() });
        refresh();
      }
      const isHalf = (pass + 1) * 2 === processes || (pass + 1) * 2 === processes + 1;
      if (settings.precision && isHalf && pass + 1 >= FEWEST_FOR_LOOK && isPrecise(summarizeForks(sources, settings), settings.precision)) return;
    }
  }

  function start() {
    startedNs = clock.nowNs();
    view.begin();
    stopWaiting = onExit(exited);
    stopListening = onSignals(interrupted);
    stopTimer = onTimeUp(clock, program, interrupted);
    if (position > 0) {
      historyPath = host.writeTemporary(`qtimeit-${process.pid}-${position}-${startedNs}.json`, JSON.stringify(history.slice(0, position)));
    }
    runAll().then(finish);
  }

  return {
    start,
    isOver: () => rows !== null,
    isBlocking: () => false,
    rows: () => rows,
    whenOver(action) {
      if (rows) action();
      else listeners.push(action);
    },
  };
}

module.exports = { createForkedSession };
