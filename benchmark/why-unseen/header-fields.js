'use strict';
// Reads typed fields out of a parsed header table; some are missing.
// reason: exception

const TABLE = new Map([
  ['content-length', '512'],
  ['max-forwards', '10'],
  ['age', '77'],
  ['upgrade-insecure-requests', '1'],
]);
const WANTED = ['content-length', 'age', 'retry-after', 'max-forwards', 'x-rate-limit', 'age', 'max-forwards',
  'content-length', 'upgrade-insecure-requests', 'age', 'via', 'max-forwards'];
const NOT_FOUND = Object.freeze({ code: 'NOT_FOUND' });

function toInteger(text) {
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value;
}

function findField(table, name) {
  const text = table.get(name);
  if (text === undefined) return -1;
  return toInteger(text);
}

function requireField(table, name) {
  const text = table.get(name);
  if (text === undefined) throw NOT_FOUND; // HERE
  return toInteger(text);
}

function fast() {
  let sum = 0;
  for (let i = 0; i < WANTED.length; i++) {
    const value = findField(TABLE, WANTED[i]);
    sum += value === -1 ? 1 : value;
  }
  return sum;
}

function slow() {
  let sum = 0;
  for (let i = 0; i < WANTED.length; i++) {
    try {
      sum += requireField(TABLE, WANTED[i]);
    } catch (err) {
      if (err !== NOT_FOUND) throw err;
      sum += 1;
    }
  }
  return sum;
}

module.exports = { fast, slow };
