'use strict';

/* qtimeit history: keeps results by commit, and finds the commits after which a test is faster or slower. */

const { FAILED, FINE } = require('./shutdown');
const { createGit } = require('../compare/git');
const { readDocument } = require('../document/document');
const { addEntry, createFolder, entryOf, readEntries, seriesOf } = require('../history/store');
const { describeFsError, orNull } = require('../host/fs-queries');
const { escaped } = require('../text/display');
const { counted } = require('../text/numbers');
const { UsageError } = require('../text/usage-error');

const short = (commit) => commit.slice(0, 10);
const SHA = /^[\da-f]{7,64}$/i;

/** The commit of the working tree, or a given one, with its time */
function commitOf(given, { host, cwd, now }) {
  const found = orNull(() => createGit(cwd, host)(['log', '-1', '--format=%H %ct', given ?? 'HEAD', '--']));
  if (found && found.ok && found.stdout.trim()) {
    const [commit, seconds] = found.stdout.trim().split(' ');
    return { commit, seconds: Number(seconds) };
  }
  if (given !== undefined && SHA.test(given)) return { commit: given, seconds: Math.floor(now() / 1000) };
  throw new UsageError(given === undefined ? 'no commit is checked out in this folder. Pass --commit SHA'
    : `${given} is not a commit of this repository`);
}

/** Commits of the main line, the oldest first; null outside of a repository, and in a shallow clone */
const mainLine = ({ host, cwd }) => {
  const shallow = orNull(() => createGit(cwd, host)(['rev-parse', '--is-shallow-repository']));
  if (!shallow || shallow.stdout.trim() !== 'false') return null;
  const found = orNull(() => createGit(cwd, host)(['log', '--first-parent', '--reverse', '--format=%H']));
  return found && found.ok ? found.stdout.split('\n').filter(Boolean) : null;
};

function filesOf({ dir, branch, push }, { host, cwd }) {
  if (branch === undefined) {
    if (push) throw new UsageError('--push needs a branch: --branch benchmarks');
    return createFolder(dir, host);
  }
  return require('../history/branch').createBranch(branch, createGit(cwd, host), { isPushed: Boolean(push) });
}

function add([file], options, deps) {
  const { host, terminal } = deps;
  if (file === undefined) throw new UsageError('history add needs results: qtimeit history add results.json');
  const results = readDocument(file, { host, kinds: ['results'] });
  const entry = entryOf(results, commitOf(options.commit, deps));
  if (entry.tests.length === 0) throw new UsageError(`${file} has no test with a time`);
  const files = filesOf(options, deps);
  const { name, isNew } = addEntry(files, entry);
  const what = `${counted(entry.tests.length, 'test')} of ${short(entry.commit)}`;
  terminal.writeError(`${what} ${isNew ? 'added' : 'already there'}: ${files.title}/${name}\n`);
  return FINE;
}

const EMPTY = { changes: 'no test has become faster or slower', show: 'the history is empty' };

/** The series of all tests that are asked for */
function readSeries(options, deps) {
  const { median } = require('../stats/sample');
  const { terminal } = deps;
  const { entries, problems } = readEntries(filesOf(options, deps));
  for (const name of problems) {
    terminal.writeError(`qtimeit: ${escaped(name)} was not written by history add, or is damaged\n`);
  }
  const line = mainLine(deps);
  const isKnown = line !== null && entries.some(({ commit }) => line.includes(commit));
  const all = seriesOf(entries, isKnown ? line : null, median).filter(({ name }) => (
    options.test === undefined || name.includes(options.test)));
  return { all, entries, code: problems.length > 0 ? FAILED : FINE };
}

function judgedOf(all) {
  const { judgeSeries } = require('../report/kinds/history');
  const { findSteps } = require('../stats/change-points');
  return all.map((series) => judgeSeries(series, findSteps));
}

function list(action, options, deps) {
  const { terminal } = deps;
  const { all, code } = readSeries(options, deps);
  const { changesTable, testsTable } = require('../report/kinds/history');
  const { screenOf, toTerminal } = require('../report/terminal');
  const table = action === 'changes' ? changesTable(judgedOf(all)) : testsTable(all);
  const screen = terminal.screen();
  const shape = screenOf(terminal, screen ? screen.columns - 1 : undefined);
  terminal.write(table.rows.length > 0 ? toTerminal({ sections: [{ blocks: [table] }] }, shape) : `${EMPTY[action]}\n`);
  return code;
}

const REMOTE = /^(?:https?:\/\/(?:[^@/]*@)?|ssh:\/\/(?:[^@/]*@)?|[\w.-]+@)([\w.-]+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/;

/** Where commits can be read: --link, else the address of the remote repository */
function commitsAddress({ link }, { host, cwd }) {
  if (link !== undefined) return link.replace(/\/$/, '');
  const found = orNull(() => createGit(cwd, host)(['remote', 'get-url', 'origin']));
  const parts = found && found.ok && REMOTE.exec(found.stdout.trim());
  return parts ? `https://${parts[1]}/${parts[2]}/commit` : null;
}

function readGiven(file, host) {
  try {
    return host.readText(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${describeFsError(error)}`);
  }
}

function importFiles(files, options, deps) {
  const { importEntries } = require('../history/exchange');
  const { host, terminal } = deps;
  if (files.length === 0) throw new UsageError('history import needs a file: qtimeit history import data.js');
  const store = filesOf(options, deps);
  for (const file of files) {
    const { entries, skipped } = importEntries(readGiven(file, host), file);
    const fresh = entries.filter((entry) => addEntry(store, entry).isNew);
    const old = entries.length - fresh.length;
    const left = [
      old > 0 && `${old} already there`,
      skipped > 0 && `${counted(skipped, 'value')} without a commit, a time, or a known unit`,
    ].filter(Boolean);
    terminal.writeError(`${file}: ${counted(fresh.length, 'result')} added to ${store.title}` +
      `${left.length > 0 ? ` (${left.join('; ')})` : ''}\n`);
  }
  return FINE;
}

function exportAll(_, options, deps) {
  const { all, entries, code } = readSeries(options, deps);
  const secondsOf = new Map(entries.map(({ commit, seconds }) => [commit, seconds]));
  deps.terminal.write(require('../history/exchange').toOtava(all, secondsOf));
  return code;
}

function page(_, options, deps) {
  const { openOutputFile } = require('../host/output-file');
  const { toPage } = require('../report/html/report-page');
  const { historyReport } = require('../report/kinds/history');
  const { host, terminal } = deps;
  if (options.link !== undefined && !/^https?:\/\//.test(options.link)) {
    throw new UsageError(`--link ${options.link} is not an address. Pass one such as https://github.com/me/it/commit`);
  }
  const file = openOutputFile(options.output, { force: options.force, host });
  const { all, code } = readSeries(options, deps);
  const judged = judgedOf(all);
  const address = commitsAddress(options, deps);
  file.write(toPage(historyReport(judged, {
    title: 'Benchmark history',
    origin: { version: require('../../package.json').version, savedAt: new Date(deps.now()).toISOString() },
    linkOf: (commit) => (address === null ? null : `${address}/${commit}`),
  })));
  terminal.writeError(`${options.output} written: ${counted(judged.length, 'test')}\n`);
  return code;
}

const ACTIONS = {
  add, import: importFiles, export: exportAll, page,
  changes: (_, options, deps) => list('changes', options, deps),
  show: (_, options, deps) => list('show', options, deps),
};

function history({ options, positionals }, command, deps) {
  const [action, ...rest] = positionals;
  const isKnown = action !== undefined && Object.hasOwn(ACTIONS, action);
  const names = Object.keys(ACTIONS).join(', ');
  if (!isKnown) throw new UsageError(`history needs an action, ${names}, got ${action ?? 'none'}`);
  return ACTIONS[action](rest, options, deps);
}

module.exports = { history };
