'use strict';

/* Any value on one line. A getter or a proxy may throw at any access. */

const { inspect, isNativeError } = require('#engine');

function inspected(value, options) {
  try {
    return inspect(value, { depth: 0, ...options });
  } catch (_) {
    // A revoked proxy, which Deno cannot show, or a value that throws when it is inspected.
    return 'a value that cannot be shown';
  }
}

/** A value in errors: one short line. */
function show(value) {
  const text = inspected(value, { breakLength: Infinity, maxArrayLength: 3 });
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Also for errors of other realms. */
function isError(value) {
  try {
    return isNativeError(value) || value instanceof Error;
  } catch (_) {
    return false;
  }
}

function describe(thrown) {
  try {
    if (isError(thrown)) return `${thrown.name}: ${thrown.message}`;
  } catch (_) {
    return 'a value that cannot be shown';
  }
  return inspected(thrown);
}

/** Never empty. */
function messageOf(thrown) {
  try {
    return String((thrown && thrown.message) || thrown) || 'an error without words';
  } catch (_) {
    return 'an error that cannot be read';
  }
}

module.exports = { show, isError, describe, messageOf };
