'use strict';

/* Fills the document of suites (see docs/results.md), and shows the suites of a part, as messages arrive. */

const { createCutShortError } = require('../base/text/row-error');
const { escaped, label } = require('../base/text/display');
const { counted } = require('../base/text/numbers');

const isCut = ({ error, warnings }) => error !== null || warnings.some(({ code }) => code === 'interrupted');

/** The suites of files that finished without an error. Other files are measured again. */
function suitesOver({ suites }) {
  const open = new Set(suites
    .filter(({ seconds, error, tests }) => typeof seconds !== 'number' || error !== null || tests.some(isCut))
    .map(({ file }) => file));
  return suites.filter(({ file }) => !open.has(file));
}

const createResults = (command, { version }) => ({
  qtimeit: 'results', schema: 1, version, savedAt: null, complete: false, command, environment: null, suites: [],
});

function createRecorder(document, order, saver) {
  const { suites } = document;
  const ranks = new Map(order.map((file, rank) => [file, rank]));

  /** Inserts an entry before later files; files without an order go to the end. suite: number in the file, from 1 */
  function add(file, suite, error = null) {
    const entry = { file, suite, settings: null, tests: [], error, seconds: null };
    const at = suites.findIndex((other) => ranks.get(other.file) > ranks.get(file));
    suites.splice(at < 0 ? suites.length : at, 0, entry);
    return entry;
  }

  return {
    document, add, save: saver.save,

    record(entry, { settings, rows, samples }, isOver) {
      entry.settings = settings;
      entry.tests = rows.map((row, i) => ({ ...row, samples: samples[i] }));
      if (isOver) saver.save();
      else saver.saveWhenDue();
    },

    /** For files that failed to load, or failed between their suites. */
    fail(files, error) {
      for (const file of files) add(file, 1, error);
      saver.save();
    },

  };
}

function cutRow(row, isUnderWay, { rowCode, words, error }) {
  if (row.verdict === 'failed') return row;
  if (isUnderWay && error) return { ...row, verdict: 'failed', error };
  if (row.verdict === null) return { ...row, verdict: 'failed',
    error: createCutShortError(rowCode, words, isUnderWay) };
  return { ...row, warnings: [...row.warnings, { code: 'interrupted' }] };
}

const stateOf = (suites) => ({
  hasSuites: suites.length > 0,
  isUnderWay: suites.some(({ isOver }) => !isOver),
  errors: suites.flatMap(({ rows }) => rows.map(({ error }) => error)).filter(Boolean),
});

/** What the progress is about: 'file 1 of 2, suite 3'. How many suites a file has is not known before its end. */
function describePlace({ index, count }, position) {
  const file = count > 1 ? `file ${index + 1} of ${count}` : null;
  const suite = position > 0 ? `suite ${position + 1}` : null;
  return [file, suite].filter(Boolean).join(', ') || null;
}

function viewOf({ position, settings, tests }, part, { clock, output, recorder }) {
  // Loaded late, so that the first process starts at once.
  const { createView } = require('../report/view/view');
  const cliHooks = { file: part.file, what: describePlace(part, position) };
  const sysinfo = () => recorder.document.environment;
  return createView(settings, tests, { terminal: output.terminal, clock, sysinfo, cliHooks });
}

/** Further tables of a file would otherwise look the same. */
const titled = (settings, position) => (
  settings.title || position === 0 ? settings : { ...settings, title: `suite ${position + 1}` });

const MOST_UNUSED = 5; // names in the note

/** file: as shown; names: of exported tests that do not run, see loadSuiteFile() */
function unusedNote(file, names) {
  const shown = names.slice(0, MOST_UNUSED).map(label).join(', ');
  const more = names.length > MOST_UNUSED ? ` and ${names.length - MOST_UNUSED} more` : '';
  const verb = names.length === 1 ? 'is not run as a test' : 'are not run as tests';
  return `note: ${escaped(file)}: ${counted(names.length, 'exported function')} (${shown}${more}) ${verb}, because ` +
    'the file has a default export';
}

/** part: { file (as shown), index, count }; deps.found(names) is called with the test names before filtering. */
function createPartRecord(part, deps) {
  const { output, recorder, found } = deps;
  const suites = new Map();
  let arrived = { rows: [], samples: [] }; // rows arrive one by one, before the message that needs them
  let sinceNs = deps.clock.nowNs();

  function takeRows(suite) {
    Object.assign(suite, arrived);
    arrived = { rows: [], samples: [] };
    recorder.record(suite.entry, suite, suite.isOver);
  }

  const take = {
    arranged({ names }) { found(names); },
    unused({ names }) { output.error(unusedNote(part.file, names)); },
    begun({ position, settings, tests, rows: known, environment }) {
      if (environment) recorder.document.environment = environment;
      suites.set(position, {
        entry: recorder.add(part.file, position + 1), settings, rows: known, samples: known.map(() => []),
        view: viewOf({ position, settings: titled(settings, position), tests }, part, deps),
        isStarted: false, isCounting: false, isOver: false,
      });
      if (output.isTable && part.count > 1 && position === 0) output.write(`${escaped(part.file)}\n`);
    },
    started({ position }) {
      suites.get(position).isStarted = true;
      suites.get(position).view.begin();
    },
    row({ index, row, samples }) {
      arrived.rows[index] = row;
      arrived.samples[index] = samples;
    },
    sampled({ position, share, leftSeconds, phase }) {
      const suite = suites.get(position);
      suite.isCounting = phase === 'counting';
      takeRows(suite);
      suite.view.refresh(() => suite.rows, share, leftSeconds, null, phase);
    },
    message({ position, text }) { suites.get(position).view.message(text); },
    ended({ position }) {
      const suite = suites.get(position);
      suite.isOver = true;
      suite.seconds = (deps.clock.nowNs() - sinceNs) / 1e9;
      sinceNs += suite.seconds * 1e9;
      takeRows(suite);
      suite.view.end(suite.rows);
    },
  };

  return {
    take: (message) => take[message.type](message),

    /** Ends suites; returns whether a test was blamed. cause: rowCode, words, error of the running test or null. */
    cutShort(cause, underWay = null) {
      let isBlamed = false;
      for (const [position, suite] of suites) {
        if (suite.isOver) continue;
        suite.isOver = true;
        const latest = underWay && underWay.position === position ? underWay.index : -1;
        isBlamed = isBlamed || (cause.error !== null && latest >= 0 && !suite.isCounting);
        suite.rows = suite.isCounting ? suite.rows.map(require('../extras/counts/counting').cutShortRow)
          : suite.rows.map((row, i) => cutRow(row, i === latest, cause));
        recorder.record(suite.entry, suite, true);
        if (suite.isStarted) suite.view.end(suite.rows);
      }
      return isBlamed;
    },

    /** Call this after the end of the file. Durations, in seconds, mark it as finished for --resume. */
    conclude() {
      for (const { entry, seconds } of suites.values()) entry.seconds = seconds;
      recorder.save();
    },

    state: () => stateOf([...suites.values()]),
  };
}

module.exports = { createPartRecord, createRecorder, createResults, suitesOver, unusedNote };
