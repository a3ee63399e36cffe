'use strict';

/*
 * Runs a file for its suite, unless it is a program for another library. CommonJS is required, so that require.cache
 * and stacks are as usual, and ESM imported.
 */

const { createRequire } = require('module');
const path = require('path');
const { pathToFileURL } = require('url');
const { isModuleNamespaceObject, isPromise } = require('util').types;

const { createAsBefore } = require('../../base/host/builtins');
const { isFile, orNull } = require('../../base/host/fs-queries');
const {
  findExportedNames, findImportedPackages, findOnlyExported, isCode, isLibrary, isTypeScript, usesLibrary,
} = require('../../base/text/code-names');
const { codeWithNames } = require('../../base/text/code-text');
const { describeThrown } = require('../../base/text/show');
const { findSuite, findUnusedTests } = require('./suite');

// For errors of a file, which may have replaced builtins.
const asBefore = createAsBefore(false);
const sourcePlace = () => require('./source-place');

const CHECK_LIMIT_MS = 30000;
const MOST_FILES = 100; // so that programs of many files start fast; helpers are near the main file

const QUOTED = /(['"`])((?:\.{0,2}\/)?[\w@-][\w@.-]*(?:\/[\w@.-]+)*|(?:\.\.?\/)+[\w@./-]+)\1/g;
const ENDINGS = ['.js', '.cjs', '.mjs', '.ts', '.cts', '.mts', '.tsx'];

const NOT_COMMONJS = ['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE'];

// Files that could not be required, in messages of Node 20 and 24, of Deno, and of Bun, which has no code.
const REFUSED =
  /(?:of ES Module|Requiring|Required module:|async module) "?(.+?)"?(?: from .*|\. From .*| is un.*| *)$/m;
const OF_BUN = 'require() async module ';

/** The file with the name './helper', 'thread.js', or '/thread.js' after __dirname, or null */
function fileOf(name, folder, host) {
  if (!/^\.\.?\//.test(name) && !isCode(name)) return null;
  const meant = [path.resolve(folder, name), path.join(folder, name)];
  const all = meant.flatMap((file) => (isCode(file) ? [file, file.replace(/js$/, 'ts')]
    : [...ENDINGS.map((ending) => file + ending), ...ENDINGS.map((ending) => path.join(file, `index${ending}`))]));
  return all.find((one) => isFile(one, host)) || null;
}

/** For findExportedNames() */
const readModuleOf = (host) => (name, from) => {
  const place = /^\.{0,2}\//.test(name) ? fileOf(name, path.dirname(from), host) : null;
  return place && { place, text: orNull(() => host.readText(place)) || '' };
};

function* filesNamedIn(text, folder, host) {
  for (const [, , name] of text.matchAll(QUOTED)) {
    const file = fileOf(name, folder, host);
    if (file !== null && !file.split(path.sep).includes('node_modules')) yield file;
  }
}

/** Yields { file, text } of this file, and then of the files that it names, directly or indirectly. */
function* readFilesFrom(first, host) {
  const found = new Set([first]);
  let count = 0;
  for (const file of found) {
    const text = orNull(() => host.readText(file)) || '';
    yield { file, text };
    if (++count === MOST_FILES) return;
    for (const named of filesNamedIn(text, path.dirname(file), host)) found.add(named);
  }
}

/** The text of the first of these files that uses a library, and of all files before it; null if none does. */
function findLibraryText(first, host) {
  const texts = [];
  for (const { text } of readFilesFrom(first, host)) {
    texts.push(text);
    if (usesLibrary(text)) return texts.join('\n');
  }
  return null;
}

/** The path of the first of these files that uses a library; null if none does. */
function findLibraryFile(first, host) {
  for (const { file, text } of readFilesFrom(first, host)) if (usesLibrary(text)) return file;
  return null;
}

/** Whether a package.json has a library with a stand-in in its dependencies; null without this file. */
function dependsOnLibrary(packageFile, host) {
  const text = orNull(() => host.readText(packageFile));
  if (text === null) return null;
  const { dependencies } = orNull(() => JSON.parse(text)) || {};
  return Object.keys(dependencies || {}).some(isLibrary);
}

/** Whether one of these files imports an installed package that depends on a library, as benny does. */
function importsRunner(first, host) {
  const known = new Map(); // results of dependsOnLibrary: many files import the same packages
  const isRunner = (packageFile) => {
    if (!known.has(packageFile)) known.set(packageFile, dependsOnLibrary(packageFile, host));
    return known.get(packageFile);
  };
  for (const { file, text } of readFilesFrom(first, host)) {
    const { resolve } = createRequire(file);
    for (const name of findImportedPackages(text)) {
      // Null for a built-in module
      const places = resolve.paths(name) || [];
      const nearest = places.map((place) => path.join(place, name, 'package.json'))
        .find((packageFile) => isRunner(packageFile) !== null);
      if (nearest && isRunner(nearest) && findImportedPackages(codeWithNames(text)).has(name)) return true;
    }
  }
  return false;
}

/** Whether this file is an ES module. If a file that it requires is one, it has already run. */
function isModule(error, file, host) {
  if (!error || !(NOT_COMMONJS.includes(error.code) || `${error.message}`.startsWith(OF_BUN))) return false;
  const [, refused] = REFUSED.exec(error.message) || [];
  if (refused === undefined) return true;
  const real = host.realPath(file);
  return refused === real || refused === pathToFileURL(real).href;
}

/** Returns an object, because a suite can have a test called then. */
async function load(file, host) {
  if (!/\.m[jt]s$/i.test(file)) {
    try {
      return { exported: require(file) };
    } catch (error) {
      if (!isModule(error, file, host)) throw error;
    }
  }
  return { exported: await import(pathToFileURL(file).href) };
}

/** Node reports the place of a syntax error in an ES module only from a separate process, and only in JavaScript. */
function checkedPlace(file, host) {
  if (isTypeScript(file)) return null;
  return orNull(() => {
    const { stderr } = host.run(host.execPath, ['--check', file], { encoding: 'utf8', timeout: CHECK_LIMIT_MS });
    const name = [file, pathToFileURL(file).href].find((one) => stderr.includes(`${one}:`));
    const { placeWords, syntaxPlace } = sourcePlace();
    const place = syntaxPlace(stderr.slice(stderr.indexOf(`${name}:`)));
    return place && placeWords(place);
  });
}

/** Whether the stack of a syntax error does not name the file; null for a proxy that throws. */
const isUnplaced = (error) => orNull(() => (
  error instanceof SyntaxError && /^[^\n]*\n\s+at [^\n]*node:internal\/modules\/esm\//.test(error.stack)));

function withFile(error, file, host) {
  const at = isUnplaced(error) ? checkedPlace(file, host) : sourcePlace().thrownAt(error, __filename);
  const suiteFile = { value: { file, at }, configurable: true, writable: true };
  try {
    return Object.defineProperty(error, 'suiteFile', suiteFile);
  } catch (_) {
    return Object.defineProperty(new Error(`threw ${describeThrown(error)}`, { cause: error }), 'suiteFile', suiteFile);
  }
}

/**
 * Runs a file and returns its module.exports, default export, or else exported functions and tests { fn, ... } by name.
 *
 * @returns {Promise<{ suite: *, unused: string[] } | null>} suite: for bench, which checks it; unused: names of other
 *   exported tests, which a default export hides, and which the file does not use; null if nothing is exported
 * @throws the error of the file with the property suiteFile { file, at: 'bench/parse.js:3:5' or null }, or, if that
 *   cannot be set, another error with it as its cause
 */
async function loadSuiteFile(file, { host } = { host: require('../../base/host/host') }) {
  let suite;
  let unused;
  try {
    const text = orNull(() => host.readText(file)) || '';
    // Before the file runs, because it may replace builtins.
    const order = /\bexport\b/.test(text) ? await findExportedNames({ text, place: file }, readModuleOf(host)) : [];
    const { exported } = await load(file, host);
    const isNamespace = isModuleNamespaceObject(exported);
    suite = findSuite(exported, isNamespace, isNamespace ? order : []);
    if (isPromise(suite)) suite = await suite;
    unused = asBefore(() => orNull(() => {
      const names = findUnusedTests(exported, isNamespace, suite);
      // The others may be helpers of tests.
      return names.length > 0 ? findOnlyExported(names, text) : names;
    })) || [];
  } catch (error) {
    throw asBefore(() => withFile(error, file, host));
  }
  return suite === null || suite === undefined ? null : { suite, unused };
}

module.exports = { findLibraryFile, findLibraryText, importsRunner, loadSuiteFile };
