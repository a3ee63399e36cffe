'use strict';

/* Of what kind a value is that users give, also if it is from another realm, or a proxy that throws. */

const { orNull } = require('../host/fs-queries');

// Captured at load, because a measured test may replace it.
const { apply } = Reflect;
const { has } = Map.prototype;

/** Also without a prototype, and the names of a module. */
function isPlainObject(value) {
  if (value === null || typeof value !== 'object') return false;
  return orNull(() => {
    const prototype = Object.getPrototypeOf(value);
    return prototype === null || Object.getPrototypeOf(prototype) === null;
  }) === true;
}

/** No other value has what the methods of a Map work on. */
function isMap(value) {
  try {
    apply(has, value, [0]);
    return true;
  } catch (_) {
    return false;
  }
}

const isArray = (value) => orNull(() => Array.isArray(value)) === true;

module.exports = { isArray, isMap, isPlainObject };
