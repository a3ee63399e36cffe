'use strict';

const { orNull } = require('../host/fs-queries');

/** An object as braces make it; also one without a prototype or from another context, and the names of a module. */
function isPlainObject(value) {
  if (value === null || typeof value !== 'object') return false;
  // null for a proxy that bites
  return orNull(() => {
    const prototype = Object.getPrototypeOf(value);
    return prototype === null || Object.getPrototypeOf(prototype) === null;
  }) === true;
}

module.exports = { isPlainObject };
