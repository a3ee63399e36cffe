'use strict';

/*
 * Parameters of tests: lists of values, { size: [10, 1000], type: ['a', 'b'] }, of which every combination is measured.
 */

const { orNull } = require('../host/fs-queries');
const { show } = require('../text/show');

// Names of rows have name=value, separated by blanks.
const NAME = /^[^\s=]+$/;

function checkValue(name, value) {
  const isText = typeof value === 'string' || typeof value === 'boolean' || value === null;
  if (isText || Number.isFinite(value)) return;
  throw new TypeError(`bench: params: a value of ${show(name)} is ${show(value)}; give strings, finite numbers, ` +
    'true, false or null, and make of them in the test, or in setup, what they stand for');
}

/**
 * @param {object} given name -> list of values, or one value
 * @returns {Object<string, Array>} lists
 * @throws {TypeError|RangeError} naming the parameter
 */
function readParams(given) {
  const lists = {};
  for (const name of Object.keys(given)) {
    // A property of that name would be none.
    if (!NAME.test(name) || name === '__proto__') {
      throw new RangeError(`bench: params: ${show(name)} cannot be the name of a parameter; it needs one without ` +
        'blanks and =, such as { size: [10, 1000] }');
    }
    const value = given[name];
    // null for a proxy that has been revoked
    const values = orNull(() => Array.isArray(value) && value.slice()) || [value];
    if (values.length === 0) {
      throw new RangeError(`bench: params: ${show(name)} has no values; give some, or leave it out`);
    }
    for (let i = 0; i < values.length; i++) {
      checkValue(name, values[i]);
      if (values.indexOf(values[i]) < i) {
        throw new RangeError(`bench: params: ${show(name)} has the value ${show(values[i])} twice; leave one out`);
      }
    }
    lists[name] = values;
  }
  if (Object.keys(lists).length === 0) {
    throw new RangeError('bench: params has no parameters; give some, such as { size: [10, 1000] }, or false');
  }
  return lists;
}

/** How many combinations there are; without making them, for these can be too many. */
const countOf = (lists) => Object.values(lists).reduce((product, values) => product * values.length, 1);

/**
 * Every combination, in the order in which the values are written: the last parameter changes fastest.
 *
 * @param {Object<string, Array>} lists
 * @returns {object[]} frozen: tests share them
 */
function combinationsOf(lists) {
  let combinations = [{}];
  for (const [name, values] of Object.entries(lists)) {
    combinations = combinations.flatMap((before) => values.map((value) => ({ ...before, [name]: value })));
  }
  return combinations.map(Object.freeze);
}

module.exports = { readParams, countOf, combinationsOf };
