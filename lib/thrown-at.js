'use strict';

const path = require('path');
const { fileURLToPath } = require('url');

const { errorOfFailure } = require('./row-error');
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
 * @returns {string|null} 'bench/parse.js:3:5', relative to the current folder where it lies below that; null where
 *   no file of the user's is named
 */
function thrownAt(error) {
  const { at, stack } = errorOfFailure({ stage: 'test', error }, 'sync', null);
  const place = stack === null ? null : syntaxPlace(stack);
  return (place && placeWords(place)) || at;
}

module.exports = { thrownAt, placeWords };
