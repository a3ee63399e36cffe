'use strict';

/* Which file of an installed package a name means in a page: of its exports, or of its older fields. */

const path = require('path');
const { fileAt } = require('./module-text');
const { isFile, isFolder, orNull } = require('../host/at-path');

// By what its author has for a page, and then for whoever imports, or requires.
const REQUIRED = ['browser', 'require', 'default'];
const CONDITIONS = [['browser', 'import', 'module', 'default'], REQUIRED];

const FIELDS = ['browser', 'module', 'main'];
const REQUIRED_FIELDS = ['browser', 'main'];

/** 'a/b', '@scope/name/b' -> [name, './b'] */
function partsOf(name) {
  const parts = name.split('/');
  const own = name.startsWith('@') ? 2 : 1;
  return [parts.slice(0, own).join('/'), ['.', ...parts.slice(own)].join('/')];
}

/** The folder of a package, as Node looks for it; null where it is not installed. */
function packageFolder(name, fromFile, host) {
  for (let folder = path.dirname(fromFile); ; folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name);
    if (isFolder(found, host)) return host.realPath(found);
    if (folder === path.dirname(folder)) return null;
  }
}

/** What a target of exports or imports means under these conditions: './x.js', or null. */
function targetOf(target, conditions, star) {
  if (typeof target === 'string') return target.replace(/\*/g, star);
  if (Array.isArray(target)) {
    return target.map((one) => targetOf(one, conditions, star)).find((found) => found !== null) || null;
  }
  if (target === null || typeof target !== 'object') return null;
  for (const condition of Object.keys(target)) {
    const found = conditions.includes(condition) ? targetOf(target[condition], conditions, star) : null;
    if (found !== null) return found;
  }
  return null;
}

/** @param {object} table of exports, or of imports, with * in keys for any text */
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

function ofExports(exported, subpath, ways) {
  const isTable = exported !== null && typeof exported === 'object' && !Array.isArray(exported) &&
    Object.keys(exported).some((key) => key.startsWith('.'));
  const table = isTable ? exported : { '.': exported };
  return ways.map((conditions) => inTable(table, subpath, conditions)).find((found) => found !== null) || null;
}

const readPackage = (folder, host) => orNull(() => JSON.parse(host.readText(path.join(folder, 'package.json')))) || {};

/** What is installed there belongs to nobody above. */
const isTop = (folder) => folder === path.dirname(folder) || path.basename(path.dirname(folder)) === 'node_modules';

/** The name in the package.json of a folder, null for none. */
function nameOf(folder, host) {
  const { name } = readPackage(folder, host);
  return typeof name === 'string' && name !== '' ? name : null;
}

/** That of the package that a file belongs to: the nearest one that has a name. */
function nameAbove(file, host) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const name = nameOf(folder, host);
    if (name !== null || isTop(folder)) return name;
  }
}

/**
 * @param {string} folder of a package
 * @param {string} subpath '.', './b'
 * @param {import('../host/host')} host
 * @param {{ isRequired: boolean, index: string[] }} how index: what stands for a package that names no file
 * @returns {string|null} absolute path, null where it has none of this name
 */
function fileInPackage(folder, subpath, host, { isRequired, index }) {
  const about = readPackage(folder, host);
  if (about.exports !== undefined && about.exports !== null) {
    const target = ofExports(about.exports, subpath, isRequired ? [REQUIRED] : CONDITIONS);
    const file = target === null ? null : path.join(folder, target);
    return file !== null && isFile(file, host) ? file : null;
  }
  const given = (isRequired ? REQUIRED_FIELDS : FIELDS).map((field) => about[field]);
  const fields = given.filter((value) => typeof value === 'string');
  const names = subpath === '.' ? [...fields, ...index] : [subpath];
  return names.map((one) => fileAt(path.join(folder, one), host)).find((file) => file !== null) || null;
}

/** The folder of the package that a file belongs to, where that is found by its own name: by its exports alone. */
function ownFolder(name, fromFile, host) {
  const folder = packageRoot(fromFile, host);
  const { exports: exported = null } = readPackage(folder, host);
  return nameOf(folder, host) === name && exported !== null ? folder : null;
}

/**
 * @param {string} name as it is imported: 'a', 'a/b', '@scope/name'
 * @param {string} fromFile absolute path of who imports it
 * @param {import('../host/host')} host
 * @param {{ isRequired?: boolean }} [how] isRequired: by a module of CommonJS
 * @returns {{ folder: string, file: string|null }|null} folder: of the package, without links where it is installed;
 *   file: null where it has none of this name; null where it is not installed
 */
function packageEntry(name, fromFile, host, { isRequired = false } = {}) {
  if (name.startsWith('#')) return privateEntry(name, fromFile, host, { isRequired });
  const [own, subpath] = partsOf(name);
  const folder = ownFolder(own, fromFile, host) || packageFolder(own, fromFile, host);
  if (folder === null) return null;
  return { folder, file: fileInPackage(folder, subpath, host, { isRequired, index: ['index'] }) };
}

/** What '#name' means in a file, by the imports of its package: as packageEntry(), where it may be another package. */
function privateEntry(name, fromFile, host, { isRequired = false } = {}) {
  const folder = packageRoot(fromFile, host);
  const { imports } = readPackage(folder, host);
  if (!imports) return null;
  const ways = isRequired ? [REQUIRED] : CONDITIONS;
  const target = ways.map((conditions) => inTable(imports, name, conditions)).find((found) => found !== null);
  if (!target) return null;
  if (!target.startsWith('./')) return packageEntry(target, fromFile, host, { isRequired });
  const file = path.join(folder, target);
  return { folder, file: isFile(file, host) ? file : null };
}

const ROOT_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb',
  'deno.lock', '.git'];

/** The nearest folder with a lock file or a repository, from a file upwards; null where there is none. */
function workspaceRoot(file, host) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (ROOT_FILES.some((name) => host.isThere(path.join(folder, name)))) return folder;
    if (isTop(folder)) return null;
  }
}

/** The nearest folder with a package.json, from a file upwards; that of the file where there is none. */
function packageRoot(file, host) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (isFile(path.join(folder, 'package.json'), host)) return folder;
    if (isTop(folder)) return path.dirname(file);
  }
}

module.exports = {
  fileInPackage, nameAbove, nameOf, packageEntry, packageRoot, partsOf, readPackage, workspaceRoot,
};
