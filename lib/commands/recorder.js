'use strict';

/* What a command has measured so far, as the document that is saved and printed; its form is in docs/results.md. */

const { createSaver } = require('./saver');

/**
 * @param {object} plan
 * @param {string[]} plan.command arguments as typed
 * @param {function(object)} plan.save given the document, after each test or process and when it is complete
 * @param {object} deps { clock, sysinfo, now(): Date, version }
 * @returns {{ document: object, add, record, fail, complete }}
 */
function createRecorder({ command, save }, deps) {
  const { sysinfo, version } = deps;
  const document = {
    qtimeit: 'results', schema: 1, version, savedAt: null, complete: false, command, environment: null, suites: [],
  };
  const saver = createSaver(document, () => {
    if (!document.environment) document.environment = sysinfo();
    save(document);
  }, deps);

  /** A suite that is about to run; file is null for snippets, suite counts those of a file from 1. */
  function add(file, suite) {
    const entry = { file, suite, settings: null, tests: [], error: null };
    document.suites.push(entry);
    return entry;
  }

  /** What is known of a suite by now; samples: of each test, one for each process. */
  function record(entry, { settings, rows, samples }, isOver) {
    entry.settings = settings;
    entry.tests = rows.map((row, i) => ({ ...row, samples: samples[i] }));
    if (isOver) saver.save();
    else saver.saveWhenDue();
  }

  /** Files that could not be loaded, or that failed between their suites. */
  function fail(files, error) {
    for (const file of files) document.suites.push({ file, suite: 1, settings: null, tests: [], error });
    saver.save();
  }

  function complete() {
    document.complete = true;
    saver.save();
  }

  return { document, add, record, fail, complete };
}

module.exports = { createRecorder };
