'use strict';

const path = require('path');
const { fileURLToPath } = require('url');

const { orNull } = require('../../base/host/fs-queries');
const { shownPath } = require('../../base/host/paths');
const { escaped, width } = require('../../base/text/display');
const { toRowError } = require('../../base/text/row-error');

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const MOST_COLUMNS = 72;

/** Lines as V8 counts them. */
const splitLines = (text) => text.split(LINE_END);

const MARK = /^[ \t]*\^/;

/**
 * The place of a syntax error { file, line, column }, from 1, or null; column is null if unknown. Node and Bun write it
 * above the stack: file:3, the line (in TypeScript after the line before), and a mark below it.
 */
function syntaxPlace(stack) {
  const [head, , third = '', fourth = ''] = stack.split(/\r?\n/, 4);
  const mark = MARK.test(fourth) && !MARK.test(third) ? fourth : third;
  const [, file, line] = /^(\S.*):(-?\d+)$/.exec(head) || [];
  if (file === undefined) return null;
  // At the end of a file the mark has no width. Node omits it for lines of more than 1020 characters.
  const isKnown = MARK.test(mark) || /^[ \t]{1,1000}$/.test(mark);
  return { file, line: Number(line), column: isKnown ? mark.search(/\^|$/) + 1 : null };
}

function excerpt(text, { line, column }) {
  const source = splitLines(text)[line - 1] || '';
  if (column === null) return `    ${escaped(source.slice(0, MOST_COLUMNS))}`;
  const start = column > MOST_COLUMNS ? column - MOST_COLUMNS / 2 : 0;
  const before = escaped(source.slice(start, column - 1));
  return `    ${before}${escaped(source.slice(column - 1, start + MOST_COLUMNS))}\n    ${' '.repeat(width(before))}^`;
}

function placeInMessage({ message }, pattern, firstColumn) {
  const [, file, line, column] = pattern.exec(message) || [];
  return file === undefined ? null : { file, line: Number(line), column: Number(column) + 1 - firstColumn };
}

const SOURCES = [
  // tsx, with columns from 0.
  (error) => placeInMessage(error, /^(\S.*):(\d+):(\d+): ERROR: /m, 0),
  // Deno, for modules.
  (error) => placeInMessage(error, /\bat (file:\S+):(\d+):(\d+)$/, 1),
  // Bun, for files.
  ({ position: { file, line, column } }) => (
    Number.isInteger(line) && Number.isInteger(column) ? { file, line, column } : null),
  // Last: the stack begins with the message, which may look like a place.
  ({ stack }) => syntaxPlace(stack),
];

function placeOfSyntaxError(error) {
  for (const placeIn of SOURCES) {
    const place = orNull(() => placeIn(error));
    if (place !== null) return place;
  }
  return null;
}

/** 'bench/parse.js:3:5' for a result of syntaxPlace; null if it is not in a file. */
function placeWords({ file, line, column }) {
  // null for an address that is not a file's, and for a value that is not a string
  const name = orNull(() => (file.startsWith('file:') ? fileURLToPath(file) : file));
  if (name === null || !path.isAbsolute(name)) return null;
  return `${shownPath(name, process.cwd())}:${line}${column === null ? '' : `:${column}`}`;
}

/** Where an error was thrown ('bench/parse.js:3:5'), or null. by: the file that ran the code, which is ignored. */
function thrownAt(error, by) {
  const place = placeOfSyntaxError(error);
  const words = place && placeWords(place);
  if (words) return words;
  const { stack } = toRowError({ stage: 'test', error }, 'sync', null);
  if (stack === null) return null;
  const lines = stack.split('\n');
  const end = lines.findIndex((line) => line.includes(`${by}:`));
  const above = { stack: lines.slice(0, end < 0 ? lines.length : end).join('\n') };
  return toRowError({ stage: 'test', error: above }, 'sync', null).at;
}

module.exports = { splitLines, syntaxPlace, excerpt, placeWords, thrownAt };
