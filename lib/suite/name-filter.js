'use strict';

const { textPattern } = require('./glob');

/**
 * Whether a command line chooses a test: its text must match any of the filters, if there are some, and no exclude.
 *
 * @param {{ filter: string[], exclude: string[] }} patterns see textPattern
 */
function keeps(text, { filter = [], exclude = [] }) {
  const has = (pattern) => textPattern(pattern)(text);
  return (filter.length === 0 || filter.some(has)) && !exclude.some(has);
}

module.exports = { keeps };
