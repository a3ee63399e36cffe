'use strict';

const { textPattern } = require('./glob');

/** Whether a command line chooses a test: its text must match a filter, if there are any, and no exclude. */
function keeps(text, { filter = [], exclude = [] }) {
  const has = (pattern) => textPattern(pattern)(text);
  return (filter.length === 0 || filter.some(has)) && !exclude.some(has);
}

module.exports = { keeps };
