'use strict';

/*
 * What of a document can be drawn. Documents come from files: a field may be missing, or hold what no
 * axis can show. Here each value becomes what it claims to be, or nothing.
 */

// Captured at load, because a measured test may change them.
const { isFinite } = Number;

// Of times in ns and of ratios. Differences and quotients of two values within stay numbers.
const LARGEST = 1e24;
const SMALLEST = 1e-9;

/** @returns {number | null} the value where it is a number that an axis can hold */
function known(value) {
  return typeof value === 'number' && isFinite(value) && value <= LARGEST && value >= -LARGEST ? value : null;
}

/** @returns {number | null} the value where it is a positive number that a log axis can hold */
function positive(value) {
  const number = known(value);
  return number !== null && number >= SMALLEST ? number : null;
}

/** @returns {string | null} the value where it is a word or a number, null for what has none, such as '' or an object */
function textual(value) {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' && isFinite(value) ? `${value}` : null;
}

/** @returns {Array} the value where it is a list, an empty one otherwise */
function list(value) {
  return Array.isArray(value) ? value : [];
}

/** @returns {object} the value where it has properties, an empty object otherwise */
function object(value) {
  return value !== null && typeof value === 'object' ? value : {};
}

/** @returns {number[]} those that are known */
function numbers(values) {
  return list(values).filter((value) => known(value) !== null);
}

module.exports = { known, positive, textual, list, object, numbers };
