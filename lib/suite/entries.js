'use strict';

/* The tests of a suite by name, as they are written down: in an array, an object or a Map. */

const { messageOf, show } = require('../text/show');
const { isMap } = require('./is-map');
const { isPlainObject } = require('./plain-object');
const { isArray } = require('./resolver');

const FORMS = 'give an array, an object or a Map of tests';

/** What a test is called in errors. */
const testWords = (name, group = null) => `test ${show(name)}${group === null ? '' : ` of the group ${show(group)}`}`;

/** Reads a property once, for it can be a getter, and one that throws. */
function read(object, key, where, settingsOwner = 'bench') {
  try {
    return object[key];
  } catch (thrown) {
    throw new Error(`${settingsOwner}: ${where} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** The names of a plain object, which can be a proxy that throws. */
function namesOf(suite, settingsOwner, where = 'the suite') {
  try {
    return Object.keys(suite);
  } catch (thrown) {
    throw new Error(`${settingsOwner}: ${where} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** The tests of a suite, or a group, as [name, value], in order. settingsOwner: first word of an error. */
function* entriesOf(suite, settingsOwner = 'bench', group = null) {
  if (isArray(suite)) {
    for (let i = 0; i < suite.length; i++) {
      const name = `#${i + 1}`;
      // An error of its own: that nothing stands between two commas is hard to see.
      if (!(i in suite)) {
        throw new TypeError(`${settingsOwner}: ${testWords(name, group)}: there is a hole in the array; give a test, ` +
          'or leave out the comma');
      }
      yield [name, read(suite, i, testWords(name, group), settingsOwner)];
    }
  } else if (isMap(suite)) {
    for (const [name, value] of suite) {
      if (typeof name !== 'string') {
        throw new TypeError(`${settingsOwner}: the name of a test is a string, and not ${show(name)}`);
      }
      yield [name, value];
    }
  } else if (isPlainObject(suite)) {
    for (const name of namesOf(suite, settingsOwner, group === null ? undefined : `the group ${show(group)}`)) {
      yield [name, read(suite, name, testWords(name, group), settingsOwner)];
    }
  } else if (typeof suite === 'function') {
    throw new TypeError(`${settingsOwner}: expected a suite of tests, got ${show(suite)}; put a single function in ` +
      'an array: [fn]');
  } else {
    throw new TypeError(`${settingsOwner}: expected a suite of tests, got ${show(suite)}; ${FORMS}`);
  }
}

/** @throws {Error} where there is no test */
function checkAny(tests, settingsOwner = 'bench') {
  if (tests.length > 0) return;
  throw Object.assign(new Error(`${settingsOwner}: no tests in the suite; ${FORMS}, with one test at least`),
    { code: 'ERR_NO_TESTS' });
}

module.exports = { entriesOf, namesOf, read, checkAny, testWords };
