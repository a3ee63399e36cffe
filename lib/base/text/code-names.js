'use strict';

/* Names of files with code. Declarations (x.d.ts) contain none. */

const { codeOf, codeWithNames, separateStrings } = require('./code-text');

const CODE = /\.[cm]?[jt]s$/i;
const DECLARATION = /\.d\.[cm]?ts$/i;
const TYPESCRIPT = /\.(?:[cm]?ts|tsx)$/i;
const WITH_JSX = /\.tsx$/i;
const ENDINGS = '.js, .cjs, .mjs, .ts, .cts, .mts or .tsx';

const isCode = (name) => CODE.test(name) && !DECLARATION.test(name);
const isTypeScript = (name) => TYPESCRIPT.test(name);
const hasJsx = (name) => WITH_JSX.test(name);
const isCodeOrJsx = (name) => isCode(name) || hasJsx(name);
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

const NAME = '[\\p{ID_Continue}$]+';
const EXPORTS = new RegExp('(?<![.\\p{ID_Continue}$])export\\b\\s*(?:' + [
  `(?:async\\s+)?(?:function\\b\\s*\\*?|(?:abstract\\s+)?class\\b)\\s*(?<name>${NAME})`,
  '(?<isDeclaration>(?:const|let|var)\\b)', '\\{(?<list>[^}]*)\\}',
  `\\*\\s*as\\s*(?<all>${NAME})`, '\\*\\s*from\\s*"(?<from>\\d+)"',
].join('|') + ')', 'gu');
const PIECES = new RegExp(`${NAME}|\\S`, 'gu');
const WORD = new RegExp(`^${NAME}$`, 'u');

/** a, b and d of `a = f(x, y), { b, c: d } = e;`. Without semicolons it also returns words that are no exports. */
function findDeclaredNames(code) {
  const names = [];
  let depth = 0;
  let isBinding = true; // not in a value or a type
  for (const [piece] of code.matchAll(PIECES)) {
    if ('([{'.includes(piece)) depth++;
    else if (')]}'.includes(piece)) depth--;
    else if (depth === 0 && (piece === ';' || piece === 'export')) break;
    else if (depth === 0 && piece === ',') isBinding = true;
    else if (depth === 0 && '=:'.includes(piece)) isBinding = false;
    else if (isBinding && piece === ':') names.pop(); // the name of a property
    else if (isBinding && WORD.test(piece)) names.push(piece);
  }
  return names;
}

/**
 * Exported names in the order of a source text, because the keys of a module are sorted; and perhaps other names.
 *
 * @param {{ text: string, place: string }} module place: its path or address
 * @param {function} readModule (name: as in `export * from 'name'`, place: of the module that has it) -> the other
 *   module or null, or a promise of it
 * @param {Set<string>} [seen] places so far, because modules can form cycles
 * @returns {Promise<string[]>}
 */
async function findExportedNames({ text, place }, readModule, seen = new Set()) {
  seen.add(place);
  const { code, strings } = separateStrings(text);
  const nameOf = (word) => (word.startsWith('"') ? strings[word.slice(1, -1)] : word);
  const lists = [];
  for (const { index, 0: found, groups } of code.matchAll(EXPORTS)) {
    const { name, isDeclaration, list, all, from } = groups;
    if (isDeclaration) lists.push(findDeclaredNames(code.slice(index + found.length)));
    else if (list) lists.push(list.split(',').map((one) => nameOf(one.trim().split(/\s+as\s+/).pop())));
    else if (from) {
      const other = await readModule(strings[from], place);
      if (other !== null && !seen.has(other.place)) lists.push(await findExportedNames(other, readModule, seen));
    } else lists.push([name || all]);
  }
  return lists.flat();
}

/** Which of these exported names the code of a source text contains only in its exports. */
function findOnlyExported(names, source) {
  const words = codeOf(source).replace(/\bexport\s*\{[^}]*\}/g, '').match(/[\p{ID_Continue}$]+/gu) || [];
  return names.filter((name) => words.indexOf(name) === words.lastIndexOf(name));
}

const usesVitest = (source) => IMPORTS_VITEST.test(source);

module.exports = {
  ENDINGS, isCode, isCodeOrJsx, isTypeScript, hasJsx, stripExtension, onlyRequires, usesDeno, usesLibrary, isLibrary,
  usesVitest,
  findExportedNames, findImportedPackages, findOnlyExported,
};
