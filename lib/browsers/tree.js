'use strict';

/*
 * The files that a page may have, and by which addresses: the folder tree of the suite, the packages that it imports,
 * and this library. Nothing else is served, whatever is asked for.
 */

const path = require('path');
const { createBuildEntry } = require('./build');
const { findImports, isCommonJs } = require('./imports');
const { moduleText } = require('./module-text');
const { packageEntry, packageRoot, workspaceRoot } = require('./package-entry');
const { isFile, orNull } = require('../host/at-path');
const { pathWithin } = require('../host/paths');
// What stands in a page for parts of this library.
const { imports: PARTS } = require('../../package.json');

const LIBRARY = path.join(__dirname, '..', '..');
const BUNDLE = path.join(LIBRARY, 'qtimeit.browser.mjs');
const IN_PAGE = path.join(__dirname, 'in-page.js');

/** What stands for a part of this library in a page. */
function partFor(_, name) {
  if (!Object.hasOwn(PARTS, name)) return null;
  const { page, browser, default: own } = PARTS[name];
  return path.join(LIBRARY, page || browser || own);
}

const TYPES = {
  '.html': 'text/html', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg', '.txt': 'text/plain', '.xml': 'text/xml',
};
const SCRIPT = 'text/javascript';

const MOST_BYTES = 2 ** 30;

const isOurs = (name) => name === 'qtimeit' || name === 'qtimeit/browser';

const addressOf = (...parts) => parts.join('/').split('/').map(encodeURIComponent).join('/');

/**
 * @param {string} suite absolute path
 * @param {import('../host/host')} host
 * @param {import('./build').Build|null} [build]
 * @returns {{ file: string, suite: string, root: string, missing: object[], usesBuild: boolean,
 *   importMap: function(string): object, read: function(string): { type: string, body: string|Buffer }|null,
 *   placeOf: function(string): string }} suite:
 *   its address, as all here without what comes before it; root: the package of the suite, or its workspace where it
 *   leads to files of that; missing: of findImports(), and kind 'outside' of the root; importMap(base): for a page
 *   whose addresses begin so; read(address): null for what is not there, or not to be had; placeOf(address): its path
 */
function createTree(suite, host, build = null) {
  const own = packageRoot(suite, host);
  const inBuild = build === null ? () => null : createBuildEntry(build, { suite, root: own }, host);
  const entryOf = (name, file, how) => inBuild(name, file, how) || packageEntry(name, file, host, how);
  const { found, packages } = findImports(suite, { host, isOurs, entryOf });
  const isOutside = (folder) => ({ file, kind, to }) => {
    const home = packages.find((one) => pathWithin(one, file) !== null) || folder;
    return kind === 'file' && to !== null && pathWithin(home, to) === null;
  };
  const root = (found.some(isOutside(own)) && workspaceRoot(suite, host)) || own;
  const ours = new Map();

  /** All that lead to a file: a package in the workspace can be imported by its name, and by paths. */
  function addressesFor(file) {
    const within = [...packages, root].map((folder) => pathWithin(folder, file));
    return within.map((name, i) => name !== null &&
      (i < packages.length ? addressOf('packages', `${i}`, name) : addressOf('files', name))).filter(Boolean);
  }

  /** '' where no address leads to it. */
  const addressFor = (file) => addressesFor(file)[0] || '';

  function importMap(base) {
    const imports = { qtimeit: `${base}qtimeit/browser.mjs`, 'qtimeit/browser': `${base}qtimeit/browser.mjs` };
    const scopes = {};
    for (const { file, name, kind, to } of found) {
      if (!['package', 'build'].includes(kind) || to === null) continue;
      for (const from of addressesFor(file).map((address) => base + address)) {
        scopes[from] = { ...scopes[from], [name]: base + addressFor(to) };
      }
      if (file === suite) imports[name] = base + addressFor(to);
    }
    return { imports, scopes };
  }

  /** As its package, or a folder of its own, has it; what a link leads to elsewhere is not served. */
  function fileOf(address) {
    const [kind, ...parts] = address.split('/').map((part) => orNull(() => decodeURIComponent(part)));
    const [folder, names] = kind === 'packages' ? [packages[Number(parts[0])], parts.slice(1)]
      : [kind === 'files' ? root : undefined, parts];
    // Names that begin with a dot are nobody's to import: what a tool keeps there, and .. itself.
    const areFit = (list) => list.every((name) => name !== null && !/^\.|[/\\\0]/.test(name));
    if (folder === undefined || names.length === 0 || !areFit(names)) return null;
    const file = path.join(folder, ...names);
    const real = orNull(() => host.realPath(file));
    const isInside = real !== null && [host.realPath(root), ...packages].some((one) => {
      const within = pathWithin(one, real);
      return within !== null && areFit(within.split('/'));
    });
    return isInside && isFile(real, host) ? file : null;
  }

  function required(file, name) {
    const entry = entryOf(name, file, { isRequired: true });
    return entry && entry.file;
  }

  function ourText(name) {
    if (name === 'browser.mjs') return host.readText(BUNDLE);
    if (name !== 'in-page.mjs') return null;
    return moduleText(IN_PAGE, { host, fileOf: partFor });
  }

  function read(address) {
    const [kind, name] = address.split('/');
    if (kind === 'qtimeit') {
      if (!ours.has(name)) ours.set(name, ourText(name));
      return ours.get(name) === null ? null : { type: SCRIPT, body: ours.get(name) };
    }
    const file = fileOf(address);
    if (file === null) return null;
    // Of a clone, beside its own suites.
    if (['qtimeit.js', 'qtimeit.mjs'].some((one) => path.join(LIBRARY, one) === host.realPath(file))) {
      return { type: SCRIPT, body: 'export * from "qtimeit"; export { default } from "qtimeit";' };
    }
    const type = TYPES[path.extname(file).toLowerCase()] || (/\.[cm]?js$/i.test(file) ? SCRIPT : null);
    if (type === SCRIPT) {
      const text = host.readText(file);
      return { type, body: isCommonJs(file, text, host) ? moduleText(file, { host, fileOf: required }) : text };
    }
    return { type: type || 'application/octet-stream', body: host.readBytes(file, MOST_BYTES) };
  }

  function placeOf(address) {
    const [kind, ...parts] = address.split('/').map((part) => orNull(() => decodeURIComponent(part)) || part);
    if (kind === 'files') return path.join(root, ...parts);
    return kind === 'packages' ? path.join(packages[Number(parts[0])] || '', ...parts.slice(1)) : address;
  }

  return {
    file: suite, suite: addressFor(suite), root, importMap, read, placeOf,
    missing: [
      ...found.filter(({ kind, to }) => kind !== 'ours' && to === null),
      ...found.filter(isOutside(root)).map((one) => ({ ...one, kind: 'outside' })),
    ],
    usesBuild: found.some(({ kind }) => kind === 'build'),
  };
}

module.exports = { createTree };
