'use strict';

/* What a process tells of the suites of its part: recorded, and shown as it comes. */

const { cutShortError } = require('../text/row-error');
const { escaped } = require('../text/display');
const { progressLine } = require('../report/progress');
const { createView } = require('../report/view');

/** A row of a suite that was cut short. */
function cutRow(row, isUnderWay, { rowCode, words, error }) {
  if (row.verdict === 'failed') return row;
  if (isUnderWay && error) return { ...row, verdict: 'failed', error };
  if (row.verdict === null) return { ...row, verdict: 'failed', error: cutShortError(rowCode, words, isUnderWay) };
  return { ...row, warnings: [...row.warnings, { code: 'interrupted' }] };
}

/**
 * @param {{ file: string|null, index: number, count: number }} part file as shown; one of so many
 * @param {{ isTable: boolean }} options
 * @param {object} deps { clock, output, recorder, found(names) } found: given the names of tests before any is chosen
 * @returns {{ take, cutShort, state }}
 */
function createPartRecord({ file, index, count }, { isTable }, { clock, output, recorder, found }) {
  const suites = [];
  let rows = [];
  let samples = [];

  /** Rows come one by one, and then what they are for. */
  function takeRows(suite) {
    suite.rows = rows;
    suite.samples = samples;
    rows = [];
    samples = [];
  }

  const record = ({ entry, settings, rows: ownRows, samples: ownSamples }, isOver) =>
    recorder.record(entry, { settings, rows: ownRows, samples: ownSamples }, isOver);

  function viewOf({ settings, tests }) {
    const cliHooks = {
      progress(share, leftSeconds) {
        const line = progressLine(share, leftSeconds);
        return count > 1 ? `file ${index + 1} of ${count}: ${line}` : line;
      },
    };
    const sysinfo = () => recorder.document.environment;
    return createView(settings, tests, { terminal: output.terminal, clock, sysinfo, cliHooks });
  }

  const take = {
    arranged({ names }) { found(names); },
    begun({ position, settings, tests, rows: known, environment }) {
      if (environment) recorder.document.environment = environment;
      const entry = recorder.add(file, position + 1);
      suites[position] = {
        entry, settings, rows: known, samples: known.map(() => []), view: viewOf({ settings, tests }),
        isStarted: false, isOver: false,
      };
      if (isTable && count > 1 && position === 0) output.write(`${escaped(file)}\n`);
    },
    started({ position }) {
      suites[position].isStarted = true;
      suites[position].view.begin();
    },
    row(message) {
      rows[message.index] = message.row;
      samples[message.index] = message.samples;
    },
    sampled({ position, share, leftSeconds }) {
      const suite = suites[position];
      takeRows(suite);
      record(suite, false);
      suite.view.refresh(() => suite.rows, share, leftSeconds);
    },
    message({ position, text }) { suites[position].view.message(text); },
    ended({ position }) {
      const suite = suites[position];
      takeRows(suite);
      suite.isOver = true;
      record(suite, true);
      suite.view.end(suite.rows);
    },
  };

  return {
    take(message) { take[message.type](message); },

    /**
     * Ends the suites that have not come to their end.
     *
     * @param {{ rowCode: string, words: string, error: object|null }} cause rowCode and words of tests that were not
     *   measured; error of the one that was under way, null where it is not to blame
     * @param {{ position: number, index: number }|null} underWay
     * @returns {boolean} whether a test was blamed
     */
    cutShort(cause, underWay = null) {
      let isBlamed = false;
      for (const [position, suite] of suites.entries()) {
        if (!suite || suite.isOver) continue;
        suite.isOver = true;
        const latest = underWay && underWay.position === position ? underWay.index : -1;
        isBlamed = isBlamed || (cause.error !== null && latest >= 0);
        suite.rows = suite.rows.map((row, i) => cutRow(row, i === latest, cause));
        record(suite, true);
        if (suite.isStarted) suite.view.end(suite.rows);
      }
      return isBlamed;
    },
    /** { hasSuites, isUnderWay: whether one has not come to its end, errors: those of rows } */
    state() {
      const all = suites.filter(Boolean);
      return {
        hasSuites: all.length > 0,
        isUnderWay: all.some(({ isOver }) => !isOver),
        errors: all.flatMap((suite) => suite.rows.map(({ error }) => error)).filter(Boolean),
      };
    },
  };
}

module.exports = { createPartRecord };
