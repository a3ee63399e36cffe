'use strict';

/*
 * Runs suites for a command: chooses among their tests, keeps what was measured, saves it as it comes, and
 * prints it at the end in the form that was asked for, also where the run is cut short.
 */

const { relative, isAbsolute } = require('path');
const { exitCodeOf, FAILED, TIME_OUT } = require('./exit-codes');
const { createOutput } = require('./output');
const { createRecorder } = require('./recorder');
const { onSignals, onExit } = require('../interrupt');
const { pin } = require('./pin');
const { overridesFor } = require('./suite-arguments');
const { nearest } = require('../nearest');
const { escaped, label } = require('../report/display');
const { progressLine } = require('../report/progress');
const { rowError, errorOfFailure } = require('../row-error');
const { UsageError } = require('../usage-error');
const { createForkRunner } = require('../fork-runner');

// Under this name all copies of this library ask for who measures.
const CONDUCTOR = Symbol.for('qtimeit.conductor.1');

/** A path as reports show it: from the current folder where it lies below that. */
function shownPath(path, cwd) {
  const short = relative(cwd, path);
  return (short === '' || short.startsWith('..') || isAbsolute(short) ? path : short).replace(/\\/g, '/');
}

/** What a file threw, and where; of a syntax error only the loader knows the place. */
function errorOfLoading(error) {
  const failure = errorOfFailure({ stage: 'test', error }, 'sync', null);
  const place = error && error.suiteFile && error.suiteFile.at;
  return place ? { ...failure, at: place } : failure;
}

/** Why not a single test was run. */
function nothingLeft(names, { filter = [], exclude = [] }) {
  if (names.length === 0) return new UsageError('no tests in the files: none exports a suite with a test in it, or calls bench');
  const meant = filter.map((pattern) => nearest(pattern, names)).find((name) => name !== null);
  const wayOut = meant === undefined ? `there are ${names.slice(0, 20).map(label).join(', ')}${names.length > 20 ? ', ...' : ''}` : `did you mean ${label(meant)}?`;
  const given = [...filter.map((pattern) => `--filter ${pattern}`), ...exclude.map((pattern) => `--exclude ${pattern}`)].join(' ');
  return new UsageError(`no test is left by ${given}; ${wayOut}`);
}

/**
 * @param {object} plan
 * @param {{ file: string|null, args: string[], load: function(function): Promise, placeOf: function(string): string }[]} plan.parts
 *   each with the arguments of this program that measure it alone; load(bench) runs its suites; placeOf says a place
 *   in its code as its author knows it
 * @param {string[]} plan.command arguments as typed
 * @param {object} plan.options of the command line
 * @param {object} plan.overrides settings in place of those of the suites
 * @param {function(string, string|null): boolean} plan.keeps whether to run a test, by its name and file
 * @param {object} doors
 * @returns {Promise<number>} exit code
 */
async function measure({ parts, command, options, overrides, keeps }, doors) {
  const { clock, terminal, role, makeBench } = doors;
  const isTable = options.format === 'table';
  const startedNs = clock.nowNs();
  const leftMs = () => (options.timeout ? options.timeout * 1000 - (clock.nowNs() - startedNs) / 1e6 : Infinity);
  const output = role ? null : createOutput(options, doors);
  const recorder = createRecorder({ command, save: (document) => output.save(document) }, doors);
  if (!role) pin(options.pin, doors);

  const shown = (file) => file && shownPath(file, doors.cwd);
  const names = [];
  let bannered = false;

  /** What bench is told about the suites of one part. */
  function programFor(part, index) {
    const file = shown(part.file);
    const entries = [];
    return {
      leftMs,
      arrange(given, expand) {
        const asked = { json: false, csv: false, markdown: false, silent: !isTable };
        if (bannered) asked.showPlatformInfo = false;
        const { tests, settings } = expand({ tests: given.tests, settings: Object.freeze({ ...given.settings, ...asked, ...overridesFor(given.settings, overrides) }) });
        for (const { name } of tests) names.push(name);
        return { tests: tests.filter(({ name }) => keeps(name, file)), settings };
      },
      begun({ position, tests }) {
        if (tests.length === 0) return;
        entries[position] = recorder.add(file, position + 1);
        bannered = true;
        if (isTable && parts.length > 1 && position === 0) output.write(`${escaped(file)}\n`);
      },
      sampled: (state) => recorder.record(entries[state.position], state, false),
      ended(state) {
        for (const { error } of state.rows) if (error && error.at) error.at = part.placeOf(error.at);
        recorder.record(entries[state.position], state, true);
      },
      progress(share, leftSeconds) {
        const line = progressLine(share, leftSeconds);
        return parts.length > 1 ? `file ${index + 1} of ${parts.length}: ${line}` : line;
      },
    };
  }

  async function run(part, index) {
    const bench = makeBench({
      face: () => {}, program: programFor(part, index), forks: createForkRunner(doors, { args: part.args }),
      terminal: output ? output.terminal : terminal,
    });
    globalThis[CONDUCTOR] = bench;
    try {
      await part.load(bench);
      await bench.idle();
      if (role) role.loaded(null, doors.sysinfo);
    } catch (error) {
      // An empty suite by itself is a command that asks for nothing.
      if (parts.length === 1 && !role && error && error.code === 'ERR_NO_TESTS') return;
      const failure = errorOfLoading(error);
      if (role) role.loaded(failure, null);
      else {
        output.error(`${shown(part.file) || 'qtimeit'}: ${failure.message}${failure.at ? `\n    at ${failure.at}` : ''}`);
        recorder.fail(shown(part.file), failure);
      }
    }
  }

  if (role) {
    await run(parts[0], 0);
    return null;
  }

  let isOver = false;
  let begun = 0;
  let stopListening = () => {};
  let stopWaiting = () => {};
  const undivert = isTable ? () => {} : terminal.divertOutput();
  function finish() {
    if (isOver) return;
    isOver = true;
    stopListening();
    stopWaiting();
    undivert();
    output.end(recorder.document);
  }
  // A suite that runs hears of signals too, and ends the process with what it has.
  stopListening = onSignals((code) => clock.nextTurn(() => process.exit(code)));
  // A suite that runs listens for the end as well, and has told what it has by now.
  stopWaiting = onExit((exitCode) => {
    if (exitCode === TIME_OUT) output.error(`qtimeit: stopped after ${options.timeout} s (--timeout)`);
    for (const { file } of parts.slice(begun)) recorder.fail(shown(file), rowError('exited', 'not measured: the process ended before'));
    finish();
    if (!exitCode) process.exitCode = FAILED;
  });
  for (; begun < parts.length;) await run(parts[begun], begun++);
  if (recorder.document.suites.length === 0) {
    undivert();
    stopListening();
    stopWaiting();
    throw nothingLeft(names, options);
  }
  recorder.complete();
  finish();
  const { suites } = recorder.document;
  const errors = suites.flatMap(({ tests, error }) => [error, ...tests.map((test) => test.error)]).filter(Boolean);
  return output.hasFailed() ? FAILED : exitCodeOf(errors);
}

module.exports = { measure, shownPath };
