'use strict';

/*
 * Shapes of plain data, and the first place at which a value does not have its shape. A shape is
 * { words, find }: find(value) is null, or { keys, expected, got } where keys is the way to the fault, gathered
 * only on the way back: looking at 100 000 samples makes no path.
 */

const { show } = require('../text/show');

const faultAt = (keys, expected, got) => ({ keys, expected, got });

function below(key, found) {
  if (found) found.keys.unshift(key);
  return found;
}

/** 'suites[0].suite' */
const wayOf = (keys) => keys.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i ? '.' : ''}${key}`)).join('');

/** The way to a value that is nested deeper than so many levels, null without one. */
function tooDeep(value, levels) {
  if (value === null || typeof value !== 'object') return null;
  if (levels === 0) return [];
  const isList = Array.isArray(value);
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const found = tooDeep(value[key], levels - 1);
    if (found) return [key, ...found];
  }
  return null;
}

/** A value without parts; fits: whether it is one, which lists of a million of them ask without more. */
const leaf = (words, fits) => ({ words, fits, find: (value) => (fits(value) ? null : faultAt([], words, value)) });

function orNull(shape) {
  const words = `${shape.words} or null`;
  const { fits } = shape;
  if (fits) return leaf(words, (value) => value === null || fits(value));
  return {
    words,
    find(value) {
      const found = value === null ? null : shape.find(value);
      return found && found.keys.length === 0 ? faultAt([], words, found.got) : found;
    },
  };
}

/** A field that older files do not have. */
const optional = (shape) => ({ words: shape.words, find: (value) => (value === undefined ? null : shape.find(value)) });

function list(shape) {
  const words = 'a list';
  const { fits = () => false } = shape;
  return {
    words,
    find(value) {
      if (!Array.isArray(value)) return faultAt([], words, value);
      for (let i = 0; i < value.length; i++) {
        if (fits(value[i])) continue;
        const found = shape.find(value[i]);
        if (found) return below(i, found);
      }
      return null;
    },
  };
}

/**
 * An object with these fields; others may be there, too.
 *
 * @param {object} fields name -> shape
 * @param {function(object): object|null} [together] looks at what concerns several fields, once each is right: null,
 *   or what faultAt() gives
 */
function record(fields, together = () => null) {
  const words = 'an object';
  const names = Object.keys(fields);
  return {
    words,
    find(value) {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return faultAt([], words, value);
      for (const name of names) {
        const found = fields[name].find(value[name]);
        if (found) return below(name, found);
      }
      return together(value);
    },
  };
}

/**
 * Another shape depending on the value of one field.
 *
 * @param {string} field
 * @param {function(*): object} choose value of the field -> shape
 */
function dependingOn(field, choose) {
  const base = record({});
  return { words: base.words, find: (value) => base.find(value) || choose(value[field]).find(value) };
}

/** @returns {string} 'suites[0].suite: expected a whole number, got "abc"' */
function faultWords({ keys, expected, got }) {
  const way = wayOf(keys);
  return `${way && `${way}: `}expected ${expected}, ${got === undefined ? 'it is missing' : `got ${show(got)}`}`;
}

const number = leaf('a number', Number.isFinite);
const count = leaf('a whole number, 0 or more', (value) => Number.isInteger(value) && value >= 0);
const ordinal = leaf('a whole number, 1 or more', (value) => Number.isInteger(value) && value >= 1);
const atLeastZero = leaf('a number of 0 or more', (value) => Number.isFinite(value) && value >= 0);
const text = leaf('a string', (value) => typeof value === 'string');
const flag = leaf('true or false', (value) => typeof value === 'boolean');
const anything = leaf('a value', (value) => value !== undefined);
const oneOf = (...values) => leaf(values.map(show).join(' or '), (value) => values.includes(value));

module.exports = {
  leaf, orNull, optional, list, record, dependingOn, faultAt, faultWords, wayOf, tooDeep, number, atLeastZero, count,
  ordinal, text, flag, anything, oneOf,
};
