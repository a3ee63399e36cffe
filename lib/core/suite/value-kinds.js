'use strict';

/* The kinds of values that users give, also from another realm, or as a proxy that throws. */

const { orNull } = require('../../base/host/fs-queries');

const { apply } = Reflect;
const { has } = Map.prototype;

/** Also accepts objects without a prototype, and module namespaces. */
function isPlainObject(value) {
  if (value === null || typeof value !== 'object') return false;
  return orNull(() => {
    const prototype = Object.getPrototypeOf(value);
    return prototype === null || Object.getPrototypeOf(prototype) === null;
  }) === true;
}

/** The methods of Map throw for all other values. */
const isMap = (value) => orNull(() => [apply(has, value, [0])]) !== null;

const isArray = (value) => orNull(() => Array.isArray(value)) === true;
const isClass = (fn) => /^class\b/.test(Function.prototype.toString.call(fn));

module.exports = { isArray, isClass, isMap, isPlainObject };
