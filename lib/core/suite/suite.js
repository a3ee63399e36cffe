'use strict';

const { OF_TESTS } = require('#settings');
const { isPlainObject, show } = require('../../base/text/show');
const { checkAny, readProperty, testWords, collectTests } = require('./entries');
const { toTestFunction, refuseGenerator } = require('./timeit-arguments');

const KINDS = ['sync', 'callback', 'promise'];
const KEYS = [
  'fn', 'setup', 'teardown', 'each', 'afterEach', 'ops', 'bytes', 'items', 'kind', 'timeout', 'tier', 'cold',
];

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
  if (typeof value !== 'function') throw new TypeError(`bench: ${where}: ${key} must be a function, got ` +
    `${show(value)}`);
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
 * teardown, each, ops, bytes, items, timeoutSeconds, tiers, colds }. Fields that are not given are null; the first call
 * decides about a kind of null. Nothing is called here.
 *
 * A suite is an array, a plain object or a Map of tests, or of groups, which are such arrays, objects or Maps. A test
 * is a function, the source of its body, or an object with fn and any of the other KEYS.
 */
function parseSuite(suite, { params = null } = {}) {
  const tests = collectTests(suite, KEYS).map((test) => parseTest(test, params !== null));
  checkAny(tests);
  return tests;
}

module.exports = { parseSuite };
