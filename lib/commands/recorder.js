'use strict';

/* The document of suites; docs/results.md has its form. */

const isCut = ({ error, warnings }) => error !== null || warnings.some(({ code }) => code === 'interrupted');

/** The suites of files that came to their end without an error: those of all others are measured again. */
function suitesOver({ suites }) {
  const open = new Set(suites
    .filter(({ seconds, error, tests }) => typeof seconds !== 'number' || error !== null || tests.some(isCut))
    .map(({ file }) => file));
  return suites.filter(({ file }) => !open.has(file));
}

const createResults = (command, { version }) => ({
  qtimeit: 'results', schema: 1, version, savedAt: null, complete: false, command, environment: null, suites: [],
});

/**
 * @param {object} document its suites are filled
 * @param {string[]} order of the files
 * @param {object} saver see measure-units.js
 * @returns {{ document, add, record, fail, conclude }}
 */
function createRecorder(document, order, saver) {
  const { suites } = document;
  const ranks = new Map(order.map((file, rank) => [file, rank]));

  /** Before those of later files; of files without an order at the end. */
  function put(entry) {
    const at = suites.findIndex(({ file }) => ranks.get(file) > ranks.get(entry.file));
    suites.splice(at < 0 ? suites.length : at, 0, entry);
  }

  return {
    document,

    /** Adds a suite that is about to run; file is null for snippets, suite counts those of a file from 1. */
    add(file, suite) {
      const entry = { file, suite, settings: null, tests: [], error: null, seconds: null };
      put(entry);
      return entry;
    },

    /** Keeps what is known of a suite by now; samples: of each test, one for each process. */
    record(entry, { settings, rows, samples }, isOver) {
      entry.settings = settings;
      entry.tests = rows.map((row, i) => ({ ...row, samples: samples[i] }));
      if (isOver) saver.save();
      else saver.saveWhenDue();
    },

    /** Adds files that could not be loaded, or that failed between their suites. */
    fail(files, error) {
      for (const file of files) put({ file, suite: 1, settings: null, tests: [], error, seconds: null });
      saver.save();
    },

    /** Keeps how long the suites of a file have taken, in seconds: a run that is killed is resumed after it. */
    conclude(over) {
      for (const { entry, seconds } of over) entry.seconds = seconds;
      saver.save();
    },
  };
}

module.exports = { createRecorder, createResults, suitesOver };
