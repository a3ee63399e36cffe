'use strict';

/*
 * Where a command's words and figures go: standard output or a file, in the form that was asked for, and the
 * file of results beside it. Files are tried before anything is measured; what fails later costs no figure.
 */

const path = require('path');

const { formatOf } = require('../report/formats');
const { UsageError } = require('../text/usage-error');

/** Of two texts for one file the second would take the place of the first, after all has been measured. */
function refuseSameFile(files) {
  const given = files.filter(([, name]) => name !== undefined);
  given.forEach(([option, name], i) => {
    const other = given.slice(0, i).find((one) => path.resolve(one[1]) === path.resolve(name));
    if (other) throw new UsageError(`${other[0]} and ${option} name the same file, ${name}: give one of them another name`);
  });
}

/** A terminal that keeps what is written: a file gets the table at the end, and no progress. */
function bufferedTerminal(terminal) {
  let text = '';
  return { ...terminal, write: (more) => { text += more; }, screen: () => null, hasColours: () => false, text: () => text };
}

/**
 * @param {object} options { save, output, plot, force = false, format }; the plot is written by another, and only looked at here
 * @param {object} deps { terminal, host }
 * @returns {{ terminal, write, error, save, end, hasFailed }}
 * @throws {UsageError} for a file that cannot be written, or that is named twice
 */
function createOutput({ save, output, plot, force = false, format }, deps) {
  // Loaded where it is asked for: what measures is to be started at once.
  const open = (path) => (path === undefined ? null : require('../host/output-file').openOutputFile(path, { force, host: deps.host }));
  const saved = open(save);
  const outputFile = open(output);
  const terminal = outputFile ? bufferedTerminal(deps.terminal) : deps.terminal;
  // Pipes and devices take both.
  refuseSameFile([['--save', saved && saved.isStream ? undefined : save], ['-o', outputFile && outputFile.isStream ? undefined : output], ['--plot', plot]]);
  let broken = false;

  const documentText = (document) => require('../document/document-text').documentText(document);
  const error = (text) => deps.terminal.writeError(`${text}\n`);

  function tryTo(action) {
    try {
      action();
      return true;
    } catch (failure) {
      if (!(failure instanceof require('../host/output-file').StoreError)) throw failure;
      if (!broken) error(`qtimeit: ${failure.message}`);
      broken = true;
      return false;
    }
  }

  return {
    terminal,
    error,
    write: (text) => terminal.write(text),
    save(document) {
      // A pipe gets it once, at the end.
      if (saved && !saved.isStream) tryTo(() => saved.write(documentText(document)));
    },
    /** The end: all that is known, printed or written; shown: what is made of the document, where that is not itself. */
    end(document, shown = document) {
      if (saved && saved.isStream) tryTo(() => saved.write(documentText(document)));
      const screen = terminal.screen();
      const text = (outputFile ? terminal.text() : '') + formatOf(format, shown, { columns: screen ? screen.columns - 1 : undefined, hasColours: terminal.hasColours() });
      if (!outputFile) deps.terminal.write(text);
      else if (!tryTo(() => outputFile.write(text))) deps.terminal.write(text);
    },
    hasFailed: () => broken,
  };
}

module.exports = { createOutput };
