// reason: localeCompare|Collator|Intl|locale|collat
// because: localeCompare with options makes a new collator for each comparison, the fast one uses one shared
// Intl.Collator.
'use strict';
const assert = require('assert');

const base = ['Zoë', 'adam', 'Émile', 'Bob', 'anna', 'carl', 'Ångström', 'bea'];
const books = [];
for (let i = 0; i < 8; i++) books.push(base.slice(i).concat(base.slice(0, i)).slice(0, 5));

const collator = new Intl.Collator('en', { sensitivity: 'base' });

function firstShared(names) {
  let first = names[0];
  for (const name of names) if (collator.compare(name, first) < 0) first = name;
  return first;
}

function firstLocal(names) {
  let first = names[0];
  for (const name of names) {
    if (name.localeCompare(first, 'en', { sensitivity: 'base' }) < 0) first = name; // HERE
  }
  return first;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 7;
    return firstShared(books[a]);
  },
  slow() {
    b = (b + 1) & 7;
    return firstLocal(books[b]);
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
