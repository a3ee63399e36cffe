'use strict';

/* The suite among what a file exports. */

const { isPlainObject } = require('./value-kinds');

const isClass = (fn) => /^class\b/.test(Function.prototype.toString.call(fn));

/** Among the names that a module exports there can be more than tests. */
function isTest(value) {
  if (typeof value === 'function') return !isClass(value);
  return isPlainObject(value) && Object.hasOwn(value, 'fn');
}

/**
 * @param {*} exported
 * @param {boolean} isNamespace whether these are the exports of an ES module by their names
 * @returns {*} a suite for bench, which checks it; null where none is exported
 */
function suiteIn(exported, isNamespace) {
  if (exported === null || exported === undefined) return null;
  if (isNamespace || exported.__esModule) {
    if (exported.default !== undefined) return exported.default;
    const names = Object.keys(exported).filter((name) => isTest(exported[name]));
    return names.length ? new Map(names.map((name) => [name, exported[name]])) : null;
  }
  return isPlainObject(exported) && Object.keys(exported).length === 0 ? null : exported;
}

module.exports = { suiteIn };
