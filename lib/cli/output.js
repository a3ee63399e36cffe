'use strict';

/* Writes the document of a command. Files are checked before measuring; if one fails later, no figures are lost. */

const path = require('path');
const { holdSignals } = require('./shutdown');
const { formatDocument, formatEnd, withFastest } = require('../report/output/formats');
const { isSamePath } = require('../base/host/paths');
const { UsageError } = require('../base/text/usage-error');

const ENDINGS = { '.html': 'html', '.md': 'markdown', '.csv': 'csv', '.json': 'json', '.txt': 'text' };

// Formats that include the answer to --max-regression.
const WITH_GATE = ['table', 'text', 'markdown', 'github', 'json'];
const WITH_EXPLANATIONS = [...WITH_GATE, 'html'];

function formOfFile(file) {
  const ending = path.extname(file).toLowerCase();
  if (Object.hasOwn(ENDINGS, ending)) return ENDINGS[ending];
  const what = ending ? `unknown extension ${ending}` : 'no extension';
  const hint = `Use ${Object.keys(ENDINGS).join(', ')}, or --format NAME with a single file`;
  throw new UsageError(`-o ${file || '\'\''}: ${what}. ${hint}`);
}

/** Rejects one file for two texts, because the second would replace the first after measuring. */
function refuseSameFile(files, host) {
  const given = files.filter(([, name]) => name !== undefined);
  given.forEach(([option, name], i) => {
    const other = given.slice(0, i).find((one) => isSamePath(one[1], name, host));
    const hint = 'Use two different names';
    if (other) throw new UsageError(`${other[0]} and ${option} name the same file, ${name}. ${hint}`);
  });
}

/** Where the files of this folder are on GitHub, in a job there; null elsewhere */
function sourceUrlHere({ env }, cwd) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit, GITHUB_WORKSPACE: root } = env;
  if (!server || !repository || !commit || !root) return null;
  const folder = path.relative(root, cwd).split(path.sep).join('/');
  const isInside = folder !== '..' && !folder.startsWith('../') && !path.isAbsolute(folder);
  return isInside ? `${server}/${repository}/blob/${commit}/${encodeURI(folder && `${folder}/`)}` : null;
}

const silent = (terminal) => ({ ...terminal, write() {}, screen: () => null, hasColours: () => false });

/** With --format, a single -o replaces standard output. Otherwise files are additional. */
function destinationsOf({ output = [], format }, usual) {
  if (output.length === 1 && format !== undefined) return { printed: null, files: [{ name: output[0], form: format }] };
  return { printed: format || usual, files: output.map((name) => ({ name, form: formOfFile(name) })) };
}

/** Writes of files: each file that fails is reported once, and the remaining files are still written. */
function createAttempts(terminal) {
  const lost = new Set();

  function error(text) {
    terminal.status(null);
    terminal.writeError(`${text}\n`);
  }

  function tryTo(action) {
    holdSignals();
    try {
      action();
      return true;
    } catch (failure) {
      if (!(failure instanceof require('../base/host/output-file').StoreError)) throw failure;
      if (!lost.has(failure.path)) error(`qtimeit: ${failure.message}`);
      lost.add(failure.path);
      return false;
    }
  }

  return { error, tryTo, hasFailed: () => lost.size > 0 };
}

/** Explanations that a format has no place for; '' without any */
function explanationsLeftOut(format, { suites = [], tests = [] }) {
  const found = [...suites, ...tests].flatMap(({ explanations = [] }) => explanations);
  if (found.length === 0 || WITH_EXPLANATIONS.includes(format)) return '';
  return require('../report/kinds/explanation').explanationLines(found).join('\n');
}

/**
 * usual: default format, null for no output; isSaved: whether the document was not shown while it was measured. In the
 * result, error(text) prints a line on standard error; isTable: whether standard output is for people; tried: promise
 * of holdSignals(), to await before long synchronous work. Throws a UsageError for a file that cannot be written, or is
 * named twice.
 */
function createOutput(options, deps, { usual = 'table', isSaved = false } = {}) {
  const { save, plot, plotKind, cpuprofile, force = false, resume = false } = options;
  const how = { force: force || resume, host: deps.host };
  const tried = holdSignals(); // a signal would leave behind the file that tests whether a folder is writable
  const { printed, files } = destinationsOf(options, usual);
  // Loaded late, so that measuring starts at once.
  const open = (given) => (given === undefined ? null : require('../base/host/output-file').openOutputFile(given, how));
  const plotFile = plot === undefined ? null : require('./plot-file').openPlot(plot, how);
  const profiles = cpuprofile === undefined ? null
    : require('../extras/why/cpu-profile').openProfileFolder(cpuprofile, { force, host: deps.host, cwd: deps.cwd });
  const saved = open(save);
  const outputs = files.map(({ name, form }) => ({ name, form, file: open(name) }));
  const terminal = printed === null ? silent(deps.terminal) : deps.terminal;
  // Pipes and devices accept several texts.
  const replaced = (file, given) => (file && file.isStream ? undefined : given);
  refuseSameFile([
    ['--save', replaced(saved, save)], ...outputs.map(({ name, file }) => ['-o', replaced(file, name)]),
    ['--plot', plot],
  ], deps.host);
  const sourceUrl = sourceUrlHere(deps.host, deps.cwd);
  const { error, tryTo, hasFailed } = createAttempts(deps.terminal);

  // In parts, because it may exceed the longest string.
  const jsonOf = (document) => require('../core/document/document-text').documentParts(withFastest(document));
  const formed = (make, form, ...rest) => (form === 'json' ? jsonOf(...rest) : make(form, ...rest));
  const write = (text) => {
    for (const part of typeof text === 'string' ? [text] : text) deps.terminal.write(part);
  };

  function print(document) {
    const shape = require('../report/terminal').readScreen(terminal);
    write(formed(isSaved ? formatDocument : formatEnd, printed, document, { ...shape, sourceUrl }));
  }

  /** shownIn(form): the document for a format, if it differs from `document`. */
  function end(document, shownIn = () => document) {
    if (saved && saved.isStream) tryTo(() => saved.write(jsonOf(document)));
    if (printed !== null) print(shownIn(printed));
    for (const { form, file } of outputs) {
      const text = () => formed(formatDocument, form, shownIn(form), { sourceUrl });
      const isWritten = tryTo(() => file.write(text()));
      if (!isWritten && printed === null) write(text());
    }
    if (plotFile) {
      const { toPlot } = require('../report/output/to-plot');
      tryTo(() => plotFile.write(toPlot(shownIn('plot'), { plotKind })));
    }
    const reasons = options.why ? explanationsLeftOut(printed === null ? outputs[0].form : printed, document) : '';
    if (reasons) error(reasons);
  }

  return {
    terminal,
    error,
    isTable: printed === 'table' || printed === 'text',
    write: (text) => terminal.write(text),
    save(document) {
      // A pipe gets the document once, at the end.
      if (saved && !saved.isStream) tryTo(() => saved.write(jsonOf(document)));
    },
    end,
    /** Reports the answer to --max-regression, too. rates: the compared rates, which CSV contains, as in Node's core */
    endComparison(comparison, rates = comparison) {
      end(rates, (form) => (form === 'csv' ? rates : comparison));
      if (WITH_GATE.includes(printed)) return;
      const line = require('../report/gate-words').gateLine(comparison);
      if (line !== null) error(line);
    },
    /** With --cpuprofile. found: see createEvidence(); file: of the suite, null for snippets; names: test, and side */
    saveProfile(found, file, names) {
      if (profiles === null || found.error) return;
      const parts = [file === null ? 'snippet' : path.parse(file).name, ...names];
      tryTo(() => profiles.write(parts, found.toCpuProfile()));
    },
    hasFailed,
    tried,
  };
}

module.exports = { createOutput };
