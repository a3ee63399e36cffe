// reason: destructur|iterator|generator|iterable|iteration protocol|Symbol\.iterator
// because: array destructuring of a Span runs its generator through the iterator protocol for every item, the fast
// one reads the two fields.
'use strict';
const assert = require('assert');

class Span {
  constructor(start, end) {
    this.start = start;
    this.end = end;
  }
  *[Symbol.iterator]() {
    yield this.start;
    yield this.end;
  }
}

const spans = [];
for (let i = 0; i < 128; i++) spans.push(new Span(i * 5, i * 5 + (i % 9)));

function coveredFields(from) {
  let covered = 0;
  for (let i = from; i < from + 64; i++) {
    const { start, end } = spans[i];
    covered += end - start;
  }
  return covered;
}

function coveredPairs(from) {
  let covered = 0;
  for (let i = from; i < from + 64; i++) {
    const [start, end] = spans[i]; // HERE
    covered += end - start;
  }
  return covered;
}

let a = 0;
let b = 0;

module.exports = {
  fast: () => coveredFields((a = (a + 64) & 127)),
  slow: () => coveredPairs((b = (b + 64) & 127)),
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
