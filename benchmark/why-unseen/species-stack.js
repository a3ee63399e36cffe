// reason: species|subclass|extends Array|constructor|generic|slow path
// because: a subclass of Array with its own Symbol.species makes slice and map take the generic path that constructs
// and fills the result element by element.
'use strict';
const assert = require('assert');

class Layers extends Array {
  static get [Symbol.species]() { // HERE
    return Array;
  }
  top() {
    return this[this.length - 1];
  }
}

const plain = [];
const layered = [];
for (let i = 0; i < 16; i++) {
  const ids = Array.from({ length: 40 }, (_, k) => k * 3 + i);
  plain.push(ids);
  layered.push(Layers.from(ids));
}

function visibleOf(list) {
  const part = list.slice(4, 36);
  return part[0] + part[31] * 2 + part.length;
}

function visibleIn(list) {
  const part = list.slice(4, 36);
  return part[0] + part[31] * 2 + part.length;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 15;
    return visibleOf(plain[a]) + visibleOf(plain[15 - a]) * 3 + visibleOf(plain[a ^ 1]);
  },
  slow() {
    b = (b + 1) & 15;
    return visibleIn(layered[b]) + visibleIn(layered[15 - b]) * 3 + visibleIn(layered[b ^ 1]);
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
