// reason: backtrack|exponential|catastrophic|nested quantifier|quantif|ambiguous
// because: the nested quantifiers in the regular expression of the slow one backtrack in exponentially many ways
// when the line does not match.
'use strict';
const assert = require('assert');

const strict = /^\w+(?:-\w+)*$/;
const loose = /^(?:\w+-?)+$/; // HERE

const slugs = [];
for (let i = 0; i < 32; i++) {
  slugs.push(i % 2 ? 'post-' + i + '-draft' : 'article' + (10 + i) + '!');
}

function countValid(from, pattern) {
  let valid = 0;
  for (let i = from; i < from + 4; i++) {
    if (pattern.test(slugs[i])) valid++;
  }
  return valid * 100 + from;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 4) & 31;
    return countValid(a, strict);
  },
  slow() {
    b = (b + 4) & 31;
    return countValid(b, loose);
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
