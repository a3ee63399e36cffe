'use strict';

/*
 * Where a command's words and figures go: standard output and files, each in its form, and the file of results beside
 * them. Files are tried before anything is measured; what fails later costs no figure.
 */

const path = require('path');

const { holdSignals } = require('./ending');
const { formOfFile } = require('./forms');
const { formatOf, endOf } = require('../report/output/formats');
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

/** A terminal on which nothing is seen but errors. */
const silent = (terminal) => ({ ...terminal, write() {}, screen: () => null, hasColours: () => false });

/**
 * What is written where: a form and one file mean that the file is to have what would be printed. Of files by their
 * endings people expect to see beside them what they see without.
 */
function destinationsOf({ output = [], format }, usual) {
  if (output.length === 1 && format !== undefined) return { printed: null, files: [{ name: output[0], form: format }] };
  return { printed: format || usual, files: output.map((name) => ({ name, form: formOfFile(name) })) };
}

/**
 * @param {object} options { save, output, plot, plotKind, force, resume, format } of the command line
 * @param {object} deps { terminal, host }
 * @param {object} [more]
 * @param {string|null} [more.usual] the form that is printed where none is asked for; null for nothing
 * @param {boolean} [more.isSaved] what is printed was not shown while it was measured
 * @param {function(object): Iterable<string>} [more.partsOf] the document as JSON, where that may be longer than
 *   a string
 * @returns {{ terminal, write, error, save, end, hasFailed, printed, isTable, tried }} error(text): a line of standard
 *   error; printed: the form that is printed, null for nothing; isTable: whether that is for people; tried: a promise,
 *   see holdSignals(), to be awaited before long work without a turn of the event loop
 * @throws {UsageError} for a file that cannot be written, or that is named twice
 */
function createOutput(options, deps, { usual = 'table', isSaved = false, partsOf } = {}) {
  const { save, plot, plotKind = 'box', force = false, resume = false } = options;
  const how = { force: force || resume, host: deps.host };
  // A signal would leave the file behind by which a folder is tried.
  const tried = holdSignals();
  const { printed, files } = destinationsOf(options, usual);
  // Loaded where it is asked for: what measures is to be started at once.
  const open = (given) => (given === undefined ? null : require('../host/output-file').openOutputFile(given, how));
  const plotFile = plot === undefined ? null : require('../report/picture/plot-file').openPlot(plot, how);
  const saved = open(save);
  const outputs = files.map(({ name, form }) => ({ name, form, file: open(name) }));
  const terminal = printed === null ? silent(deps.terminal) : deps.terminal;
  // Pipes and devices take all.
  const replaced = (file, given) => (file && file.isStream ? undefined : given);
  refuseSameFile([
    ['--save', replaced(saved, save)], ...outputs.map(({ name, file }) => ['-o', replaced(file, name)]),
    ['--plot', plot],
  ]);
  const lost = new Set();

  const jsonOf = partsOf || ((document) => require('../document/document-text').documentText(document));
  const formed = (make, form, ...rest) => (form === 'json' ? jsonOf(...rest) : make(form, ...rest));
  const write = (text) => {
    for (const part of typeof text === 'string' ? [text] : text) deps.terminal.write(part);
  };

  function error(text) {
    deps.terminal.status(null);
    deps.terminal.writeError(`${text}\n`);
  }

  function tryTo(action) {
    holdSignals();
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

  function print(document) {
    const screen = terminal.screen();
    const shape = { columns: screen ? screen.columns - 1 : undefined, hasColours: terminal.hasColours() };
    write(formed(isSaved ? formatOf : endOf, printed, document, shape));
  }

  return {
    terminal,
    error,
    printed,
    isTable: printed === 'table' || printed === 'text',
    write: (text) => terminal.write(text),
    save(document) {
      // A pipe gets it once, at the end.
      if (saved && !saved.isStream) tryTo(() => saved.write(jsonOf(document)));
    },
    /**
     * The end: all that is known, printed, written and drawn; shownIn(form): what is made of the document there, where
     * that is not itself.
     */
    end(document, shownIn = () => document) {
      if (saved && saved.isStream) tryTo(() => saved.write(jsonOf(document)));
      if (printed !== null) print(shownIn(printed));
      for (const { form, file } of outputs) {
        const text = () => formed(formatOf, form, shownIn(form));
        const isWritten = tryTo(() => file.write(text()));
        // Figures that nobody has seen are not lost.
        if (!isWritten && printed === null) write(text());
      }
      if (plotFile) {
        const { toPlot } = require('../report/plot/to-plot');
        tryTo(() => plotFile.write(toPlot(shownIn('plot'), { kind: plotKind })));
      }
    },
    hasFailed: () => lost.size > 0,
    tried,
  };
}

module.exports = { createOutput };
