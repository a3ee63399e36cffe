'use strict';

const path = require('path');
const { fileURLToPath } = require('url');

const { errorOfFailure } = require('../text/row-error');
const { syntaxPlace } = require('./source-place');

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
  const { stack } = errorOfFailure({ stage: 'test', error }, 'sync', null);
  if (stack === null) return null;
  const place = syntaxPlace(stack);
  const lines = stack.split('\n');
  const end = lines.findIndex((line) => line.includes(`${by}:`));
  const above = { stack: lines.slice(0, end < 0 ? lines.length : end).join('\n') };
  return (place && placeWords(place)) || errorOfFailure({ stage: 'test', error: above }, 'sync', null).at;
}

module.exports = { thrownAt, placeWords };
