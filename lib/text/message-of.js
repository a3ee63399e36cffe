'use strict';

/**
 * What was thrown, in words. Anything can be thrown: null, an object without a prototype, one whose message throws.
 * @param {*} thrown
 * @returns {string} never empty
 */
function messageOf(thrown) {
  try {
    return String((thrown && thrown.message) || thrown) || 'an error without words';
  } catch (_) {
    return 'an error that cannot be read';
  }
}

module.exports = { messageOf };
