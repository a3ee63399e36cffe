'use strict';

/* Names of files with code. Declarations (x.d.ts) contain none. */

const { codeOf, codeWithNames } = require('./code-text');

const CODE = /\.[cm]?[jt]s$/i;
const DECLARATION = /\.d\.[cm]?ts$/i;
const TYPESCRIPT = /\.(?:[cm]?ts|tsx)$/i;
const WITH_JSX = /\.tsx$/i;
const ENDINGS = '.js, .cjs, .mjs, .ts, .cts, .mts or .tsx';

const isCode = (name) => CODE.test(name) && !DECLARATION.test(name);
const isTypeScript = (name) => TYPESCRIPT.test(name);
const hasJsx = (name) => WITH_JSX.test(name);
const stripExtension = (name) => name.replace(CODE, '');

// Libraries with a stand-in, see lib/extras/adopt/.
const LIBRARIES = 'benchmark|tinybench|mitata|bench-node|node:bench';
const importsOf = (names, flags) => (
  new RegExp(`(?:\\bfrom\\s*|\\bimport\\s*\\(?\\s*|\\brequire\\s*\\(\\s*)(['"\`])(?:${names})\\1`, flags));
const IMPORTS = importsOf(LIBRARIES);
const IMPORTS_VITEST = importsOf('vitest');
const IMPORTS_PACKAGE = importsOf('((?:@[\\w.-]+/)?\\w[\\w.-]*)(?:/[\\w./-]+)?', 'g');
const OF_DENO = /\bDeno\s*\.\s*bench\s*\(/;

const usesDeno = (source) => OF_DENO.test(source);

const REQUIRES_ONE = new RegExp(`\\brequire\\s*\\(\\s*(['"\`])(?:${LIBRARIES})\\1`);

/** Whether a source text has a library by require() alone. */
const onlyRequires = (source) => REQUIRES_ONE.test(source) && !/^\s*import\b|\bimport\s*\(/m.test(source);

const mentionsLibrary = (source) => IMPORTS.test(source) || usesDeno(source);

/** Whether code imports a library that has a stand-in, or calls Deno.bench. Comments and strings do not count. */
const usesLibrary = (source) => mentionsLibrary(source) && mentionsLibrary(codeWithNames(source));

const isLibrary = (name) => LIBRARIES.split('|').includes(name);

/** Names of packages, and perhaps of built-in modules, that a source text imports. */
const findImportedPackages = (source) => (
  new Set([...source.matchAll(IMPORTS_PACKAGE)].map(([, , name]) => name)));

const DECLARED_EXPORT = '(?:async\\s+)?(?:const|let|var|function\\s*\\*?|class)\\s+([\\w$]+)';
const DESTRUCTURED = '(?:const|let|var)\\s*\\{([^}]*)\\}';
const EXPORTS = new RegExp(`\\bexport\\s+(?:${DECLARED_EXPORT}|${DESTRUCTURED}|\\{([^}]*)\\})`, 'g');

const namesIn = (list, before) => list.split(',').map((one) => one.trim().split(before).pop().split('=')[0].trim());

/** Exported names in the order of a source text. The keys of a module are sorted. */
const findExportedNames = (source) => (
  [...codeOf(source).matchAll(EXPORTS)].flatMap(([, name, destructured, list]) => (
    name ? [name] : destructured ? namesIn(destructured, ':') : namesIn(list, /\s+as\s+/))));

/** Which of these exported names the code of a source text contains only in its exports. */
function findOnlyExported(names, source) {
  const words = codeOf(source).replace(/\bexport\s*\{[^}]*\}/g, '').match(/[\p{ID_Continue}$]+/gu) || [];
  return names.filter((name) => words.indexOf(name) === words.lastIndexOf(name));
}

const usesVitest = (source) => IMPORTS_VITEST.test(source);

module.exports = {
  ENDINGS, isCode, isTypeScript, hasJsx, stripExtension, onlyRequires, usesDeno, usesLibrary, isLibrary, usesVitest,
  findExportedNames, findImportedPackages, findOnlyExported,
};
