'use strict';

/* Finds the imports of a suite, and bundles CommonJS: browsers resolve no package names, and have no require(). */

const path = require('path');
const { builtinModules } = require('module');
const { findFile, findNameAbove, findPackageRoot, splitPackageName, readPackage } = require('./package-entry');
const { isFile } = require('../../base/host/fs-queries');

const COMMENT = /\/\*[^]*?\*\/|(^|[\s;{}])\/\/[^\n]*/g;
const STATIC = /\b(?:import|export)\b\s*(?:[\w$*\s{},]*?\bfrom\s*)?(["'])([^"'\n]+)\1/g;
const DYNAMIC = /\bimport\s*\(\s*(["'`])([^"'`\n$]+)\1/g;
const REQUIRED = /\brequire\((['"`])([^'"`\n]+)\1\)/g;

// Also matches minified modules.
const MODULE =
  /(?:^|[\n;}])\s*(?:export\s*(?:[{*]|(?:default|const|let|var|function|class|async)\b)|import\s*["'{*\w$])/;
const COMMONJS = /\bmodule\.exports\b|\bexports\.[\w$]+\s*=|\brequire\(/;

// Exports of CommonJS, in the notations of people and of compilers.
const EXPORTED = [
  /\bexports\.([A-Za-z_$][\w$]*)\s*=/g, /\bdefineProperty\(exports, ?["']([A-Za-z_$][\w$]*)["']/g,
];
const LISTED = /\bmodule\.exports\s*=\s*\{([\w$\s,]*)\}/;
const NAME = /^[A-Za-z_$][\w$]*$/;

// Runs a file at its first require().
const LOADER = `
const loaded = new Map();
const process = { env: { NODE_ENV: 'production' } };
function load(id) {
  if (loaded.has(id)) return loaded.get(id).exports;
  const module = { exports: {} };
  loaded.set(id, module);
  const [run, names] = modules[id];
  const require = (name) => {
    if (names[name] === undefined) throw new Error("Cannot find module '" + name + "'");
    return load(names[name]);
  };
  run.call(module.exports, module, module.exports, require, globalThis, process);
  return module.exports;
}
`;

const isBuiltin = (name) => name.startsWith('node:') || builtinModules.includes(name.split('/')[0]);
const isAddress = (name) => name.startsWith('/') || (/^[a-z][a-z+.-]*:/i.test(name) && !name.startsWith('node:'));

function findImportedNames(text) {
  const code = text.replace(COMMENT, '$1');
  return [...new Set([STATIC, DYNAMIC].flatMap((pattern) => [...code.matchAll(pattern)].map(([, , name]) => name)))];
}

function isCommonJs(file, text, host) {
  const ending = path.extname(file).toLowerCase();
  if (ending !== '.js') return ending === '.cjs';
  return readPackage(findPackageRoot(file, host), host).type !== 'module' && !MODULE.test(text) && COMMONJS.test(text);
}

/**
 * suite: absolute path; entryOf(name, importer): like packageEntry(), with isBuild if a build replaces the package;
 * folder: null if the server sends it with the suite
 *
 * found: { file (the importer), name (as written there), to (absolute path, null if missing), kind }, kind: 'file',
 *   'package', 'build', 'builtin'; 'ours': this library; 'own': the importer's package, without exports; 'part':
 *   missing in its package; 'private': '#name'
 * packages: folders without links
 */
function findImports(suite, { host, isOurs, entryOf }) {
  const found = [];
  const packages = new Set();
  const seen = new Set([suite]);
  const root = findPackageRoot(suite, host);

  function kindOfMissing(name, file) {
    if (isBuiltin(name)) return 'builtin';
    if (name.startsWith('#')) return 'private';
    return splitPackageName(name)[0] === findNameAbove(file, host) ? 'own' : 'package';
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

  for (const file of seen) {
    const text = host.readText(file);
    // moduleText() bundles CommonJS with its dependencies.
    if (isCommonJs(file, text, host)) continue;
    for (const name of findImportedNames(text)) {
      if (isAddress(name)) continue;
      const { kind, to } = resolve(name, file);
      found.push({ file, name, kind, to });
      if (to !== null && /\.[cm]?js$/i.test(to)) seen.add(to);
    }
  }
  return { found, packages: [...packages] };
}

/** Named exports of a CommonJS module, without names that an ES module cannot declare. */
function exportedNames(text) {
  const [, listed = ''] = LISTED.exec(text) || [];
  const names = [...EXPORTED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name)),
    ...listed.split(',').map((name) => name.trim())];
  return [...new Set(names)].filter((name) => NAME.test(name) && !['default', '__esModule'].includes(name));
}

/** An ES module: its exports are module.exports, and the names in the text of the entry. fileOf(file, name): a path. */
function moduleText(entry, host, fileOf) {
  const ids = new Map();
  const parts = [];

  function idOf(file) {
    if (ids.has(file)) return ids.get(file);
    const id = ids.size;
    ids.set(file, id);
    const text = host.readText(file);
    if (file.endsWith('.json')) {
      parts[id] = `[(module) => { module.exports = ${text}; }, {}]`;
      return id;
    }
    const names = {};
    for (const [, , name] of text.matchAll(REQUIRED)) {
      const isPath = /^\.{1,2}(?:\/|$)/.test(name);
      const required = isPath ? findFile(path.resolve(path.dirname(file), name), host) : fileOf(file, name);
      if (required !== null) names[name] = idOf(required);
    }
    parts[id] = `[function (module, exports, require, global, process) {${text}\n}, ${JSON.stringify(names)}]`;
    return id;
  }

  idOf(entry);
  const named = exportedNames(host.readText(entry))
    .map((name, i) => `const export${i} = exported.${name};\nexport { export${i} as ${name} };\n`);
  return `const modules = [\n${parts.join(',\n')}\n];${LOADER}const exported = load(0);\nexport default exported;\n` +
    named.join('');
}

module.exports = { findImports, isCommonJs, moduleText };
