// reason: more
// because: the slow one tokenizes an expression that is two and a half times as long.
'use strict';
const assert = require('assert');

function* tokenize(text) {
  const pattern = /\s*(?:(\d+)|([a-z]+)|(.))/y;
  for (let m = pattern.exec(text); m !== null; m = pattern.exec(text)) {
    yield m[1] ? 'number' : m[2] ? 'name' : 'sign';
  }
}

function kinds(text) {
  const seen = new Set();
  for (const kind of tokenize(text)) seen.add(kind);
  return [...seen].sort().join();
}

const brief = [];
const wordy = [];
for (let i = 0; i < 16; i++) {
  brief.push(`a + ${i} * b - ${i * 3}`);
  wordy.push(`a + ${i} * b - ${i * 3} + c * ${i} + d - ${i * 7} * e + f - 12 * g`);
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 15;
    return kinds(brief[a]);
  },
  slow() {
    b = (b + 1) & 15;
    return kinds(wordy[b]); // HERE
  },
};

for (let k = 0; k < 16; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
