'use strict';

/* Places in source text: where something was thrown, or a syntax error found, and how to point at it. */

const path = require('path');
const { fileURLToPath } = require('url');

const { orNull } = require('../host/fs-queries');
const { escaped, width } = require('../text/display');
const { errorOfFailure } = require('../text/row-error');

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const MOST_COLUMNS = 72;

/** The lines of a source as V8 counts them. */
const linesOf = (text) => text.split(LINE_END);

const MARK = /^[ \t]*\^/;

/**
 * Where a syntax error was found. Node and Bun write that above the stack: file:3, the line, in TypeScript with the one
 * before it, and a mark below it.
 *
 * @param {string} stack of the error
 * @returns {{ file: string, line: number, column: number|null } | null} from 1; null where the stack begins otherwise
 */
function syntaxPlace(stack) {
  const [head, , third = '', fourth = ''] = stack.split('\n', 4);
  const mark = MARK.test(fourth) && !MARK.test(third) ? fourth : third;
  const [, file, line] = /^(\S.*):(-?\d+)$/.exec(head) || [];
  if (file === undefined) return null;
  // At the end of a file the mark has no width. In a line of more than 1020 characters Node gives it up.
  const isKnown = MARK.test(mark) || /^[ \t]{1,1000}$/.test(mark);
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

/** Where tsx found a syntax error, which it tells in its message, with columns from 0. */
function compilerPlace({ message }) {
  const [, file, line, column] = /^(\S.*):(\d+):(\d+): ERROR: /m.exec(message) || [];
  return file === undefined ? null : { file, line: Number(line), column: Number(column) + 1 };
}

/** As Deno tells it of modules: at the end of the message. */
function messagePlace({ message }) {
  const [, file, line, column] = /\bat (file:\S+):(\d+):(\d+)$/.exec(message) || [];
  return file === undefined ? null : { file, line: Number(line), column: Number(column) };
}

/** As Bun tells it of files: a property, and no stack. */
function positionOf({ position: { file, line, column } }) {
  return Number.isInteger(line) && Number.isInteger(column) ? { file, line, column } : null;
}

// The stack last: it begins with the message, which may look like a place.
const TOLD_BY = [compilerPlace, messagePlace, positionOf, ({ stack }) => syntaxPlace(stack)];

/** Where a syntax error was found, as syntaxPlace has it; null where nothing tells. */
function toldPlace(error) {
  for (const tell of TOLD_BY) {
    // What was thrown may be anything.
    const place = orNull(() => tell(error));
    if (place !== null) return place;
  }
  return null;
}

/** 'bench/parse.js:3:5' for a place that syntaxPlace gives; null where it lies in no file */
function placeWords({ file, line, column }) {
  let name = file;
  try {
    if (file.startsWith('file:')) name = fileURLToPath(file);
  } catch (_) {
    return null;
  }
  if (!path.isAbsolute(name)) return null;
  const relative = path.relative(process.cwd(), name);
  return `${relative.startsWith('..') ? name : relative}:${line}${column === null ? '' : `:${column}`}`;
}

/**
 * Where something was thrown, be it a syntax error, whose place stands above its stack and not in it.
 *
 * @param {*} error
 * @param {string} by the file that ran what threw: what called that has no part in it
 * @returns {string|null} 'bench/parse.js:3:5', relative to the current folder where it lies below that; null where
 *   no file of the user's is named
 */
function thrownAt(error, by) {
  const place = toldPlace(error);
  const words = place && placeWords(place);
  if (words) return words;
  const { stack } = errorOfFailure({ stage: 'test', error }, 'sync', null);
  if (stack === null) return null;
  const lines = stack.split('\n');
  const end = lines.findIndex((line) => line.includes(`${by}:`));
  const above = { stack: lines.slice(0, end < 0 ? lines.length : end).join('\n') };
  return errorOfFailure({ stage: 'test', error: above }, 'sync', null).at;
}

module.exports = { linesOf, syntaxPlace, excerpt, placeWords, thrownAt };
