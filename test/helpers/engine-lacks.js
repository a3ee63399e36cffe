'use strict';

const engine = require('#engine');

/**
 * Runs an action in an engine that lacks these.
 *
 * @param {object} lacks reasons, see the typedef in lib/engine/here.js
 * @param {function(): *} action what it gives may be a promise
 */
function withLacks(lacks, action) {
  const had = Object.getOwnPropertyDescriptor(engine, 'lacks');
  Object.defineProperty(engine, 'lacks', { value: { ...engine.lacks, ...lacks }, configurable: true });
  const restore = () => Object.defineProperty(engine, 'lacks', had);
  let given;
  try {
    given = action();
  } catch (error) {
    restore();
    throw error;
  }
  if (given && typeof given.then === 'function') return given.finally(restore);
  restore();
  return given;
}

module.exports = { withLacks };
