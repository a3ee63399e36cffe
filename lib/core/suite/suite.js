'use strict';

/*
 * What users write as a suite. First its entries: tests by name, from arrays, objects and Maps, or groups of these,
 * which cannot be nested: rows have one name. Then the tests of bench().
 */

const { OF_TESTS } = require('#settings');
const { isArray, isClass, isMap, isPlainObject, readMessage, show } = require('../../base/text/show');
const { toTestFunction, refuseGenerator } = require('./timeit-arguments');

const FORMS = 'Pass an array, an object or a Map of tests';
const KEYS = [
  'fn', 'setup', 'teardown', 'each', 'afterEach', 'ops', 'bytes', 'items', 'kind', 'timeout', 'tier', 'cold',
];

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
function isGroup(name, given, groupName = null) {
  if (isArray(given) || isMap(given)) return true;
  if (!isPlainObject(given)) return false;
  const names = namesOf(given, testWords(name, groupName));
  if (names.includes('fn')) return false;
  const { checkName, nearest } = require('../../base/text/nearest');
  const where = `bench: ${testWords(name, groupName)}`;
  // A group of one test whose name is similar to fn is a typo.
  if (names.length === 1 && nearest(names[0], ['fn'])) checkName(names[0], ['fn'], `${where}: unknown key`, '');
  const key = names.find((one) => KEYS.includes(one));
  if (key === undefined) return true;
  for (const one of names) checkName(one, KEYS, `${where}: unknown key`, `Its ${key} makes it a test, which may have`);
  throw new TypeError(`${where}: fn must be a function or a source string, got undefined. To define a group with a ` +
    `test called ${key}, pass a Map`);
}

/** Returns the tests in order, but tests without a group first, because they are interleaved. */
function collectTests(suite) {
  const alone = [];
  const grouped = [];
  for (const [name, given] of iterateEntries(suite)) {
    if (!isGroup(name, given)) {
      alone.push({ name, given, groupName: null });
      continue;
    }
    const before = grouped.length;
    for (const [own, test] of iterateEntries(given, 'bench', name)) {
      if (isGroup(own, test, name)) {
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

// Of a test in a group in a suite: { group: { test: { fn } } }
const TEST_DEPTH = 3;

const valuesOf = (suite) => (isArray(suite) ? suite : isMap(suite) ? [...suite.values()]
  : isPlainObject(suite) ? Object.values(suite) : []);

const valuesWithin = (value, depth) => (
  [value, ...(depth > 0 ? valuesOf(value).flatMap((one) => valuesWithin(one, depth - 1)) : [])]);

/** Names of exported tests that are not in the default export, and so do not run. suite: the default export, awaited */
function findUnusedTests(exported, isNamespace, suite) {
  if (!exported || !(isNamespace || exported.__esModule) || exported.default === undefined) return [];
  const used = new Set(valuesWithin(suite, TEST_DEPTH));
  return Object.keys(exported).filter((name) => {
    const value = exported[name];
    return name !== 'default' && isTest(value) && !used.has(value) && !used.has(value.fn);
  });
}

const KINDS = ['sync', 'callback', 'promise'];

/** null counts as not given, except for the error about fn. */
function fieldsOf(given, where) {
  const fields = {};
  for (const key of Object.keys(given)) {
    require('../../base/text/nearest').checkName(key, KEYS, `bench: ${where}: unknown key`, 'A test may have');
    const value = readProperty(given, key, `${show(key)} of ${where}`);
    if (key === 'fn' || (value !== undefined && value !== null)) fields[key] = value;
  }
  return fields;
}

function hook(fields, key, where) {
  const value = fields[key];
  if (value === undefined) return null;
  if (typeof value !== 'function') {
    throw new TypeError(`bench: ${where}: ${key} must be a function, got ${show(value)}`);
  }
  refuseGenerator(value, () => `bench: ${where}: ${key}`);
  return value;
}

function checked(fields, key, where, { type, words, fits }) {
  const value = fields[key];
  if (value === undefined) return null;
  if (fits(value)) return value;
  const Failure = typeof value === type ? RangeError : TypeError;
  throw new Failure(`bench: ${where}: ${key} must be ${words}, got ${show(value)}`);
}

const KIND = { type: 'string', words: "'sync', 'callback' or 'promise'", fits: (value) => KINDS.includes(value) };
const amountOf = (words) => (
  { type: 'number', words: `${words} above 0`, fits: (value) => Number.isFinite(value) && value > 0 });
const AMOUNT = amountOf('a number');

/** spare: parameters in addition to the input or to params. A source has one if it names the callback. */
function functionOf({ fn, each }, where, hasParams) {
  refuseGenerator(fn, () => `bench: ${where}: fn`);
  if (typeof fn === 'function') return { fn, spare: fn.length - (each || hasParams ? 1 : 0) };
  if (typeof fn !== 'string') {
    throw new TypeError(`bench: ${where}: fn must be a function or a source string, got ${show(fn)}`);
  }
  try {
    // The compiled function always has the parameter, so the source decides.
    const parameters = hasParams && !each ? 'params, callback' : undefined;
    return { fn: toTestFunction(fn, parameters), spare: /\bcallback\b/.test(fn) ? 1 : 0 };
  } catch (error) {
    throw new SyntaxError(`bench: ${where}: ${error.message.replace(/^timeit: /, '')}`, { cause: error });
  }
}

function ownSettings(fields, where) {
  return Object.fromEntries(Object.entries(OF_TESTS).map(([key, { field, words, read: readIt }]) => {
    const value = fields[key];
    const own = value === undefined ? null : readIt(value);
    if (value === undefined || own !== null) return [field, own];
    throw new TypeError(`bench: ${where}: ${key} must be ${words}, got ${show(value)}`);
  }));
}

function parseTest({ name, given, groupName }, hasParams) {
  const where = testWords(name, groupName);
  if (typeof given !== 'function' && typeof given !== 'string' && !isPlainObject(given)) {
    throw new TypeError(`bench: ${where}: expected a function, a source string or { fn, ... }, got ${show(given)}`);
  }
  const fields = isPlainObject(given) ? fieldsOf(given, where) : { fn: given };
  const kind = checked(fields, 'kind', where, KIND);
  const each = hook(fields, 'each', where);
  const { fn, spare } = functionOf(fields, where, hasParams);
  const setup = hook(fields, 'setup', where);
  const takesCallback = kind === null ? spare >= 1 : kind === 'callback';
  // A single parameter is a callback, unless kind differs or setup returns a value, see withSetupValue().
  const mayTakeValue = setup !== null && each === null && typeof fields.fn !== 'string';
  const takesValue = mayTakeValue && spare > (takesCallback ? 1 : 0);
  // The only parameter of a source is called callback, and would be the input.
  if (takesCallback && each && typeof fields.fn === 'string') {
    throw new TypeError(`bench: ${where}: a source string cannot take both the input from each() and a callback. ` +
      'Pass a function (input, callback)');
  }
  return {
    name, groupName, fn, kind, takesCallback, takesValue, setup,
    mayMeanValue: mayTakeValue && kind === null && spare === 1,
    teardown: hook(fields, 'teardown', where),
    each,
    afterEach: hook(fields, 'afterEach', where),
    ops: checked(fields, 'ops', where, AMOUNT),
    bytes: checked(fields, 'bytes', where, AMOUNT),
    items: checked(fields, 'items', where, AMOUNT),
    timeoutSeconds: checked(fields, 'timeout', where, amountOf('a number of seconds')),
    ...ownSettings(fields, where),
  };
}

/**
 * The tests of a suite in order, but tests without a group first: { name, groupName, fn, kind, takesCallback,
 * takesValue (whether it takes the value of setup), mayMeanValue (whether its callback may be that value), setup,
 * teardown, each, afterEach, ops, bytes, items, timeoutSeconds, tiers, colds }. Fields that are not given are null; the
 * first call decides about a kind of null. Nothing is called here.
 *
 * A suite is an array, a plain object or a Map of tests, or of groups, which are such arrays, objects or Maps. A test
 * is a function, the source of its body, or an object with fn and any of the other KEYS.
 */
function parseSuite(suite, { params = null } = {}) {
  const tests = collectTests(suite).map((test) => parseTest(test, params !== null));
  checkAny(tests);
  return tests;
}

module.exports = { checkAny, checkCallback, iterateEntries, findSuite, findUnusedTests, testWords, parseSuite };
