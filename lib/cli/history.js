'use strict';

/* qtimeit history: keeps results by commit, and finds the commits after which a test is faster or slower. */

const { FAILED, FINE, USAGE } = require('./shutdown');
const { createGit, demandRepository } = require('../compare/sides/git');
const { readDocument } = require('../core/document/document');
const {
  addEntries, createFolder, createEntries, selectEntries, sortByTime, readEntries, collectSeries,
} = require('../compare/history/store');
const { describeFsError, orNull } = require('../base/host/fs-queries');
const { escaped, label } = require('../base/text/display');
const { counted } = require('../base/text/numbers');
const { UsageError } = require('../base/text/usage-error');

const short = (commit) => commit.slice(0, 10);
const SHA = /^[\da-f]{7,64}$/i;

/** The commit of the working tree, or a given one, with its time */
function commitOf(given, { host, cwd, now }) {
  const git = createGit(cwd, host);
  const found = orNull(() => git(
    ['log', '-1', '--format=%H %ct', '--end-of-options', given ?? 'HEAD', '--']));
  // Any folder is fine for a commit that is given, but a repository that git refuses would have the time.
  if (given === undefined || (found && /dubious ownership/.test(found.stderr))) demandRepository(git);
  if (found && found.ok && found.stdout.trim()) {
    const [commit, seconds] = found.stdout.trim().split(' ');
    return { commit, seconds: Number(seconds) };
  }
  if (given !== undefined && SHA.test(given)) {
    return { commit: given.toLowerCase(), seconds: Math.floor(now() / 1000) };
  }
  throw new UsageError(given === undefined ? 'no commit is checked out in this folder. Pass --commit SHA'
    : `${given} is not a commit of this repository`);
}

/** Lines that git prints; null if it fails, as outside of a repository */
function linesOfGit(args, { host, cwd }) {
  const found = orNull(() => createGit(cwd, host)(args));
  return found && found.ok ? found.stdout.split('\n').filter(Boolean) : null;
}

/** Commits of the main line, the oldest first; null outside of a repository, and in a shallow clone */
function mainLine(deps) {
  const [isShallow] = linesOfGit(['rev-parse', '--is-shallow-repository'], deps) || [];
  return isShallow === 'false' ? linesOfGit(['log', '--first-parent', '--reverse', '--format=%H'], deps) : null;
}

function filesOf({ dir, branch, push }, { host, cwd }) {
  if (branch === undefined) {
    if (push) throw new UsageError('--push requires a branch. Add --branch benchmarks');
    return createFolder(dir, host);
  }
  const git = createGit(cwd, host);
  demandRepository(git);
  return require('../compare/history/branch').createBranch(branch, git, { isPushed: Boolean(push) });
}

/** The given commit, or the measured one; notes tell if the two differ. */
function commitIn({ revision = null }, file, options, deps) {
  const note = (words) => deps.terminal.writeError(`note: ${file} ${words}\n`);
  const at = commitOf(options.commit ?? (revision || {}).commit, deps);
  if (revision === null && options.commit === undefined) {
    note(`names no commit. If it was not measured at ${short(at.commit)}, pass --commit SHA`);
  }
  if (revision !== null && revision.commit !== at.commit) note(`was measured at commit ${short(revision.commit)}`);
  if (revision !== null && !revision.isClean) note('was measured with changes that are not in its commit');
  return at;
}

async function add(given, options, deps) {
  const { host, terminal } = deps;
  if (given.length === 0) throw new UsageError('history add needs results: qtimeit history add results.json');
  const entries = given.flatMap((file) => {
    const document = readDocument(file, { host, kinds: ['results'] });
    const found = createEntries(document, commitIn(document, file, options, deps));
    if (found.length === 0) throw new UsageError(`${file} contains no test with a time`);
    return found;
  });
  const files = filesOf(options, deps);
  const { names, fresh } = await addEntries(files, entries);
  for (const [i, name] of names.entries()) {
    const what = `${counted(entries[i].tests.length, 'test')} for commit ${short(entries[i].commit)}`;
    const done = fresh.includes(name) ? 'added' : 'already in the history';
    terminal.writeError(`${what} ${done}: ${files.title}/${name}\n`);
  }
  return FINE;
}

const MOST_NAMES = 20; // in an error

const EMPTY = { changes: 'no test became faster or slower', show: 'the history is empty' };

/** Whether there are tests, but none with enough commits for a change */
function areTooFew(all) {
  const { FEWEST } = require('../base/stats/change-points');
  return all.length > 0 && all.every(({ commits }) => commits.length < FEWEST);
}

/** The series of all tests that are asked for */
async function readSeries(options, deps) {
  const { terminal } = deps;
  const files = filesOf(options, deps);
  await files.fetch();
  const { entries, problems, isUnreadable } = readEntries(files);
  for (const words of problems) terminal.writeError(`qtimeit: ${escaped(words)}\n`);
  const line = mainLine(deps);
  const known = line === null ? [] : selectEntries(line, entries);
  const hidden = known.length > 0 ? entries.length - known.length : 0;
  if (hidden > 0) {
    const what = `${counted(hidden, 'result')} for commits that are not on the main line of HEAD`;
    terminal.writeError(`note: left out: ${what}\n`);
  }
  const every = collectSeries(known.length > 0 ? known : sortByTime(entries));
  const all = every.filter(({ name }) => options.test === undefined || name.includes(options.test));
  if (every.length > 0 && all.length === 0) {
    const names = [...new Set(every.map(({ name }) => label(name)))].slice(0, MOST_NAMES);
    throw new UsageError(`no test contains ${label(options.test)}. Available: ${names.join(', ')}`);
  }
  return { all, entries, code: isUnreadable ? USAGE : problems.length > 0 ? FAILED : FINE };
}

function judgedOf(all, options) {
  const { judgeSeries, withMemorySeries } = require('../report/kinds/history');
  return withMemorySeries(all).map((series) => judgeSeries(series, options.errorRate));
}

async function list(action, options, deps) {
  const { terminal } = deps;
  const { all, code } = await readSeries(options, deps);
  const { changesTable, seriesTable, withMemorySeries } = require('../report/kinds/history');
  const { readScreen, toTerminal } = require('../report/terminal');
  const table = action === 'changes' ? changesTable(judgedOf(all, options)) : seriesTable(withMemorySeries(all));
  const text = toTerminal({ sections: [{ blocks: [table] }] }, readScreen(terminal));
  const why = action === 'changes' && areTooFew(all) ? '. Changes are found from six commits with results on' : '';
  terminal.write(table.rows.length > 0 ? text : `${EMPTY[action]}${why}\n`);
  return code;
}

const REMOTE = /^(?:https?:\/\/(?:[^@/]*@)?|ssh:\/\/(?:[^@/]*@)?|[\w.-]+@)([\w.-]+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/;

/** Where commits can be read: --link, else the address of the remote repository */
function commitsAddress({ link }, deps) {
  if (link !== undefined) return link.replace(/\/$/, '');
  const [address = ''] = linesOfGit(['remote', 'get-url', 'origin'], deps) || [];
  const parts = REMOTE.exec(address.trim());
  return parts ? `https://${parts[1]}/${parts[2]}/commit` : null;
}

/** commit -> first line of its message; empty outside of a repository */
function subjectsIn(deps) {
  const lines = linesOfGit(['log', '--all', '--format=%H %s'], deps) || [];
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}

function readGiven(file, host) {
  let text;
  try {
    text = host.readText(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${describeFsError(error)}`);
  }
  // The mark of UTF-16 is not UTF-8.
  if (/^\ufffd{2}/.test(text)) throw new UsageError(`${file} is UTF-16 text. Save it as UTF-8`);
  return text.replace(/^\ufeff/, '');
}

async function importFiles(files, options, deps) {
  const { importEntries } = require('../compare/history/exchange');
  const { host, terminal } = deps;
  if (files.length === 0) throw new UsageError('history import needs a file: qtimeit history import data.js');
  const store = filesOf(options, deps);
  for (const file of files) {
    const { entries, skipped } = importEntries(readGiven(file, host), file);
    if (entries.length === 0) {
      throw new UsageError(`${file} contains no value with a commit, a time and a known unit (${skipped} others)`);
    }
    const { names, fresh } = await addEntries(store, entries);
    const old = names.length - fresh.length;
    const left = [
      old > 0 && `${old} already in the history`,
      skipped > 0 && `${counted(skipped, 'value')} skipped: no commit, no time or an unknown unit`,
    ].filter(Boolean);
    terminal.writeError(`${file}: ${counted(fresh.length, 'result')} added to ${store.title}` +
      `${left.length > 0 ? ` (${left.join('; ')})` : ''}\n`);
  }
  return FINE;
}

async function exportAll(_, options, deps) {
  const { all, entries, code } = await readSeries(options, deps);
  const secondsOf = new Map(entries.map(({ commit, seconds }) => [commit, seconds]));
  deps.terminal.write(require('../compare/history/exchange').toOtava(all, secondsOf));
  return code;
}

async function page(_, options, deps) {
  const { openOutputFile } = require('../base/host/output-file');
  const { toPage } = require('../report/html/report-page');
  const { historyReport, testsIn } = require('../report/kinds/history');
  const { host, terminal } = deps;
  if (options.link !== undefined && !/^https?:\/\//.test(options.link)) {
    throw new UsageError(`--link ${options.link} is not a URL. Pass a URL such as https://github.com/me/it/commit`);
  }
  const file = openOutputFile(options.output, { force: options.force, host });
  const { all, code } = await readSeries(options, deps);
  const judged = judgedOf(all, options);
  const address = commitsAddress(options, deps);
  const subjects = subjectsIn(deps);
  file.write(toPage(historyReport(judged, {
    title: 'Benchmark history',
    origin: { version: require('../../package.json').version, savedAt: new Date(deps.now()).toISOString() },
    linkOf: (commit) => (address === null ? null : `${address}/${commit}`),
    subjectOf: (commit) => subjects.get(commit) ?? null,
  })));
  terminal.writeError(`${options.output} written: ${counted(testsIn(judged), 'test')}\n`);
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
  if (!isKnown) throw new UsageError(`history expects an action (${names}), got ${action ?? 'none'}`);
  if (rest.length > 0 && !['add', 'import'].includes(action)) {
    throw new UsageError(`history ${action} takes no file, got ${rest[0]}`);
  }
  return ACTIONS[action](rest, options, deps);
}

module.exports = { history };
