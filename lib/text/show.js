'use strict';

const { inspect } = require('#engine');

function inspected(value) {
  try {
    return inspect(value, { depth: 0, breakLength: Infinity, maxArrayLength: 3 });
  } catch (_) {
    // Only what bites: a revoked proxy, which Deno does not show, or what throws as it is shown.
    return 'a value that cannot be shown';
  }
}

/** A value as it is named in an error: one short line, whatever it is. */
function show(value) {
  const text = inspected(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

module.exports = { show };
