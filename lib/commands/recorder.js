'use strict';

/* What a command has measured so far, as a document that is saved again and again while it grows. */

// Saving takes no more than a twentieth of the time.
const SAVING_SHARE = 20;

/**
 * @param {object} document its savedAt is set
 * @param {function()} save
 * @param {object} deps { clock, now(): Date }
 * @returns {{ save: function(), saveWhenDue: function() }}
 */
function createSaver(document, save, { clock, now }) {
  let dueNs = 0;

  function saveNow() {
    const startedNs = clock.nowNs();
    document.savedAt = now().toISOString();
    save();
    const endedNs = clock.nowNs();
    dueNs = endedNs + SAVING_SHARE * (endedNs - startedNs);
  }

  return {
    save: saveNow,
    saveWhenDue() { if (clock.nowNs() >= dueNs) saveNow(); },
  };
}

/**
 * The document of suites; its form is in docs/command-line.md.
 *
 * @param {object} plan
 * @param {string[]} plan.command arguments as typed
 * @param {object[]} [plan.before] suites that were measured before
 * @param {object|null} [plan.shard] which part of a plan they are, see docs/command-line.md
 * @param {string[]} [plan.order] of the files
 * @param {function(object)} plan.save given the document, after each test or process and when it is complete
 * @param {object} deps { clock, sysinfo, now(): Date, version }
 * @returns {{ document: object, add, record, fail, conclude, complete }}
 */
function createRecorder({ command, save, before = [], shard = null, order = [] }, deps) {
  const document = {
    qtimeit: 'results', schema: 1, version: deps.version, savedAt: null, complete: false, command,
    environment: null, suites: [...before],
  };
  if (shard) document.shard = shard;
  const saver = createSaver(document, () => {
    if (!document.environment) document.environment = deps.sysinfo();
    save(document);
  }, deps);

  const ranks = new Map(order.map((file, rank) => [file, rank]));

  /** Before those of later files; of files without an order at the end. */
  function put(entry) {
    const at = document.suites.findIndex(({ file }) => ranks.get(file) > ranks.get(entry.file));
    document.suites.splice(at < 0 ? document.suites.length : at, 0, entry);
  }

  return {
    document,

    /** A suite that is about to run; file is null for snippets, suite counts those of a file from 1. */
    add(file, suite) {
      const entry = { file, suite, settings: null, tests: [], error: null, seconds: null };
      put(entry);
      return entry;
    },

    /** What is known of a suite by now; samples: of each test, one for each process. */
    record(entry, { settings, rows, samples }, isOver) {
      entry.settings = settings;
      entry.tests = rows.map((row, i) => ({ ...row, samples: samples[i] }));
      if (isOver) saver.save();
      else saver.saveWhenDue();
    },

    /** Files that could not be loaded, or that failed between their suites. */
    fail(files, error) {
      for (const file of files) put({ file, suite: 1, settings: null, tests: [], error, seconds: null });
      saver.save();
    },

    /** A file has come to its end: what its suites have taken, in seconds. A run that is killed goes on behind it. */
    conclude(suites) {
      for (const { entry, seconds } of suites) entry.seconds = seconds;
      saver.save();
    },

    complete() {
      document.complete = true;
      saver.save();
    },
  };
}

module.exports = { createRecorder, createSaver };
