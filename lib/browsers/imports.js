'use strict';

/*
 * What a suite imports, found in its text and in that of the modules that it leads to: where these lie, and which are
 * not there. A browser knows neither names of packages nor which of many files was missing.
 */

const path = require('path');
const { builtinModules } = require('module');
const { nameAbove, packageRoot, partsOf, readPackage } = require('./package-entry');
const { isFile } = require('../host/at-path');

const COMMENT = /\/\*[^]*?\*\/|(^|[\s;{}])\/\/[^\n]*/g;
const STATIC = /\b(?:import|export)\b\s*(?:[\w$*\s{},]*?\bfrom\s*)?(["'])([^"'\n]+)\1/g;
const DYNAMIC = /\bimport\s*\(\s*(["'`])([^"'`\n$]+)\1/g;

// Of an ES module; minified ones have neither lines nor spaces.
const MODULE =
  /(?:^|[\n;}])\s*(?:export\s*(?:[{*]|(?:default|const|let|var|function|class|async)\b)|import\s*["'{*\w$])/;
const COMMONJS = /\bmodule\.exports\b|\bexports\.[\w$]+\s*=|\brequire\(/;

const isBuiltin = (name) => name.startsWith('node:') || builtinModules.includes(name.split('/')[0]);

const isAddress = (name) => /^[a-z][a-z+.-]*:/i.test(name) && !name.startsWith('node:');

/** The names that a module imports, as they are written. */
function importedNames(text) {
  const code = text.replace(COMMENT, '$1');
  return [...new Set([STATIC, DYNAMIC].flatMap((pattern) => [...code.matchAll(pattern)].map(([, , name]) => name)))];
}

/** Whether a file is a module of CommonJS, as Node takes it. */
function isCommonJs(file, text, host) {
  if (/\.mjs$/i.test(file)) return false;
  if (/\.cjs$/i.test(file)) return true;
  if (!/\.js$/i.test(file)) return false;
  if (readPackage(packageRoot(file, host), host).type === 'module') return false;
  return !MODULE.test(text) && COMMONJS.test(text);
}

/**
 * @typedef {object} Found
 * @property {string} file that imports
 * @property {string} name as it is written there
 * @property {string|null} to absolute path of what it means, null where that is not there
 * @property {'file'|'package'|'build'|'builtin'|'ours'|'own'|'part'|'private'} kind 'own': the package that it belongs
 *   to, which is not found by its name; 'part': of a package that has none of this name; 'private': '#name'
 *
 * @param {string} suite absolute path
 * @param {object} deps
 * @param {import('../host/host')} deps.host
 * @param {function(string): boolean} deps.isOurs whether a name is that of this library
 * @param {function(string, string): object|null} deps.entryOf as packageEntry(), given a name and who imports it;
 *   with isBuild where build.js puts it in the place of a package; folder: null where it needs no place of its own
 * @returns {{ found: Found[], packages: string[] }} packages: folders of those that it leads to, without links
 */
function findImports(suite, { host, isOurs, entryOf }) {
  const found = [];
  const packages = new Set();
  const seen = new Set([suite]);
  // It needs no place of its own.
  const root = packageRoot(suite, host);

  function kindOfMissing(name, file) {
    if (isBuiltin(name)) return 'builtin';
    if (name.startsWith('#')) return 'private';
    return partsOf(name)[0] === nameAbove(file, host) ? 'own' : 'package';
  }

  function resolve(name, file) {
    if (isOurs(name)) return { kind: 'ours', to: null };
    if (/^\.{1,2}\//.test(name)) {
      const to = path.resolve(path.dirname(file), name.replace(/[?#].*$/, ''));
      return { kind: 'file', to: isFile(to, host) ? to : null };
    }
    const entry = entryOf(name, file);
    if (entry === null) return { kind: kindOfMissing(name, file), to: null };
    if (entry.folder !== null && entry.folder !== root) packages.add(entry.folder);
    if (entry.isBuild) return { kind: 'build', to: entry.file };
    return { kind: entry.file === null ? 'part' : 'package', to: entry.file };
  }

  const left = [suite];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    const text = host.readText(file);
    // What it requires is put into it.
    if (isCommonJs(file, text, host)) continue;
    for (const name of importedNames(text)) {
      if (isAddress(name) || name.startsWith('/')) continue;
      const { kind, to } = resolve(name, file);
      found.push({ file, name, kind, to });
      if (to === null || seen.has(to) || !/\.[cm]?js$/i.test(to)) continue;
      seen.add(to);
      left.push(to);
    }
  }
  return { found, packages: [...packages] };
}

module.exports = { findImports, importedNames, isCommonJs };
