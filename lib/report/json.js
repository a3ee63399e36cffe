'use strict';

const { withoutControls } = require('../text/json-text');

// Captured at load, because a measured test may change it.
const { stringify } = JSON;

/**
 * @param {Array<object>} rows as tableLines() takes them
 * @returns {string} the same as JSON, with an end of line
 */
function toJson(rows) {
  return `${withoutControls(stringify(rows, null, 2))}\n`;
}

module.exports = { toJson };
