'use strict';

/* What a command has measured so far, as the document that is saved and printed; its form is in docs/results.md. */

// Saving is not to take more than a twentieth of the time.
const SAVING_SHARE = 20;

/**
 * @param {object} plan
 * @param {string[]} plan.command arguments as typed
 * @param {function(object)} plan.save given the document, after each test or process and when it is complete
 * @param {object} doors { clock, sysinfo, now(): Date, version }
 * @returns {{ document: object, add, record, fail, complete }}
 */
function createRecorder({ command, save }, { clock, sysinfo, now, version }) {
  const document = {
    qtimeit: 'results', schema: 1, version, savedAt: null, complete: false, command, environment: null, suites: [],
  };
  let dueNs = 0;

  function saveNow() {
    const startedNs = clock.nowNs();
    if (!document.environment) document.environment = sysinfo();
    document.savedAt = now().toISOString();
    save(document);
    const endedNs = clock.nowNs();
    dueNs = endedNs + SAVING_SHARE * (endedNs - startedNs);
  }

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
    if (isOver || clock.nowNs() >= dueNs) saveNow();
  }

  /** A file that could not be loaded, or that failed between its suites. */
  function fail(file, error) {
    document.suites.push({ file, suite: 1, settings: null, tests: [], error });
    saveNow();
  }

  function complete() {
    document.complete = true;
    saveNow();
  }

  return { document, add, record, fail, complete };
}

module.exports = { createRecorder };
