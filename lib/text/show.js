'use strict';

const { inspect } = require('util');

/** A value as it is named in an error: one short line, whatever it is. */
function show(value) {
  const text = inspect(value, { depth: 0, breakLength: Infinity, maxArrayLength: 3 });
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

module.exports = { show };
