'use strict';

/* Addresses of a page in what it tells, as paths of files. */

const path = require('path');
const { pathWithin, withSlashes } = require('../host/paths');

// As errors and stacks have them: with the server and the word of the page, or without the server.
const ADDRESS = /(?:https?:\/\/[\w.:[\]-]+\/)?\b(?:[0-9a-f]{32}|[a-z2-9]{10})\/((?:files|packages)\/[^\s:)"'?#]+)/g;

/**
 * @param {{ placeOf: function(string): string }} tree see tree.js
 * @param {string} cwd
 * @returns {{ shownPath: function(string): string, inMessage: function(object): object }} inMessage: a message with
 *   paths in what it tells of errors
 */
function createPlaces({ placeOf }, cwd) {
  const shownPath = (file) => pathWithin(cwd, file, path) || withSlashes(file);
  const inText = (text) => (
    typeof text === 'string' ? text.replace(ADDRESS, (_, address) => shownPath(placeOf(address))) : text);

  function inError(error) {
    if (error === null || typeof error !== 'object') return error;
    const { message, at, stack } = error;
    return { ...error, message: inText(message), at: inText(at), stack: inText(stack) };
  }

  function inMessage(message) {
    const { error, row } = message;
    const own = error === undefined ? message : { ...message, error: inError(error) };
    return row && row.error ? { ...own, row: { ...row, error: inError(row.error) } } : own;
  }

  return { shownPath, inMessage };
}

module.exports = { createPlaces };
