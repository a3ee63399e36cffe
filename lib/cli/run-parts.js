'use strict';

/* Measures each file of suites, or the snippets, in a separate process, because the command runs no user code. */

const { chooseExitCode, TIME_OUT } = require('./shutdown');
const { measureUnits } = require('./measure-units');
const { describePartFailure, findScript, hintOfCommand, hintOfScript, startPart } = require('./part-process');
const { createPartRecord, createRecorder, createResults, suitesOver } = require('./part-record');
const { checkedOut } = require('../compare/sides/git');
const { describeFilters } = require('../core/suite/suite-arguments');
const { shownPath } = require('../base/host/paths');
const { formatUnitKey } = require('../compare/shards/expected');
const { escaped, label, plainLines } = require('../base/text/display');
const { nearest } = require('../base/text/nearest');
const { counted } = require('../base/text/numbers');
const { createRowError } = require('../base/text/row-error');
const { UsageError } = require('../base/text/usage-error');

// Intervals at which a process sends refined rows: for a screen, and to keep results if the process is killed.
const SCREEN_INTERVAL_MS = 250;
const INTERVAL_MS = 1000;

const LATER_MS = 30; // the measuring process gets a slightly later deadline than this process

// A signal can arrive here this much later than in the process of a part.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const SIGNAL_GRACE_MS = 250;

const causeOf = (code) => (code === TIME_OUT ? 'the time limit of the command was reached' : 'the run was interrupted');

/** file: the first one, or null; script: see hintOfScript() */
function nothingLeft(names, options, file, script) {
  const { filter = [] } = options;
  if (names.length === 0) {
    const what = 'no tests found: no file exports a suite with tests or calls bench()';
    return new UsageError(`${what}${hintOfScript(script) || hintOfCommand(file)}`);
  }
  const meant = filter.map((pattern) => nearest(pattern, names)).find((name) => name !== null);
  const some = names.slice(0, 20).map(label).join(', ') + (names.length > 20 ? ', ...' : '');
  const hint = meant === undefined ? `Available: ${some}` : `Did you mean ${label(meant)}?`;
  return new UsageError(`no test matches ${describeFilters(options)}. ${hint}`);
}

/** Why the process did not exit by itself, or null. hasResults: of its suites, or of threads */
function describeStop({ outcome, left, isHung }, hasResults) {
  if (left) {
    const open = left.length > 0 ? [`still open: ${left.join(', ')}`] : [];
    const found = hasResults ? open : ['nothing was measured', ...open];
    const since = hasResults ? 'its last result' : 'the file was loaded';
    return `${found.join('; ') || 'did not end'}. The process was stopped one second after ${since}`;
  }
  if (!isHung) return null;
  const last = outcome.type === 'failed' ? 'its error' : hasResults ? 'its last result' : 'the file was loaded';
  return `the process did not exit after ${last} and was killed`;
}

/** Marks unmeasured rows, and reports failures. Throws a UsageError if the part rejected its options. */
function conclude(part, end, record, { output, recorder, code, isAlone }) {
  const { outcome, exiting, underWay } = end;
  const say = (words) => {
    const lines = plainLines(words).map(escaped).join('\n');
    output.error(`${part.shown === null ? 'qtimeit' : escaped(part.shown)}: ${lines}`);
  };
  const fail = (failure) => {
    say(`${failure.message}${failure.at ? `\n    at ${failure.at}` : ''}`);
    recorder.fail([part.shown], failure);
  };

  if (code) {
    const cause = causeOf(code);
    record.cutShort({ rowCode: 'interrupted', words: `not measured: ${cause}`, error: null }, underWay);
    const isLoading = !outcome && !record.state().hasSuites;
    if (isLoading) fail(createRowError('interrupted', `${part.loader}was still being loaded when ${cause}`));
    return;
  }
  if (outcome && outcome.printed > 0) say('its tests in worker threads are printed, but missing from the results');
  if (outcome && outcome.type === 'refused') throw new UsageError(outcome.words);
  // nothingLeft() reports a single empty suite.
  if (isAlone && outcome && outcome.isEmpty) return;
  const failure = describePartFailure(end, record.state(), part);
  const error = outcome || exiting ? null : failure;
  const words = 'not measured: the process ended first';
  const isBlamed = record.cutShort({ rowCode: 'exited', words, error }, underWay);
  if (failure && !isBlamed) fail(failure);
  const stop = describeStop(end, record.state().hasSuites || Boolean(outcome && outcome.printed));
  if (stop) say(stop);
}

/** Adds finished suites of an earlier run, and the revision, to the document. Resolves to the remaining parts. */
async function takeOver(earlier, own, document, { options, output, onStart, ...deps }) {
  const before = earlier === null ? [] : suitesOver(earlier);
  for (const suite of before) document.suites.push(suite);
  const over = new Set(before.map(({ file }) => file));
  const left = own.filter(({ shown }) => !over.has(shown));
  if (over.size) {
    output.error(`note: ${counted(over.size, 'file')} already measured, ${left.length} left ` +
      `(${options.save})`);
  }
  const files = own.map(({ file }) => file).filter((file) => file !== null);
  await noteRevision(document, earlier, options, () => checkedOut(files, deps, onStart));
  return left;
}

/** Of a document that is kept. Null if an earlier run, whose results are taken over, measured another revision */
async function noteRevision(document, earlier, { save, output, format }, ask) {
  if (save === undefined && output === undefined && format !== 'json') return;
  const here = await ask();
  const isSame = earlier === null || JSON.stringify(earlier.revision || null) === JSON.stringify(here);
  document.revision = isSame ? here : null;
}

/** Adds explanations to the suites of a part. They are extra, so a fault is a note. */
async function explainPart(part, document, { output, hasCode, onStart }, deps) {
  const { shown, worker, nodeOptions, again, withPlaces } = part;
  const suites = document.suites.filter(({ file }) => file === shown);
  try {
    const { saveProfile } = output;
    const launch = { ...worker, nodeOptions };
    const how = { worker: launch, again, withPlaces, saveProfile, hasCode, onStart };
    await require('./why').explainSuites(suites, how, deps);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.error(`note: ${shown === null ? 'the snippets' : shown} cannot be explained: ${error.message}`);
  }
}

/** Returns a function: the job of the process of the next part. dueMs: end of the time limit, or null */
function createJobOf(document, { isTable, terminal }, dueMs) {
  return () => ({
    isTable,
    isBannered: document.suites.some(({ settings }) => settings !== null),
    reportsEnvironment: document.environment === null,
    dueMs: dueMs === null ? null : dueMs + LATER_MS,
    intervalMs: terminal.screen() ? SCREEN_INTERVAL_MS : INTERVAL_MS,
  });
}

function createParts({ parts, command, options }, output, deps) {
  const { clock, terminal, cwd } = deps;
  const document = createResults(command, deps);
  const jobOf = createJobOf(document, output, options.timeout ? clock.wallMs() + options.timeout * 1000 : null);
  const seen = { names: [], printed: 0, script: null };
  let current = null;
  let isStopped = false;
  const onStart = (kill) => { current = { kill, stop: kill }; };

  async function measurePart(part, place, recorder, code) {
    const found = (more) => more.forEach((name) => seen.names.push(name));
    const record = createPartRecord({ file: part.shown, ...place }, { clock, output, recorder, found });
    current = (part.start || startPart)(part, jobOf, deps, record.take);
    const end = await current.ended;
    // ^C reaches all processes of the command. The part can die 0.2 ms before this process gets the signal.
    if (SIGNALS.includes(end.signal) && !code()) await new Promise((resolve) => clock.after(resolve, SIGNAL_GRACE_MS));
    current = null;
    terminal.status(null);
    end.script = record.state().hasSuites ? null : findScript(part.file, end.script, deps);
    conclude(part, end, record, { output, recorder, code: code(), isAlone: place.count === 1 });
    if (end.outcome && end.outcome.type === 'done' && !code()) record.conclude();
    Object.assign(seen, { script: seen.script || end.script, printed: seen.printed + (end.outcome?.printed || 0) });
  }

  return {
    document,
    cpus: options.pin,
    showsEmpty: true,
    list: async () => parts.map((part) => ({ ...part, shown: part.file && shownPath(part.file, cwd) })),
    unitOf: ({ shown }) => ({ key: formatUnitKey(shown), name: shown }),
    strangerIn(earlier, own) {
      const stranger = suitesOver(earlier).find(({ file }) => !own.some(({ shown }) => shown === file));
      return stranger ? `results of ${stranger.file}` : null;
    },

    async measure(own, { earlier, saver, code }) {
      const order = own.map(({ shown }) => shown);
      if (document.shard) document.shard.files = order;
      const recorder = createRecorder(document, order, saver);
      const left = await takeOver(earlier, own, document, { options, output, onStart, ...deps });
      current = null;
      const count = left.length;
      for (let index = 0; left.length && !code(); index++) {
        await measurePart(left.shift(), { index, count }, recorder, code);
      }
      if (code()) {
        const error = createRowError('interrupted', `not measured: ${causeOf(code())}`);
        recorder.fail(left.map(({ shown }) => shown), error);
      } else if (document.suites.length === 0 && seen.printed === 0 && !document.shard) {
        throw nothingLeft(seen.names, options, order[0], seen.script);
      } else if (options.why) {
        for (const part of own) await explainPart(part, document, { output, hasCode: options.code, onStart }, deps);
        current = null;
      }
    },

    summarize() {
      if (!document.environment) document.environment = deps.sysinfo();
    },

    isEmpty: () => document.suites.length === 0,
    show: () => output.end(document),

    exitCode: () => chooseExitCode(document),

    /** The first call requests the results and stops the measuring process; the second call kills it. */
    stop(code) {
      if (current && isStopped) current.kill();
      else if (current) current.stop(code === TIME_OUT);
      isStopped = true;
      return true;
    },
  };
}

const runParts = (plan, deps) => measureUnits((output) => createParts(plan, output, deps), plan, deps);

module.exports = { runParts };
