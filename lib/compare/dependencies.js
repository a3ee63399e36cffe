'use strict';

/*
 * Links each node_modules folder of the working tree into a checkout. If a folder has links to workspaces, each entry
 * gets a separate link, and workspaces lead into the checkout. Otherwise both sides would measure the working tree.
 */

const path = require('path');

const { isFolder, orNull, statOf } = require('../host/fs-queries');
const { isWithin } = require('../host/paths');

const NAME = 'node_modules';

// packages/a/node_modules, and one level more
const DEPTH = 3;

// Larger trees hold data, and a search would take longer than measuring.
const MOST_FOLDERS = 5000;

const MANIFESTS = ['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml'];
const NEEDED = [
  'dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides', 'resolutions', 'pnpm',
];

const isLink = (file, host) => orNull(() => host.readLink(file)) !== null;

/** Folders with installed packages, relative to the top, nearest first. */
function foldersWithPackages(top, cwd, host) {
  const found = new Set();
  let left = MOST_FOLDERS;
  let level = [''];
  for (let depth = 0; depth <= DEPTH && left > 0; depth++) {
    const next = [];
    for (const folder of level) {
      if (left-- <= 0) break;
      // listFolders() omits links.
      if (isFolder(path.join(top, folder, NAME), host)) found.add(folder);
      const names = orNull(() => host.listFolders(path.join(top, folder))) || [];
      next.push(...names.filter((name) => name !== NAME && !name.startsWith('.'))
        .map((name) => path.join(folder, name)));
    }
    level = next;
  }
  for (let folder = path.relative(top, cwd); folder && folder !== '.'; folder = path.dirname(folder)) {
    if (isFolder(path.join(top, folder, NAME), host)) found.add(folder);
  }
  return [...found];
}

/** Packages in a node_modules folder: ['left-pad', '@me/a', '@me/b']. */
function entriesOf(folder, host) {
  return host.listDir(folder).flatMap((name) => {
    if (!name.startsWith('@') || isLink(path.join(folder, name), host)) return [name];
    return (orNull(() => host.listDir(path.join(folder, name))) || []).map((one) => `${name}/${one}`);
  });
}

/** The target of a link to files of the repository, relative to the top; null for other entries. */
function ownTarget(entry, top, host) {
  if (!isLink(entry, host)) return null;
  const target = orNull(() => host.realPath(entry));
  if (target === null || !isWithin(top, target)) return null;
  const relative = path.relative(top, target);
  // pnpm links into a store in node_modules.
  return relative.split(path.sep).includes(NAME) ? null : relative;
}

function linkPackages(real, made, { top, folder, host }) {
  const entries = entriesOf(real, host).map((name) => ({ name, own: ownTarget(path.join(real, name), top, host) }));
  if (!entries.some(({ own }) => own !== null)) {
    host.makeLink(host.realPath(real), made);
    return;
  }
  for (const { name, own } of entries) {
    const target = own === null ? path.join(real, name) : path.join(folder, own);
    // A file of the installer, or a workspace that the revision does not have.
    if (!isFolder(target, host)) continue;
    host.makeFolder(path.dirname(path.join(made, name)));
    host.makeLink(target, path.join(made, name));
  }
}

/** The dependencies in a manifest, without the package's version and scripts. */
function neededIn(name, text) {
  if (text === null || !name.endsWith('.json')) return text;
  const read = orNull(() => JSON.parse(text));
  if (read === null || typeof read !== 'object') return text;
  if (name === 'package.json') return JSON.stringify(NEEDED.map((field) => read[field]));
  // '' is the root package.
  return JSON.stringify([{ ...read.packages, '': null }, read.dependencies]);
}

/**
 * @param {object} places absolute paths without links: top and cwd of the working tree, folder of the checkout
 * @param {string[]} linked receives each node_modules folder of the checkout before it is made, for the cleanup
 * @returns {string[]} manifests, relative to the top, whose dependencies differ between revision and working tree
 */
function linkDependencies({ top, cwd, folder }, linked, host) {
  const differing = [];
  for (const place of foldersWithPackages(top, cwd, host)) {
    const made = path.join(folder, place, NAME);
    // A link in the revision may lead out of the checkout: nothing may be written there.
    const real = orNull(() => host.realPath(path.join(folder, place)));
    if (real === null || !isWithin(folder, real) || !isFolder(real, host)) continue;
    if (isLink(made, host) || statOf(made, host)) continue;
    linked.push(made);
    linkPackages(path.join(top, place, NAME), made, { top, folder, host });
    for (const name of MANIFESTS) {
      const needed = (root) => neededIn(name, orNull(() => host.readText(path.join(root, place, name))));
      if (needed(top) !== needed(folder)) differing.push(path.join(place, name));
    }
  }
  return differing;
}

module.exports = { linkDependencies };
