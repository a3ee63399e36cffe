// reason: box|heap number|HeapNumber|double|elements kind|generic|representation|null|mixed
// because: the array of the slow one also holds a null, so its doubles are stored as boxed heap numbers and every
// write allocates a new one.
'use strict';
const assert = require('assert');

const COUNT = 64;
const heights = [];
const levels = [];
for (let i = 0; i < COUNT; i++) {
  heights.push(i + 0.25);
  levels.push(i + 0.25);
}
heights.push(-1.5);
levels.push(null); // HERE

function settleHeights(gravity) {
  let peak = 0;
  for (let i = 0; i < COUNT; i++) {
    const next = heights[i] * 0.75 + gravity;
    heights[i] = next;
    if (next > peak) peak = next;
  }
  return peak;
}

function settleLevels(gravity) {
  let peak = 0;
  for (let i = 0; i < COUNT; i++) {
    const next = levels[i] * 0.75 + gravity;
    levels[i] = next;
    if (next > peak) peak = next;
  }
  return peak;
}

let f = 0;
let s = 0;

module.exports = {
  fast() {
    f = (f + 1) & 15;
    return settleHeights(f + 0.5);
  },
  slow() {
    s = (s + 1) & 15;
    return settleLevels(s + 0.5);
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
