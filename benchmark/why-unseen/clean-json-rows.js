// reason: more
// because: the slow one serializes three times as many rows.
'use strict';
const assert = require('assert');

class Page {
  constructor(size, offset) {
    this.rows = [];
    for (let i = 0; i < size; i++) this.rows.push({ id: (offset + i) % 10, name: 'n' + (i % 3), ok: true });
  }
  head() {
    const json = JSON.stringify(this.rows);
    return json.slice(0, 30);
  }
}

const small = [];
const large = [];
for (let i = 0; i < 10; i++) {
  small.push(new Page(12, i));
  large.push(new Page(36, i));
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) % 10;
    return small[a].head();
  },
  slow() {
    b = (b + 1) % 10;
    return large[b].head(); // HERE
  },
};

for (let k = 0; k < 10; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
