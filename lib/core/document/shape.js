'use strict';

/*
 * Shapes of plain data: functions that return null, or the first fault of a value, { keys, expected, got } with its
 * path. The path is collected on the way back, so that valid data costs no allocation: a document can have a million
 * numbers.
 */

const { show } = require('../../base/text/show');

const faultAt = (keys, expected, got) => ({ keys, expected, got });

function below(key, found) {
  found.keys.unshift(key);
  return found;
}

/** 'suites[0].suite' */
const formatKeyPath = (keys) =>
  keys.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i ? '.' : ''}${key}`)).join('');

/** The path of a value that is nested more than `levels` deep, or null. */
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

const leaf = (expected, fits) => (value) => (fits(value) ? null : faultAt([], expected, value));
const oneOf = (values) => leaf(values.map(show).join(' or '), (value) => values.includes(value));

const orNull = (shape) => (value) => {
  const found = value === null ? null : shape(value);
  return found && found.keys.length === 0 ? { ...found, expected: `${found.expected} or null` } : found;
};

const optional = (shape) => (value) => (value === undefined ? null : shape(value));

const list = (shape) => (value) => {
  if (!Array.isArray(value)) return faultAt([], 'a list', value);
  for (let i = 0; i < value.length; i++) {
    const found = shape(value[i]);
    if (found) return below(i, found);
  }
  return null;
};

/** Other fields are allowed. `together` checks several fields at once, after each is valid: null or a fault. */
function record(fields, together = () => null) {
  const entries = Object.entries(fields);
  return (value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return faultAt([], 'an object', value);
    for (const [name, shape] of entries) {
      const found = shape(value[name]);
      if (found) return below(name, found);
    }
    return together(value);
  };
}

/** 'suites[0].suite: expected an integer, got "abc"' */
function faultWords({ keys, expected, got }) {
  const at = formatKeyPath(keys);
  return `${at && `${at}: `}expected ${expected}, ${got === undefined ? 'but it is missing' : `got ${show(got)}`}`;
}

const LEAVES = {
  number: leaf('a number', Number.isFinite),
  time: leaf('a number of at least 0', (value) => Number.isFinite(value) && value >= 0),
  positive: leaf('a number above 0', (value) => Number.isFinite(value) && value > 0),
  share: leaf('a number between 0 and 1', (value) => value > 0 && value < 1),
  count: leaf('an integer of at least 0', (value) => Number.isInteger(value) && value >= 0),
  ordinal: leaf('an integer of at least 1', (value) => Number.isInteger(value) && value >= 1),
  text: leaf('a string', (value) => typeof value === 'string'),
  flag: leaf('true or false', (value) => typeof value === 'boolean'),
  anything: leaf('a value', (value) => value !== undefined),
  object: record({}),
};

/** Fields of a record, { name, isOptional, type }, and of others that it includes, { included: name of the record }. */
const parseFields = (text) => text.trim().split(/; |\n\s*/).flatMap((field) => {
  if (field.startsWith('...')) return [{ included: field.slice(3) }];
  const [names, type] = field.split(': ');
  return names.split(' ').map((name) => ({ name: name.replace('?', ''), isOptional: name.endsWith('?'), type }));
});

/**
 * Shapes from a table of records, { name: fields }. Fields end at a semicolon or at the end of a line:
 *
 *     suite: 'file title?: text|null; tests: test[]; ...unit'
 *
 * A type is a leaf, another record, a list `type[]`, `type|null`, `(type)`, or `'this'|'that'`. `name?` may be missing;
 * `...unit` includes the fields of `unit`.
 *
 * known: shapes of other types by name; checks: `together` of record() by record; variants: record -> [field, { value:
 * fields }], additional fields that depend on one field. Returns a function from a type to its shape.
 */
function compileShapes(records, { known, checks = {}, variants = {} }) {
  const shapes = new Map(Object.entries({ ...LEAVES, ...known }));

  const fieldsOf = (text) => parseFields(text).flatMap(({ name, isOptional, type, included }) => {
    if (included) return fieldsOf(records[included]);
    return [[name, isOptional ? optional(shapeOf(type)) : shapeOf(type)]];
  });
  const recordOf = (text, check) => record(Object.fromEntries(fieldsOf(text)), check);

  function variantOf(name) {
    const [field, rows] = variants[name];
    const base = recordOf(records[name]);
    const own = new Map(Object.entries(rows).map(([value, text]) => [value, recordOf(text)]));
    return (value) => base(value) || (own.has(value[field]) ? own.get(value[field])(value) : null);
  }

  function shapeOf(type) {
    if (type.endsWith('|null')) return orNull(shapeOf(type.slice(0, -'|null'.length)));
    if (type.endsWith('[]')) return list(shapeOf(type.slice(0, -'[]'.length)));
    if (type.startsWith('(')) return shapeOf(type.slice(1, -1));
    if (type.startsWith("'")) return oneOf(type.split('|').map((one) => one.slice(1, -1)));
    if (!shapes.has(type)) shapes.set(type, variants[type] ? variantOf(type) : recordOf(records[type], checks[type]));
    return shapes.get(type);
  }

  return shapeOf;
}

module.exports = { leaf, compileShapes, parseFields, faultAt, faultWords, formatKeyPath, tooDeep };
