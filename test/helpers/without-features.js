'use strict';

const engine = require('#engine');

/**
 * Runs an action as if this engine did not support some features.
 *
 * @param {object} lacks feature -> reason, see the typedef in lib/base/engine/here.js
 * @param {function(): *} action may return a promise; the features are restored once it settles
 */
function withoutFeatures(lacks, action) {
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

module.exports = { withoutFeatures };
