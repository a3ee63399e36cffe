'use strict';

/* Finds the files for arguments of the command line. A glob means the same as in a shell, so quotes change nothing. */

const path = require('path');

const { describeFsError, fileKey, isFile, isFolder, orNull } = require('../../base/host/fs-queries');
const { withSlashes } = require('../../base/host/paths');
const { expandBraces, isGlob, namePattern } = require('./glob');
const { ENDINGS, isCode, isCodeOrJsx, isTypeScript, stripExtension } = require('../../base/text/code-names');
const { printable, truncate } = require('../../base/text/display');
const { UsageError } = require('../../base/text/usage-error');

const OTHERS = /\.(?:test|spec)\.[cm]?[jt]sx?$/i;
const LEFT_OUT = ['node_modules', 'fixtures', 'helpers'];
const EXTENDED = /[!@+*?]\([^)]*\)/;
const EXTENDED_HINT = 'Patterns may contain *, **, ?, [..] and {a,b}, but not !(..) and the like';
const NOT_THERE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

const shown = (text) => truncate(printable(text), 100);
const isChosen = (name) => !/^[._]/.test(name) && !LEFT_OUT.includes(name) && !OTHERS.test(name);

/** x.js, which x.ts was compiled to, runs everywhere. */
const isCompiledIn = (names, name) => isTypeScript(name) && names.includes(name.replace(/tsx?$/i, 'js'));

/** The reason of a failure is added to `faults`, so that other files can be measured, or thrown without it. */
function reading(file, faults, read) {
  try {
    return read(file);
  } catch (error) {
    const words = `${shown(file)} cannot be read: ${describeFsError(error)}`;
    if (!faults) throw new UsageError(words);
    if (!faults.includes(words)) faults.push(words);
    return undefined;
  }
}

/** null if it does not exist, undefined if it cannot be read */
const statOf = (file, { host, faults }) => reading(file, faults, () => {
  try {
    return host.stat(file);
  } catch (error) {
    if (NOT_THERE.includes(error.code)) return null;
    throw error;
  }
});

/** Sorted, so that the order is the same everywhere. */
const namesIn = (folder, { host, faults }) => reading(folder, faults, () => {
  const names = host.listDir(folder).sort();
  host.checkAccess(folder, 'execute'); // without it, all files would seem to be missing
  return names;
}) || [];

/** In folders, .tsx files are mostly components, so they are suites only if there are no others. */
function preferCode(files) {
  const code = files.filter(isCode);
  return code.length > 0 ? code : files;
}

/** Yields all suite files below a folder. seen: real paths so far, because links can form cycles. */
function* filesBelow(folder, deps, seen = new Set()) {
  const { host } = deps;
  const real = orNull(() => host.realPath(folder)); // null if it has been removed since
  if (real === null || seen.has(real)) return;
  seen.add(real);
  const names = namesIn(folder, deps);
  for (const name of names) {
    if (!isChosen(name)) continue;
    const file = path.join(folder, name);
    if (isFolder(file, host)) yield* filesBelow(file, deps, seen);
    else if (isCodeOrJsx(name) && !isCompiledIn(names, name) && isFile(file, host)) yield file;
  }
}

/** isDeep: for **. Only a literal part matches node_modules. */
function partOf(text) {
  if (text === '**') return { isDeep: true };
  const matches = namePattern(text);
  return { isDeep: false, matches: (name) => matches(name) && (name !== 'node_modules' || text === name) };
}

/** Adds positions that follow without another name: ** also matches no folder at all. */
function withSkipped(positions, parts) {
  const all = new Set(positions);
  for (const position of all) if (parts[position] && parts[position].isDeep) all.add(position + 1);
  return [...all];
}

function advance(positions, parts, name) {
  const isDeepMatch = !name.startsWith('.') && name !== 'node_modules';
  const next = positions.filter((position) => parts[position]).flatMap((position) => {
    const { isDeep, matches } = parts[position];
    if (isDeep) return isDeepMatch ? [position] : [];
    return matches(name) ? [position + 1] : [];
  });
  return withSkipped(next, parts);
}

/** positions: in the pattern, behind this folder. seen: visited folders, because links can form cycles. */
function* filesWithin(folder, pattern, positions, deps, seen) {
  const { host } = deps;
  const { parts, onlyFolders, isOfSuites } = pattern;
  const real = orNull(() => host.realPath(folder));
  const key = `${real}\n${positions}`;
  if (real === null || seen.has(key)) return;
  seen.add(key);
  for (const name of namesIn(folder, deps)) {
    const next = advance(positions, parts, name);
    const file = path.join(folder, name);
    if (next.length === 0) continue;
    const isMatch = next.includes(parts.length);
    if (isMatch && !onlyFolders && (!isOfSuites || isCodeOrJsx(name)) && isFile(file, host)) yield file;
    if (!isFolder(file, host)) continue;
    // A shell would pass the folder. After ** its files match anyway.
    if (isMatch && isOfSuites && !parts[parts.length - 1].isDeep) yield* filesBelow(file, deps);
    if (next.some((position) => position < parts.length)) yield* filesWithin(file, pattern, next, deps, seen);
  }
}

/** isOfSuites: only suites, also those below matching folders */
function* filesOfPattern(pattern, deps, isOfSuites) {
  const { cwd, host } = deps;
  const slashed = host.platform === 'win32' ? pattern.replace(/\\/g, '/') : pattern;
  const { root } = path.parse(slashed);
  const texts = slashed.slice(root.length).split('/').filter((text) => text !== '' && text !== '.');
  const first = texts.findIndex(isGlob);
  const fixed = first < 0 ? texts.length - 1 : first;
  const folder = path.resolve(cwd, root, texts.slice(0, fixed).join('/'));
  const stat = statOf(folder, deps);
  if (!stat || !stat.isDirectory()) return;
  const parts = texts.slice(fixed).map(partOf);
  const onlyFolders = slashed.endsWith('/');
  yield* filesWithin(folder, { parts, onlyFolders, isOfSuites }, withSkipped([0], parts), deps, new Set());
}

function patternsOf(arg) {
  try {
    return expandBraces(arg);
  } catch (error) {
    throw new UsageError(`the pattern ${shown(arg)} is invalid: ${error.message}`);
  }
}

/** Absolute paths */
const filesMatching = (arg, deps) => patternsOf(arg).flatMap((pattern) => [...filesOfPattern(pattern, deps, false)]);

const countOf = (faults) => (faults ? faults.length : 0);

function filesOfGlob(arg, deps) {
  const before = countOf(deps.faults);
  const files = patternsOf(arg).flatMap((pattern) => preferCode([...filesOfPattern(pattern, deps, true)]));
  if (files.length === 0 && countOf(deps.faults) === before) {
    throw new UsageError(`no file matches ${shown(arg)}. ${EXTENDED.test(arg) ? EXTENDED_HINT
      : `Searched for files with the extensions ${ENDINGS} in ${shown(deps.cwd)}`}`);
  }
  return files;
}

/** Names the first part of the path that is missing, and a similar name. */
function missing(arg, { cwd, host }) {
  let file = path.resolve(cwd, arg);
  while (!statOf(path.dirname(file), { host }) && path.dirname(file) !== file) file = path.dirname(file);
  const folder = path.dirname(file);
  const name = path.basename(file);
  // Empty if the folder is a file, or without permission.
  const names = (orNull(() => host.listDir(folder)) || []).sort();
  if (names.includes(name)) return new UsageError(`${shown(arg)} is a broken link`);
  const { nearest } = require('../../base/text/nearest');
  const meant = names.find((one) => isCode(one) && stripExtension(one) === name) || nearest(name, names);
  const asTyped = (one) => shown(path.isAbsolute(arg) ? one : withSlashes(path.relative(cwd, one)));
  const where = file === path.resolve(cwd, arg) ? '' : `: ${asTyped(file)} is missing`;
  const hint = meant ? `. Did you mean ${asTyped(path.join(folder, meant))}?` : '';
  return new UsageError(`${shown(arg)} does not exist${where}${hint}`);
}

function filesOf(arg, deps) {
  const { cwd, faults } = deps;
  if (arg === '') throw new UsageError('an argument is empty. Pass a file, a folder or a glob');
  const file = path.resolve(cwd, arg);
  const stat = statOf(file, deps);
  if (stat === undefined) return [];
  if (stat && stat.isFile()) {
    if (!/\.json$/i.test(file)) return [file];
    throw new UsageError(`${shown(arg)} contains no code. For saved results, use qtimeit report or qtimeit compare`);
  }
  if (stat && stat.isDirectory()) {
    const before = countOf(faults);
    const files = preferCode([...filesBelow(file, deps)]);
    if (files.length === 0 && countOf(faults) === before) {
      throw new UsageError(
        `no suites in ${shown(arg)}: no files with the extensions ${ENDINGS}, except tests and helpers`);
    }
    return files;
  }
  if (stat) throw new UsageError(`${shown(arg)} is neither a file nor a folder`);
  if (isGlob(arg) || EXTENDED.test(arg)) return filesOfGlob(arg, deps);
  throw missing(arg, deps);
}

/**
 * Finds the files for arguments: files, folders, and globs with *, **, ?, [..] and {a,b}. Folders skip node_modules,
 * fixtures, helpers, names that begin with . or _, *.test.* and *.spec.* files, x.ts if x.js exists, and .tsx files
 * unless there are no others. Globs skip node_modules and names that begin with a dot, unless the pattern has them.
 *
 * @param {string[]} args as typed
 * @param {{ cwd: string, host: object }} deps
 * @param {string[]} [faults] gets a sentence for each file or folder that cannot be read, which is thrown without it
 * @returns {string[]} absolute paths in the order of the arguments, sorted within each, without duplicates
 */
function findSuiteFiles(args, { cwd, host }, faults) {
  const files = new Map();
  for (const arg of args) {
    for (const file of filesOf(arg, { cwd, host, faults })) {
      const key = orNull(() => fileKey(file, host));
      if (key !== null && !files.has(key)) files.set(key, file);
    }
  }
  return [...files.values()];
}

module.exports = { filesMatching, findSuiteFiles };
