'use strict';

/* Values of all kinds in one line: a getter or a proxy may throw at any look at them. */

const { inspect, isNativeError } = require('#engine');

function inspected(value, options) {
  try {
    return inspect(value, { depth: 0, ...options });
  } catch (_) {
    // A revoked proxy, which Deno does not show, or a value that throws as it is shown.
    return 'a value that cannot be shown';
  }
}

/** A value as errors name it: one short line. */
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

/** A thrown value: 'TypeError: x', or the value. */
function describe(thrown) {
  try {
    if (isError(thrown)) return `${thrown.name}: ${thrown.message}`;
  } catch (_) {
    return 'a value that cannot be shown';
  }
  return inspected(thrown);
}

/** The message of a thrown value, never empty. */
function messageOf(thrown) {
  try {
    return String((thrown && thrown.message) || thrown) || 'an error without words';
  } catch (_) {
    return 'an error that cannot be read';
  }
}

module.exports = { show, isError, describe, messageOf };
