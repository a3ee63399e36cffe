'use strict';

/* Runs a file for its suite. CommonJS is required, so that require.cache and stacks are as usual, and ESM imported. */

const { pathToFileURL } = require('url');
const { isModuleNamespaceObject, isPromise } = require('util').types;

const { orNull } = require('../host/fs-queries');
const { isTypeScript } = require('../text/code-names');
const { describe } = require('../text/show');
const { suiteIn } = require('./entries');
const { placeWords, syntaxPlace, thrownAt } = require('./source-place');

const NOT_COMMONJS = ['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE'];

// Files that could not be required, in messages of Node 20 and 24, of Deno, and of Bun, which has no code.
const REFUSED =
  /(?:of ES Module|Requiring|Required module:|async module) "?(.+?)"?(?: from .*|\. From .*| is un.*| *)$/m;
const OF_BUN = 'require() async module ';

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
    const { stderr } = host.run(host.execPath, ['--check', file], { encoding: 'utf8', timeout: 10000 });
    const place = syntaxPlace(stderr.slice(stderr.indexOf(`${file}:`)));
    return place && placeWords(place);
  });
}

/** Whether the stack of a syntax error does not name the file; null for a proxy that throws. */
const isUnplaced = (error) => orNull(() => (
  error instanceof SyntaxError && /^[^\n]*\n\s+at [^\n]*node:internal\/modules\/esm\//.test(error.stack)));

function withFile(error, file, host) {
  const at = isUnplaced(error) ? checkedPlace(file, host) : thrownAt(error, __filename);
  const suiteFile = { value: { file, at }, configurable: true, writable: true };
  try {
    return Object.defineProperty(error, 'suiteFile', suiteFile);
  } catch (_) {
    return Object.defineProperty(new Error(`threw ${describe(error)}`, { cause: error }), 'suiteFile', suiteFile);
  }
}

/**
 * Runs a file and returns its module.exports, default export, or else exported functions and tests { fn, ... } by name.
 *
 * @returns {Promise<{ suite: * } | null>} suite: for bench, which checks it; null if nothing is exported
 * @throws the error of the file with the property suiteFile { file, at: 'bench/parse.js:3:5' or null }, or, if that
 *   cannot be set, another error with it as its cause
 */
async function loadSuiteFile(file, { host } = { host: require('../host/host') }) {
  let suite;
  try {
    const { exported } = await load(file, host);
    suite = suiteIn(exported, isModuleNamespaceObject(exported));
    if (isPromise(suite)) suite = await suite;
  } catch (error) {
    throw withFile(error, file, host);
  }
  return suite === null || suite === undefined ? null : { suite };
}

module.exports = { loadSuiteFile };
