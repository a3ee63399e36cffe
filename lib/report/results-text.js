'use strict';

/* A saved run as it was printed while it was measured: its suites, each with its head, table and notes. */

const { machineLines, machineOf } = require('./machines-notes');
const { failureLines } = require('./notes');
const { suiteName } = require('./test-names');
const { createView } = require('./view');
const { wrapped } = require('../text/columns');
const { escaped, plainLines } = require('../text/display');

// A form for programs was asked for when it was measured; sources are not saved.
const AS_TEXT = { silent: false, json: false, csv: false, markdown: false, showSource: false };

/** What a person sees of a suite at its end. */
function suiteText({ settings, tests }, { isFirst, environment }, { columns, hasColours = false }) {
  let text = '';
  const showPlatformInfo = isFirst && environment !== null;
  const preRunMessage = plainLines(settings.preRunMessage || '').map(escaped).join('\n');
  const view = createView({ visualize: true, ...settings, ...AS_TEXT, showPlatformInfo, preRunMessage }, tests, {
    terminal: {
      write: (more) => { text += more; },
      status() {},
      screen: () => (columns > 0 ? { columns: columns + 1, rows: Infinity } : null),
      hasColours: () => hasColours,
    },
    clock: { nowNs: () => 0 },
    sysinfo: () => environment,
    cliHooks: null,
  });
  view.begin();
  view.end(tests);
  return text;
}

/**
 * @param {object} document results
 * @param {{ columns: number|undefined, hasColours: boolean }} [screen] that it is shown on
 * @returns {string} with ends of line
 */
function resultsText(document, screen = {}) {
  const { suites, environment, complete, machines = [] } = document;
  const textOf = (lines) => lines.flatMap((line) => wrapped(line, screen.columns)).map((line) => `${line}\n`).join('');
  const files = new Set(suites.map(({ file }) => file));
  let shownFile = null;
  // Of several machines each file tells its own.
  let isFirst = machines.length < 2;
  const hasHeadings = files.size > 1 || machines.length > 1;
  const headingOf = (suite) => {
    const machine = machineOf(suite, document);
    return textOf([escaped(suite.file) + (machine && ` (${machine})`)]);
  };
  const texts = suites.map((suite) => {
    const { file, error, tests } = suite;
    const heading = hasHeadings && file !== shownFile ? headingOf(suite) : '';
    shownFile = file;
    if (error) return heading + textOf(failureLines({ name: suiteName(suite), error }));
    if (tests.length === 0) return heading;
    const text = suiteText(suite, { isFirst, environment }, screen);
    isFirst = false;
    return heading + text;
  });
  texts.push(textOf(machineLines(document)));
  if (complete === false) texts.push(textOf(['cut short: these are not all of the figures']));
  return texts.join('') || 'no tests\n';
}

module.exports = { resultsText };
