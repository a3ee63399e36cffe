'use strict';

/*
 * Gives a checkout the installed packages of the working tree: each node_modules folder becomes a link to the
 * real one. But where packages of the repository itself are linked into it, as workspaces are, a link to the whole
 * would lead back to the working tree, and the same code would be measured twice; there each entry gets a link of
 * its own, and those of the repository lead into the checkout.
 */

const path = require('path');

const { isFolder, orNull, statOf } = require('../host/fs-queries');

const NAME = 'node_modules';

// packages/a/node_modules, and one more
const DEPTH = 3;

// Beyond that a folder holds data, and looking for packages in it would take longer than to measure.
const MOST_FOLDERS = 5000;

const MANIFESTS = ['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml'];
const NEEDED = [
  'dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides', 'resolutions', 'pnpm',
];

const isLink = (file, host) => orNull(() => host.readLink(file)) !== null;
const isThere = (file, host) => isLink(file, host) || statOf(file, host) !== null;

/** Whether a path lies in a folder, or is it. */
function isWithin(folder, file) {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Folders with installed packages, relative to the top, nearest first. */
function foldersWithPackages(top, cwd, host) {
  const found = new Set();
  let left = MOST_FOLDERS;
  let level = [''];
  for (let depth = 0; depth <= DEPTH && left > 0; depth++) {
    const next = [];
    for (const folder of level) {
      if (left-- <= 0) break;
      // Not from the list: it can be a link.
      if (isFolder(path.join(top, folder, NAME), host)) found.add(folder);
      const names = orNull(() => host.listFolders(path.join(top, folder))) || [];
      next.push(...names.filter((name) => name !== NAME && !name.startsWith('.'))
        .map((name) => path.join(folder, name)));
    }
    level = next;
  }
  // However deep somebody works.
  for (let folder = path.relative(top, cwd); folder && folder !== '.'; folder = path.dirname(folder)) {
    if (isFolder(path.join(top, folder, NAME), host)) found.add(folder);
  }
  return [...found];
}

/** Entries of a node_modules folder, those of its scopes in their place: ['left-pad', '@me/a', '@me/b']. */
function entriesOf(folder, host) {
  return host.listDir(folder).flatMap((name) => {
    if (!name.startsWith('@') || isLink(path.join(folder, name), host)) return [name];
    return (orNull(() => host.listDir(path.join(folder, name))) || []).map((one) => `${name}/${one}`);
  });
}

/** Where an entry leads that is a link to the repository's own files, relative to the top; null for any other. */
function ownTarget(entry, top, host) {
  if (!isLink(entry, host)) return null;
  const target = orNull(() => host.realPath(entry));
  if (target === null || !isWithin(top, target)) return null;
  const relative = path.relative(top, target);
  // pnpm links within its own store.
  return relative.split(path.sep).includes(NAME) ? null : relative;
}

/** One node_modules folder of the checkout, by one link or by one for each entry. */
function linkPackages(real, made, { top, folder, host }) {
  const entries = entriesOf(real, host).map((name) => ({ name, own: ownTarget(path.join(real, name), top, host) }));
  if (!entries.some(({ own }) => own !== null)) {
    host.makeLink(host.realPath(real), made);
    return;
  }
  for (const { name, own } of entries) {
    const target = own === null ? path.join(real, name) : path.join(folder, own);
    // A file of the installer, or a package of the repository that the revision does not have yet.
    if (!isFolder(target, host)) continue;
    host.makeFolder(path.dirname(path.join(made, name)));
    host.makeLink(target, path.join(made, name));
  }
}

/** What a manifest says of dependencies; the version of the package itself, or a script, changes none. */
function neededIn(name, text) {
  if (text === null || !name.endsWith('.json')) return text;
  const read = orNull(() => JSON.parse(text));
  if (read === null || typeof read !== 'object') return text;
  if (name === 'package.json') return JSON.stringify(NEEDED.map((field) => read[field]));
  // '' is the package itself.
  return JSON.stringify([{ ...read.packages, '': null }, read.dependencies]);
}

/**
 * Links the packages installed in the working tree into a checkout.
 *
 * @param {object} places absolute paths without links
 * @param {string} places.top of the working tree
 * @param {string} places.cwd in it
 * @param {string} places.folder the checkout
 * @param {string[]} linked gets the node_modules folders of the checkout, each before it is made
 * @param {import('../host/host')} host
 * @returns {string[]} manifests, relative to the top, that ask for other packages in the revision than in the working
 *   tree
 */
function linkDependencies({ top, cwd, folder }, linked, host) {
  const differing = [];
  for (const place of foldersWithPackages(top, cwd, host)) {
    const made = path.join(folder, place, NAME);
    // Folders that the revision does not have need no packages, and what it has is its own. A link of the revision may
    // lead out of the checkout, where nothing is to be written.
    const real = orNull(() => host.realPath(path.join(folder, place)));
    if (real === null || !isWithin(folder, real) || !isFolder(real, host) || isThere(made, host)) continue;
    linked.push(made);
    linkPackages(path.join(top, place, NAME), made, { top, folder, host });
    for (const name of MANIFESTS) {
      const needed = (root) => neededIn(name, orNull(() => host.readText(path.join(root, place, name))));
      if (needed(top) !== needed(folder)) differing.push(path.join(place, name));
    }
  }
  return differing;
}

module.exports = { linkDependencies, isWithin };
