'use strict';

/* What awaits whatever a function of the user returned. */

/** Whether V8 would await this. */
function isThenable(value) {
  const hasFields = (value !== null && typeof value === 'object') || typeof value === 'function';
  return hasFields && typeof value.then === 'function';
}

/**
 * await, and not Promise.resolve: the test may have replaced what promises offer.
 *
 * @param {*} value
 * @param {function({ error }|null, *)} done given what it was fulfilled with
 */
async function awaited(value, done) {
  let failure = null;
  let found;
  try {
    found = await value;
  } catch (error) {
    failure = { error };
  }
  done(failure, found);
}

module.exports = { isThenable, awaited };
