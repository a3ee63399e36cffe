'use strict';

/* Places in source text: where a syntax error was found, and how to point at it. */

const { escaped, width } = require('../text/display');

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const MOST_COLUMNS = 72;

/** The lines of a source as V8 counts them. */
const linesOf = (text) => text.split(LINE_END);

/**
 * Where a syntax error was found. Node writes that above the stack: file:3, the line, and a mark below it.
 *
 * @param {string} stack of the error
 * @returns {{ file: string, line: number, column: number|null } | null} from 1; null where the stack begins otherwise
 */
function syntaxPlace(stack) {
  const [head, , mark = ''] = stack.split('\n', 3);
  const [, file, line] = /^(\S.*):(-?\d+)$/.exec(head) || [];
  if (file === undefined) return null;
  // At the end of a file the mark has no width. In a line of more than 1020 characters Node gives it up.
  const isKnown = /^[ \t]*\^/.test(mark) || /^[ \t]{1,1000}$/.test(mark);
  return { file, line: Number(line), column: isKnown ? mark.search(/\^|$/) + 1 : null };
}

/**
 * Two lines that show a place: the source, and a mark below it; of a long line what is around the place.
 *
 * @param {string} text
 * @param {{ line: number, column: number|null }} place
 */
function excerpt(text, { line, column }) {
  const source = linesOf(text)[line - 1] || '';
  if (column === null) return `    ${escaped(source.slice(0, MOST_COLUMNS))}`;
  const start = column > MOST_COLUMNS ? column - MOST_COLUMNS / 2 : 0;
  const before = escaped(source.slice(start, column - 1));
  return `    ${before}${escaped(source.slice(column - 1, start + MOST_COLUMNS))}\n    ${' '.repeat(width(before))}^`;
}

module.exports = { linesOf, syntaxPlace, excerpt };
