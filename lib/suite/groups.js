'use strict';

/*
 * Groups of tests within a suite, { sort: { native, ours } }: those of one take turns and are ranked among themselves.
 * They are one level deep, since a row has room for one more name.
 */

const { show } = require('../text/show');
const { checkName, nearest } = require('../text/nearest');
const { entriesOf, namesOf, testWords } = require('./entries');
const { isMap } = require('./is-map');
const { isPlainObject } = require('./plain-object');
const { isArray } = require('./resolver');

/**
 * Whether a value of a suite is a group of tests: a list, a Map, or an object of tests, which has no fn.
 *
 * @param {string[]} keys that a test given as an object can have
 * @throws {TypeError} for an object that can be a test without its fn
 */
function isGroup(name, given, keys, groupName = null) {
  if (isArray(given) || isMap(given)) return true;
  if (!isPlainObject(given)) return false;
  const names = namesOf(given, 'bench', testWords(name, groupName));
  if (names.includes('fn')) return false;
  const where = `bench: ${testWords(name, groupName)}`;
  // A group of one test that is nearly called fn is a slip of the keyboard.
  if (names.length === 1 && nearest(names[0], ['fn'])) checkName(names[0], ['fn'], `${where}: there is no`, '');
  const key = names.find((one) => keys.includes(one));
  if (key === undefined) return true;
  for (const one of names) checkName(one, keys, `${where}: there is no`, `with ${key} it is a test, which has`);
  throw new TypeError(`${where}: fn is a function or a source string, and not undefined; a test has fn, a group has ` +
    `tests, and a group with a test called ${key} is given as a Map`);
}

/**
 * @param {Array|object|Map} suite
 * @param {string[]} keys that a test given as an object can have
 * @returns {{ name: string, given: *, groupName: string|null }[]} its tests in their order, but those of no group
 *   first, for these take turns
 * @throws {TypeError} for a group within a group, or one without tests
 */
function testsOf(suite, keys) {
  const alone = [];
  const grouped = [];
  for (const [name, given] of entriesOf(suite)) {
    if (!isGroup(name, given, keys)) {
      alone.push({ name, given, groupName: null });
      continue;
    }
    const before = grouped.length;
    for (const [own, test] of entriesOf(given, 'bench', name)) {
      if (isGroup(own, test, keys, name)) {
        throw new TypeError(`bench: ${testWords(own, name)} is a group within a group; groups have tests, and no ` +
          `groups; make it a group of the suite, such as ${show(`${name} ${own}`)}`);
      }
      grouped.push({ name: own, given: test, groupName: name });
    }
    if (grouped.length === before) {
      throw new TypeError(`bench: the group ${show(name)} has no tests; give it some, or leave it out; a test has fn`);
    }
  }
  return [...alone, ...grouped];
}

module.exports = { testsOf };
