'use strict';

/*
 * The side of the command, where no code of the user runs: each file, or the snippets, is loaded and measured in a process of its own. What that tells is
 * kept, saved as it comes, and printed at the end in the form that was asked for, also where the run is cut short.
 */

const { exitCodeOf, FAILED, TIME_OUT } = require('./exit-codes');
const { shownPath } = require('./measure');
const { createOutput } = require('./output');
const { onEnding, timeoutWords } = require('./ending');
const { failureOfPart, startPart } = require('./part-process');
const { pin } = require('./pin');
const { createRecorder } = require('./recorder');
const { nearest } = require('../text/nearest');
const { rowError } = require('../text/row-error');
const { UsageError } = require('../text/usage-error');

// Of rows that are refined while they are measured: pictures on a screen, and else what is left where a process is killed.
const SCREEN_INTERVAL_MS = 250;
const INTERVAL_MS = 1000;

// The process that measures is to end a little later than this one hears that the time is up.
const LATER_MS = 30;

// Those that end a program, and how long one may come later here than in the process of a part.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const SIGNAL_GRACE_MS = 250;

// Errors of rows: what was not measured, and of a part that had no suite yet.
const CUT = {
  [TIME_OUT]: {
    words: 'not measured: the time of the command was over', rowCode: 'interrupted',
    loading: 'was still being loaded when the time of the command was over',
  },
  signal: {
    words: 'not measured: the run was interrupted', rowCode: 'interrupted',
    loading: 'was still being loaded when the run was interrupted',
  },
  exit: { words: 'not measured: the process ended before', rowCode: 'exited' },
};

/** Why not a single test was run. */
function nothingLeft(names, { filter = [], exclude = [] }) {
  const { label } = require('../text/display');
  if (names.length === 0) return new UsageError('no tests in the files: none exports a suite with a test in it, or calls bench');
  const meant = filter.map((pattern) => nearest(pattern, names)).find((name) => name !== null);
  const wayOut = meant === undefined ? `there are ${names.slice(0, 20).map(label).join(', ')}${names.length > 20 ? ', ...' : ''}` : `did you mean ${label(meant)}?`;
  const given = [...filter.map((pattern) => `--filter ${pattern}`), ...exclude.map((pattern) => `--exclude ${pattern}`)].join(' ');
  return new UsageError(`no test is left by ${given}; ${wayOut}`);
}

/**
 * Stops the process that measures, where something ends the command before its time.
 *
 * @param {{ timeout: number|undefined }} options seconds
 * @returns {{ code: function(): number, watch: function(object), dueMs: number|null, release: function() }} code: the exit
 *   code, 0 while nothing ends it; watch(process): the one that is stopped then, see part-process.js, and killed at the
 *   second time
 */
function listenForEnd(options, { clock }) {
  let exitCode = 0;
  let current = null;
  return {
    code: () => exitCode,
    watch(process) { current = process; },
    dueMs: options.timeout ? clock.wallMs() + options.timeout * 1000 + LATER_MS : null,
    release: onEnding(options, { clock }, (code) => {
      if (exitCode && current) current.kill();
      else if (current) current.stop(code === TIME_OUT);
      exitCode = exitCode || code;
    }),
  };
}

/**
 * @param {object} plan see measure.js
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
async function conduct({ parts, command, options }, deps) {
  const { clock, terminal, cwd } = deps;
  const isTable = options.format === 'table' || options.format === 'text';
  const output = createOutput(options, deps);
  const recorder = createRecorder({ command, save: (document) => output.save(document) }, deps);
  pin(options.pin, deps);
  const ending = listenForEnd(options, deps);
  const names = [];
  const found = (more) => names.push(...more);

  const shown = ({ file }) => file && shownPath(file, cwd);
  const task = (part) => (part.file ? `${require('../text/display').escaped(shown(part))}:` : 'qtimeit:');
  function fail(part, failure) {
    output.error(`${task(part)} ${failure.message}${failure.at ? `\n    at ${failure.at}` : ''}`);
    recorder.fail([shown(part)], failure);
  }

  /** What a file leaves behind is named, and harms nobody. */
  function tellLeft(part, { left, isHung }) {
    if (left) output.error(`${task(part)} left open: ${left.join(', ') || 'something'}; its process was ended a second after its last result`);
    else if (isHung) output.error(`${task(part)} its process did not end after its last result, and was killed`);
  }

  /** A part that was cut short: by a signal, or for the time was up. */
  function stopped(part, end, record) {
    const cut = CUT[ending.code()] || CUT.signal;
    record.cutShort({ ...cut, error: null }, end.underWay);
    if (!end.told && !record.state().hasSuites) fail(part, rowError(cut.rowCode, `${part.loader}${cut.loading}`));
  }

  function ended(part, end, record) {
    const { told, exiting } = end;
    if (told && told.type === 'refused') throw new UsageError(told.words);
    // An empty suite by itself is a command that asks for nothing.
    if (parts.length === 1 && told && told.isEmpty) return;
    const isDead = !told && !exiting;
    const failure = failureOfPart(end, record.state(), part.loader);
    const isBlamed = record.cutShort({ ...CUT.exit, error: isDead ? failure : null }, end.underWay);
    if (failure && !isBlamed) fail(part, failure);
    tellLeft(part, end);
  }

  async function run(part, index) {
    const { environment } = recorder.document;
    const process = startPart(part, { isTable }, () => ({
      isBannered: recorder.document.suites.some(({ settings }) => settings !== null), tellsEnvironment: environment === null,
      intervalMs: output.terminal.screen() ? SCREEN_INTERVAL_MS : INTERVAL_MS, dueMs: ending.dueMs,
    }), deps, (message) => record.take(message));
    ending.watch(process);
    // Loaded while that one starts.
    const { createPartRecord } = require('./part-record');
    const record = createPartRecord({ file: shown(part), index, count: parts.length }, { isTable }, { clock, output, recorder, found });
    const end = await process.ended;
    // ^C is for all processes of the command, and that one can be dead 0.2 ms before this one hears of it.
    if (SIGNALS.includes(end.signal) && !ending.code()) await new Promise((resolve) => clock.after(resolve, SIGNAL_GRACE_MS));
    ending.watch(null);
    terminal.status('');
    (ending.code() ? stopped : ended)(part, end, record);
  }

  try {
    let next = 0;
    while (next < parts.length && !ending.code()) await run(parts[next], next++);
    const code = ending.code();
    if (code) recorder.fail(parts.slice(next).map(shown), rowError(CUT.signal.rowCode, (CUT[code] || CUT.signal).words));
    else if (recorder.document.suites.length === 0) throw nothingLeft(names, options);
    else recorder.complete();
    if (code === TIME_OUT) output.error(timeoutWords(options));
    output.end(recorder.document);
    if (code) return code;
  } finally {
    ending.release();
  }
  const errors = recorder.document.suites.flatMap(({ tests, error }) => [error, ...tests.map((test) => test.error)]).filter(Boolean);
  return output.hasFailed() ? FAILED : exitCodeOf(errors);
}

module.exports = { conduct };
