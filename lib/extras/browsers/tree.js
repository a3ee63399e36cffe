'use strict';

/* Addresses and contents of the files that a page may request: folder of the suite, imported packages, this library. */

const path = require('path');
const { findImports, isCommonJs, moduleText } = require('./modules');
const { createBuildEntry, findPackageEntry, findPackageRoot, findWorkspaceRoot } = require('./package-entry');
const { isFile, orNull } = require('../../base/host/fs-queries');
const { pathWithin, shownPath } = require('../../base/host/paths');
const { imports: PARTS } = require('../../../package.json');

const LIBRARY = path.join(__dirname, '..', '..', '..');
const BUNDLE = path.join(LIBRARY, 'public', 'qtimeit.browser.mjs');
const IN_PAGE = path.join(__dirname, 'in-page.js');

// Address in an error or a stack, with the random word of the page, with or without the server.
const ADDRESS = /(?:https?:\/\/[\w.:[\]-]+\/)?\b(?:[0-9a-f]{32}|[a-z2-9]{10})\/((?:files|packages)\/[^\s:)"'?#]+)/g;

function partFor(_, name) {
  if (!Object.hasOwn(PARTS, name)) return null;
  const { browser, default: own } = PARTS[name];
  return path.join(LIBRARY, browser || own);
}

const TYPES = {
  '.html': 'text/html', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg', '.txt': 'text/plain', '.xml': 'text/xml',
};
const SCRIPT = 'text/javascript';
const MOST_BYTES = 2 ** 30;

const isOurs = (name) => name === 'qtimeit' || name === 'qtimeit/browser';
const addressOf = (...parts) => parts.join('/').split('/').map(encodeURIComponent).join('/');

/** The parts of an address, null for invalid parts. */
const decoded = (address) => address.split('/').map((part) => orNull(() => decodeURIComponent(part)));

/** Rejects hidden files and '..'. */
const areServed = (names) => names.every((name) => name !== null && !/^\.|[/\\\0]/.test(name));

/** Rejects links that lead out of the served folders. */
function servedFile(address, root, packages, host) {
  const [kind, ...parts] = decoded(address);
  const [folder, names] = kind === 'packages' ? [packages[Number(parts[0])], parts.slice(1)]
    : [kind === 'files' ? root : undefined, parts];
  if (folder === undefined || names.length === 0 || !areServed(names)) return null;
  const file = path.join(folder, names.join('/'));
  const real = orNull(() => host.realPath(file));
  const isInside = real !== null && [host.realPath(root), ...packages].some((one) => {
    const within = pathWithin(one, real);
    return within !== null && areServed(within.split('/'));
  });
  return isInside && isFile(real, host) ? file : null;
}

/**
 * suite: absolute path, and an address in the result, relative to the page like all addresses here; root: the package
 * of the suite, or its workspace if the suite imports files from there; missing: see findImports(), with kind 'outside'
 * of the root; importMap(base): for the address of the page; read(): { type, body }, null if missing or forbidden
 */
function createTree(suite, host, build = null) {
  const own = findPackageRoot(suite, host);
  const inBuild = build === null ? () => null : createBuildEntry(build, { suite, root: own }, host);
  const entryOf = (name, file, how) => inBuild(name, file, how) || findPackageEntry(name, file, host, how);
  const { found, packages } = findImports(suite, { host, isOurs, entryOf });
  const isOutside = (folder) => ({ file, kind, to }) => {
    const home = packages.find((one) => pathWithin(one, file) !== null) || folder;
    return kind === 'file' && to !== null && pathWithin(home, to) === null;
  };
  const root = (found.some(isOutside(own)) && findWorkspaceRoot(suite, host)) || own;
  const ours = new Map();

  /** A package in the workspace has two addresses: imports use its name or its path. */
  function addressesFor(file) {
    const within = [...packages, root].map((folder) => pathWithin(folder, file));
    return within.map((name, i) => name !== null &&
      (i < packages.length ? addressOf('packages', `${i}`, name) : addressOf('files', name))).filter(Boolean);
  }

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

  function required(file, name) {
    const entry = entryOf(name, file, { isRequired: true });
    return entry && entry.file;
  }

  function ourText(name) {
    if (name === 'browser.mjs') return host.readText(BUNDLE);
    return name === 'in-page.mjs' ? moduleText(IN_PAGE, host, partFor) : null;
  }

  function read(address) {
    const [kind, name] = address.split('/');
    if (kind === 'qtimeit') {
      if (!ours.has(name)) ours.set(name, ourText(name));
      return ours.get(name) === null ? null : { type: SCRIPT, body: ours.get(name) };
    }
    const file = servedFile(address, root, packages, host);
    if (file === null) return null;
    // A suite in a clone of this library may import it by path.
    if (['qtimeit.js', 'qtimeit.mjs'].some((one) => path.join(LIBRARY, one) === host.realPath(file))) {
      return { type: SCRIPT, body: 'export * from "qtimeit"; export { default } from "qtimeit";' };
    }
    const type = TYPES[path.extname(file).toLowerCase()] || (/\.[cm]?js$/i.test(file) ? SCRIPT : null);
    if (type === SCRIPT) {
      const text = host.readText(file);
      return { type, body: isCommonJs(file, text, host) ? moduleText(file, host, required) : text };
    }
    return { type: type || 'application/octet-stream', body: host.readBytes(file, MOST_BYTES) };
  }

  function placeOf(address) {
    const given = address.split('/');
    const [kind, ...parts] = decoded(address).map((part, i) => (part === null ? given[i] : part));
    if (kind === 'files') return path.join(root, parts.join('/'));
    return kind === 'packages' ? path.join(packages[Number(parts[0])] || '', parts.slice(1).join('/')) : address;
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

/** inMessage() replaces addresses by paths in errors of a message. */
function createPlaces(tree, cwd) {
  const shown = (file) => shownPath(file, cwd);
  const inText = (text) => (
    typeof text === 'string' ? text.replace(ADDRESS, (_, address) => shown(tree.placeOf(address))) : text);

  function inError(error) {
    if (error === null || typeof error !== 'object') return error;
    const { message, at, stack } = error;
    return { ...error, message: inText(message), at: inText(at), stack: inText(stack) };
  }

  function inMessage(message) {
    const { error, row } = message;
    const own = error === undefined ? message : { ...message, error: inError(error) };
    return row && row.error ? { ...own, row: { ...row, error: inError(row.error) } } : own;
  }

  return { shownPath: shown, inMessage };
}

module.exports = { createPlaces, createTree };
