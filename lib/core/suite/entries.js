'use strict';

/* Tests by name, from arrays, objects and Maps, or groups of these, which cannot be nested: rows have one name. */

const { isArray, isClass, isMap, isPlainObject, readMessage, show } = require('../../base/text/show');

const FORMS = 'Pass an array, an object or a Map of tests';

const testWords = (name, group = null) => `test ${show(name)}${group === null ? '' : ` of the group ${show(group)}`}`;

function attempt(action, where, settingsOwner) {
  try {
    return action();
  } catch (thrown) {
    throw new Error(`${settingsOwner}: ${where} cannot be read: ${readMessage(thrown)}`, { cause: thrown });
  }
}

/** Reads a property once, because it can be a getter that throws. */
const readProperty = (object, key, where, settingsOwner = 'bench') => attempt(() => object[key], where, settingsOwner);

const namesOf = (object, where, settingsOwner = 'bench') => attempt(() => Object.keys(object), where, settingsOwner);

/** Yields [name, value] of a suite or group, in order. settingsOwner: first word of an error. */
function* iterateEntries(suite, settingsOwner = 'bench', group = null) {
  if (isArray(suite)) {
    for (let i = 0; i < suite.length; i++) {
      const name = `#${i + 1}`;
      if (!(i in suite)) {
        throw new TypeError(`${settingsOwner}: ${testWords(name, group)}: the array has a hole. Add a test, or ` +
          'remove the comma');
      }
      yield [name, readProperty(suite, i, testWords(name, group), settingsOwner)];
    }
  } else if (isMap(suite)) {
    for (const [name, value] of suite) {
      if (typeof name !== 'string') {
        throw new TypeError(`${settingsOwner}: the name of a test must be a string, got ${show(name)}`);
      }
      yield [name, value];
    }
  } else if (isPlainObject(suite)) {
    for (const name of namesOf(suite, group === null ? 'the suite' : `the group ${show(group)}`, settingsOwner)) {
      yield [name, readProperty(suite, name, testWords(name, group), settingsOwner)];
    }
  } else {
    const hint = typeof suite === 'function' ? 'Put a single function in an array: [fn]' : FORMS;
    throw new TypeError(`${settingsOwner}: expected a suite of tests, got ${show(suite)}. ${hint}`);
  }
}

function checkAny(tests, settingsOwner = 'bench') {
  const message = `${settingsOwner}: no tests in the suite. ${FORMS}, with at least one test`;
  if (tests.length === 0) throw Object.assign(new Error(message), { code: 'ERR_NO_TESTS' });
}

/** Groups are lists, Maps, and objects of tests (without fn). Throws a TypeError for a test that lacks its fn. */
function isGroup(name, given, keys, groupName = null) {
  if (isArray(given) || isMap(given)) return true;
  if (!isPlainObject(given)) return false;
  const names = namesOf(given, testWords(name, groupName));
  if (names.includes('fn')) return false;
  const { checkName, nearest } = require('../../base/text/nearest');
  const where = `bench: ${testWords(name, groupName)}`;
  // A group of one test whose name is similar to fn is a typo.
  if (names.length === 1 && nearest(names[0], ['fn'])) checkName(names[0], ['fn'], `${where}: unknown key`, '');
  const key = names.find((one) => keys.includes(one));
  if (key === undefined) return true;
  for (const one of names) checkName(one, keys, `${where}: unknown key`, `Its ${key} makes it a test, which may have`);
  throw new TypeError(`${where}: fn must be a function or a source string, got undefined. To define a group with a ` +
    `test called ${key}, pass a Map`);
}

/** Returns the tests in order, but tests without a group first, because they are interleaved. keys: of test objects. */
function collectTests(suite, keys) {
  const alone = [];
  const grouped = [];
  for (const [name, given] of iterateEntries(suite)) {
    if (!isGroup(name, given, keys)) {
      alone.push({ name, given, groupName: null });
      continue;
    }
    const before = grouped.length;
    for (const [own, test] of iterateEntries(given, 'bench', name)) {
      if (isGroup(own, test, keys, name)) {
        throw new TypeError(`bench: ${testWords(own, name)} is a group, and groups cannot be nested. Make it a ` +
          `top-level group, such as ${show(`${name} ${own}`)}`);
      }
      grouped.push({ name: own, given: test, groupName: name });
    }
    if (grouped.length === before) {
      throw new TypeError(`bench: the group ${show(name)} has no tests. Add some, or leave it out. A test needs fn`);
    }
  }
  return [...alone, ...grouped];
}

function checkCallback(callback, name) {
  if (callback === undefined || callback === null) return;
  if (typeof callback === 'function' && !isClass(callback)) return;
  throw new TypeError(`${name}: expected a callback function, got ${show(callback)}`);
}

const isTest = (value) => (
  typeof value === 'function' ? !isClass(value) : isPlainObject(value) && Object.hasOwn(value, 'fn'));

/**
 * The suite in exports, for bench to check, or null. isNamespace: whether these are the exports of an ES module;
 * order: of their names, which modules sort
 */
function findSuite(exported, isNamespace, order = []) {
  if (exported === null || exported === undefined) return null;
  if (isNamespace || exported.__esModule) {
    if (exported.default !== undefined) return exported.default;
    const all = new Set([...order.filter((name) => name in exported), ...Object.keys(exported)]);
    const names = [...all].filter((name) => isTest(exported[name]));
    return names.length ? new Map(names.map((name) => [name, exported[name]])) : null;
  }
  return isPlainObject(exported) && Object.keys(exported).length === 0 ? null : exported;
}

module.exports = { checkAny, checkCallback, iterateEntries, readProperty, findSuite, testWords, collectTests };
