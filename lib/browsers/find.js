'use strict';

/* Finds the program of a browser by path, or by name in PATH and the usual folders. */

const path = require('path');
const { ALIASES, BROWSERS } = require('./programs');
const { isExecutable, isFile, isProgram } = require('../host/fs-queries');
const { askProgram, foldersInPath, isPath, pathsOf, programFile } = require('../host/paths');
const { UsageError } = require('../text/usage-error');

// Allows a cold start from a slow disk.
const LIMIT_MS = 10000;

// Replaces the name of a browser: the user opens a printed address.
const BY_HAND = 'url';

const KINDS = Object.keys(BROWSERS);

// For hints about typing errors.
const BROWSER_NAMES = [...KINDS, ...Object.keys(ALIASES), ...KINDS.flatMap((kind) => BROWSERS[kind].names)];

const kindOfName = (given) => (Object.hasOwn(ALIASES, given) ? ALIASES[given] : given);

function kindOfFile(file, host) {
  const name = pathsOf(host).basename(file);
  return KINDS.find((kind) => BROWSERS[kind].pattern.test(name)) || null;
}

/** @returns {string|null} 'chromium', 'firefox', 'webkit', 'url' for a name or a path; null for others */
function browserKind(given, host) {
  const kind = kindOfName(given);
  if (Object.hasOwn(BROWSERS, kind) || kind === BY_HAND) return kind;
  return BROWSER_NAMES.includes(given) || isPath(given, host) ? kindOfFile(given, host) : null;
}

function placesOf({ places }, { env, platform }) {
  const fileOf = ({ variable, name }) => env[variable] && path.win32.join(env[variable], name);
  return (places[platform] || []).map((place) => (typeof place === 'string' ? place : fileOf(place))).filter(Boolean);
}

function firstProgram(names, places, host) {
  // An empty entry is the current folder. Starting programs from there is unsafe.
  const folders = foldersInPath(host).filter((folder) => folder !== '');
  const inPath = names.flatMap((name) => folders.map((folder) => pathsOf(host).join(folder, programFile(name, host))));
  return [...inPath, ...places].find((file) => isProgram(file, host)) || null;
}

function fileOf(given, kind, { host, cwd }) {
  const { title, names, install } = BROWSERS[kind];
  if (isPath(given, host)) {
    const file = pathsOf(host).resolve(cwd, given);
    if (!isFile(file, host)) throw new UsageError(`${given} is not there; give the path of a ${title}`);
    if (!isExecutable(file, host)) throw new UsageError(`${given} is not executable; give the path of a ${title}`);
    return file;
  }
  const isKind = kindOfName(given) === kind;
  const found = firstProgram(isKind ? names : [given], isKind ? placesOf(BROWSERS[kind], host) : [], host);
  if (found !== null) return found;
  const looked = isKind ? `none of ${names.join(', ')} is in PATH or where it is usually installed`
    : `${given} is not in PATH`;
  throw new UsageError(`--on ${given}: ${looked}; install ${title} (${install}), or give the path of one`);
}

/** A folder that a snap can write, because it has a separate /tmp; null for other browsers. */
function snapFolder(file, host) {
  const { HOME } = host.env;
  const [name = null] = /^(?:chromium|firefox)/.exec(path.basename(file)) || [];
  if (host.platform !== 'linux' || !HOME || name === null) return null;
  const shared = path.join(HOME, 'snap', name, 'common');
  return [shared, `/snap/bin/${name}`].some((one) => host.isThere(one)) ? shared : null;
}

function versionOf(file, { versionArgs = ['--version'] }, host) {
  if (versionArgs.length === 0) return null;
  const { stdout } = askProgram(host, file, versionArgs, { timeout: LIMIT_MS, stdio: ['ignore', 'pipe', 'ignore'] });
  const [, version = null] = /(\d+(?:\.\d+)+)/.exec(stdout || '') || [];
  return version;
}

/** given: a name or path, except 'url'. Throws a UsageError with an install command if the browser is missing. */
function findBrowser(given, { host, cwd }) {
  const kind = browserKind(given, host);
  const file = fileOf(given, kind, { host, cwd });
  return { kind, title: BROWSERS[kind].title, file, version: versionOf(file, BROWSERS[kind], host) };
}

module.exports = { BROWSER_NAMES, BY_HAND, browserKind, findBrowser, firstProgram, placesOf, snapFolder };
