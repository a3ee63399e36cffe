// reason: more
// because: the slow one sorts a list that is twice as long by the same comparator.
'use strict';
const assert = require('assert');

const words = ['pear', 'apple', 'fig', 'kiwi', 'plum', 'lime', 'date', 'nut', 'oat', 'rye'];

function makeList(length, shift) {
  return Array.from({ length }, (_, i) => ({ name: words[(i * 3 + shift) % 10], rank: i }));
}

const lists = Array.from({ length: 10 }, (_, s) => makeList(20, s));
const longer = Array.from({ length: 10 }, (_, s) => makeList(40, s));

function firstName(list) {
  const sorted = list.slice().sort((p, q) => (p.name < q.name ? -1 : p.name > q.name ? 1 : 0));
  return sorted[0].name;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) % 10;
    return firstName(lists[a]);
  },
  slow() {
    b = (b + 1) % 10;
    return firstName(longer[b]); // HERE
  },
};

for (let k = 0; k < 10; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
