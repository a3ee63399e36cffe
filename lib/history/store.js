'use strict';

/*
 * A history: a folder with a file for each result, named by its commit and machine. Files are never changed, so that
 * git merges what several jobs have added, and a file that cannot be read costs its own result alone.
 */

const path = require('path');
const { createHash } = require('crypto');
const { describeFsError, isFolder, orNull } = require('../host/fs-queries');
const { openOutputFile } = require('../host/output-file');
const { engineText } = require('../system/engine-facts');
const { isUnmeasured } = require('../text/verdict-words');
const { UsageError } = require('../text/usage-error');

const SCHEMA = 1;
const DIGITS = 6; // more than a measurement knows

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8);
const rounded = (value) => (value > 0 ? Number(value.toPrecision(DIGITS)) : null);

/** Results of different machines or engines are different series. */
function machineOf(environment) {
  const { cpu, cpuCount, platform, arch } = environment;
  const name = [cpu, `${cpuCount} CPUs`, `${platform} ${arch}`, engineText(environment)].filter(Boolean).join(', ');
  return { id: hashOf(name), name };
}

function valuesOf({ file, tests }) {
  return tests.filter((row) => row.nsPerCall > 0 && !isUnmeasured(row)).map((row) => ({
    file, name: [row.group, row.test ?? row.name, row.variant].filter(Boolean).join(': '),
    ns: rounded(row.nsPerCall / (row.ops || 1)), cycles: rounded(row.cycles),
    instructions: rounded(row.counts?.instructions),
  }));
}

/**
 * @param {object} results a document
 * @param {{ commit: string, seconds: number }} at seconds: of the commit, since 1970
 */
function entryOf({ environment, suites, savedAt }, { commit, seconds }) {
  return {
    qtimeit: 'history', schema: SCHEMA, commit, seconds, savedAt, machine: machineOf(environment),
    tests: suites.flatMap(valuesOf),
  };
}

/** The files of a folder, as branch.js has those of a branch. add(name, text): false if there is such a file */
const createFolder = (folder, host) => ({
  title: folder,
  listDir: () => host.listDir(folder),
  readText: (name) => host.readText(path.join(folder, name)),
  add(name, text) {
    if (!isFolder(folder, host)) host.makeFolder(folder);
    const file = path.join(folder, name);
    if (host.isThere(file)) return false;
    openOutputFile(file, { force: false, host }).write(text);
    return true;
  },
});

/** Adds an entry. Names have a hash of the content, so that several jobs can add results of a commit. */
function addEntry(files, entry) {
  const text = `${JSON.stringify(entry)}\n`;
  const name = `${entry.commit.slice(0, 12)}-${entry.machine.id}-${hashOf(text)}.json`;
  return { name, isNew: files.add(name, text) };
}

const isText = (value) => typeof value === 'string';
const isEntry = (entry) => entry && entry.qtimeit === 'history' && entry.schema <= SCHEMA && isText(entry.commit)
  && entry.seconds > 0 && entry.machine && isText(entry.machine.id) && isText(entry.machine.name)
  && Array.isArray(entry.tests) && entry.tests.every((test) => test && isText(test.name) && test.ns > 0);

/** { entries, problems: names of files that cannot be read } */
function readEntries(files) {
  let names;
  try {
    names = files.listDir();
  } catch (error) {
    throw new UsageError(`${files.title} cannot be read: ${describeFsError(error)}. Add a result first: qtimeit ` +
      'history add results.json');
  }
  const problems = [];
  const entries = names.filter((name) => name.endsWith('.json')).flatMap((name) => {
    const entry = orNull(() => JSON.parse(files.readText(name)));
    if (isEntry(entry)) return [entry];
    problems.push(name);
    return [];
  });
  return { entries, problems };
}

/**
 * The values of each test of each machine, in the order of commits: of the main line if that is known, else of their
 * times. Several values of a commit have their median.
 *
 * @param {object[]} entries
 * @param {string[]|null} line commits, the oldest first
 * @param {function(number[]): number} median
 * @returns {{ machine: object, file: string|null, name: string, commits: string[], ns, cycles, instructions }[]} the
 *   last three are lists, with null for an unknown value
 */
function seriesOf(entries, line, median) {
  const place = new Map((line || []).map((commit, i) => [commit, i]));
  const known = line ? entries.filter(({ commit }) => place.has(commit)) : entries;
  const ordered = [...known].sort((a, b) => (
    line ? place.get(a.commit) - place.get(b.commit) : a.seconds - b.seconds || (a.commit < b.commit ? -1 : 1)));
  const all = new Map();
  for (const { commit, machine, tests } of ordered) {
    for (const { file = null, name, ...values } of tests) {
      const key = JSON.stringify([machine.id, file, name]);
      if (!all.has(key)) all.set(key, { machine, file, name, byCommit: new Map() });
      const { byCommit } = all.get(key);
      if (byCommit.has(commit)) byCommit.get(commit).push(values);
      else byCommit.set(commit, [values]);
    }
  }
  const medianOf = (values, field) => (
    values.every((one) => one[field] > 0) ? median(values.map((one) => one[field])) : null);
  return [...all.values()].map(({ byCommit, ...test }) => ({
    ...test, commits: [...byCommit.keys()],
    ...Object.fromEntries(['ns', 'cycles', 'instructions'].map((field) => (
      [field, [...byCommit.values()].map((values) => medianOf(values, field))]))),
  }));
}

module.exports = { addEntry, createFolder, entryOf, hashOf, readEntries, seriesOf };
