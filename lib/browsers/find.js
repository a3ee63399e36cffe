'use strict';

/* Finds the program of a browser: by its name, in PATH and in the usual folders, or by its path. */

const path = require('path');
const { ALIASES, BROWSERS } = require('./programs');
const { isExecutable, isFile, isProgram, orNull } = require('../host/fs-queries');
const { foldersInPath, pathsOf, programFile } = require('../host/paths');
const { UsageError } = require('../text/usage-error');

// A cold start from a slow disk.
const LIMIT_MS = 10000;

// Instead of the name of a browser: an address is printed, and the user opens it.
const BY_HAND = 'url';

const KINDS = Object.keys(BROWSERS);

// For hints about typing errors.
const BROWSER_NAMES = [...KINDS, ...Object.keys(ALIASES), ...KINDS.flatMap((kind) => BROWSERS[kind].names)];

const kindOfName = (given) => (Object.hasOwn(ALIASES, given) ? ALIASES[given] : given);

const hasSlash = (given, { platform }) => given.includes('/') || (platform === 'win32' && given.includes('\\'));

/** The kind of browser by the name of its file, null for other programs. */
function kindOfFile(file, host) {
  const name = pathsOf(host).basename(file);
  return KINDS.find((kind) => BROWSERS[kind].pattern.test(name)) || null;
}

/** @returns {string|null} 'chromium', 'firefox', 'webkit', 'url' for a name or a path; null for others */
function browserKind(given, host) {
  const kind = kindOfName(given);
  if (Object.hasOwn(BROWSERS, kind) || kind === BY_HAND) return kind;
  return BROWSER_NAMES.includes(given) || hasSlash(given, host) ? kindOfFile(given, host) : null;
}

/** The files of a browser that is installed, but not in PATH. */
function placesOf({ places }, { env, platform }) {
  const fileOf = ({ variable, name }) => env[variable] && path.win32.join(env[variable], name);
  return (places[platform] || []).map((place) => (typeof place === 'string' ? place : fileOf(place))).filter(Boolean);
}

/** The first program of these names in PATH, or at these places. */
function firstProgram(names, places, host) {
  // An empty entry is the current folder: no program is started from there.
  const folders = foldersInPath(host).filter((folder) => folder !== '');
  const inPath = names.flatMap((name) => folders.map((folder) => pathsOf(host).join(folder, programFile(name, host))));
  return [...inPath, ...places].find((file) => isProgram(file, host)) || null;
}

function fileOf(given, kind, { host, cwd }) {
  const { title, names, install } = BROWSERS[kind];
  if (hasSlash(given, host)) {
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

/** A folder that a browser from a snap can write, because it has a separate /tmp; null for other browsers. */
function snapFolder(file, host) {
  const { HOME } = host.env;
  const [name = null] = /^(?:chromium|firefox)/.exec(path.basename(file)) || [];
  if (host.platform !== 'linux' || !HOME || name === null) return null;
  const shared = path.join(HOME, 'snap', name, 'common');
  return [shared, `/snap/bin/${name}`].some((one) => host.isThere(one)) ? shared : null;
}

/** The version that a program prints, or null. */
function versionOf(file, { versionArgs }, host) {
  if (versionArgs.length === 0) return null;
  const result = orNull(() => host.run(file, versionArgs, {
    encoding: 'utf8', timeout: LIMIT_MS, killSignal: 'SIGKILL', windowsHide: true, stdio: ['ignore', 'pipe', 'ignore'],
  }));
  const [, version = null] = /(\d+(?:\.\d+)+)/.exec((result && result.stdout) || '') || [];
  return version;
}

/**
 * @param {string} given a name or a path with a browserKind(), except 'url'
 * @param {{ host: import('../host/host'), cwd: string }} deps
 * @returns {{ kind: string, title: string, file: string, version: string|null }} file: absolute path
 * @throws {UsageError} if it is missing, with a command that installs it
 */
function findBrowser(given, { host, cwd }) {
  const kind = browserKind(given, host);
  const file = fileOf(given, kind, { host, cwd });
  return { kind, title: BROWSERS[kind].title, file, version: versionOf(file, BROWSERS[kind], host) };
}

module.exports = { BROWSER_NAMES, BY_HAND, browserKind, findBrowser, firstProgram, placesOf, snapFolder };
