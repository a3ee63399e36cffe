'use strict';

/*
 * A file that is run for the suite that it exports. CommonJS is required, which leaves require.cache and stacks as
 * its author knows them; what turns out to be an ES module is imported.
 */

const { pathToFileURL } = require('url');
const { isModuleNamespaceObject, isPromise } = require('util').types;

const { orNull } = require('../host/fs-queries');
const { isTypeScript } = require('../text/code-names');
const { describe } = require('../text/show');
const { suiteIn } = require('./exported-suite');
const { placeWords, syntaxPlace, thrownAt } = require('./source-place');

const NOT_COMMONJS = ['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE'];

// What could not be required, in the words of Node 18, 20 and 24, and of Deno.
const REFUSED = /(?:of ES Module|Requiring|Required module:) (.+?)(?: from .*|\. From .*| *)$/m;

/** Whether the error says that this file is an ES module, and not a file that it requires: then it has run by now. */
function isModule(error, file, host) {
  if (!error || !NOT_COMMONJS.includes(error.code)) return false;
  const [, refused] = REFUSED.exec(error.message) || [];
  if (refused === undefined) return true;
  const real = host.realPath(file);
  return refused === real || refused === pathToFileURL(real).href;
}

/** In an object, because a suite can have a test called then. */
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
  // null also if processes are not permitted.
  return orNull(() => {
    const { stderr } = host.run(host.execPath, ['--check', file], { encoding: 'utf8', timeout: 10000 });
    const place = syntaxPlace(stderr.slice(stderr.indexOf(`${file}:`)));
    return place && placeWords(place);
  });
}

/** A syntax error without its place: its stack has nothing of the file. */
function isUnplaced(error) {
  // null for a proxy that throws
  return orNull(() => error instanceof SyntaxError
    && /^[^\n]*\n\s+at [^\n]*node:internal\/modules\/esm\//.test(error.stack));
}

/** The error with the file that it comes from, as its property suiteFile. */
function withFile(error, file, host) {
  const suiteFile = { value: {
    file, at: isUnplaced(error) ? checkedPlace(file, host) : thrownAt(error, __filename),
  }, configurable: true, writable: true };
  try {
    return Object.defineProperty(error, 'suiteFile', suiteFile);
  } catch (_) {
    // Not an object, or a frozen one.
    return Object.defineProperty(new Error(`threw ${describe(error)}`, { cause: error }), 'suiteFile', suiteFile);
  }
}

/**
 * Runs a file, and gives the suite that it exports: module.exports, the default export, or else its exported
 * functions and tests { fn, ... } under their names. A promise of a suite is awaited.
 *
 * @param {string} file absolute path
 * @param {{ host: object }} [deps]
 * @returns {Promise<{ suite: * } | null>} suite: for bench, which checks it; null if nothing is exported
 * @throws the error of the file, with a property suiteFile { file, at: 'bench/parse.js:3:5' or null }. If the error
 *   cannot have that property, another one is thrown with it as its cause
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
