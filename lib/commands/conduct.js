'use strict';

/*
 * The side of the command, where no code of the user runs: each file, or the snippets, is loaded and measured in a
 * process of its own. What that tells is kept, saved as it comes, and printed at the end in the form that was asked
 * for, also where the run is cut short.
 */

const { exitCodeOf, FAILED, FINE, TIME_OUT } = require('./exit-codes');
const { shownPath } = require('./measure');
const { createOutput } = require('./output');
const { onEnding, timeoutWords } = require('./ending');
const { failureOfPart, startPart } = require('./part-process');
const { pin } = require('./pin');
const { createRecorder } = require('./recorder');
const { nearest } = require('../text/nearest');
const { rowError } = require('../text/row-error');
const { UsageError } = require('../text/usage-error');

// Of rows that are refined while they are measured: pictures on a screen, and else what is left where a process is
// killed.
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
  if (names.length === 0) {
    return new UsageError('no tests in the files: none exports a suite with a test in it, or calls bench');
  }
  const { label } = require('../text/display');
  const meant = filter.map((pattern) => nearest(pattern, names)).find((name) => name !== null);
  const some = names.slice(0, 20).map(label).join(', ') + (names.length > 20 ? ', ...' : '');
  const wayOut = meant === undefined ? `there are ${some}` : `did you mean ${label(meant)}?`;
  const given = [...filter.map((one) => `--filter ${one}`), ...exclude.map((one) => `--exclude ${one}`)].join(' ');
  return new UsageError(`no test is left by ${given}; ${wayOut}`);
}

/**
 * Stops the process that measures, where something ends the command before its time.
 *
 * @param {{ timeout: number|undefined }} options seconds
 * @returns {{ code: function(): number, watch: function(object), dueMs: number|null, release: function() }} code: the
 *   exit code, 0 while nothing ends it; watch(process): the one that is stopped then, see part-process.js, and killed
 *   at the second time
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
 * What becomes of a part whose process has ended: rows that were not measured say so, and what has failed is told.
 *
 * @param {object} part see measure.js, and its shown name
 * @param {import('./part-process').PartEnd} end
 * @param {object} record see part-record.js
 * @param {object} run { output, recorder, code, isAlone } code: that ends the command before its time, 0 for none;
 *   isAlone: the command has no other part
 * @throws {UsageError} where what is asked of the part cannot be done
 */
function conclude(part, end, record, { output, recorder, code, isAlone }) {
  const { told, exiting, left, isHung, underWay } = end;
  const say = (words) => {
    const { escaped, plainLines } = require('../text/display');
    const lines = plainLines(words).map(escaped).join('\n');
    output.error(`${part.shown === null ? 'qtimeit' : escaped(part.shown)}: ${lines}`);
  };
  const fail = (failure) => {
    say(`${failure.message}${failure.at ? `\n    at ${failure.at}` : ''}`);
    recorder.fail([part.shown], failure);
  };

  if (code) {
    const cut = CUT[code] || CUT.signal;
    record.cutShort({ ...cut, error: null }, underWay);
    if (!told && !record.state().hasSuites) fail(rowError(cut.rowCode, `${part.loader}${cut.loading}`));
    return;
  }
  if (told && told.type === 'refused') throw new UsageError(told.words);
  // An empty suite by itself is a command that asks for nothing.
  if (isAlone && told && told.isEmpty) return;
  const failure = failureOfPart(end, record.state(), part.loader);
  const isBlamed = record.cutShort({ ...CUT.exit, error: told || exiting ? null : failure }, underWay);
  if (failure && !isBlamed) fail(failure);
  // What a file leaves behind harms nobody.
  if (left) say(`left open: ${left.join(', ') || 'something'}; its process was ended a second after its last result`);
  else if (isHung) say('its process did not end after its last result, and was killed');
}

/**
 * @param {object} plan see measure.js
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
async function conduct(plan, deps) {
  // Before there are files that a signal would leave behind.
  const ending = listenForEnd(plan.options, deps);
  try {
    return await conductUntil(ending, plan, deps);
  } finally {
    ending.release();
  }
}

async function conductUntil(ending, { parts, command, options, sharding = null }, deps) {
  const { clock, terminal, cwd } = deps;
  const output = createOutput(options, deps);
  const { isTable } = output;
  const allParts = parts.map((part) => ({ ...part, shown: part.file && shownPath(part.file, cwd) }));
  const chosen = sharding ? require('./sharded-parts').partsHere(allParts, sharding, { options, output }, deps)
    : { own: allParts };
  if (chosen === null) return FINE;
  const { own: shownParts, ...kept } = chosen;
  const recorder = createRecorder({ command, save: (document) => output.save(document), ...kept }, deps);
  const { document } = recorder;
  pin(options.pin, deps, { isShard: options.shard !== undefined });
  const names = [];
  const found = (more) => { for (const name of more) names.push(name); };

  const toldOf = () => ({
    isBannered: document.suites.some(({ settings }) => settings !== null),
    tellsEnvironment: document.environment === null,
    intervalMs: output.terminal.screen() ? SCREEN_INTERVAL_MS : INTERVAL_MS, dueMs: ending.dueMs,
  });

  async function run(part, index) {
    const start = part.start || startPart;
    const process = start(part, { isTable }, toldOf, deps, (message) => record.take(message));
    ending.watch(process);
    // Loaded while that one starts.
    const { createPartRecord } = require('./part-record');
    const place = { file: part.shown, index, count: shownParts.length };
    const record = createPartRecord(place, { isTable }, { clock, output, recorder, found });
    const end = await process.ended;
    // ^C is for all processes of the command, and that one can be dead 0.2 ms before this one hears of it.
    const isSignal = SIGNALS.includes(end.signal) && !ending.code();
    if (isSignal) await new Promise((resolve) => clock.after(resolve, SIGNAL_GRACE_MS));
    ending.watch(null);
    terminal.status(null);
    conclude(part, end, record, { output, recorder, code: ending.code(), isAlone: shownParts.length === 1 });
    if (end.told && end.told.type === 'done' && !ending.code()) record.conclude();
  }

  let next = 0;
  while (next < shownParts.length && !ending.code()) await run(shownParts[next], next++);
  const code = ending.code();
  const left = shownParts.slice(next).map(({ shown }) => shown);
  if (code) recorder.fail(left, rowError(CUT.signal.rowCode, (CUT[code] || CUT.signal).words));
  else if (document.suites.length === 0 && !kept.shard) throw nothingLeft(names, options);
  else recorder.complete();
  if (kept.shard && document.suites.length === 0) output.error(require('./sharding').nothingHere(kept.shard));
  if (code === TIME_OUT) output.error(timeoutWords(options));
  output.end(document);
  if (code) return code;
  const errors = document.suites.flatMap(({ tests, error }) => [error, ...tests.map((test) => test.error)]);
  return output.hasFailed() ? FAILED : exitCodeOf(errors.filter(Boolean));
}

module.exports = { conduct };
