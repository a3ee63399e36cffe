'use strict';

/* qtimeit history: keeps results by commit, and finds the commits after which a test is faster or slower. */

const { FAILED, FINE } = require('./shutdown');
const { createGit } = require('../compare/git');
const { readDocument } = require('../document/document');
const { addEntry, entryOf, readEntries, seriesOf } = require('../history/store');
const { orNull } = require('../host/fs-queries');
const { screenOf, toTerminal } = require('../report/terminal');
const { ratio, ratioInterval, sorted, time } = require('../report/values');
const { findSteps } = require('../stats/change-points');
const { median } = require('../stats/sample');
const { escaped, label } = require('../text/display');
const { counted } = require('../text/numbers');
const { UsageError } = require('../text/usage-error');

const { exp, log } = Math;
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

/** Commits of the main line, the oldest first; null outside of a repository */
const mainLine = ({ host, cwd }) => {
  const found = orNull(() => createGit(cwd, host)(['log', '--first-parent', '--reverse', '--format=%H']));
  return found && found.ok ? found.stdout.split('\n').filter(Boolean) : null;
};

function add([file], options, deps) {
  const { host, terminal } = deps;
  if (file === undefined) throw new UsageError('history add needs results: qtimeit history add results.json');
  const results = readDocument(file, { host, kinds: ['results'] });
  const entry = entryOf(results, commitOf(options.commit, deps));
  if (entry.tests.length === 0) throw new UsageError(`${file} has no test with a time`);
  const name = addEntry(options.dir, entry, host);
  const what = `${counted(entry.tests.length, 'test')} of ${short(entry.commit)}`;
  terminal.writeError(`${what} added: ${options.dir}/${name}\n`);
  return FINE;
}

/** Series by instructions if all have them, else by cycles, else by time */
function measuredOf(series) {
  const field = ['instructions', 'cycles', 'ns'].find((one) => series[one].every((value) => value > 0));
  return { field, values: series[field].map(log) };
}

function changesOf(all) {
  return all.flatMap((series) => {
    const { field, values } = measuredOf(series);
    return findSteps(values).map((step) => ({ series, field, step }));
  }).sort((a, b) => b.step.size - a.step.size);
}

function changeRow({ series: { name, file, commits, machine }, field, step: { at, before, after, low, high } }) {
  const change = exp(after - before);
  return { cells: {
    name: file === null ? name : `${file}: ${name}`, commits: `${short(commits[at - 1])}..${short(commits[at])}`,
    change: ratio(change, exp(low), exp(high)), interval: ratioInterval(change, exp(low), exp(high)),
    by: field === 'ns' ? 'time' : field, machine: machine.name,
  } };
}

const TABLES = {
  changes: {
    rowsOf: (all) => changesOf(all).map(changeRow), none: 'no test has become faster or slower',
    columns: [
      { key: 'name', title: 'test' }, { key: 'commits', title: 'after..at' },
      { key: 'change', title: 'change', isNumber: true }, { key: 'interval', title: '', isNumber: true, isSoft: true },
      { key: 'by', title: 'by', drop: 16 }, { key: 'machine', title: 'machine', drop: 15, isSpare: true },
    ],
  },
  show: {
    rowsOf: (all) => all.map(({ name, file, commits, ns, machine }) => ({ cells: {
      name: file === null ? name : `${file}: ${name}`, commits: sorted(`${commits.length}`, commits.length),
      latest: time(ns.at(-1)), change: ratio(ns.at(-1) / ns[0]), machine: machine.name,
    } })),
    none: 'the history is empty',
    columns: [
      { key: 'name', title: 'test' }, { key: 'commits', title: 'commits', isNumber: true },
      { key: 'latest', title: 'latest', isNumber: true }, { key: 'change', title: 'since the first', isNumber: true },
      { key: 'machine', title: 'machine', drop: 15, isSpare: true },
    ],
  },
};

function list(action, options, deps) {
  const { host, terminal } = deps;
  const { entries, problems } = readEntries(options.dir, host);
  for (const name of problems) {
    terminal.writeError(`qtimeit: ${escaped(name)} was not written by history add, or is damaged\n`);
  }
  const line = mainLine(deps);
  const isKnown = line !== null && entries.some(({ commit }) => line.includes(commit));
  const all = seriesOf(entries, isKnown ? line : null, median).filter(({ name }) => (
    options.test === undefined || name.includes(options.test)));
  const { rowsOf, none, columns } = TABLES[action];
  const rows = rowsOf(all).map((row) => ({ cells: { ...row.cells, name: label(row.cells.name) } }));
  const screen = terminal.screen();
  const shape = screenOf(terminal, screen ? screen.columns - 1 : undefined);
  terminal.write(rows.length > 0
    ? toTerminal({ sections: [{ blocks: [{ type: 'table', rows, columns }] }] }, shape) : `${none}\n`);
  return problems.length > 0 ? FAILED : FINE;
}

const ACTIONS = {
  add,
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
