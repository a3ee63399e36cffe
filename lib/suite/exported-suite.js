'use strict';

/* Finds the suite in the exports of a file. */

const { isPlainObject } = require('./value-kinds');

const isClass = (fn) => /^class\b/.test(Function.prototype.toString.call(fn));

/** A module can also export other values. */
function isTest(value) {
  if (typeof value === 'function') return !isClass(value);
  return isPlainObject(value) && Object.hasOwn(value, 'fn');
}

/** isNamespace: whether these are the named exports of an ES module. Returns null without a suite; bench checks it. */
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
