'use strict';

/*
 * A history: a folder with a file for each result, named by its commit and machine. Files are never changed, so that
 * git merges what several jobs have added, and a file that cannot be read costs its own result alone.
 */

const path = require('path');
const { createHash } = require('crypto');
const { leaf, compileShapes } = require('../../core/document/shape');
const { describeFsError, isFile, orNull, unlessMissing } = require('../../base/host/fs-queries');
const { openOutputFile } = require('../../base/host/output-file');
const { engineText } = require('../../core/system/engine-facts');
const { groupBy } = require('../../base/text/grouped-by');
const { isUnmeasured } = require('../../base/text/verdict-words');
const { UsageError } = require('../../base/text/usage-error');
const { median } = require('../../base/stats/sample');

const SCHEMA = 1;
const DIGITS = 6; // more than a measurement knows
const FIELDS = ['ns', 'cycles', 'instructions', 'bytes', 'peakBytes'];
const ENTRY = /^[\da-f]{7,12}-[\da-f]{8}-[\da-f]{8}\.json$/; // name of a file
const HARMLESS = /^(?:\.|readme(?:\.|$)|thumbs\.db$|desktop\.ini$)/i; // also hidden files
const PAGE = /\.html$/; // of history page
const PREFIX = 7; // digits of the shortest abbreviation of a commit

const isEntry = compileShapes({
  entry: 'qtimeit: \'history\'; schema: schema; commit: commit; seconds: positive; machine: machine; tests: test[]',
  machine: 'id name: text',
  test: 'file: text|null; name: text; ns: positive; cycles instructions: positive|null; bytes? peakBytes?: time|null',
}, {
  known: {
    schema: leaf(`a schema up to ${SCHEMA}`, (value) => value <= SCHEMA),
    commit: leaf('a commit', (value) => typeof value === 'string' && /^[\da-f]{7,64}$/.test(value)),
  },
})('entry');

const hashText = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8);
const rounded = (value) => (value > 0 ? Number(value.toPrecision(DIGITS)) : null);

/** Results of different machines or engines are different series. */
function machineOf(environment) {
  const { cpu, cpuCount, platform, arch } = environment;
  const name = [cpu, `${cpuCount} CPUs`, `${platform} ${arch}`, engineText(environment)].filter(Boolean).join(', ');
  return { id: hashText(name), name };
}

function valuesOf({ file, tests }) {
  return tests.filter((row) => row.nsPerCall > 0 && !isUnmeasured(row)).map((row) => ({
    file, name: [row.group, row.test ?? row.name, row.variant].filter(Boolean).join(': '),
    ns: rounded(row.nsPerCall / (row.ops || 1)), cycles: rounded(row.cycles),
    instructions: rounded(row.counts?.instructions),
    ...(row.memory && { bytes: Number((row.memory.bytesPerCall / (row.ops || 1)).toPrecision(DIGITS)) }),
    ...(row.memory?.peakBytes > 0 && { peakBytes: rounded(row.memory.peakBytes) }),
  }));
}

/**
 * @param {object} results a document
 * @param {{ commit: string, seconds: number }} at seconds: of the commit, since 1970
 * @returns {object[]} an entry for each machine of a merged document
 */
function createEntries({ environment, machines = [], suites, savedAt }, { commit, seconds }) {
  const byMachine = groupBy(suites, ({ machine }) => (machines[machine] || {}).environment || environment);
  return [...byMachine].map(([own, some]) => ({
    qtimeit: 'history', schema: SCHEMA, commit, seconds, savedAt, machine: machineOf(own),
    tests: some.flatMap(valuesOf),
  })).filter(({ tests }) => tests.length > 0);
}

/** Refuses a folder or branch with other files. option: chooses another one */
function checkEntries(names, title, option) {
  const hasEntry = names.some((name) => ENTRY.test(name));
  const other = names.find((name) => (
    !ENTRY.test(name) && !HARMLESS.test(name) && !(hasEntry && PAGE.test(name))));
  if (other === undefined) return;
  throw new UsageError(`${title} is no history: it contains ${other}. Choose another one with ${option}`);
}

/**
 * The files of a folder; branch.js has the same for a branch. fetch(): before the first listDir(). addAll(texts): a Map
 * by name; resolves to the new names
 */
const createFolder = (folder, host) => ({
  title: folder,
  async fetch() {},
  listDir: () => host.listDir(folder),
  readText: (name) => (isFile(path.join(folder, name), host) ? host.readText(path.join(folder, name)) : null),
  async addAll(texts) {
    checkEntries(unlessMissing(folder, () => host.listDir(folder)) || [], folder, '--dir');
    try {
      host.makeFolder(folder);
    } catch (error) {
      throw new UsageError(`${folder} cannot be created: ${describeFsError(error)}`);
    }
    // A damaged file is written again.
    const fresh = [...texts].filter(([name, text]) => orNull(() => host.readText(path.join(folder, name))) !== text);
    for (const [name, text] of fresh) openOutputFile(path.join(folder, name), { force: true, host }).write(text);
    return fresh.map(([name]) => name);
  },
});

/**
 * Adds entries. File names contain a hash of the content, so that several jobs can add results of a commit.
 * Resolves to { names: one per entry, fresh: names of new entries }.
 */
async function addEntries(files, entries) {
  const texts = entries.map((entry) => {
    const text = `${JSON.stringify(entry)}\n`;
    return [`${entry.commit.slice(0, 12)}-${entry.machine.id}-${hashText(text)}.json`, text];
  });
  return { names: texts.map(([name]) => name), fresh: await files.addAll(new Map(texts)) };
}

/** { entries, problems: sentences about other files, isUnreadable: whether one of them cannot be read } */
function readEntries(files) {
  let names;
  try {
    names = files.listDir();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const hint = error.code === 'ENOENT' ? '. Add a result first: qtimeit history add results.json' : '';
    throw new UsageError(`${files.title} cannot be read: ${describeFsError(error)}${hint}`);
  }
  const problems = [];
  let isUnreadable = false;
  const entries = names.filter((name) => name.endsWith('.json')).flatMap((name) => {
    try {
      const text = files.readText(name);
      const entry = orNull(() => JSON.parse(text));
      if (isEntry(entry) === null) return [entry];
      problems.push(`${name} is not an entry of the history, or is damaged`);
    } catch (error) {
      isUnreadable = true;
      problems.push(`${name} cannot be read: ${describeFsError(error)}`);
    }
    return [];
  });
  return { entries, problems, isUnreadable };
}

/** The entries of commits of this line, the oldest first. Abbreviated commits are completed. */
function selectEntries(line, entries) {
  const prefixOf = ({ commit }) => commit.slice(0, PREFIX);
  const byPrefix = groupBy(line.map((commit, i) => ({ i, commit })), prefixOf);
  return entries.flatMap((entry) => {
    const found = (byPrefix.get(prefixOf(entry)) || []).find(({ commit }) => commit.startsWith(entry.commit));
    return found ? [{ i: found.i, entry: { ...entry, commit: found.commit } }] : [];
  }).sort((a, b) => a.i - b.i).map(({ entry }) => entry);
}

const sortByTime = (entries) => (
  [...entries].sort((a, b) => a.seconds - b.seconds || (a.commit < b.commit ? -1 : 1)));

/** The median of several results of a commit; null if one of them does not know the value. */
function valueOf(tests, field) {
  const values = tests.map((test) => test[field]);
  // No time is 0, but a test may allocate nothing.
  const isKnown = (value) => value > 0 || (field === 'bytes' && value === 0);
  return values.every(isKnown) ? median(values) : null;
}

/**
 * The values of each test of each machine.
 *
 * @param {object[]} entries in the order of their commits
 * @returns {{ machine: object, file: string|null, name: string, commits: string[], ns, cycles, instructions, bytes,
 *   peakBytes }[]} the last five are lists, with null for an unknown value; bytes: allocated per call
 */
function collectSeries(entries) {
  const results = [...groupBy(entries, ({ commit }) => commit).values()].flat()
    .flatMap(({ commit, machine, tests }) => tests.map((test) => ({ commit, machine, test })));
  const keyOf = ({ machine, test: { file = null, name } }) => JSON.stringify([file, name, machine.id]);
  return [...groupBy(results, keyOf).values()].map((own) => {
    const [{ machine, test: { file = null, name } }] = own;
    const byCommit = [...groupBy(own, ({ commit }) => commit)];
    const listOf = (field) => byCommit.map(([, same]) => valueOf(same.map(({ test }) => test), field));
    const lists = Object.fromEntries(FIELDS.map((field) => [field, listOf(field)]));
    return { machine, file, name, commits: byCommit.map(([commit]) => commit), ...lists };
  });
}

module.exports = {
  addEntries, checkEntries, createFolder, createEntries, selectEntries, hashText, sortByTime, readEntries,
  collectSeries,
};
