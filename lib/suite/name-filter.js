'use strict';

/* Which tests a command line chooses. */

const { textPattern } = require('./glob');

/**
 * Whether a test is to run. A pattern is some of the text; in it * stands for any text, and ? for one character.
 *
 * @param {string} text
 * @param {{ filter: string[], exclude: string[] }} patterns any of the filters, where there are some, and none of
 *   exclude
 */
function keeps(text, { filter = [], exclude = [] }) {
  const has = (pattern) => textPattern(pattern)(text);
  return (filter.length === 0 || filter.some(has)) && !exclude.some(has);
}

module.exports = { keeps };
