'use strict';

/*
 * Snippets of the command line as a suite. Each is a separate CommonJS module with a separate run of the setup, so that
 * a snippet that changes `list` in place does not affect the next one. The code becomes a function in the scope of the
 * setup, as in a file: no eval, and no wrapper that is called.
 *
 * The value of an expression is stored, because V8 would drop an unused result: `[1, 2, 3]` took no time. It is stored
 * in a field of an object, which can hold a float. For a variable V8 allocates each float: Math.sin(i++) took 14.4 ns
 * instead of 8.3 (Node 18 to 24). A store costs 0 for numbers and 0.3 to 0.45 ns for objects. Each snippet has a
 * different field name, or the values of one would slow the next one. `(0, value)` is needed because V8 assumes that a
 * function assigned to a field lives long, and allocates it where collections are expensive: `() => 1` took 50 ns
 * instead of 7 (Node 24, 26). The value is also returned, so that a promise is awaited.
 */

const Module = require('module');
const path = require('path');
const vm = require('vm');

const { orNull } = require('../../base/host/fs-queries');
const { blackBox, markStoring } = require('../measure/keep');
const { describeThrown } = require('../../base/text/show');
const { setupForm, snippetForm } = require('./snippet-source');
const { escaped } = require('../../base/text/display');
const { excerpt, splitLines, syntaxPlace, thrownAt } = require('./source-place');
const { UsageError } = require('../../base/text/usage-error');

// The wrapper of modules. It shares the first line of the source, which belongs to no piece.
const AROUND = ['(function (exports, require, module, __filename, __dirname) {', '\n})'];

// Errors of V8 match this; JavaScriptCore only complains about the next token.
const IMPORT_MESSAGE = /import statement/;
const IMPORT_LINE = /^\s*import\b\s*[^\s(.]/;

const fileOf = (cwd, index) => path.join(cwd, `[qtimeit snippet ${index + 1}]`);

function errorAt(message, { text, place, from = null, advice = '' }) {
  const words = [];
  if (place) words.push(`line ${place.line}`);
  if (place && place.column !== null) words.push(`column ${place.column}`);
  if (from !== null) words.push(`from ${from}`);
  const where = words.length ? ` (${words.join(', ')})` : '';
  return new UsageError(`${message}${where}${advice}${place ? `\n${excerpt(text, place)}` : ''}`);
}

function parsed(codes, index, word, formOf) {
  const label = codes.length === 1 ? `the ${word}` : `${word} ${index + 1}`;
  const code = codes[index];
  const form = formOf(code);
  if (form.error) {
    const { message, place } = form.error;
    const advice = IMPORT_MESSAGE.test(message) || (place && IMPORT_LINE.test(splitLines(code)[place.line - 1]))
      ? "; write const x = await import('y'), or const x = require('y')" : '';
    throw errorAt(`${label} cannot be compiled: ${message}`, { text: code, place, advice });
  }
  return { ...form, label };
}

const parsedSetups = (setups) => setups.map((_, i) => parsed(setups, i, 'setup', setupForm));
const parsedSnippet = (codes, index) => parsed(codes, index, 'snippet', snippetForm);

function unusedName(texts) {
  let name = 'kept';
  while (texts.some((text) => text.includes(name))) name += '_';
  return name;
}

/** The source of a module. Its pieces { label, text, firstLine } are the setups and the snippet. */
function compose(setups, snippet, index) {
  const kept = unusedName([...setups, snippet].map(({ text }) => text));
  const isAsync = setups.some((setup) => setup.isAsync);
  const pieces = [];
  let source = '';
  const add = (text) => { source += `${text}\n`; };
  const addPiece = ({ label, text }) => {
    pieces.push({ label, text, firstLine: splitLines(source).length });
    add(text);
  };
  // Always one line; a blank one lets "use strict" be the first statement of the module.
  add(isAsync ? 'module.exports = (async () => {' : '');
  for (const setup of setups) {
    addPiece(setup);
    // Without this, `a = 1` and `[2].map(f)` would be one expression.
    add(';');
  }
  const head = `const ${kept} = { value${index}: 0 }; ${isAsync ? 'return' : 'module.exports ='} ` +
    `${snippet.isAsync ? 'async ' : ''}function () {`;
  add(snippet.isExpression ? `${head} return ${kept}.value${index} = (0, (` : head);
  addPiece(snippet);
  add(snippet.isExpression ? '));};' : '};');
  if (isAsync) add('})();');
  return { source, pieces };
}

/** The piece at a line of a module, and the place in it; null between pieces. */
function locate(pieces, { line, column }) {
  const piece = pieces.find(({ firstLine, text }) => line >= firstLine && line < firstLine + splitLines(text).length);
  return piece ? { piece, place: { line: line - piece.firstLine + 1, column } } : null;
}

function frameIn(error, file) {
  const stack = orNull(() => String(error.stack)) || '';
  const start = stack.indexOf(`${file}:`);
  const [, line, column] = (start >= 0 && /^:(\d+):(\d+)/.exec(stack.slice(start + file.length))) || [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}

const check = (source, file) => new vm.Script(AROUND.join(source), { filename: file });

/** The first setup that does not compile after the earlier ones; undefined if the snippet does not. */
const firstNotTogether = (setups, file) => setups.find((_, i) => {
  const { source } = compose(setups.slice(0, i + 1), { label: '', text: '' }, 0);
  return orNull(() => check(source, file)) === null;
});

/** Pieces that compile may not compile together: a name declared twice, or code that "use strict" forbids. */
function checkTogether({ source, pieces }, file, setups, snippet) {
  try {
    check(source, file);
  } catch (error) {
    const place = syntaxPlace(`${error.stack}`);
    const found = place && place.file === file && locate(pieces, place);
    const { label, text } = found ? found.piece : firstNotTogether(setups, file) || snippet;
    throw errorAt(`${label} cannot be compiled: ${error.message}`, { text, place: found ? found.place : null });
  }
}

function thrownBySetup(error, pieces, file, setups) {
  const at = thrownAt(error, __filename);
  const frame = frameIn(error, file);
  const found = frame && locate(pieces, frame);
  const { label, text } = found ? found.piece : { label: setups.length === 1 ? setups[0].label : 'a setup', text: '' };
  // Paths follow in the message if a module is missing.
  const words = escaped(describeThrown(error).split('\n', 1)[0]);
  return errorAt(`${label} threw ${words}`, {
    text, place: found ? found.place : null,
    // The setup may use other files.
    from: at && !at.includes(path.basename(file)) ? at : null,
  });
}

async function compiled(setups, snippet, index, cwd) {
  const file = fileOf(cwd, index);
  const composed = compose(setups, snippet, index);
  const { source, pieces } = composed;
  checkTogether(composed, file, setups, snippet);
  const module = new Module(file);
  module.filename = file;
  module.paths = Module._nodeModulePaths(cwd);
  let fn;
  try {
    module._compile(source, file);
    fn = await module.exports;
  } catch (error) {
    throw thrownBySetup(error, pieces, file, setups);
  }
  if (typeof fn !== 'function') {
    const label = setups.length === 1 ? setups[0].label : 'a setup';
    throw new UsageError(`${label} returns before its end. Remove the return`);
  }
  if (snippet.isExpression) markStoring(fn);
  return fn;
}

function nameFor(code, names) {
  const text = code.trim().replace(/\s+/g, ' ');
  let name = text;
  for (let i = 2; names.has(name); i++) name = `${text} #${i}`;
  return name;
}

/**
 * A suite for bench. Code is sloppy as in a CommonJS module, unless the first setup begins with "use strict". require,
 * import() and __dirname work as in a file in cwd, and blackBox is a global. setups run once for each snippet, in
 * order, and may await; if one waits forever, the result is pending.
 *
 * @returns {Promise<Map<string, { fn: function }>>} by snippet text, in order
 */
async function snippetSuite({ setups = [], codes, cwd }) {
  // Snippets may declare this name.
  Object.defineProperty(globalThis, 'blackBox', { value: blackBox, writable: true, configurable: true });
  const before = parsedSetups(setups);
  const snippets = codes.map((_, i) => parsedSnippet(codes, i));
  const tests = new Map();
  for (let i = 0; i < snippets.length; i++) {
    tests.set(nameFor(codes[i], tests), { fn: await compiled(before, snippets[i], i, cwd) });
  }
  return tests;
}

/**
 * A place in the module of a snippet -> the place in the typed code, { file: 'snippet 2' or 'the setup', line, column }
 * from 1; null for generated lines and other files
 */
function typedPlace({ file, line, column }, { setups = [], codes }) {
  const [, number] = /\[qtimeit snippet (\d+)\]$/.exec(file) || [];
  if (number === undefined || number > codes.length) return null;
  const { pieces } = compose(parsedSetups(setups), parsedSnippet(codes, number - 1), number - 1);
  const found = locate(pieces, { line, column });
  return found && { file: found.piece.label, ...found.place };
}

/** '[qtimeit snippet 2]:5:3' -> 'snippet 2, line 1, column 3' of the typed code */
function snippetPlace(at, sources) {
  const [, file, line, column] = /^([^]*):(\d+):(\d+)$/.exec(at || '') || [];
  const found = typedPlace({ file, line: Number(line), column: Number(column) }, sources);
  return found ? `${found.file}, line ${found.line}, column ${found.column}` : at;
}

// Also matches the second of `const a = 1, b = 2`.
const DECLARED = /(?:\b(?:const|let|var)\s+|,\s*)([$\w]+)\s*=(?![=>])/g;

/** Variables of the setups that a snippet uses: V8 may treat these as constants. */
function snippetInputs(index, { setups, codes }) {
  const used = new Set(codes[index].match(/[$\w]+/g));
  const declared = setups.flatMap((setup) => [...setup.matchAll(DECLARED)].map(([, name]) => name));
  return [...new Set(declared)].filter((name) => used.has(name));
}

module.exports = { snippetSuite, snippetPlace, snippetInputs, typedPlace };
