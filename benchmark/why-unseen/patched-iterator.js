// reason: patch|Symbol\.iterator|iterator|iteration protocol|overrid|prototype|protector|spreads an iterable
// because: Array.prototype[Symbol.iterator] was replaced by a polyfill, so spreading an array goes through that slow
// iterator instead of the built-in fast copy.
'use strict';
const assert = require('assert');

Array.prototype[Symbol.iterator] = function () { // HERE
  let index = 0;
  const list = this;
  return {
    next() {
      return index < list.length ? { value: list[index++], done: false } : { value: undefined, done: true };
    },
  };
};

const middleware = [];
for (let i = 0; i < 16; i++) {
  const chain = [];
  for (let k = 0; k < 20; k++) chain.push(i * k);
  middleware.push(chain);
}

function withLogger(chain, extra) {
  const all = chain.slice();
  all.push(extra);
  return all;
}

function withTracer(chain, extra) {
  return [...chain, extra];
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 15;
    let depth = 0;
    for (let k = 0; k < 4; k++) depth += withLogger(middleware[a], k)[19 + (k & 1)];
    return depth;
  },
  slow() {
    b = (b + 1) & 15;
    let depth = 0;
    for (let k = 0; k < 4; k++) depth += withTracer(middleware[b], k)[19 + (k & 1)];
    return depth;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
