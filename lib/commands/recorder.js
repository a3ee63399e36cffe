'use strict';

/* Fills the document of suites; format: docs/results.md. */

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

  /** Inserts an entry before later files; files without an order go to the end. */
  function put(entry) {
    const at = suites.findIndex(({ file }) => ranks.get(file) > ranks.get(entry.file));
    suites.splice(at < 0 ? suites.length : at, 0, entry);
  }

  return {
    document,

    /** file: null for snippets; suite: number within the file, from 1. */
    add(file, suite) {
      const entry = { file, suite, settings: null, tests: [], error: null, seconds: null };
      put(entry);
      return entry;
    },

    /** samples: for each test, one sample per process. */
    record(entry, { settings, rows, samples }, isOver) {
      entry.settings = settings;
      entry.tests = rows.map((row, i) => ({ ...row, samples: samples[i] }));
      if (isOver) saver.save();
      else saver.saveWhenDue();
    },

    /** For files that failed to load, or failed between their suites. */
    fail(files, error) {
      for (const file of files) put({ file, suite: 1, settings: null, tests: [], error, seconds: null });
      saver.save();
    },

    /** Sets the durations, in seconds: they mark the file as finished for --resume. */
    conclude(over) {
      for (const { entry, seconds } of over) entry.seconds = seconds;
      saver.save();
    },
  };
}

module.exports = { createRecorder, createResults, suitesOver };
