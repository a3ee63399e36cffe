'use strict';

/*
 * CommonJS modules for a page: a file, and all that it requires, as the text of one ES module. Nothing is compiled, and
 * the lines of a file stay together.
 */

const path = require('path');
const { isFile } = require('../host/at-path');

const REQUIRED = /\brequire\((['"`])([^'"`\n]+)\1\)/g;

// What names an export, in the ways that people and compilers write.
const EXPORTED = [
  /\bexports\.([A-Za-z_$][\w$]*)\s*=/g, /\bdefineProperty\(exports, ?["']([A-Za-z_$][\w$]*)["']/g,
];
const LISTED = /\bmodule\.exports\s*=\s*\{([\w$\s,]*)\}/;

// Not names that an ES module can declare.
const RESERVED = new Set(['default', 'delete', 'new', 'in', 'if', 'for', 'do', 'return', 'class', 'function', 'var',
  'let', 'const', 'with', 'try', 'catch', 'throw', 'typeof', 'void', 'while', 'switch', 'case', 'import', 'export',
  'enum', 'null', 'true', 'false', 'this', 'super', 'static', 'yield', 'await', 'eval', 'arguments', '__esModule']);

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

/** The file that a path names, as require() finds it; null where there is none. */
function fileAt(base, host) {
  const found = [base, `${base}.js`, `${base}.cjs`, `${base}.json`, path.join(base, 'index.js')];
  return found.find((file) => isFile(file, host)) || null;
}

/** Names that a module of CommonJS exports, as far as its text says. */
function exportedNames(text) {
  const [, listed = ''] = LISTED.exec(text) || [];
  const names = [...EXPORTED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name)),
    ...listed.split(',').map((name) => name.trim())];
  return [...new Set(names)].filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name));
}

/**
 * @param {string} entry absolute path
 * @param {object} deps
 * @param {import('../host/host')} deps.host
 * @param {function(string, string): string|null} deps.fileOf the file that a name (second) means in a file (first), of
 *   names that are no relative paths; null for none
 * @returns {string} of a module whose default export is what the entry exports, with names as far as its text has them
 */
function moduleText(entry, { host, fileOf }) {
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
      const required = isPath ? fileAt(path.resolve(path.dirname(file), name), host) : fileOf(file, name);
      if (required !== null) names[name] = idOf(required);
    }
    parts[id] = `[function (module, exports, require, global, process) {${text}\n}, ${JSON.stringify(names)}]`;
    return id;
  }

  idOf(entry);
  const names = exportedNames(host.readText(entry));
  const named = names.map((name, i) => `const export${i} = exported.${name};\nexport { export${i} as ${name} };\n`);
  return `const modules = [\n${parts.join(',\n')}\n];${LOADER}const exported = load(0);\nexport default exported;\n` +
    named.join('');
}

module.exports = { fileAt, moduleText };
