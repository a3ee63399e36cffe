'use strict';

/*
 * The sides of a comparison: executables and browsers, builds in one browser, versions of a package, or a revision and
 * the working tree: { label, source, execPath, node: for suite/typescript.js, cwd, env: added to process.env,
 * folder: of an installed package, pathOf(file), has(file), environment, notes, notesOnceLoaded(): of loaded files,
 * remove(), optionsOf: see PROGRAMS }
 */

const path = require('path');
const { isFolder, orNull, unlessMissing } = require('../../base/host/fs-queries');
const { program: { onExit } } = require('#engine');
const { fileError } = require('../../extras/browsers/failure');
const { detectBrowserKind } = require('../../extras/browsers/find');
const { buildNames, readPackageName } = require('../../extras/browsers/package-entry');
const { browserSide } = require('../../extras/browsers/side');
const { createTree } = require('../../extras/browsers/tree');
const { locate, probeBinary, detectProgram, PROGRAMS } = require('./binary');
const { findCommonPackage, packageSides } = require('./packages');
const { prepareSides } = require('./prepare');
const { nodeHere } = require('../../core/suite/typescript');
const { UsageError } = require('../../base/text/usage-error');
const { openWorktree } = require('./worktree');

// Defaults: the files of the working tree.
const here = {
  env: {}, folder: null, pathOf: (file) => file, has: () => true, environment: null, notes: [],
  notesOnceLoaded: () => [], remove() {}, optionsOf: null,
};

const thisNode = (host) => ({ execPath: host.execPath, node: nodeHere(host) });

const createSideLabels = (sides) => (
  ['old', ...Array.from({ length: sides - 1 }, (_, i) => (sides === 2 ? 'new' : `new ${i + 1}`))]);

function executableSide(given, { host, cwd }) {
  const { execPath, ...node } = probeBinary(given, { host, cwd });
  const label = `${node.program} ${node.version}`;
  const { optionsOf } = PROGRAMS[node.program];
  return { ...here, label, source: `${given} (${label})`, execPath, node, cwd, optionsOf };
}

// true: a page needs no options for TypeScript, because it rejects such files.
const inPage = { ...here, node: { version: '', compilesTypeScript: true }, execPath: null };

const sideOf = (given, deps) => (detectBrowserKind(given, deps.host) === null ? executableSide(given, deps)
  : { ...inPage, ...browserSide(given, deps) });

function inOrder(sides) {
  const labels = createSideLabels(sides.length);
  return sides.map((side, i) => ({ ...side, label: labels[i], reportsVersion: false }));
}

/** The folder of a build of a module, as `compare --on` takes it. */
function folderOfBuild(given, { host, cwd }) {
  const folder = path.resolve(cwd, given);
  if (!host.isThere(folder)) throw new UsageError(`${given} not found. Pass the folder of a build`);
  if (!isFolder(folder, host)) throw new UsageError(`${given} is not a folder. Pass the folder of a build`);
  const names = unlessMissing(given, () => host.listDir(folder)) || [];
  if (names.length === 0) throw new UsageError(`${given} is empty. Has it been built?`);
  return host.realPath(folder);
}

/** Notes about files of `compare --on` that import no build. Throws a UsageError if all files import none. */
function checkUse(files, build, { host, cwd }) {
  const namesFor = (file) => buildNames(file, build.names, host);
  const suites = files.map((shown) => ({ shown, file: path.resolve(cwd, shown) }))
    .filter(({ file }) => fileError(file, host) === null);
  const unused = suites.filter(({ file }) => !createTree(file, host, build).usesBuild);
  if (suites.length === 0 || unused.length === 0) return [];
  const [{ shown, file }] = unused;
  const names = namesFor(file);
  if (names.length === 0) {
    throw new UsageError(`${shown} cannot import the builds, because they have no package name. Add a "name" ` +
      'to the package.json of the builds, or to that of the file');
  }
  const notImported = (one) => `${one.shown} does not import ${namesFor(one.file).join(' or ')}`;
  if (unused.length === suites.length) {
    throw new UsageError(`${notImported(unused[0])}, the name of the builds, so all sides would measure the same ` +
      `code. Write import ... from '${names[0]}' (a path leads to the same file on all sides)`);
  }
  return unused.map((one) => `${notImported(one)}: all sides measure the same code there`);
}

/** builds: see createBuildEntry(); notes: for people */
function openBuilds(given, files, deps) {
  const folders = given.map((one) => folderOfBuild(one, deps));
  const names = [...new Set(folders.map((folder) => readPackageName(folder, deps.host)))].filter(Boolean);
  const builds = folders.map((folder) => ({ folder, names }));
  const isSame = new Set(folders).size === 1;
  return {
    builds,
    notes: [
      ...(isSame ? [`${given[0]} is the same on all sides`] : []),
      ...checkUse(files, builds[0], deps),
    ],
  };
}

function buildSides({ on: [browser], old, new: others }, files, deps) {
  const given = [old, ...others];
  const { builds, notes } = openBuilds(given, files, deps);
  return inOrder(builds.map((build, i) => {
    const side = browserSide(browser, deps, build);
    return { ...inPage, ...side, source: `${given[i]} (${side.label})`, notes: i === 0 ? notes : [] };
  }));
}

/** The engines of `run --on`, labelled by versions, and by the given names if two versions are equal. */
function engineSides(given, deps) {
  const { host } = deps;
  const isBrowser = (one) => detectBrowserKind(one, host) !== null;
  const own = detectProgram(host.versions);
  if (given.length < 2 && !isBrowser(given[0])) {
    if (given[0] !== own) locate(given[0], deps);
    throw new UsageError(`--on lists only one engine. Add another: --on ${given[0]},bun`);
  }
  const twice = given.find((path, i) => given.indexOf(path) !== i);
  if (twice !== undefined) throw new UsageError(`--on lists ${twice} twice. List each engine once`);
  // The program of this process may be missing in PATH.
  const isHere = (path) => path === own && orNull(() => locate(path, deps)) === null;
  const sides = given.map((one) => sideOf(!isBrowser(one) && isHere(one) ? host.execPath : one, deps));
  const isAlone = ({ label }) => sides.filter((side) => side.label === label).length === 1;
  return sides.map((side, i) => (isAlone(side) ? side : { ...side, label: `${side.label} (${given[i]})` }));
}

async function revisionSides({ rev, prepare }, files, deps, areBenchmarks) {
  const { host, cwd } = deps;
  const tree = await openWorktree(rev, { cwd, host, isPrepared: prepare !== undefined });
  const has = (file) => orNull(() => [tree.checkFiles([file])]) !== null;
  const both = { ...here, ...thisNode(host) };
  const sides = [
    {
      ...both, label: 'old', source: tree.label, cwd: tree.cwd, pathOf: tree.mapPath, has,
      notes: tree.notes, remove: tree.remove,
    },
    { ...both, label: 'new', source: tree.workingLabel, cwd },
  ];
  const stopWaiting = onExit(() => tree.remove(true));
  try {
    if (prepare !== undefined) await prepareSides(sides, prepare, deps);
    tree.checkInside(files);
    // If only some files are new, their tests are unmatched, as new tests of other files are.
    if (!files.some(has)) {
      if (areBenchmarks) sides[0].notes = [...tree.notes, await tree.copyNew(files)];
      else tree.checkFiles(files);
    }
  } catch (error) {
    tree.remove();
    throw error;
  } finally {
    stopWaiting();
  }
  return sides;
}

/**
 * options: { old, new, on? }, { rev, prepare? } or { on }; files: of the working tree, as shown; areBenchmarks: whether
 * both sides can run them, or they are compared themselves
 */
async function comparedSides(options, files, deps, { areBenchmarks = true } = {}) {
  if (options.on !== undefined && options.old !== undefined) return buildSides(options, files, deps);
  if (options.on !== undefined) return engineSides(options.on, deps);
  if (options.rev !== undefined) return revisionSides(options, files, deps, areBenchmarks);
  const given = [options.old, ...options.new];
  const name = findCommonPackage(given, deps);
  if (name === null) return inOrder(given.map((one) => sideOf(one, deps)));
  return packageSides(name, given, { ...here, ...thisNode(deps.host) }, deps);
}

module.exports = { comparedSides, createSideLabels, openBuilds };
