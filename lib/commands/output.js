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
    const wayOut = 'give one of them another name';
    if (other) throw new UsageError(`${other[0]} and ${option} name the same file, ${name}: ${wayOut}`);
  });
}

/** A terminal that keeps what is written: a file gets the table at the end, and no progress. */
function bufferedTerminal(terminal) {
  let text = '';
  const write = (more) => { text += more; };
  return { ...terminal, write, screen: () => null, hasColours: () => false, text: () => text };
}

/**
 * @param {object} options { save, output, plot, force = false, resume = false, format }
 * @param {object} deps { terminal, host }
 * @returns {{ terminal, write, error, save, plot, end, hasFailed }} error(text): a line of standard error
 * @throws {UsageError} for a file that cannot be written, or that is named twice
 */
function createOutput({ save, output, plot, force = false, resume = false, format }, deps) {
  const how = { force: force || resume, host: deps.host };
  // Loaded where it is asked for: what measures is to be started at once.
  const open = (given) => (given === undefined ? null : require('../host/output-file').openOutputFile(given, how));
  const plotFile = plot === undefined ? null : require('../report/picture/plot-file').openPlot(plot, how);
  const saved = open(save);
  const outputFile = open(output);
  const terminal = outputFile ? bufferedTerminal(deps.terminal) : deps.terminal;
  // Pipes and devices take both.
  const replaced = (file, given) => (file && file.isStream ? undefined : given);
  refuseSameFile([['--save', replaced(saved, save)], ['-o', replaced(outputFile, output)], ['--plot', plot]]);
  const lost = new Set();

  const documentText = (document) => require('../document/document-text').documentText(document);

  function error(text) {
    deps.terminal.status('');
    deps.terminal.writeError(`${text}\n`);
  }

  function tryTo(action) {
    try {
      action();
      return true;
    } catch (failure) {
      if (!(failure instanceof require('../host/output-file').StoreError)) throw failure;
      if (!lost.has(failure.path)) error(`qtimeit: ${failure.message}`);
      lost.add(failure.path);
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
    /** Draws the plot, where one was asked for: make() gives it as SVG. */
    plot(make) { if (plotFile) tryTo(() => plotFile.write(make())); },
    /**
     * The end: all that is known, printed or written; shown: what is made of the document, where that is not itself.
     */
    end(document, shown = document) {
      if (saved && saved.isStream) tryTo(() => saved.write(documentText(document)));
      const screen = terminal.screen();
      const shape = { columns: screen ? screen.columns - 1 : undefined, hasColours: terminal.hasColours() };
      const text = (outputFile ? terminal.text() : '') + formatOf(format, shown, shape);
      if (!outputFile) deps.terminal.write(text);
      else if (!tryTo(() => outputFile.write(text))) deps.terminal.write(text);
    },
    hasFailed: () => lost.size > 0,
  };
}

module.exports = { createOutput };
