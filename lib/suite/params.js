'use strict';

/* Parameters of tests: lists of values, { size: [10, 1000], type: ['a', 'b'] }. All combinations are measured. */

const { orNull } = require('../host/fs-queries');
const { show } = require('../text/show');

// Names of rows contain name=value, separated by blanks.
const NAME = /^[^\s=]+$/;

function checkValue(name, value) {
  const isText = typeof value === 'string' || typeof value === 'boolean' || value === null;
  if (isText || Number.isFinite(value)) return;
  throw new TypeError(`bench: params: a value of ${show(name)} is ${show(value)}; give strings, finite numbers, ` +
    'true, false or null, and make of them in the test, or in setup, what they stand for');
}

/** Converts { name: value or list of values } to lists. Errors name the parameter. */
function readParams(given) {
  const lists = {};
  for (const name of Object.keys(given)) {
    // Assigning __proto__ would not create a property.
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

/** The combinations can be too many to create. */
const countOf = (lists) => Object.values(lists).reduce((product, values) => product * values.length, 1);

/** All combinations, frozen because tests share them. The last parameter changes fastest. */
function combinationsOf(lists) {
  let combinations = [{}];
  for (const [name, values] of Object.entries(lists)) {
    combinations = combinations.flatMap((before) => values.map((value) => ({ ...before, [name]: value })));
  }
  return combinations.map(Object.freeze);
}

module.exports = { readParams, countOf, combinationsOf };
