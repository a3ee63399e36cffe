// reason: more
// because: the slow one runs twice as many rounds of the same mixing loop.
'use strict';
const assert = require('assert');

function mix(seed, rounds) {
  let x = seed | 1;
  for (let i = 0; i < rounds; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  return x !== 0;
}

const seeds = new Uint32Array(64);
for (let i = 0; i < seeds.length; i++) seeds[i] = i * 2654435761;

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 63;
    return mix(seeds[a], 100);
  },
  slow() {
    b = (b + 1) & 63;
    return mix(seeds[b], 200); // HERE
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
