'use strict';

/*
 * Finds out whether a piece of source is an expression or statements, and whether it awaits. It must be complete: `} {`
 * would also compile between braces. So compileFunction takes statements without braces, and for other forms two
 * wrappings must compile: no text closes both `(` and `[`, or both an arrow function in parentheses and a declaration.
 */

const vm = require('vm');
const { splitLines, syntaxPlace } = require('./source-place');

const CHECKED = 'qtimeit-checked';

const FORMS = {
  sync: { expression: [['return (', ');'], ['return [', '];']], statements: [['', '']] },
  async: {
    expression: [['(async () => (', '));'], ['(async () => [', ']);']],
    statements: [['(async () => {', '});'], ['async function checked() {', '}']],
  },
};

// `await (x)` and `await [x]` also compile without async, as calls of a function `await`. `await await` does not,
// except within a string, or within an async function of the snippet.
const AWAIT = /(?<![.$\w]|\bfor\s*)await(?![$\w]|\s*:)/g;

const SEMICOLONS = /;[\s;]*/g;

function isEmpty(text) {
  const part = /(?:[\s;]+|\/\/.*|\/\*[^]*?\*\/)/y;
  while (part.lastIndex < text.length) if (!part.test(text)) return false;
  return true;
}

function failure([before, after], text) {
  try {
    vm.compileFunction(`${before}\n${text}\n${after}`, [], { filename: CHECKED });
    return null;
  } catch (error) {
    return error;
  }
}

const compiles = (wrappings, text) => wrappings.every((wrapping) => failure(wrapping, text) === null);

function awaitsAfterAll(wrappings, text) {
  const doubled = text.replace(AWAIT, 'await await');
  return doubled !== text && !compiles(wrappings, doubled);
}

/** Yields the text, and the text without final semicolons, which an expression cannot have. */
function* asExpressions(code) {
  yield code;
  for (const { index } of code.matchAll(SEMICOLONS)) if (isEmpty(code.slice(index))) yield code.slice(0, index);
}

/** The place of an error within a text, or its end if V8 expected more. */
function placeIn(error, text) {
  const place = syntaxPlace(`${error.stack}`);
  if (!place || place.file !== CHECKED) return null;
  const lines = splitLines(text);
  const line = place.line - 1;
  if (line > lines.length) return { line: lines.length, column: lines[lines.length - 1].length + 1 };
  return line < 1 ? null : { line, column: place.column };
}

/** The place of the `await` that an error is about ('3:7'), or null. V8 points to it, JavaScriptCore behind it. */
function awaitAt(code, place) {
  if (!place || !place.column) return null;
  const line = splitLines(code)[place.line - 1];
  const from = place.column - 1;
  if (line.startsWith('await', from)) return `${place.line}:${from}`;
  const behind = /(?<![.$\w])await\s*$/.exec(line.slice(0, from));
  return behind && `${place.line}:${behind.index}`;
}

function reason(code) {
  const described = (error) => ({ message: error.message, place: placeIn(error, code) });
  const error = failure(FORMS.sync.statements[0], code);
  const sync = error && described(error);
  const stop = sync && awaitAt(code, sync.place);
  if (sync && stop === null) return sync;
  // Without async all engines stop at the first await.
  const [first, second] = FORMS.async.statements;
  const async = described(failure(first, code) || failure(second, code) || error);
  // The same error with async: the await is within a function that is not async, `() => await x`.
  return sync && awaitAt(code, async.place) === stop ? sync : async;
}

function* candidates(code, isSetup) {
  if (!isSetup) for (const text of asExpressions(code)) yield ['expression', text];
  yield ['statements', code];
}

/** text: without the final semicolon of an expression; error: { message, place: { line, column } from 1, or null }. */
function snippetForm(code, isSetup = false) {
  let doubtful = null;
  for (const [mode, forms] of Object.entries(FORMS)) {
    for (const [form, text] of candidates(code, isSetup)) {
      if (!compiles(forms[form], text)) continue;
      const found = { text, isExpression: form === 'expression', isAsync: mode === 'async' };
      if (found.isAsync || !awaitsAfterAll(forms[form], text)) return found;
      doubtful = doubtful || found;
    }
  }
  return doubtful || { error: reason(code) };
}

const setupForm = (code) => snippetForm(code, true);

module.exports = { snippetForm, setupForm };
