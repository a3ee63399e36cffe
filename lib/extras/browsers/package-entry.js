'use strict';

/* Resolves names of packages and builds for pages, and finds the folders of packages and workspaces. */

const path = require('path');
const { isFile, isFolder, orNull } = require('../../base/host/fs-queries');
const { foldersAbove, pathWithin } = require('../../base/host/paths');

// In order of preference: files for pages, for import, for require().
const REQUIRED = ['browser', 'require', 'default'];
const CONDITIONS = [['browser', 'import', 'module', 'default'], REQUIRED];

const FIELDS = ['browser', 'module', 'main'];
const REQUIRED_FIELDS = ['browser', 'main'];
const BUILD_INDEX = ['index.mjs', 'index']; // folders of compiled modules seldom have a package.json

const ROOT_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb',
  'deno.lock', '.git'];

const { basename, dirname } = path;
const isInstalled = (file) => /[/\\]node_modules[/\\]/.test(file);

/** Stops at the folder of an installed package, which does not belong to the folders above. */
function ownFoldersAbove(file) {
  const folders = foldersAbove(file);
  const top = folders.findIndex((folder) => basename(dirname(folder)) === 'node_modules');
  return top < 0 ? folders : folders.slice(0, top + 1);
}

function findFile(base, host) {
  const found = [base, `${base}.js`, `${base}.cjs`, `${base}.json`, path.join(base, 'index.js')];
  return found.find((file) => isFile(file, host)) || null;
}

/** 'a/b', '@scope/name/b' -> [name, './b'] */
function splitPackageName(name) {
  const parts = name.split('/');
  const own = name.startsWith('@') ? 2 : 1;
  return [parts.slice(0, own).join('/'), ['.', ...parts.slice(own)].join('/')];
}

const readPackage = (folder, host) => orNull(() => JSON.parse(host.readText(path.join(folder, 'package.json')))) || {};

function readPackageName(folder, host) {
  const { name } = readPackage(folder, host);
  return typeof name === 'string' && name !== '' ? name : null;
}

const findNameAbove = (file, host) => ownFoldersAbove(file).map((folder) => readPackageName(folder, host))
  .find(Boolean) || null;

const findPackageRoot = (file, host) => (
  ownFoldersAbove(file).find((folder) => isFile(path.join(folder, 'package.json'), host)) || dirname(file));

const findWorkspaceRoot = (file, host) => (
  ownFoldersAbove(file).find((folder) => ROOT_FILES.some((name) => host.isThere(path.join(folder, name)))) || null);

function targetOf(target, conditions, star) {
  if (typeof target === 'string') return target.replace(/\*/g, star);
  if (target === null || typeof target !== 'object') return null;
  const fitting = Array.isArray(target) ? target
    : Object.keys(target).filter((name) => conditions.includes(name)).map((name) => target[name]);
  return fitting.map((one) => targetOf(one, conditions, star)).find((found) => found !== null) || null;
}

/** table: "exports" or "imports"; * in a key matches any text. */
function inTable(table, name, conditions) {
  if (Object.hasOwn(table, name)) return targetOf(table[name], conditions, '');
  for (const key of Object.keys(table)) {
    const [before, after] = key.split('*');
    const fits = after !== undefined && name.startsWith(before) && name.endsWith(after) &&
      name.length >= before.length + after.length;
    if (fits) return targetOf(table[key], conditions, name.slice(before.length, name.length - after.length));
  }
  return null;
}

function targetIn(table, name, isRequired) {
  const ways = isRequired ? [REQUIRED] : CONDITIONS;
  return ways.map((conditions) => inTable(table, name, conditions)).find((found) => found !== null) || null;
}

const existing = (file, host) => (isFile(file, host) ? file : null);

function fileInPackage(folder, subpath, host, isRequired, index = ['index']) {
  const about = readPackage(folder, host);
  const { exports: exported = null } = about;
  if (exported !== null) {
    const isTable = typeof exported === 'object' && Object.keys(exported).some((key) => key.startsWith('.'));
    const target = targetIn(isTable ? exported : { '.': exported }, subpath, isRequired);
    return target && existing(path.join(folder, target), host);
  }
  const fields = (isRequired ? REQUIRED_FIELDS : FIELDS).map((field) => about[field])
    .filter((value) => typeof value === 'string');
  const names = subpath === '.' ? [...fields, ...index] : [subpath];
  return names.map((one) => findFile(path.join(folder, one), host)).find((file) => file !== null) || null;
}

/** Folder of a package. A package can import itself only if it has exports. */
function folderFor(name, fromFile, host) {
  const own = findPackageRoot(fromFile, host);
  const { exports: exported = null } = readPackage(own, host);
  if (readPackageName(own, host) === name && exported !== null) return own;
  const found = foldersAbove(fromFile).map((folder) => path.join(folder, 'node_modules', name))
    .find((folder) => isFolder(folder, host));
  return found === undefined ? null : host.realPath(found);
}

/**
 * name: as imported: 'a', 'a/b', '@scope/name', '#name' of "imports"; fromFile: absolute path of the importer
 *
 * Returns null without the package, or { folder, file }: folder: of the package, without links if installed; file: null
 * if the package lacks it.
 */
function findPackageEntry(name, fromFile, host, { isRequired = false } = {}) {
  if (name.startsWith('#')) {
    const root = findPackageRoot(fromFile, host);
    const { imports } = readPackage(root, host);
    const target = imports ? targetIn(imports, name, isRequired) : null;
    if (!target) return null;
    if (!target.startsWith('./')) return findPackageEntry(target, fromFile, host, { isRequired });
    return { folder: root, file: existing(path.join(root, target), host) };
  }
  const [own, subpath] = splitPackageName(name);
  const folder = folderFor(own, fromFile, host);
  return folder && { folder, file: fileInPackage(folder, subpath, host, isRequired) };
}

const buildNames = (suite, names, host) => [...new Set([findNameAbove(suite, host), ...names])].filter(Boolean);

/**
 * build: replaces a package in compare --on BROWSER --old FOLDER --new FOLDER; folder: absolute, without links; names:
 * in the package.json files of all sides' builds; root: the folder that the server always sends
 *
 * Returns a function like findPackageEntry(name, importer), which returns null for other names, and for importers in
 * other packages.
 */
function createBuildEntry({ folder, names }, { suite, root }, host) {
  const known = buildNames(suite, names, host);
  const within = pathWithin(root, folder);
  // Modules next to a build under the root can be imported, too. The server never sends names with a leading dot.
  const isServed = within !== null && !/(?:^|\/)\./.test(within);
  return (name, file, { isRequired = false } = {}) => {
    const [own, subpath] = splitPackageName(name);
    if (!known.includes(own) || (isInstalled(file) && pathWithin(folder, file) === null)) return null;
    const entry = fileInPackage(folder, subpath, host, isRequired, BUILD_INDEX);
    return { isBuild: true, folder: isServed ? null : folder, file: entry };
  };
}

module.exports = {
  buildNames, createBuildEntry, findFile, findNameAbove, readPackageName, findPackageEntry, findPackageRoot,
  splitPackageName, readPackage, findWorkspaceRoot,
};
