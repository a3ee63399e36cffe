'use strict';

/* Checks the builds of a module that `compare --on` measures: their folders, and whether the files import them. */

const path = require('path');
const { fileError } = require('../browsers/failure');
const { buildNames, nameOf } = require('../browsers/package-entry');
const { createTree } = require('../browsers/tree');
const { isFolder, orNull } = require('../host/fs-queries');
const { UsageError } = require('../text/usage-error');

function folderOf(given, { host, cwd }) {
  const folder = path.resolve(cwd, given);
  if (!host.isThere(folder)) throw new UsageError(`${given} is not there; give the folder of a build`);
  if (!isFolder(folder, host)) throw new UsageError(`${given} is no folder; give the folder of a build`);
  const names = orNull(() => host.listDir(folder));
  if (names === null) throw new UsageError(`${given} cannot be read: no permission`);
  if (names.length === 0) throw new UsageError(`${given} is empty; has it been built?`);
  return host.realPath(folder);
}

/** Notes about files that import no build. Throws a UsageError if all files import none. */
function checkUse(files, build, { host, cwd }) {
  const namesFor = (file) => buildNames(file, build.names, host);
  const suites = files.map((shown) => ({ shown, file: path.resolve(cwd, shown) }))
    .filter(({ file }) => fileError(file, host) === null);
  const unused = suites.filter(({ file }) => !createTree(file, host, build).usesBuild);
  if (suites.length === 0 || unused.length === 0) return [];
  const [{ shown, file }] = unused;
  const names = namesFor(file);
  if (names.length === 0) {
    throw new UsageError(`there is no name that ${shown} could import the builds by: give one to the package.json ` +
      'above it, or to those of the builds');
  }
  const notImported = (one) => `${one.shown} imports no ${namesFor(one.file).join(' or ')}`;
  if (unused.length === suites.length) {
    throw new UsageError(`${notImported(unused[0])}, which is what the builds are found as: all sides would measure ` +
      `the same code; write import ... from '${names[0]}' (a path leads to the same file on all sides)`);
  }
  return unused.map((one) => `${notImported(one)}: all sides measure the same code there`);
}

/** @returns {{ builds: import('../browsers/package-entry').Build[], notes: string[] }} */
function openBuilds(given, files, deps) {
  const folders = given.map((one) => folderOf(one, deps));
  const names = [...new Set(folders.map((folder) => nameOf(folder, deps.host)))].filter(Boolean);
  const builds = folders.map((folder) => ({ folder, names }));
  const isSame = new Set(folders).size === 1;
  return {
    builds,
    notes: [
      ...(isSame ? [`${given[0]} is what all sides have: the same is compared with itself`] : []),
      ...checkUse(files, builds[0], deps),
    ],
  };
}

module.exports = { openBuilds };
